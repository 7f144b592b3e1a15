import * as v from 'valibot'
import type { ClockState } from '../../core/clock.js'
import { parseDuration } from '../../core/durations.js'
import { formatInstant, parseInstant } from '../../core/instants.js'
import { travel, WAYPOINTS } from '../../domain/travel.js'
import { type AdminRoute, ok } from '../call.js'
import { readBody } from '../input.js'

/** A field that is written as text or a number, and read by one of the core's parsers. */
const parsed = <T>(parse: (value: string | number) => T | undefined, message: string) =>
  v.pipe(
    v.union([v.string(), v.number()], message),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const value = parse(dataset.value)
      if (value !== undefined) return value
      addIssue({ message })
      return NEVER
    }),
  )

const instant = parsed(
  parseInstant,
  'must be an instant: ISO 8601 such as "2026-01-31T23:59:00Z", or whole ms',
)
const duration = parsed(
  parseDuration,
  'must be a duration: seconds, or text such as "90s", "1h30m", "2d" or "P1M"',
)
const flag = v.boolean('must be true or false')
const rateMessage = 'must be a finite number above 0: virtual seconds in a real second'

/** The body of POST /clock. */
export const clockBody = v.strictObject(
  {
    set: v.optional(instant),
    to: v.optional(
      v.picklist(WAYPOINTS, `must be one of ${WAYPOINTS.map((name) => `"${name}"`).join(', ')}`),
    ),
    plus: v.optional(duration),
    advance: v.optional(duration),
    rate: v.optional(
      v.pipe(
        v.number(rateMessage),
        v.check((rate) => Number.isFinite(rate) && rate > 0, rateMessage),
      ),
    ),
    freeze: v.optional(flag),
    force: v.optional(flag),
    receipt: v.optional(flag),
    dryRun: v.optional(flag),
  },
  'must be an object such as {"advance": "1h"}',
)

export const clockRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/clock',
    help: 'The virtual clock: now in ms, iso, mode and rate',
    handle: ({ context }) => ok(shownClock(context.world.clock.save())),
  },
  {
    method: 'POST',
    path: '/clock',
    help: 'Move it: {"advance": "1h30m"}, {"set": "2026-02-01"}, {"to": "next-expiry", "plus": "-1ms"}, {"rate": 60}, {"freeze": true}; "receipt": true tells what that crossed, "dryRun": true what it would',
    handle(call) {
      const { clock, receipt } = travel(call.context.world, readBody(call, clockBody))
      return ok({ ...shownClock(clock), ...(receipt === undefined ? {} : { receipt }) })
    },
  },
]

/** The clock as GET /clock answers it. */
export function shownClock({ now, mode, rate }: ClockState) {
  return { now, iso: formatInstant(now), mode, rate }
}
