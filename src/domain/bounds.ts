/**
 * Upper limits on what an emulator keeps (docs/DESIGN.md section 9).
 *
 * @example
 * const bounds: Partial<Bounds> = { requests: 100, worlds: 50 }
 */
export interface Bounds {
  /** Requests that the journal keeps. */
  readonly requests: number
  /** Faults per world. */
  readonly faults: number
  /** Worlds besides the default one. */
  readonly worlds: number
  /** Snapshots per world. */
  readonly snapshots: number
}

export const boundOptions = {
  requests: 'max-requests',
  faults: 'max-faults',
  worlds: 'max-worlds',
  snapshots: 'max-snapshots',
} as const satisfies Record<keyof Bounds, string>

/** Both ways to set a bound, e.g. "--max-faults, in code bounds.faults". */
export const boundName = (bound: keyof Bounds): string => `--${boundOptions[bound]}, in code bounds.${bound}`

/** In characters. Most servers limit request heads to 8 or 16 KiB. */
export const KEY_LENGTH_MAX = 8000

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

/** Each name makes it slower to reject a foreign cursor. */
export const CURSOR_NAMES_MAX = 20

const KEPT_BODY_BYTES_MAX = 32 * 1024 * 1024
const HEAP_SHARE_OF_BODIES = 1 / 16

/** Applies to a journal's bodies, and separately to a log's. Lower if the heap is small. */
export const keptBodyBytesMax = (heapBytes: number): number =>
  Math.min(KEPT_BODY_BYTES_MAX, heapBytes * HEAP_SHARE_OF_BODIES)
