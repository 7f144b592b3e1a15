import * as v from 'valibot'
import { component, dateTime, described, milliseconds, number, typed } from '../../contract/answer-schema.js'
import type { ClockSample } from '../../core/clock.js'
import { meantDuration, parseDuration } from '../../core/durations.js'
import { didYouMean, expected, messageOf } from '../../core/expected.js'
import { askIfSeconds, formatInstant, parseInstant, SECONDS_END } from '../../core/instants.js'
import { readInstant } from '../../core/moment.js'
import { nearest } from '../../core/nearest.js'
import { isRecord, withoutUndefined } from '../../core/objects.js'
import { Refusal } from '../../core/refusal.js'
import { travel, WAYPOINTS } from '../../domain/travel.js'
import { type Receipt, receipt } from '../../domain/travel-receipt.js'
import { asJsonSchema } from '../../seed/schema/fields.js'
import { jsonBody } from '../body.js'
import { call } from '../call.js'

const parsed = <T>(parse: (value: string | number) => T | undefined, message: ReturnType<typeof expected>) =>
  v.pipe(
    v.union([v.string(), v.number()], message),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const value = parse(dataset.value)
      if (value !== undefined) return value
      addIssue({ message })
      return NEVER
    }),
  )

const INSTANT = 'an instant: ISO 8601 such as "2026-01-31T23:59:00Z", or whole ms'
const instant = parsed((value) => {
  const at = parseInstant(value)
  return at === undefined ? undefined : { at, question: askIfSeconds(value) }
}, expected(INSTANT))
const duration = parsed(
  parseDuration,
  expected('a duration: seconds, or text such as "90s", "1h30m", "2d" or "P1M"', (input) => {
    const meant = meantDuration(input)
    return didYouMean(meant && `"${meant}"`)
  }),
)
const flag = v.boolean(expected('true or false'))
const rateMessage = expected('a number above 0: virtual seconds per real second')
const rate = v.pipe(
  v.number(rateMessage),
  v.check((value) => Number.isFinite(value) && value > 0, rateMessage),
)

/** Destinations that people might expect to exist, and the durations that we suggest instead. */
const STEPS: Readonly<Record<string, string>> = {
  'next-minute': '1m',
  'next-hour': '1h',
  'next-day': '1d',
  'next-week': '7d',
  'next-year': 'P1Y',
}

function meantWaypoint(input: unknown): string | undefined {
  const name = String(input)
  const step = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined
  return step === undefined ? didYouMean(nearest(name, WAYPOINTS)) : `write {"advance": "${step}"}`
}

/** Suggests a duration for e.g. `{"days": 1}`. */
function noSuchField(issue: v.StrictObjectIssue): string {
  const [field] = issue.path ?? []
  const meant = field && meantDuration({ [String(field.key)]: field.value })
  const hint = meant && `write {"advance": "${meant}"}`
  return messageOf(() => ({ message: 'there is no such field', hint }))(issue)
}

const clockBody = v.strictObject(
  {
    set: v.optional(instant),
    to: v.optional(
      v.picklist(
        WAYPOINTS,
        expected(`one of ${WAYPOINTS.map((name) => `"${name}"`).join(', ')}`, meantWaypoint),
      ),
    ),
    plus: v.optional(duration),
    advance: v.optional(duration),
    rate: v.optional(rate),
    freeze: v.optional(flag),
    force: v.optional(flag),
    receipt: v.optional(flag),
    dryRun: v.optional(flag),
  },
  noSuchField,
)

const START = expected(`${INSTANT}, from 1970 to 9999`, askIfSeconds)
const startInstant = v.pipe(
  v.union([v.string(), v.number()], START),
  v.check((value) => askIfSeconds(value) === undefined, START),
  parsed(readInstant, START),
)
const startFields = v.pipe(
  v.strictObject({
    now: v.optional(startInstant),
    freeze: v.optional(flag),
    rate: v.optional(rate),
  }),
  v.transform(({ now, freeze: frozen, rate: speed }) => withoutUndefined({ now, frozen, rate: speed })),
)

