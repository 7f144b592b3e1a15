import type { ClockStart } from '../core/clock.js'
import type { WorldCopy } from '../domain/baseline.js'
import type { Bounds } from '../domain/bounds.js'
import type { Grease } from '../domain/profile/grease.js'
import type { World } from '../domain/world.js'
import type { TokenSignatures } from '../identity/signatures.js'
import type { DataPlane } from '../request/pipeline.js'
import type { every } from '../web/every.js'
import type { WorldSeed } from './world-seed.js'

/** A world with all that its admin interface steers. */
export interface WorldContext {
  readonly world: World
  /** The seed that a reset goes back to. */
  readonly seeds: WorldSeed
  readonly signatures: TokenSignatures
  /** Answers requests to the services. */
  readonly plane: DataPlane
  readonly every: typeof every
  /** The emulator's version. */
  readonly version: string
  /** The worlds beside the default one. */
  readonly worlds: Worlds
  /** The address of the document database, if that has its own port. */
  readonly databaseUrl: () => string | undefined
  /** Stops the emulator once the requests under way are answered; at once it returns. */
  readonly stop: () => void
  /** The number that varies the answers; undefined without --grease. */
  readonly grease: number | undefined
  /** How it was made; undefined for the default world. */
  readonly making?: WorldOrigin
}

/** How a world beside the default one was made. */
interface WorldOrigin {
  /** As in its parts. */
  readonly from: string
  /** Real ms since then. */
  readonly ageMs: () => number
}

/** A world as it was at a point of the history. */
export interface PastWorld {
  readonly point: string
  readonly copy: WorldCopy
}

/** What a world is made of. */
export interface WorldParts {
  /** What it is made from: "seed", "current", the name of a snapshot, a point of the history, or "bundle". */
  readonly from: string
  readonly seeds: WorldSeed
  readonly bounds: Bounds
  /** Varies its answers; undefined: as those of the default world. */
  readonly grease: Grease | undefined
  /** The machine's time in ms; left out, that of the emulator. */
  readonly realNow?: () => number
  /** Left out, one is made. */
  readonly id?: string | undefined
}

/** A world that is asked for. */
export interface NewWorld {
  /**
   * "seed", "current", a snapshot of the asked world or a copy of it at a point. Resets of the new world
   * go back to that.
   */
  readonly from: string | PastWorld
  /** In place of the default world's seed; goes with "seed". */
  readonly seeds?: WorldSeed | undefined
  /** Where its clock starts; what is left out is as in what it is made from. */
  readonly clock?: ClockStart | undefined
  /** Left out, one is made: w1, w2, … */
  readonly id?: string | undefined
  /** Varies its answers by this number; left out, they are varied as those of the world that it is made from. */
  readonly grease?: number | undefined
}

/** The worlds of an emulator beside the default one: each a complete emulator. */
export interface Worlds {
  /** Whether the answers of all of them are varied, by --grease. */
  readonly isGreased: boolean
  list(): WorldContext[]
  find(id: string): WorldContext | undefined
  /** The id of the world whose `traceparent` has this trace id. */
  idOfTrace(traceId: string): string | undefined
  /** Whether there is or was a world of this id. */
  isGivenOut(id: string): boolean
  /**
   * Makes a world, at a cost that does not grow with what it holds.
   *
   * @param asked the world whose admin interface is asked
   * @throws Refusal invalid_request beyond the bound, conflict for an id in use, not_found for a snapshot
   */
  create(asked: WorldContext, made: NewWorld): WorldContext
  /**
   * Makes a world of parts that were made elsewhere.
   *
   * @throws Refusal invalid_request beyond the bound
   */
  open(asked: WorldContext, parts: WorldParts): WorldContext
  /** Removes a world; false if no world has this id. */
  remove(id: string): boolean
}
