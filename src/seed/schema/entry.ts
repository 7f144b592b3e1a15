import * as v from 'valibot'
import { TTL_MIN_S } from '../../contract/values.js'
import { meantDuration } from '../../core/durations.js'
import { type Complaint, messageOf, notExpected } from '../../core/expected.js'
import { readDurationMs } from '../../core/moment.js'
import { isObject } from '../../core/objects.js'
import { KEY_LENGTH_MAX, lengthProblem } from '../../domain/bounds.js'
import { hasTemplate } from '../expand/templates.js'
import { issueAt, jsonText, jsonValue } from './exact-json.js'
import { flag, integer, madeId, nonEmptyText, plainNumber, recordId, SHORTEN } from './fields.js'
import { moment, recordMoment } from './times.js'

export const blockFields = {
  repeat: v.exactOptional(
    v.pipe(
      integer(1),
      v.description(
        'The number of records this block creates. {{index}} is the number of each, starting at 1.',
      ),
    ),
  ),
  literal: v.exactOptional(
    v.pipe(flag, v.description('True to treat {{ as plain text rather than the start of a template.')),
  ),
}

const keyThat = (isExempt: (key: string) => boolean, hint: string) =>
  v.pipe(
    nonEmptyText,
    v.check(
      (key) => isExempt(key) || lengthProblem(key) === undefined,
      messageOf((key) => ({ message: lengthProblem(String(key)) ?? '', hint })),
    ),
    v.description(`The key, up to ${KEY_LENGTH_MAX} characters. It can contain templates such as {{index}}.`),
  )

export const templateFields = { key: keyThat(hasTemplate, SHORTEN), id: recordId, moment: recordMoment }

/** `templateFields`, once the templates are filled in. */
export const plainFields: typeof templateFields = {
  key: keyThat(() => false, 'use a template that gives a shorter key'),
  id: madeId,
  moment,
}

export const entryFields = (key: typeof plainFields.key) => ({
  key,
  value: v.exactOptional(
    v.pipe(
      jsonValue("write the whole value as JSON text, which keeps every digit: json: '…'"),
      v.description('Any JSON value. Its strings can contain templates.'),
    ),
  ),
  json: v.exactOptional(
    v.pipe(jsonText, v.description('The value as exact JSON text. Use it instead of value.')),
  ),
  ...blockFields,
})

/** Requires exactly one of `value` and `json`. */
export const oneValue = <T>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!isObject(dataset.value)) return
    const given = ['value', 'json'].filter((name) => Object.hasOwn(Object(dataset.value), name))
    if (given.length === 0) addIssue(issueAt(['value'], { message: 'an entry needs "value" or "json"' }))
    if (given.length === 2)
      addIssue(
        issueAt(['json'], {
          message: 'an entry has either value or json, not both',
          hint: 'keep json if digits matter, otherwise value',
        }),
      )
  })

const notTtl = (input: unknown): Complaint => {
  const duration =
    typeof input === 'string' && readDurationMs(input) !== undefined ? input : meantDuration(input)
  const ms = duration === undefined ? undefined : readDurationMs(duration)
  const raised =
    typeof input === 'number' && input < TTL_MIN_S
      ? `the service raises smaller values to ${TTL_MIN_S}; for an entry that is about to expire, write expiresAt: +30s`
      : undefined
  const hint = plainNumber(input) ?? (ms === undefined ? raised : `${duration} is ${ms / 1000}`)
  return notExpected(input, `an integer of at least ${TTL_MIN_S}, or of at least 0 if expiresAt is set`, hint)
}

export const ttlMessage = messageOf(notTtl)

/** Requires an expiry or a TTL. If both are given, `ttlSeconds` only records what the client asked for. */
export const lifetime = <T>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!isObject(dataset.value)) return
    if (Object.hasOwn(dataset.value, 'expiresAt')) return
    const { ttlSeconds } = dataset.value as { ttlSeconds?: unknown }
    if (!Object.hasOwn(dataset.value, 'ttlSeconds')) {
      addIssue(
        issueAt(['ttlSeconds'], {
          message: 'an entry needs "ttlSeconds" or "expiresAt"',
          hint: 'every key-value entry expires: write e.g. ttlSeconds: 3600',
        }),
      )
    } else if (
      Number.isSafeInteger(ttlSeconds) &&
      Number(ttlSeconds) >= 0 &&
      Number(ttlSeconds) < TTL_MIN_S
    ) {
      addIssue(issueAt(['ttlSeconds'], notTtl(ttlSeconds)))
    }
  })

/** The config store doesn't accept `null` (docs/CONTRACT.md B-9). */
export const noNull = <T>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!isObject(dataset.value)) return
    const { value, json } = dataset.value as { value?: unknown; json?: unknown }
    const field = value === null ? 'value' : 'json'
    if (value === null || (typeof json === 'string' && json.trim() === 'null'))
      addIssue(
        issueAt([field], {
          message: 'the config store cannot hold null',
          hint: 'write an object, a list, text, a number or a boolean',
        }),
      )
  })

export const ONE_VALUE = [{ required: ['value'] }, { required: ['json'] }]
