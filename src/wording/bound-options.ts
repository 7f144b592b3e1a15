import type { Bounds } from '../domain/bounds.js'

/** The options of the command line that set the bounds, by which errors name them. */
export const boundOptions = {
  requests: 'max-requests',
  faults: 'max-faults',
  worlds: 'max-worlds',
  snapshots: 'max-snapshots',
} as const satisfies Record<keyof Bounds, string>

/** The mend when there is not enough memory for one thing. */
export const MORE_MEMORY = 'start with a larger heap (NODE_OPTIONS=--max-old-space-size=8192)'
