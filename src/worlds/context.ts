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
  /** Restored by a reset. */
  readonly seeds: WorldSeed
  readonly signatures: TokenSignatures
  readonly plane: DataPlane
  readonly every: typeof every
  readonly version: string
  readonly worlds: Worlds
  /** Undefined if the database has no port of its own. */
  readonly databaseUrl: () => string | undefined
  /** Returns immediately, and stops the emulator once pending requests have been answered. */
  readonly stop: () => void
  readonly grease: number | undefined
  /** Undefined for the default world. */
  readonly making?: WorldOrigin
}

interface WorldOrigin {
  readonly from: string
  /** Real ms since the world was created. */
  readonly ageMs: () => number
}

export interface PastWorld {
  readonly point: string
  readonly copy: WorldCopy
}

export interface WorldParts {
  /** "seed", "current", the name of a snapshot, a point in history, or "bundle". */
  readonly from: string
  readonly seeds: WorldSeed
  readonly bounds: Bounds
  /** Defaults to the default world's grease. */
  readonly grease: Grease | undefined
  /** The machine's time in ms. Defaults to the emulator's own. */
  readonly realNow?: () => number
  /** Generated if omitted. */
  readonly id?: string | undefined
}

export interface NewWorld {
  /**
   * "seed", "current", a snapshot of the world that received the call, or a copy of it at some point in history.
   * Resetting the new world brings it back to this.
   */
  readonly from: string | PastWorld
  /** Replaces the default world's seed. Only valid with "seed". */
  readonly seeds?: WorldSeed | undefined
  readonly clock?: ClockStart | undefined
  /** Generated if omitted: w1, w2, … */
  readonly id?: string | undefined
  readonly grease?: number | undefined
}

/** All worlds except the default one. */
export interface Worlds {
  readonly isGreased: boolean
  list(): WorldContext[]
  find(id: string): WorldContext | undefined
  /** The id of the world whose `traceparent` has this trace id. */
  idOfTrace(traceId: string): string | undefined
  /** True if the id is or was in use. */
  isGivenOut(id: string): boolean
  /**
   * Creates a world in constant time.
   *
   * @param asked the world whose admin interface received the call
   * @throws Refusal invalid_request if there are too many, conflict if the id is taken, not_found for a snapshot
   */
  create(asked: WorldContext, made: NewWorld): WorldContext
  /** @throws Refusal invalid_request if there are too many worlds */
  open(asked: WorldContext, parts: WorldParts): WorldContext
  remove(id: string): boolean
}