/** Either an instant or a clock in the form that seeds use. */
export const clockStart = v.pipe(
  v.lazy((input) =>
    isRecord(input)
      ? startFields
      : v.pipe(
          startInstant,
          v.transform((now) => ({ now })),
        ),
  ),
  asJsonSchema({
    description: 'Where its clock starts, given as an instant or in the form that seeds use.',
    anyOf: [
      { type: ['string', 'number'] },
      {
        type: 'object',
        properties: {
          now: { type: ['string', 'number'] },
          freeze: { type: 'boolean' },
          rate: { type: 'number', exclusiveMinimum: 0 },
        },
        additionalProperties: false,
      },
    ],
  }),
)

export const clockReading = component('Clock', () =>
  v.object({
    now: milliseconds,
    iso: described('`now` as ISO 8601.', dateTime),
    mode: v.picklist(['running', 'frozen']),
    rate: described(
      'Virtual seconds per real second.',
      typed<number>({ type: 'number', exclusiveMinimum: 0 }),
    ),
    realNow: v.exactOptional(
      described(
        "The emulator's real time when the clock was read, in ms since 1970. Only set while it's running.",
        number,
      ),
    ),
  }),
)

export interface ClockInfo extends v.InferOutput<typeof clockReading> {}

const AT = Date.UTC(2026, 0, 31, 23, 59)
const AT_ISO = '2026-01-31T23:59:00.000Z'
const EXAMPLE: ClockInfo = { now: AT, iso: AT_ISO, mode: 'frozen', rate: 1 }
const RECEIPT: Receipt = {
  from: AT - 60_000,
  to: AT,
  fromIso: '2026-01-31T23:58:00.000Z',
  toIso: AT_ISO,
  keysExpired: {
    count: 1,
    first: [{ namespace: 'ns_shop_k3v9x2', key: 'session:1', expiredAt: AT - 1 }],
  },
  keysRevived: { count: 0, first: [] },
  monthsRolled: [],
  monthsRolledCount: 0,
  monthsUnrolled: [],
  monthsUnrolledCount: 0,
  countersChanged: { count: 0, first: [] },
  faultWindows: { begun: ['f_1'], ended: [], reopened: [], unbegun: [] },
}

export const clockCalls = [
  call({
    method: 'GET',
    path: '/clock',
    summary: 'Get the virtual clock',
    details: ': now in ms, iso, mode and rate',
    tag: 'Clock',
    answer: { schema: clockReading, example: EXAMPLE },
    handle: ({ world }) => clockToJson(world.clock.sample()),
  }),
  call({
    method: 'POST',
    path: '/clock',
    summary: 'Move the virtual clock',
    details:
      ': {"advance": "1h30m"}, {"set": "2026-02-01"}, {"to": "next-expiry", "plus": "-1ms"} (which also freezes it), {"rate": 60}, {"freeze": true}; "receipt": true reports what expired or changed on the way, "dryRun": true what would',
    tag: 'Clock',
    changes: 'clock',
    body: jsonBody(clockBody, { to: WAYPOINTS[0], plus: '-1ms', receipt: true }),
    answer: {
      schema: v.intersect([clockReading, v.object({ receipt: v.exactOptional(receipt) })]),
      example: { ...EXAMPLE, receipt: RECEIPT },
    },
    refusals: ['clock_backwards', 'nothing_ahead'],
    handle({ world, body, change }) {
      const { set, ...how } = body
      // While the clock is in the early 1970s, so few ms make sense. Forced moves, as in a replay, are always in ms.
      if (set?.question !== undefined && how.force !== true && world.clock.now() >= SECONDS_END)
        throw new Refusal('invalid_request', `set: ${set.question}`)
      const move = { ...how, set: set?.at }
      const moved = travel(world, move, (settled, work) => change(work, { body: settled }))
      return {
        ...clockToJson(moved.clock),
        ...(moved.receipt === undefined ? {} : { receipt: moved.receipt }),
      }
    },
  }),
]

export function clockToJson({ now, mode, rate, realNow }: ClockSample): ClockInfo {
  return { now, iso: formatInstant(now), mode, rate, ...(realNow === undefined ? {} : { realNow }) }
}
