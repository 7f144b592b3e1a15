import type { SeedObject } from '../../client/seed-object.js'
import type { ClockStart } from '../../core/clock.js'
import type { Bounds } from '../../domain/bounds.js'
import type { ProfilePatch } from '../../domain/profile/profile.js'
import type { OwnService } from '../../own-service/define.js'

/**
 * Where the virtual clock starts.
 *
 * @example
 * const clock: ClockOptions = { now: '2026-01-31T23:59:00Z', freeze: true }
 */
export interface ClockOptions {
  /** ISO 8601 (UTC without a zone), ms since 1970, or a Date; the real time when left out. */
  readonly now?: string | number | Date | undefined
  /** true freezes the clock until it is moved. */
  readonly freeze?: boolean | undefined
  /** An alias of `freeze`. */
  readonly frozen?: boolean | undefined
  /** Virtual seconds per real second; 1 when left out. */
  readonly rate?: number | undefined
}

interface CommonOptions {
  /** 0 picks a free port, and is the default. */
  readonly port?: number | undefined
  /** Serves the document database on its own port; 0 picks a free one. */
  readonly dbPort?: number | undefined
  /** The address to listen on; 127.0.0.1 when left out. */
  readonly host?: string | undefined
  /** Host names that the admin interface accepts besides those of this machine and its network. */
  readonly allowHosts?: readonly string[] | undefined
  /** The seed of generated ids, template data and probabilities; the seed's own, or 1, when left out. */
  readonly randomSeed?: number | undefined
  /** How gaps of the contract are filled; overrides the seed. */
  readonly profile?: ProfilePatch | undefined
  /**
   * Varies what the contract leaves open, seeded with this number; true takes `randomSeed`, 0 and false switch it off.
   */
  readonly grease?: number | boolean | undefined
  /** Admin calls then need `Authorization: Bearer` with this token. */
  readonly adminToken?: string | undefined
  /** Builds the addresses in answers from Forwarded and X-Forwarded-Proto, -Host and -Prefix. */
  readonly trustProxy?: boolean | undefined
  /** Refuses data requests that name no world, so that no test leaks into the default one. */
  readonly requireWorld?: boolean | undefined
  /** The most requests, faults, worlds and snapshots to keep. */
  readonly bounds?: Partial<Bounds> | undefined
}

/**
 * Options for starting an emulator.
 *
 * @example
 * const options: EmulatorOptions = { seed: 'fixtures.yaml', clock: { freeze: true } }
 */
export interface EmulatorOptions extends CommonOptions {
  /**
   * Paths or file URLs of seeds or folders of seeds, joined in order; or a seed as an object. The starter seed when left
   * out.
   */
  readonly seed?: string | URL | readonly (string | URL)[] | SeedObject | undefined
  /** Services of your own (experimental): what `defineService` returns. */
  readonly services?: readonly OwnService[] | undefined
  /** Overrides the seed. */
  readonly clock?: ClockOptions | undefined
  /** The origins whose pages may call the services, with credentials if they are named; "*" or true allows all. */
  readonly cors?: string | readonly string[] | boolean | undefined
}

/** The checked options. */
export interface LaunchOptions extends CommonOptions {
  readonly ownServices?: readonly unknown[]
  /** Seed files, or a seed itself. */
  readonly seed?: string | readonly string[] | object | undefined
  readonly clock?: ClockStart
  /** Joined by commas; "*" allows all. */
  readonly cors?: string
}
