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
  /** An alias of `freeze`. */
  readonly frozen?: boolean | undefined
  /** Virtual seconds per real second. */
  readonly rate?: number | undefined
}

interface CommonOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number | undefined
  /** Serves the document database on its own port. */
  readonly dbPort?: number | undefined
  /** 127.0.0.1 by default. */
  readonly host?: string | undefined
  /** Further Host names for the admin interface. */
  readonly allowHosts?: readonly string[] | undefined
  /** Decides ids, made-up data and chances; overrides the seed's. 1 by default. */
  readonly randomSeed?: number | undefined
  /** How the gaps of the contract behave; overrides the seed's. */
  readonly profile?: ProfilePatch | undefined
  /**
   * Varies what the contract leaves open, seeded with this number; true uses the random seed. 0 and false switch it
   * off.
   */
  readonly grease?: number | boolean | undefined
  /** Admin calls then need it as `Authorization: Bearer`. */
  readonly adminToken?: string | undefined
  /** Builds the addresses in answers from X-Forwarded-Proto, -Host and -Prefix, and Forwarded. */
  readonly trustProxy?: boolean | undefined
  /** Refuses requests outside of a world, so that no test leaks into the default one. */
  readonly requireWorld?: boolean | undefined
  /** The most that it takes and remembers. */
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
   * A seed file or a folder of them (a path or a file URL), several of them (joined in order), or a seed itself. The
   * starter seed when left out.
   */
  readonly seed?: string | URL | readonly (string | URL)[] | SeedObject | undefined
  /** Services of your own besides the three (experimental): what `defineService` returns. */
  readonly services?: readonly OwnService[] | undefined
  /** Where the virtual clock starts; overrides the seed. */
  readonly clock?: ClockOptions | undefined
  /** The origins whose pages may call the services, with credentials if they are named; "*" or true for any. */
  readonly cors?: string | readonly string[] | boolean | undefined
}

/** The options after checking, in one form. */
export interface LaunchOptions extends CommonOptions {
  readonly ownServices?: readonly unknown[]
  /** Seed files, or a seed itself. */
  readonly seed?: string | readonly string[] | object | undefined
  readonly clock?: ClockStart
  /** Joined by commas; "*" for any. */
  readonly cors?: string
}
