import type { SeedObject } from '../client/seed-object.js'
import type { ClockStart } from '../core/clock.js'
import type { Bounds } from '../domain/bounds.js'
import type { ProfilePatch } from '../domain/profile/profile.js'

/**
 * How an emulator is started.
 *
 * @example
 * const options: EmulatorOptions = { seed: 'fixtures/demo.yaml', clock: { frozen: true } }
 */
export interface EmulatorOptions {
  /** A seed file, several of them (joined in order), or a seed itself; without it the starter seed. */
  readonly seed?: string | readonly string[] | SeedObject | object
  /** 0, the default, picks a free port. */
  readonly port?: number
  /** Serves the document database on a port of its own. */
  readonly dbPort?: number
  /** By default 127.0.0.1. */
  readonly host?: string
  /** Further Host names for the admin interface. */
  readonly allowHosts?: readonly string[]
  /** Where the virtual clock starts; wins over the seed. `now` in ms. */
  readonly clock?: ClockStart
  /** Wins over the seed's; by default 1. */
  readonly randomSeed?: number
  /** How the contract's gaps behave; wins over the seed's. */
  readonly profile?: ProfilePatch
  /** Varies what the contract leaves open, by this number; true takes the random seed's. 0 and false: not at all. */
  readonly grease?: number | boolean
  /** Admin calls then need `Authorization: Bearer` with it. */
  readonly adminToken?: string
  /** The origin whose pages may call the data interfaces; "*" for any. */
  readonly cors?: string
  /** Has the addresses in answers follow X-Forwarded-Proto, -Host and -Prefix, and Forwarded. */
  readonly trustProxy?: boolean
  /** Refuses data requests outside a world, so that no test leaks into the default one. */
  readonly requireWorld?: boolean
  /** How much it takes and remembers. */
  readonly bounds?: Partial<Bounds>
}
