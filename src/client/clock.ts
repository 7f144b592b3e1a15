import type { Waypoint } from '../domain/travel.js'
import type { AdminInterface } from './admin-client.js'
import type { ClockInfo, Receipt } from './answers.js'

/**
 * A point in time: ISO 8601 (UTC if it has no zone), ms since 1970, or a `Date`.
 *
 * @example
 * await emulator.clock.set('2026-02-01T00:00:00Z') // or ms, or a Date
 */
export type Instant = string | number | Date

/**
 * A duration in seconds, or a string such as "90s", "1h30m", "2d" or "P1M".
 *
 * @example
 * await emulator.clock.advance('1h30m') // or 5400, or 'PT90M'
 */
export type DurationText = string | number

/**
 * @example
 * await emulator.clock.to('next-month', { plus: '-1ms', receipt: true })
 */
export interface MoveOptions {
  /** Allows moving backwards. Only needed once the world has received a request. */
  readonly force?: boolean | undefined
  /** True freezes the clock after the move, and false lets it run. By default, only `to` freezes it. */
  readonly freeze?: boolean | undefined
  /** Also returns the events that the move passed. */
  readonly receipt?: boolean | undefined
  /** Returns the events that the move would pass, without moving. */
  readonly dryRun?: boolean | undefined
}

/** Includes a receipt if the options ask for one, or for a dry run. */
export type MovedClock<Options extends MoveOptions> = Options extends
  | { readonly receipt: true }
  | { readonly dryRun: true }
  ? ClockInfo & { readonly receipt: Receipt }
  : ClockInfo

/**
 * See docs/time.md.
 *
 * @example
 * await emulator.clock.advance('1d')
 * const { receipt } = await emulator.clock.to('next-month', { receipt: true })
 */
export interface ClockClient {
  get(): Promise<ClockInfo>
  /**
   * Moves the clock to a point in time.
   *
   * @throws EmulatorError `clock_backwards` if that's in the past and `force` isn't set
   */
  set<const O extends MoveOptions>(instant: Instant, options?: O): Promise<MovedClock<O>>
  advance<const O extends MoveOptions>(by: DurationText, options?: O): Promise<MovedClock<O>>
  /**
   * Moves the clock to the next event of a kind and freezes it, e.g. `clock.to('next-expiry', { plus: '-1ms' })`.
   *
   * @throws EmulatorError `nothing_ahead` if there's no such event
   */
  to<const O extends MoveOptions & { readonly plus?: DurationText }>(
    waypoint: Waypoint,
    options?: O,
  ): Promise<MovedClock<O>>
  freeze(): Promise<ClockInfo>
  /** Lets the clock run on from its current time. */
  unfreeze(): Promise<ClockInfo>
  /** @param rate virtual seconds per real second */
  rate(rate: number): Promise<ClockInfo>
}

export function clockClient(admin: AdminInterface): ClockClient {
  const move = <T extends ClockInfo>(body: object): Promise<T> =>
    admin.send<T>('POST', '/clock', body, ['iso'])
  return {
    get: () => admin.get('/clock'),
    set: async (instant, options) => move({ ...options, set: instantValue(instant) }),
    advance: async (by, options) => move({ ...options, advance: by }),
    to: async (waypoint, options) => move({ ...options, to: waypoint }),
    freeze: () => move({ freeze: true }),
    unfreeze: () => move({ freeze: false }),
    rate: (rate) => move({ rate }),
  }
}

/** A `Date` becomes ISO 8601, because small ms values look like seconds. */
export function instantValue(instant: Instant): string | number {
  if (!(instant instanceof Date)) return instant
  return Number.isNaN(instant.getTime()) ? Number.NaN : instant.toISOString()
}

/** @throws RangeError if it's an invalid date */
export function instantText(instant: Instant): string {
  return typeof instant === 'string' ? instant : new Date(instant).toISOString()
}
