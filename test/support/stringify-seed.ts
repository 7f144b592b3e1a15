import type { Seed } from '../../src/seed/schema/schema.js'
import { seedText } from '../../src/seed/stringify.js'

export const stringifySeed = (seed: Seed, format: 'yaml' | 'json'): string => seedText(seed, format)
