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
  /** ISO 8601 (UTC without a zone), ms since 1970, or a Date. */
  readonly now?: string | number | Date | undefined
  /** true: the clock is frozen until it is moved. */
  readonly freeze?: boolean | undefined
  /** Another name of `freeze`. */
  readonly frozen?: boolean | undefined
  /** Virtual seconds in a real second. */
  readonly rate?: number | undefined
}

/** The settings that an emulator has however it is started. */
interface CommonOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number | undefined
  /** Serves the document database on its own port. */
  readonly dbPort?: number | undefined
  /** 127.0.0.1 by default. */
  readonly host?: string | undefined
  /** Further Host names for the admin interface. */
  readonly allowHosts?: readonly string[] | undefined
  /** Decides ids, made-up data and chances; wins over the seed's; by default 1. */
  readonly randomSeed?: number | undefined
  /** How the contract's gaps behave; wins over the seed's. */
  readonly profile?: ProfilePatch | undefined
  /** Varies what the contract leaves open, by this number; true takes the random seed's. 0 and false: not at all. */
  readonly grease?: number | boolean | undefined
  /** Admin calls then need `Authorization: Bearer` with it. */
  readonly adminToken?: string | undefined
  /** Has the addresses in answers follow X-Forwarded-Proto, -Host and -Prefix, and Forwarded. */
  readonly trustProxy?: boolean | undefined
  /** Refuses data requests outside a world, so that no test leaks into the default one. */
  readonly requireWorld?: boolean | undefined
  /** How much it takes and remembers. */
  readonly bounds?: Partial<Bounds> | undefined
}

/**
 * How an emulator is started.
 *
 * @example
 * const options: EmulatorOptions = { seed: 'fixtures.yaml', clock: { freeze: true } }
 */
export interface EmulatorOptions extends CommonOptions {
  /**
   * A seed file or a folder of them (a path or a file URL), several of them (joined in order), or a seed itself;
   * without it the starter seed.
   */
  readonly seed?: string | URL | readonly (string | URL)[] | SeedObject | undefined
  /** Services of your own besides the three (experimental): what `defineService` returns. */
  readonly services?: readonly OwnService[] | undefined
  /** Where the virtual clock starts; wins over the seed. */
  readonly clock?: ClockOptions | undefined
  /** The origins whose pages may call the services, with credentials if they are named; "*" or true for any. */
  readonly cors?: string | readonly string[] | boolean | undefined
}

/** The options, checked and brought to one form. */
export interface LaunchOptions extends CommonOptions {
  /** Definitions of services of one's own. */
  readonly ownServices?: readonly unknown[]
  /** Seed files, or a seed itself. */
  readonly seed?: string | readonly string[] | object | undefined
  readonly clock?: ClockStart
  /** With commas between, "*" for any. */
  readonly cors?: string
}
