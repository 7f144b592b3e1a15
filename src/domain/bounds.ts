/**
 * Upper limits on what an emulator keeps (docs/DESIGN.md section 9).
 *
 * @example
 * const bounds: Partial<Bounds> = { requests: 100, worlds: 50 }
 */
export interface Bounds {
  /** Requests in the journal. */
  readonly requests: number
  /** Faults at a time. */
  readonly faults: number
  /** Worlds besides the default one. */
  readonly worlds: number
  /** Snapshots per world. */
  readonly snapshots: number
}

/** The command-line option for each bound. */
export const boundOptions = {
  requests: 'max-requests',
  faults: 'max-faults',
  worlds: 'max-worlds',
  snapshots: 'max-snapshots',
} as const satisfies Record<keyof Bounds, string>

/** Names both ways to set a bound: "--max-faults, in code bounds.faults". */
export const boundName = (bound: keyof Bounds): string => `--${boundOptions[bound]}, in code bounds.${bound}`

/**
 * Longest API key, entry key or id, in characters. They travel in request heads, which servers limit to 8 or 16 KiB.
 */
export const KEY_LENGTH_MAX = 8000

/** Returns undefined if the length is fine. */
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

/** Most cursor-sealing names of a world; each one makes rejecting a foreign cursor slower. */
export const CURSOR_NAMES_MAX = 20
