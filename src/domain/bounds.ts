/**
 * The most of each that an emulator keeps (docs/DESIGN.md section 9).
 *
 * @example
 * const bounds: Partial<Bounds> = { requests: 100, worlds: 50 }
 */
export interface Bounds {
  /** Requests that the journal keeps. */
  readonly requests: number
  /** Faults that are there at once. */
  readonly faults: number
  /** Worlds beside the default one. */
  readonly worlds: number
  /** Snapshots of one world. */
  readonly snapshots: number
}

/** The options of the command line that set the bounds. */
export const boundOptions = {
  requests: 'max-requests',
  faults: 'max-faults',
  worlds: 'max-worlds',
  snapshots: 'max-snapshots',
} as const satisfies Record<keyof Bounds, string>

/** How a bound is set, in a shell and in code: "--max-faults, in code bounds.faults". */
export const boundName = (bound: keyof Bounds): string => `--${boundOptions[bound]}, in code bounds.${bound}`

/**
 * The most characters of an API key, of the key of an entry and of an id. They are sent in heads, of which
 * servers take 8 or 16 KiB.
 */
export const KEY_LENGTH_MAX = 8000

/** Why a key or an id is too long; undefined for one that is not. */
export const lengthProblem = (text: string): string | undefined =>
  text.length > KEY_LENGTH_MAX
    ? `keys and ids have at most ${KEY_LENGTH_MAX} characters, not ${text.length}`
    : undefined

export const defaultBounds: Bounds = {
  requests: 10_000,
  faults: 1000,
  worlds: 1000,
  snapshots: 100,
}

/** The most names of a world that seal cursors; each makes a foreign cursor slower to refuse. */
export const CURSOR_NAMES_MAX = 20
