import type { SeedView } from '../../src/seed/seed-view.js'
import { seedPieces } from '../../src/seed/stringify.js'

/** The whole text of a seed. */
export const stringifySeed = (seed: SeedView, format: 'yaml' | 'json'): string =>
  [...seedPieces(seed, format)].join('')
