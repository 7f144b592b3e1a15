import type { EmulatorClient } from 'tristore-emulator'
import type { EdgeName } from '../options.js'
import type { UndisturbedRun } from '../undisturbed.js'
import {
  type Approach,
  type Boundaries,
  type Boundary,
  STEPS,
  signed,
  type TouchedInstant,
} from './boundary.js'
import { expiries, monthEnds, rateWindows, tokenEnds } from './periods.js'

const HOUR_MS = 3_600_000
/** Most time zones are within half a day of UTC. */
const ZONE_HOURS = 12
/** Far from both ends of the month, at the same time of day. */
const CONTROL_MS = 14 * 24 * HOUR_MS

const TOUCHED: Partial<Record<EdgeName, (undisturbed: UndisturbedRun) => TouchedInstant[]>> = {
  expiry: expiries,
  token: tokenEnds,
  month: monthEnds,
  window: rateWindows,
}

/**
 * Finds the instants that requests met. They're approached by changing the last clock move before the request, or the
 * start of the run, so that the client sees the same time as the service.
 */
export function instantBoundaries(undisturbed: UndisturbedRun, edges: readonly EdgeName[]): Boundaries {
  const touched = edges.flatMap((name) => TOUCHED[name]?.(undisturbed) ?? [])
  // A clock move takes all requests after it to the same instant.
  const nameOf = (one: TouchedInstant) => `${one.request.segment} ${one.at - lagOf(one, undisturbed)}`
  const byMove = new Map(touched.reverse().map((one) => [nameOf(one), one]))
  const distinct = [...byMove.values()].reverse()
  const approached = distinct.filter((one) => isApproachable(one, undisturbed))
  return {
    found: approached.map((one) => boundaryAt(one, undisturbed)),
    unapproached: distinct.length - approached.length,
  }
}

/** Returns the ms between the move and the request. They're due to unreported moves or a running clock. */
const lagOf = ({ request }: TouchedInstant, { instants }: UndisturbedRun): number =>
  request.details.at - (instants[request.segment] ?? request.details.at)

/** Returns false if the instant would move along, or if the time before the move can't be shortened. */
function isApproachable(touched: TouchedInstant, undisturbed: UndisturbedRun): boolean {
  const { request, since, at } = touched
  const before = undisturbed.instants[request.segment - 1] ?? 0
  return since < request.segment && at - lagOf(touched, undisturbed) > before
}

function boundaryAt(touched: TouchedInstant, undisturbed: UndisturbedRun): Boundary {
  const { request, name, isCalendar } = touched
  const { segment } = request
  const earliest = undisturbed.instants[segment - 1] ?? 0
  const at = touched.at - lagOf(touched, undisturbed)
  const label = (text: string) => `${name} ${text}`.trimStart()
  const near = STEPS.map(
    (one): Arrival => ({
      name: label(`${signed(one.step)}ms`),
      to: at + one.step,
      ...('like' in one ? { like: label(`${signed(one.like)}ms`) } : {}),
    }),
  )
  const far = isCalendar === true ? zones(label, at, earliest) : { approaches: [], controls: [] }
  const approachTo = ({ to, ...rest }: Arrival): Approach => ({
    ...rest,
    movesMin: segment,
    disturbance: { onMoved: async (world, move) => (move === segment ? stand(world, to) : undefined) },
  })
  const approaches = [...near, ...far.approaches].filter(({ to }) => to >= earliest)
  return { request, approaches: approaches.map(approachTo), controls: far.controls.map(approachTo) }
}

/** An approach that leads to a given instant (in ms). */
interface Arrival extends Omit<Approach, 'movesMin' | 'disturbance'> {
  readonly to: number
}

/** Adds approaches for clients that use local time. Their behaviour changes hours before or after the service's. */
function zones(label: (text: string) => string, at: number, earliest: number) {
  const before = at - CONTROL_MS - ZONE_HOURS * HOUR_MS
  const middle = at + (before >= earliest ? -CONTROL_MS : CONTROL_MS)
  const control = (name: string, to: number): Arrival => ({ name: `${name} in mid-month`, to })
  const sides = [-1, 0].map((step) => {
    const hours = step < 0 ? -ZONE_HOURS : ZONE_HOURS
    const here = label(`${signed(hours)}h`)
    const like = label(`${signed(step)}ms`)
    const pair = [control(here, middle + hours * HOUR_MS), control(like, middle + step)] as const
    const approach: Arrival = {
      name: here,
      to: at + hours * HOUR_MS,
      like,
      control: [pair[0].name, pair[1].name],
    }
    return { approach, pair }
  })
  return {
    approaches: sides.map(({ approach }) => approach),
    controls: sides.flatMap(({ pair }) => pair),
  }
}

const stand = (world: EmulatorClient, at: number) => world.clock.set(at, { force: true, freeze: true })
