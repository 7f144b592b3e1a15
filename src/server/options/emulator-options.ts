import type { SeedObject } from '../../client/seed-object.js'
import type { ClockStart } from '../../core/clock.js'
import type { Bounds } from '../../domain/bounds.js'
import type { ProfilePatch } from '../../domain/profile/profile.js'
import type { OwnService } from '../../own-service/define.js'

/**
 * Options for the virtual clock.
 *
 * @example
 * const clock: ClockOptions = { now: '2026-01-31T23:59:00Z', freeze: true }
 */
export interface ClockOptions {
  /** ISO 8601 (UTC if it has no zone), ms since 1970, or a `Date`. Defaults to the real time. */
  readonly now?: string | number | Date | undefined
  /** True to freeze the clock, so that it only changes when you move it. */
  readonly freeze?: boolean | undefined
  /** An alias for `freeze`. */
  readonly frozen?: boolean | undefined
  /** Virtual seconds per real second. Defaults to 1. */
  readonly rate?: number | undefined
}

interface CommonOptions {
  /** Defaults to 0, which picks a free port. */
  readonly port?: number | undefined
  /** A separate port for the document database. Use 0 to pick a free one. */
  readonly dbPort?: number | undefined
  /** The address to listen on. Defaults to 127.0.0.1. */
  readonly host?: string | undefined
  /** Host names that the admin interface accepts in addition to those of this machine and its network. */
  readonly allowHosts?: readonly string[] | undefined
  /** The seed for generated ids, template data and probabilities. Defaults to the one in the seed, or 1. */
  readonly randomSeed?: number | undefined
  /** Fills gaps in the contract. Overrides the seed. */
  readonly profile?: ProfilePatch | undefined
  /** Varies what the contract leaves open. Takes a seed, true to use `randomSeed`, or 0 or false to disable it. */
  readonly grease?: number | boolean | undefined
  /** If set, admin calls must send this token as `Authorization: Bearer`. */
  readonly adminToken?: string | undefined
  /** True to use `Forwarded` and `X-Forwarded-Proto`, `-Host` and `-Prefix` for addresses in responses. */
  readonly trustProxy?: boolean | undefined
  /** True to reject data requests that don't name a world, so that tests can't accidentally use the default one. */
  readonly requireWorld?: boolean | undefined
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
   * A seed object, or paths or file URLs of seeds or of folders with seeds, which are merged in order. Defaults to the
   * starter seed.
   */
  readonly seed?: string | URL | readonly (string | URL)[] | SeedObject | undefined
  /** Services of your own (experimental), as returned by `defineService`. */
  readonly services?: readonly OwnService[] | undefined
  /** Overrides the clock settings in the seed. */
  readonly clock?: ClockOptions | undefined
  /** Origins of pages that may call the services. "*" or true allows all of them, but without credentials. */
  readonly cors?: string | readonly string[] | boolean | undefined
}

/** Options that have been validated. */
export interface LaunchOptions extends CommonOptions {
  readonly ownServices?: readonly unknown[]
  /** Paths of seed files, or a seed object. */
  readonly seed?: string | readonly string[] | object | undefined
  readonly clock?: ClockStart
  /** Origins separated by commas, or "*" for all. */
  readonly cors?: string
}
