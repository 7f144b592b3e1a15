import { base, en, type LocaleDefinition, mergeLocales } from '@faker-js/faker'

/**
 * The words that faker makes text of. The build puts in place of this module one that reads each section from a file of
 * its own when it is first asked for: all of them are 0.4 MB, and the templates of a seed take two or three.
 */
export const locale: LocaleDefinition = mergeLocales([en, base])
