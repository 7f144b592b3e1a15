import * as v from 'valibot'
import { DELAY_MS_MAX, parseDelay } from '../../core/durations.js'
import { expected, messageOf } from '../../core/expected.js'
import { type Moment, readDurationMs, readMoment } from '../../core/moment.js'
import { CONNECTION_FAULTS, connectionFaults } from '../../domain/faults/connection-faults.js'
import { contradictionsIn } from '../../domain/faults/contradictions.js'
import { issueAt, jsonValue } from './exact-json.js'
import { sentHeaders } from './fault-headers.js'
import { field, match } from './fault-match.js'
import { choice, count, flag, integer, list, mapping, name } from './fields.js'
import { durationHint, moment } from './times.js'

const DELAY = expected('ms, a duration such as 200ms, or {min, max}', durationHint)

const oneDelay = v.pipe(
  v.union([v.string(), v.number()], DELAY),
  v.check((value) => parseDelay(value) !== undefined, DELAY),
  v.check(
    (value) => (parseDelay(value) ?? 0) <= DELAY_MS_MAX,
    messageOf(() => ({
      message: `a delay is at most ${DELAY_MS_MAX} ms, which is 24 days`,
      hint: 'for no answer at all, use connection: hang',
    })),
  ),
)

const delay = v.pipe(
  v.union([oneDelay, v.strictObject({ min: oneDelay, max: oneDelay })], DELAY),
  v.check(
    (range) =>
      typeof range !== 'object' ||
      (parseDelay(range.min) ?? 0) <= (parseDelay(range.max) ?? Number.POSITIVE_INFINITY),
    messageOf(() => ({ message: 'the minimum delay is longer than the maximum', hint: 'swap min and max' })),
  ),
)

const SECONDS = expected('seconds, or a duration such as 2m', durationHint)

const seconds = v.pipe(
  v.union([v.string(), v.number()], SECONDS),
  v.check((value) => (readDurationMs(value) ?? -1) >= 0, SECONDS),
)

/** Rejects fields that would have no effect. If `mayBeEmpty` is set, `{}` is valid and lets the request continue. */
const withoutIdleFields = <T extends object>(mayBeEmpty = false) =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed || (mayBeEmpty && Object.keys(dataset.value).length === 0)) return
    for (const { field, problem, hint } of contradictionsIn(dataset.value)) {
      addIssue(issueAt([field], { message: problem, hint }))
    }
  })

const windowInOrder = <T>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { from, until } = dataset.value as { from?: string | number; until?: string | number }
    if (from === undefined || until === undefined || !isEmptyWindow(readMoment(from), readMoment(until)))
      return
    addIssue(
      issueAt(['until'], {
        message: 'this window ends before it begins',
        hint: 'set until to a moment after from: it is exclusive',
      }),
    )
  })

/** Until the origin is known, we can only compare two instants or two offsets. */
function isEmptyWindow(from: Moment | undefined, until: Moment | undefined): boolean {
  if (from === undefined || until === undefined) return false
  if ('at' in from && 'at' in until) return until.at <= from.at
  return 'offset' in from && 'offset' in until && until.offset <= from.offset
}

const eachConnection = CONNECTION_FAULTS.map((name) => `"${name}" ${connectionFaults[name].does}.`).join(' ')

const answer = {
  status: field(integer(200, 599), 'The status of the response, from 200 to 599.'),
  body: field(
    jsonValue('write the body as text'),
    'The body, as text or JSON. Defaults to what the service would send with that status.',
  ),
  headers: field(sentHeaders, 'Additional response headers.'),
  retryAfter: field(seconds, 'The Retry-After header, in seconds or as a duration such as 2m.'),
}

const connection = field(choice(...CONNECTION_FAULTS), `Breaks the connection. ${eachConnection}`)

/** The end of a held request. By default, it continues. */
export const heldEnd = v.pipe(mapping('an end', { ...answer, connection }), withoutIdleFields(true))

const effects = {
  ...answer,
  delay: field(
    delay,
    'The time to delay the response for, in real time: a number of ms, a duration such as 200ms, or {min, max}.',
  ),
  connection,
  effect: field(
    choice('before', 'after'),
    'before (the default): the operation never runs. after: it runs and its effect stays, but its response is lost.',
  ),
  hold: field(
    flag,
    'Holds the request until you release it. With effect: after, it is processed first and only its response is held.',
  ),
}

/** A fault (docs/DESIGN.md section 5), used by seeds and admin calls. Types and exports keep this order of fields. */
export const fault = v.pipe(
  mapping('a fault', {
    id: field(name, 'The name of the fault. Defaults to a generated one.'),
    enabled: field(flag, 'True if the fault can match. Defaults to true.'),
    match: field(
      match,
      'The requests it matches. All fields must match. By default, it matches every data request.',
    ),
    ...effects,
    after: field(count, 'The number of matches to skip before it fires.'),
    times: field(integer(1), 'The maximum number of times it can fire.'),
    probability: field(probability(), 'The probability that it fires on a match, from 0 to 1.'),
    from: field(moment, 'When it starts to apply, in virtual time: an instant, or an offset such as +10m.'),
    until: field(moment, 'When it stops applying, in virtual time: an instant, or an offset such as +15m.'),
    optional: field(flag, 'True if a test may pass even if the fault has never fired.'),
    matches: field(count, 'The number of times it has matched. Written by exports.'),
    hits: field(count, 'The number of times it has fired. Written by exports.'),
  }),
  withoutIdleFields(),
  windowInOrder(),
)

function probability() {
  const message = expected('a probability from 0 to 1', (input) =>
    typeof input === 'string' && /^\d{1,3}%$/.test(input)
      ? `${input} is ${Number.parseInt(input, 10) / 100}`
      : undefined,
  )
  return v.pipe(v.number(message), v.minValue(0, message), v.maxValue(1, message))
}

export const FAULT_FIELDS = Object.keys(fault.entries)
export const EFFECT_FIELDS = Object.keys(effects)

export const faults = list(fault, 'faults', (name) =>
  name.includes('.') ? `match: { operation: ${name} }` : `id: ${name}`,
)

export type FaultSeed = v.InferOutput<typeof fault>
