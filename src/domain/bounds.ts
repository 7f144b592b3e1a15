/**
 * How much an emulator takes and remembers (docs/DESIGN.md section 9).
 *
 * @example
 * const bounds: Partial<Bounds> = { requests: 100, worlds: 50 }
 */
export interface Bounds {
  /** Requests that the journal keeps. */
  readonly requests: number
  /** Bytes that it keeps of each body. */
  readonly bodyBytes: number
  /** Bytes that it keeps of all bodies together. */
  readonly journalBytes: number
  /** Entries of which it is known why they are gone. */
  readonly tombstones: number
  /** Faults that are there at once. */
  readonly faults: number
  /** Worlds beside the default one. */
  readonly worlds: number
  /** Snapshots of one world. */
  readonly snapshots: number
  /** Records that one block of a seed may expand to. */
  readonly repeats: number
  /** Bytes of all that is remembered or under way, over all worlds together. */
  readonly memory: number
}

/**
 * The most characters of an API key, of the key of an entry and of an id. They are sent in heads, of which servers take
 * 8 or 16 KiB, and two of them are still a text by all of whose characters the engine finds it (core/text/text-key.ts).
 */
export const KEY_LENGTH_MAX = 8000

/** Why a key or an id is too long; undefined for one that is not. */
export const lengthProblem = (text: string): string | undefined =>
  text.length > KEY_LENGTH_MAX
    ? `keys and ids have at most ${KEY_LENGTH_MAX} characters, not ${text.length}`
    : undefined

export const defaultBounds: Bounds = {
  requests: 10_000,
  // Whole, so that an archive of the journal can be replayed; the bound on all of them limits the memory.
  bodyBytes: 1024 * 1024,
  journalBytes: 32 * 1024 * 1024,
  tombstones: 10_000,
  faults: 1000,
  worlds: 1000,
  snapshots: 100,
  repeats: 1_000_000,
  // An emulator takes half of its heap instead (server/launch.ts).
  memory: 1024 * 1024 * 1024,
}
