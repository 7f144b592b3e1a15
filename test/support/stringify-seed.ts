import type { Seed } from '../../src/seed/schema/schema.js'
import { seedText } from '../../src/seed/stringify.js'

/** Returns the whole text of a seed. */
export const stringifySeed = (seed: Seed, format: 'yaml' | 'json'): string => seedText(seed, format)
