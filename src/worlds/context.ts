import type { ClockStart } from '../core/clock.js'
import type { WorldCopy } from '../domain/baseline.js'
import type { Bounds } from '../domain/bounds.js'
import type { Grease } from '../domain/profile/grease.js'
import type { World } from '../domain/world.js'
import type { TokenSignatures } from '../identity/signatures.js'
import type { DataPlane } from '../request/pipeline.js'
import type { every } from '../web/every.js'
import type { WorldSeed } from './world-seed.js'

/** A world and everything that its admin interface controls. */
export interface WorldContext {
  readonly world: World
  /** The seed that a reset restores. */
  readonly seeds: WorldSeed
  readonly signatures: TokenSignatures
  readonly plane: DataPlane
  readonly every: typeof every
  readonly version: string
  /** All worlds except the default one. */
  readonly worlds: Worlds
  /** Returns the database's address if it has its own port. */
  readonly databaseUrl: () => string | undefined
  /** Returns immediately, and stops the emulator once pending requests have been answered. */
  readonly stop: () => void
  /** The number given to --grease, if any. */
  readonly grease: number | undefined
  /** Undefined for the default world. */
  readonly making?: WorldOrigin
}

interface WorldOrigin {
  /** Same as `WorldParts.from`. */
  readonly from: string
  /** Returns the time since the world was created, in real ms. */
  readonly ageMs: () => number
}

/** A world at a point in history. */
export interface PastWorld {
  readonly point: string
  readonly copy: WorldCopy
}

export interface WorldParts {
  /** The world's source: "seed", "current", the name of a snapshot, a point in history, or "bundle". */
  readonly from: string
  readonly seeds: WorldSeed
  readonly bounds: Bounds
  /** Varies its answers. Defaults to the default world's grease. */
  readonly grease: Grease | undefined
  /** Returns the machine's time in ms. Defaults to the emulator's own. */
  readonly realNow?: () => number
  /** Generated if omitted. */
  readonly id?: string | undefined
}

/** Options for creating a world. */
export interface NewWorld {
  /**
   * "seed", "current", a snapshot of the world that received the call, or a copy of it at some point in history. This
   * is also what resetting the new world restores.
   */
  readonly from: string | PastWorld
  /** Used instead of the default world's seed. Only valid with "seed". */
  readonly seeds?: WorldSeed | undefined
  readonly clock?: ClockStart | undefined
  /** Generated if omitted: w1, w2, … */
  readonly id?: string | undefined
  readonly grease?: number | undefined
}

/** All worlds except the default one. Each is a complete emulator. */
export interface Worlds {
  /** True if --grease varies the answers of all worlds. */
  readonly isGreased: boolean
  list(): WorldContext[]
  find(id: string): WorldContext | undefined
  /** Returns the id of the world whose `traceparent` has this trace id. */
  idOfTrace(traceId: string): string | undefined
  /** Returns true if the id is or was in use. */
  isGivenOut(id: string): boolean
  /**
   * Creates a world in constant time.
   *
   * @param asked the world whose admin interface received the call
   * @throws Refusal invalid_request if there are too many, conflict if the id is taken, not_found for a snapshot
   */
  create(asked: WorldContext, made: NewWorld): WorldContext
  /** Creates a world from its parts. Throws `invalid_request` if there are too many worlds. */
  open(asked: WorldContext, parts: WorldParts): WorldContext
  /** Returns false if the id is unknown. */
  remove(id: string): boolean
}
