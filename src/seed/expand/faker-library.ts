import { createRequire } from 'node:module'
import type { Faker, LocaleDefinition } from '@faker-js/faker'

interface FakerLibrary {
  readonly Faker: typeof Faker
  readonly locale: LocaleDefinition
}

const require = createRequire(import.meta.url)

/**
 * Returns Faker and its word lists, loaded on first use. The build replaces the package with a bundle that reads each
 * section of the lists from its own file: all take 0.4 MB, and a typical seed needs two or three.
 */
export function fakerLibrary(): FakerLibrary {
  const { Faker, base, en, mergeLocales } = require('@faker-js/faker') as typeof import('@faker-js/faker')
  return { Faker, locale: mergeLocales([en, base]) }
}
