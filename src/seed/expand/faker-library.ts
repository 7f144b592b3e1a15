import { createRequire } from 'node:module'
import type { Faker, LocaleDefinition } from '@faker-js/faker'

interface FakerLibrary {
  readonly Faker: typeof Faker
  readonly locale: LocaleDefinition
}

const require = createRequire(import.meta.url)

/**
 * The build replaces the package with a bundle that loads each section of the word lists from its own file, since a
 * typical seed needs only two or three of them and all of them together take 0.4 MB.
 */
export function fakerLibrary(): FakerLibrary {
  const { Faker, base, en, mergeLocales } = require('@faker-js/faker') as typeof import('@faker-js/faker')
  return { Faker, locale: mergeLocales([en, base]) }
}
