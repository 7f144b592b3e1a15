import * as v from 'valibot'
import { INTEGER_MAX } from '../../contract/values.js'
import { namesCharacters } from './key-characters.js'

/**
 * The profile: how the emulator behaves where the contract says "not shown" (docs/DESIGN.md section 6). Each option is
 * declared here once, with its values and its default; types, validation and the listing of all
 * options derive from these schemas.
 */

export const SECTION_MESSAGE = 'must be an object of options'

/** One of the values; the first is the default. */
const choice = <const T extends readonly [string | number, ...(string | number)[]]>(
  ...values: T
): v.OptionalSchema<v.PicklistSchema<T, string>, T[number]> => {
  const message = `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`
  return v.optional(v.picklist(values, message), values[0] as T[number])
}

const count = (least: number, message = `must be an integer from ${least} to ${INTEGER_MAX}`) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(INTEGER_MAX, message))

const flag = (initially: boolean) => v.optional(v.boolean('must be true or false'), initially)
const text = v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'))
const optionalText = v.optional(v.nullable(text), null)
const CHARACTERS_MESSAGE = 'must be text: up to 200 characters and ranges of them, such as "A-Za-z0-9_.:-"'
const characters = v.pipe(v.string(CHARACTERS_MESSAGE), v.check(namesCharacters, CHARACTERS_MESSAGE))
const bound = (initially: number | null) => v.optional(v.nullable(count(0)), initially)
const SECONDS_MESSAGE = 'must be "reject" or a whole number of seconds above 0'
const secondsOrReject = v.optional(
  v.union([v.literal('reject'), count(1, SECONDS_MESSAGE)], SECONDS_MESSAGE),
  'reject',
)

/** An option with the question that it answers, as editors and the reference show it. */
const described = <const Option extends v.GenericSchema>(what: string, option: Option) =>
  v.pipe(option, v.description(what))

/** Some options under one name. `misfits` refuses others. */
const section = <const T extends v.ObjectEntries>(entries: T) => v.object(entries, SECTION_MESSAGE)

const limits = section({
  reads: v.optional(count(0), 1_000_000),
  writes: v.optional(count(0), 100_000),
  lists: v.optional(count(0), 10_000),
  storageBytes: v.optional(count(0), 104_857_600),
})

/** An error code, by default this one. */
const code = (initially: string) => v.optional(text, initially)

/** An error code where errors may have none, by default this one; null: none. */
const codeOrNone = (initially: string | null) => v.optional(v.nullable(text), initially)

/** Settings that A and B share. */
const writes = {
  putStatus: described(
    'The status of a successful put; "201 or 200": 201 for a new key, 200 for one that is replaced.',
    choice(200, 201, '201 or 200'),
  ),
  deleteStatus: choice(200, 204),
  deleteMissing: choice(404, 'ok'),
  deleteBody: choice('ok+key', 'ok'),
}

export const profileSchema = section({
  kv: v.optional(
    section({
      ...writes,
      valueMissing: choice('reject', 'null'),
      ttlMissing: secondsOrReject,
      ttlInvalid: choice('reject', 'truncate'),
      ttlEcho: choice('clamped', 'requested'),
      readTtl: choice('original', 'remaining'),
      createdAtOnUpsert: choice('kept', 'renewed'),
      createdAtPrecision: described('The precision of createdAt.', choice('milliseconds', 'seconds')),
      countMisses: flag(true),
      countRefusedPuts: described('Whether puts that are refused count as writes.', flag(false)),
      countMissingDeletes: described('Whether deletes of missing keys count as deletes.', flag(false)),
      storageOf: choice('key+value', 'value'),
      expiredStorage: choice('counted', 'freed'),
      defaultLimits: v.optional(limits, {}),
      listWithScopedKey: choice(401, 403, 'allow'),
      quotaRetryAfter: flag(false),
      invalidStatus: described('The status of a put whose body is malformed or invalid.', choice(400, 422)),
    }),
    {},
  ),
  config: v.optional(section(writes), {}),
  auth: v.optional(
    section({
      foreignKey: choice(403, 401),
      missingNamespace: described(
        'Whether a missing namespace or store is told ahead of an unknown key, or after it.',
        choice('first', 'after-key'),
      ),
      notOwner: choice(403, 404),
      jwt: choice('verify', 'decode'),
      jwksFile: optionalText,
      secret: optionalText,
      tokenTime: choice('virtual', 'real'),
      ownerClaim: v.optional(text, 'sub'),
      challenge: described('Whether a 401 has WWW-Authenticate.', flag(false)),
      issuer: described('The iss that tokens must have; null: any, or none.', optionalText),
      audience: described('The aud that tokens must have; null: any, or none.', optionalText),
      leeway: described('Seconds by which exp and nbf of tokens may be missed.', v.optional(count(0), 0)),
    }),
    {},
  ),
  errors: v.optional(
    section({
      shape: choice('flat', 'nested', 'code'),
      codes: v.optional(
        section({
          '400': codeOrNone(null),
          '401': codeOrNone(null),
          '403': codeOrNone(null),
          '404': codeOrNone(null),
          '413': codeOrNone('payload_too_large'),
          '5xx': codeOrNone('internal_error'),
        }),
        {},
      ),
    }),
    {},
  ),
  database: v.optional(
    section({
      defaultPageSize: v.optional(count(1), 20),
      maxPageSize: v.optional(count(1), 100),
      overMax: choice('clamp', 'reject'),
      next: choice('url', 'path', 'cursor'),
      createProjectStatus: choice(201, 200),
      scopedOut: choice(403, 404),
      documentIdInvalid: choice(400, 404),
      limitZero: choice('reject', 'empty'),
      contentNull: choice('reject', 'accept'),
      descriptionNull: choice('reject', 'accept'),
      absentMembers: described(
        'What a content or description that a record does not have is in answers.',
        choice('left-out', 'null'),
      ),
      unknownMembers: described(
        'What a create does with members that the contract does not show.',
        choice('ignore', 'reject'),
      ),
      sentId: described('What a create does with an id in its body.', choice('ignore', 'reject')),
      rateLimitRetryAfter: flag(true),
      rateWindow: described(
        'Whether the windows of the rate limit are fixed, or end with each request.',
        choice('fixed', 'sliding'),
      ),
      validationStatus: described('The status that comes with validation_error.', choice(400, 422)),
      invalidRequestStatus: described('The status that comes with invalid_request.', choice(400, 422)),
      codes: v.optional(
        section({
          '401': code('unauthorized'),
          '403': code('forbidden'),
          '409': code('conflict'),
          '413': code('payload_too_large'),
          '429': code('rate_limited'),
          '5xx': code('internal_error'),
        }),
        {},
      ),
    }),
    {},
  ),
  limits: v.optional(
    section({
      keyBytes: bound(null),
      keyCharacters: described(
        'The characters that keys may have; null: any.',
        v.optional(v.nullable(characters), null),
      ),
      keyStatus: described(
        'The status for a key that is too long or has other characters.',
        choice(413, 400, 404, 414),
      ),
      valueBytes: bound(null),
      bodyBytes: bound(10_485_760),
    }),
    {},
  ),
  http: v.optional(
    section({
      notShown: choice(501, 404, 405),
      contentType: choice('any', 'require'),
      charset: described('Whether the Content-Type of answers names the charset, utf-8.', flag(false)),
    }),
    {},
  ),
})
