import type { ClockSample, VirtualClock } from '../core/clock.js'
import { addDuration, type Duration, formatDuration } from '../core/durations.js'
import { formatInstant, LAST_INSTANT_MS, monthKey, nextMonthStart } from '../core/instants.js'
import { Refusal } from '../core/refusal.js'
import type { State } from './state.js'
import { expiringEntries, makeReceipt, type Receipt } from './travel-receipt.js'
import type { World } from './world.js'

export const WAYPOINTS = ['next-expiry', 'next-month'] as const

export type Waypoint = (typeof WAYPOINTS)[number]

/** A clock move (docs/DESIGN.md section 3). Applies `set` or `to`, then `advance`, `rate` and `freeze`. */
export interface Move {
  /** In ms since 1970. */
  readonly set?: number | undefined
  /** Goes to the next event of this kind, and freezes the clock there unless `freeze` is false. */
  readonly to?: Waypoint | undefined
  /** An offset from `to`, which may be negative. */
  readonly plus?: Duration | undefined
  readonly advance?: Duration | undefined
  /** Virtual seconds per real second, finite and above 0. */
  readonly rate?: number | undefined
  /** False starts the clock. */
  readonly freeze?: boolean | undefined
  /** Lets the clock go backwards even if requests have arrived already. */
  readonly force?: boolean | undefined
  /** Reports what the move crosses. */
  readonly receipt?: boolean | undefined
  /** Reports what the move would cross without moving the clock. */
  readonly dryRun?: boolean | undefined
}

export interface MoveResult {
  readonly clock: ClockSample
  readonly receipt?: Receipt
}

/** Runs a move. `settled` has the resolved instant, so a replay gives the same result. */
export type MakeMove = (settled: Move, work: () => void) => void

/**
 * Moves a world's clock. Changes nothing if it throws. Takes constant time unless it has to read the state for `to:
 * "next-expiry"`, a receipt or a dry run.
 *
 * @throws Refusal invalid_request if `set` and `to` are both given, if `plus` is given without `to`, or if the move
 * goes before 1970 or beyond LAST_INSTANT_MS; nothing_ahead; clock_backwards
 */
export function travel(world: World, move: Move, make: MakeMove = (_, work) => work()): MoveResult {
  return world.atOneInstant((now) => travelFrom(now, world, move, make))
}

function travelFrom(from: number, world: World, move: Move, make: MakeMove): MoveResult {
  const { state } = world
  const destination = destinationOf(state, move, from)
  const to = destination ?? from
  if (to < from && move.force !== true && world.history.hasRequests) throw goesBack(from, to)
  let shown = world.clock.sample()
  if (move.dryRun !== true) {
    const settled = settledMove(move, destination !== undefined, to)
    make(settled, () => {
      apply(world.clock, settled)
      shown = world.clock.sample()
      world.events.publish({ type: 'clock', clock: shown })
    })
  }
  if (move.dryRun !== true && move.receipt !== true) return { clock: shown }
  return { clock: shown, receipt: makeReceipt({ state, faults: world.faults.list() }, from, to) }
}

/** In ms, or undefined if the move doesn't set the time. */
function destinationOf(state: State, move: Move, from: number): number | undefined {
  const { set, to, plus, advance } = move
  if (set !== undefined && to !== undefined) {
    throw new Refusal('invalid_request', 'set and to both say where the clock goes: give only one of them')
  }
  if (plus !== undefined && to === undefined) {
    throw new Refusal(
      'invalid_request',
      `plus goes with to (${WAYPOINTS.join(' or ')}); without it, use advance`,
    )
  }
  let at = set
  if (to === 'next-month') at = nextMonth(from)
  else if (to !== undefined) at = nextExpiry(state, from)
  if (at !== undefined && plus !== undefined) at = addDuration(at, plus)
  if (at !== undefined) assertInRange(at)
  if (advance !== undefined) at = addDuration(at ?? from, advance)
  if (at !== undefined) assertInRange(at)
  return at
}

/** A move that only freezes the clock settles on the instant of the call. */
function settledMove({ to: waypoint, rate, freeze }: Move, isMoved: boolean, to: number): Move {
  const freezes = freeze ?? (waypoint === undefined ? undefined : true)
  return { rate, freeze: freezes, ...(isMoved || freezes === true ? { set: to, force: true } : {}) }
}

/** Sets `rate` and `freeze` first, because a clock that's still running would miss the requested time. */
function apply(clock: VirtualClock, { set, rate, freeze }: Move): void {
  if (rate !== undefined) clock.setRate(rate)
  if (freeze === true) clock.freeze()
  if (freeze === false) clock.run()
  if (set !== undefined) clock.set(set)
}

function nextMonth(now: number): number {
  const next = nextMonthStart(now)
  if (next <= LAST_INSTANT_MS) return next
  throw new Refusal('nothing_ahead', `${monthKey(now)} is the last month that the clock can show`)
}

/** Stops at the last instant that the clock can reach. @throws Refusal nothing_ahead */
function nextExpiry(state: State, now: number): number {
  const ahead = expiringEntries(state, now, LAST_INSTANT_MS)
  const next = ahead.reduce((earliest, { at }) => Math.min(earliest, at), Number.POSITIVE_INFINITY)
  if (next <= LAST_INSTANT_MS) return next
  const span = `between ${formatInstant(now)} and the last instant, ${formatInstant(LAST_INSTANT_MS)}`
  throw new Refusal('nothing_ahead', `no key in any namespace expires ${span}`)
}

function assertInRange(ms: number): void {
  if (ms >= 0 && ms <= LAST_INSTANT_MS) return
  const side = ms < 0 ? 'before the first' : 'beyond the last'
  const range = `it can show ${formatInstant(0)} to ${formatInstant(LAST_INSTANT_MS)}`
  throw new Refusal('invalid_request', `the move goes ${side} instant of the clock: ${range}`)
}

function goesBack(from: number, to: number): Refusal {
  const reason = `the clock is at ${formatInstant(from)}, and ${formatInstant(to)} is ${formatDuration(from - to)} before it`
  const hint =
    'go back anyway with force: true; removed entries stay gone, and an earlier month shows its own counters'
  return new Refusal('clock_backwards', reason, { hint })
}
