import type { Seed } from '../../src/seed/schema/schema.js'
import { seedPieces } from '../../src/seed/stringify.js'

/** The whole text of a seed. */
export const stringifySeed = (seed: Seed, format: 'yaml' | 'json'): string =>
  [...seedPieces(seed, format)].join('')
