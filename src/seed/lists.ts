import { services } from '../services/list.js'
import type { SeedList } from './items.js'
import { listAt } from './items.js'

/** Returns the lists of a seed in the order in which they are loaded. Works on whatever was read, sound or not. */
export const listsIn = (seed: unknown): readonly SeedList[] => [
  ...services.flatMap((service) => service.seed.lists(seed)),
  listAt(seed, ['faults']),
]
