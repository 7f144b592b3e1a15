import * as v from 'valibot'
import { meantDuration } from '../../core/durations.js'
import { didYouMean, expected } from '../../core/expected.js'
import { askIfSeconds, parseInstant } from '../../core/instants.js'
import { readDurationMs, readInstant, readMoment } from '../../core/moment.js'
import { hasTemplate } from '../expand/templates.js'
import { asJsonSchema, asWritten } from './fields.js'

/** These only cover the format. Dates and sums are checked in code. */
const DURATION_TEXT = '[-+]?(?=[0-9P])[0-9.dhmsPTYMWDHS]+'
const INSTANT_TEXT = '([0-9]{4}|[-+][0-9]{6})-[0-9]{2}-[0-9]{2}(T.+)?|[0-9]{5,}'
const MOMENT_TEXT = `^(${INSTANT_TEXT}|[-+]${DURATION_TEXT})$`

const INSTANT = 'an instant: ISO 8601 such as 2026-01-31T23:59:00Z, or ms since 1970'

function instantHint(input: unknown): string | undefined {
  const question = askIfSeconds(input)
  if (question !== undefined) return question
  const given = String(input)
  if (/^\d{1,2}[/.]\d{1,2}[/.]\d{4}/.test(given)) return 'write the year first: 2026-01-31'
  const withT = given.replace(/^(\d{4}-\d\d-\d\d) +(?=\d)/, '$1T').replace(/ +(?=Z$|[-+]\d)/, '')
  if (withT !== given && readInstant(withT) !== undefined) return didYouMean(withT)
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:T|$)/.exec(given) ?? []
  if (year === undefined || parseInstant(`${year}-${month}-${day}`) !== undefined) return undefined
  const swapped = `${year}-${day}-${month}`
  return parseInstant(swapped) === undefined ? 'there is no such day' : didYouMean(swapped)
}

export const instant = v.pipe(
  v.union([v.string(), v.number()], expected(INSTANT)),
  v.check(
    (value) => readInstant(value) !== undefined && askIfSeconds(value) === undefined,
    expected(`${INSTANT}, up to the year 9999`, instantHint),
  ),
  asJsonSchema({ type: ['string', 'integer'], pattern: `^(${INSTANT_TEXT})$` }),
)

const MOMENT = `${INSTANT}, or an offset from the origin such as +10m or -1h`

function momentHint(input: unknown): string | undefined {
  const hint = instantHint(input)
  if (hint !== undefined) return hint
  const given = typeof input === 'string' ? input.replace(/^in +/i, '') : input
  const meant =
    typeof given === 'string' && readDurationMs(given) !== undefined ? given : meantDuration(given)
  if (meant !== undefined) return didYouMean(/^[-+]/.test(meant) ? meant : `+${meant}`)
  return typeof input === 'string' && /^[-+]?P/.test(input)
    ? 'count in days: months and years have no fixed length'
    : undefined
}

const isMoment = (value: string | number | bigint): boolean =>
  readMoment(value) !== undefined && askIfSeconds(value) === undefined

/** As a time, `-30` means 30 s before the origin, just like `+30` means 30 s after it. */
const withSign = v.transform((value: string | number | bigint) =>
  typeof value === 'number' && value < 0 ? String(value) : value,
)

/** Accepts bigints, too: with a huge `ttlSeconds`, an entry expires more than 2^53 ms after 1970. */
const momentThat = (isSound: (value: string | number | bigint) => boolean, pattern: string) =>
  v.pipe(
    v.union([v.string(), v.number(), v.bigint()], expected(MOMENT, momentHint)),
    withSign,
    v.check(isSound, expected(MOMENT, momentHint)),
    asWritten(/^[-+]/, { type: ['string', 'integer'], pattern }),
  )

export const moment = momentThat(isMoment, MOMENT_TEXT)

/** A record's time or a template for one, e.g. `"+{{index}}m"`. */
export const recordMoment = momentThat(
  (value) => (typeof value === 'string' && hasTemplate(value)) || isMoment(value),
  `${MOMENT_TEXT}|\\{\\{`,
)

export const durationHint = (input: unknown): string | undefined => didYouMean(meantDuration(input))

const PERIOD = expected('a duration above 0 such as 30s or 1m', durationHint)

export const period = v.pipe(
  v.union([v.string(), v.number()], PERIOD),
  v.check((value) => (readDurationMs(value) ?? 0) > 0, PERIOD),
  asJsonSchema({ type: ['string', 'number'], exclusiveMinimum: 0, pattern: `^${DURATION_TEXT}$` }),
)
