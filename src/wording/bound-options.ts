import type { Bounds } from '../domain/bounds.js'

/** The options of the command line that set the bounds, by which errors name them. */
export const boundOptions = {
  requests: 'max-requests',
  bodyBytes: 'max-body-bytes',
  journalBytes: 'max-journal-bytes',
  tombstones: 'max-tombstones',
  faults: 'max-faults',
  worlds: 'max-worlds',
  snapshots: 'max-snapshots',
  repeats: 'max-repeats',
  memory: 'max-memory',
} as const satisfies Record<keyof Bounds, string>

/** The mend where there is not enough memory for one thing. */
export const MORE_MEMORY = `start with a larger --${boundOptions.memory} and heap (NODE_OPTIONS=--max-old-space-size=8192)`
