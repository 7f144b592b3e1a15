import type { Waypoint } from '../domain/travel.js'
import type { AdminInterface } from './admin-client.js'
import type { ClockInfo, Receipt } from './answers.js'

/**
 * An instant: ISO 8601 (UTC without a zone), ms since 1970, or a Date.
 *
 * @example
 * await emulator.clock.set('2026-02-01T00:00:00Z') // or ms, or a Date
 */
export type Instant = string | number | Date

/**
 * A length of time: seconds, or text such as "90s", "1h30m", "2d" or "P1M".
 *
 * @example
 * await emulator.clock.advance('1h30m') // or 5400, or 'PT90M'
 */
export type DurationText = string | number

/**
 * Options of a move of the clock.
 *
 * @example
 * await emulator.clock.to('next-month', { plus: '-1ms', receipt: true })
 */
export interface MoveOptions {
  /** Allows going back after requests have come; before the first one it is always allowed. */
  readonly force?: boolean | undefined
  /** true freezes the clock after the move, false lets it run. */
  readonly freeze?: boolean | undefined
  /** Returns the events that the move crossed. */
  readonly receipt?: boolean | undefined
  /** Returns the events that the move would cross, without moving the clock. */
  readonly dryRun?: boolean | undefined
}

/** The clock after a move, with a receipt if the options ask for one or for a dry run. */
export type MovedClock<Options extends MoveOptions> = Options extends
  | { readonly receipt: true }
  | { readonly dryRun: true }
  ? ClockInfo & { readonly receipt: Receipt }
  : ClockInfo

/**
 * The virtual clock of a world (docs/time.md).
 *
 * @example
 * await emulator.clock.advance('1d')
 * const { receipt } = await emulator.clock.to('next-month', { receipt: true })
 */
export interface ClockClient {
  get(): Promise<ClockInfo>
  /**
   * Moves the clock to an instant: `clock.set('2026-02-01')`.
   *
   * @throws EmulatorError `clock_backwards` without `force`
   */
  set<const O extends MoveOptions>(instant: Instant, options?: O): Promise<MovedClock<O>>
  /** Moves the clock forward by a duration: `clock.advance('1h30m')`. */
  advance<const O extends MoveOptions>(by: DurationText, options?: O): Promise<MovedClock<O>>
  /**
   * Moves the clock to the next event of a kind and freezes it: `clock.to('next-expiry', { plus: '-1ms' })`.
   *
   * @throws EmulatorError `nothing_ahead` if there is no such event
   */
  to<const O extends MoveOptions & { readonly plus?: DurationText }>(
    waypoint: Waypoint,
    options?: O,
  ): Promise<MovedClock<O>>
  /** Stops the clock. */
  freeze(): Promise<ClockInfo>
  /** Lets the clock run from where it is. */
  unfreeze(): Promise<ClockInfo>
  /** Sets the virtual seconds per real second: `clock.rate(60)`. */
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

/** Formats an instant for the body of an admin call. A Date becomes ISO 8601, since its ms may look like seconds. */
export function instantValue(instant: Instant): string | number {
  if (!(instant instanceof Date)) return instant
  return Number.isNaN(instant.getTime()) ? Number.NaN : instant.toISOString()
}

/**
 * Formats an instant for a query.
 *
 * @throws RangeError if it isn't a date
 */
export function instantText(instant: Instant): string {
  return typeof instant === 'string' ? instant : new Date(instant).toISOString()
}
