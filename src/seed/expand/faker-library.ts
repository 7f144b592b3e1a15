import { createRequire } from 'node:module'
import type { Faker, LocaleDefinition } from '@faker-js/faker'

interface FakerLibrary {
  readonly Faker: typeof Faker
  readonly locale: LocaleDefinition
}

const require = createRequire(import.meta.url)

/**
 * Returns Faker and the words that it makes text of, loaded when a template first needs them. The build puts a bundle in
 * the place of the package, which reads each section of the words from its own file. All sections are 0.4 MB, and the
 * templates of a seed take two or three.
 */
export function fakerLibrary(): FakerLibrary {
  const { Faker, base, en, mergeLocales } = require('@faker-js/faker') as typeof import('@faker-js/faker')
  return { Faker, locale: mergeLocales([en, base]) }
}
