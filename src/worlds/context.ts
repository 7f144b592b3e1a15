import type { ClockStart } from '../core/clock.js'
import type { WorldCopy } from '../domain/baseline.js'
import type { Bounds } from '../domain/bounds.js'
import type { Grease } from '../domain/profile/grease.js'
import type { World } from '../domain/world.js'
import type { TokenSignatures } from '../identity/signatures.js'
import type { DataPlane } from '../request/pipeline.js'
import type { every } from '../web/every.js'
import type { WorldSeed } from './world-seed.js'

/** A world with everything that its admin interface controls. */
export interface WorldContext {
  readonly world: World
  /** The seed that resets restore. */
  readonly seeds: WorldSeed
  readonly signatures: TokenSignatures
  readonly plane: DataPlane
  readonly every: typeof every
  /** The emulator's version. */
  readonly version: string
  /** The worlds besides the default one. */
  readonly worlds: Worlds
  /** The database's address, if it has its own port. */
  readonly databaseUrl: () => string | undefined
  /** Stops the emulator once pending requests are answered. Returns immediately. */
  readonly stop: () => void
  /** The number of --grease; undefined without it. */
  readonly grease: number | undefined
  /** Undefined for the default world. */
  readonly making?: WorldOrigin
}

interface WorldOrigin {
  /** As in its parts. */
  readonly from: string
  /** Real ms since it was made. */
  readonly ageMs: () => number
}

/** A world at a point in history. */
export interface PastWorld {
  readonly point: string
  readonly copy: WorldCopy
}

export interface WorldParts {
  /** Its source: "seed", "current", the name of a snapshot, a point in history, or "bundle". */
  readonly from: string
  readonly seeds: WorldSeed
  readonly bounds: Bounds
  /** Varies its answers; undefined: like the default world. */
  readonly grease: Grease | undefined
  /** The machine's time in ms; defaults to the emulator's. */
  readonly realNow?: () => number
  /** Generated if left out. */
  readonly id?: string | undefined
}

/** A request for a world. */
export interface NewWorld {
  /**
   * "seed", "current", a snapshot of the asked world, or a copy of it at a point. Resets of the new world restore the
   * same.
   */
  readonly from: string | PastWorld
  /** Replaces the default world's seed; only with "seed". */
  readonly seeds?: WorldSeed | undefined
  /** Overrides its source's clock. */
  readonly clock?: ClockStart | undefined
  /** Generated if left out: w1, w2, */
  readonly id?: string | undefined
  /** Overrides its source's grease. */
  readonly grease?: number | undefined
}

/** The worlds besides the default one, each a complete emulator. */
export interface Worlds {
  /** True if --grease varies the answers of all worlds. */
  readonly isGreased: boolean
  list(): WorldContext[]
  find(id: string): WorldContext | undefined
  /** Finds the world whose `traceparent` has this trace id. */
  idOfTrace(traceId: string): string | undefined
  /** True for present and past ids. */
  isGivenOut(id: string): boolean
  /**
   * Makes a world, at constant cost.
   *
   * @param asked the world whose admin interface got the call
   * @throws Refusal invalid_request if there are too many, conflict for an id in use, not_found for a snapshot
   */
  create(asked: WorldContext, made: NewWorld): WorldContext
  /** Opens a world from given parts. @throws Refusal invalid_request if there are too many */
  open(asked: WorldContext, parts: WorldParts): WorldContext
  /** Returns false for an unknown id. */
  remove(id: string): boolean
}
