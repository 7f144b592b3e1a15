import * as v from 'valibot'
import { DELAY_MS_MAX, parseDelay } from '../../core/durations.js'
import { type Moment, readDurationMs, readMoment } from '../../core/moment.js'
import { CONNECTION_FAULTS } from '../../domain/faults/connection-faults.js'
import { idleFields } from '../../domain/faults/idle-fields.js'
import { issueAt, jsonValue } from './exact-json.js'
import { sentHeaders } from './fault-headers.js'
import { match } from './fault-match.js'
import { choice, count, expected, flag, integer, list, mapping, moment, shortText } from './fields.js'

const DELAY = 'ms, a duration such as 200ms, or {min, max} of them'

const oneDelay = v.pipe(
  v.union([v.string(), v.number()], expected(DELAY)),
  v.check((value) => parseDelay(value) !== undefined, expected(DELAY)),
  v.check(
    (value) => (parseDelay(value) ?? 0) <= DELAY_MS_MAX,
    `a delay is at most ${DELAY_MS_MAX} ms, which is 24 days\nfor no answer at all there is connection: hang`,
  ),
)

const delayRange = v.pipe(
  v.strictObject({ min: oneDelay, max: oneDelay }),
  v.check(
    ({ min, max }) => (parseDelay(min) ?? 0) <= (parseDelay(max) ?? Number.POSITIVE_INFINITY),
    'the least delay is longer than the longest\nswap min and max',
  ),
)

const seconds = v.pipe(
  v.union([v.string(), v.number()], expected('seconds, or a duration such as 2m')),
  v.check((value) => (readDurationMs(value) ?? -1) >= 0, expected('seconds, or a duration such as 2m')),
)

const withoutIdleFields = <T extends object>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const { field, problem, hint } of idleFields(dataset.value)) {
      addIssue(issueAt([field], `${problem}\n${hint}`))
    }
  })

const windowInOrder = <T>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { from, until } = dataset.value as { from?: string | number; until?: string | number }
    if (from === undefined || until === undefined || !isEmptyWindow(readMoment(from), readMoment(until)))
      return
    addIssue(
      issueAt(['until'], 'this window ends before it begins\nuntil is exclusive and must be after from'),
    )
  })

/** Only moments of the same sort can be told apart before there is an origin. */
function isEmptyWindow(from: Moment | undefined, until: Moment | undefined): boolean {
  if (from === undefined || until === undefined) return false
  if ('at' in from && 'at' in until) return until.at <= from.at
  return 'offset' in from && 'offset' in until && until.offset <= from.offset
}

/** The parts of a fault that make an answer, or break the connection. */
const ends = {
  status: v.exactOptional(v.pipe(integer(200, 599), v.description('The status of the answer.'))),
  body: v.exactOptional(
    v.pipe(
      jsonValue('give the body as text'),
      v.description('Text, or JSON. Left out: what the service would send with that status.'),
    ),
  ),
  headers: v.exactOptional(v.pipe(sentHeaders, v.description('Further headers of the answer.'))),
  retryAfter: v.exactOptional(v.pipe(seconds, v.description('Retry-After, in seconds.'))),
  connection: v.exactOptional(
    v.pipe(choice(...CONNECTION_FAULTS), v.description('What becomes of the connection.')),
  ),
}

/** How a request that is held ends; with nothing given it goes on. */
export const heldEnd = v.pipe(
  mapping('an end', ends),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || Object.keys(dataset.value).length === 0) return
    for (const { field, problem, hint } of idleFields(dataset.value)) {
      addIssue(issueAt([field], `${problem}\n${hint}`))
    }
  }),
)

/** A fault (docs/DESIGN.md section 5), here and as the admin interface takes it. */
export const fault = v.pipe(
  mapping('a fault', {
    id: v.exactOptional(v.pipe(shortText, v.description('Names the fault; generated when left out.'))),
    enabled: v.exactOptional(v.pipe(flag, v.description('false keeps it from matching.'))),
    match: v.exactOptional(
      v.pipe(match, v.description('All given fields must hold. Left out: every data request.')),
    ),
    ...ends,
    delay: v.exactOptional(
      v.pipe(v.union([oneDelay, delayRange], delayMessage), v.description('Real ms, 200ms, or {min, max}.')),
    ),
    effect: v.exactOptional(
      v.pipe(
        choice('before', 'after'),
        v.description('Whether the operation runs first; before (it does not) when left out.'),
      ),
    ),
    hold: v.exactOptional(
      v.pipe(
        flag,
        v.description('Holds the request, or with effect: after its finished answer, until it is released.'),
      ),
    ),
    after: v.exactOptional(v.pipe(count, v.description('Skips the first n matches.'))),
    times: v.exactOptional(v.pipe(integer(1), v.description('Fires n times at most.'))),
    probability: v.exactOptional(
      v.pipe(probability(), v.description('The chance that a match fires, 0 to 1.')),
    ),
    from: v.exactOptional(v.pipe(moment, v.description('Virtual time from which it is in force.'))),
    until: v.exactOptional(v.pipe(moment, v.description('Virtual time from which it no longer is.'))),
    optional: v.exactOptional(v.pipe(flag, v.description('Lets a test pass without its having fired.'))),
    matches: v.exactOptional(v.pipe(count, v.description('How often it has matched; written by exports.'))),
    hits: v.exactOptional(v.pipe(count, v.description('How often it has fired; written by exports.'))),
  }),
  withoutIdleFields(),
  windowInOrder(),
)

function delayMessage(issue: v.UnionIssue<v.BaseIssue<unknown>>): string {
  const range = issue.issues?.find(({ message }) => message.startsWith('the least'))
  return range?.message ?? expected(DELAY)(issue)
}

function probability() {
  const message = expected('a chance from 0 to 1')
  return v.pipe(v.number(message), v.minValue(0, message), v.maxValue(1, message))
}

export const faults = list(fault, 'faults')

/** A fault as it is written. */
export type FaultSeed = v.InferOutput<typeof fault>
