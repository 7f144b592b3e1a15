import type { EmulatorClient } from '../../client/emulator-client.js'
import type { Undisturbed } from '../undisturbed.js'
import {
  type Approach,
  type Boundaries,
  type Boundary,
  STEPS,
  signed,
  type TouchedInstant,
} from './boundary.js'
import { expiries } from './expiries.js'
import { monthEnds, rateWindows, tokenEnds } from './periods.js'

const HOUR_MS = 3_600_000
/** Half a day: most time zones lie within it. */
const ZONE_HOURS = 12

/**
 * The instants that requests touched. A request is brought to one by the last move of the clock before it, or by the
 * start of the run: what the client reads of the time then is the same as what the service goes by.
 */
export function instantBoundaries(undisturbed: Undisturbed): Boundaries {
  const touched = [
    ...expiries(undisturbed),
    ...tokenEnds(undisturbed),
    ...monthEnds(undisturbed),
    ...rateWindows(undisturbed),
  ]
  // One move brings all requests that follow it to the same instant.
  const byMove = new Map(touched.reverse().map((one) => [`${one.request.segment} ${one.at}`, one]))
  const distinct = [...byMove.values()].reverse()
  const approached = distinct.filter((one) => isApproachable(one, undisturbed))
  return {
    found: approached.map((one) => boundaryAt(one, undisturbed)),
    unapproached: distinct.length - approached.length,
  }
}

/** What came about behind the move would move along; and time before the move stays before it. */
function isApproachable({ request, since, at }: TouchedInstant, { instants }: Undisturbed): boolean {
  const { segment } = request
  return since < segment && (segment === 0 || at > (instants[segment - 1] ?? 0))
}

function boundaryAt({ request, name, at, isCalendar }: TouchedInstant, { instants }: Undisturbed): Boundary {
  const { segment } = request
  const earliest = segment === 0 ? 0 : (instants[segment - 1] ?? 0)
  const label = (text: string) => `${name} ${text}`.trimStart()
  const near = STEPS.map((one) => ({
    name: label(`${signed(one.step)}ms`),
    to: at + one.step,
    ...('like' in one ? { like: label(`${signed(one.like)}ms`) } : {}),
  }))
  const far = isCalendar === true ? zoneApproaches(label, at) : []
  const approaches = [...near, ...far]
    .filter(({ to }) => to >= earliest)
    .map(
      ({ name: approach, to, ...like }): Approach => ({
        name: approach,
        ...like,
        movesMin: segment,
        disturbance: {
          onMoved: async (world, move) => (move === segment ? stand(world, to) : undefined),
        },
      }),
    )
  return { request, approaches }
}

/** A client that goes by local time changes hours before the service, or hours after it. */
function zoneApproaches(label: (text: string) => string, at: number) {
  return [-1, 0].map((step) => {
    const hours = step < 0 ? -ZONE_HOURS : ZONE_HOURS
    return { name: label(`${signed(hours)}h`), to: at + hours * HOUR_MS, like: label(`${signed(step)}ms`) }
  })
}

const stand = (world: EmulatorClient, at: number) => world.clock.set(at, { force: true, freeze: true })
