import * as v from 'valibot'
import { KEY_LENGTH_MAX } from '../bounds.js'
import {
  bound,
  characters,
  choice,
  code,
  codeOrNone,
  count,
  described,
  flag,
  limit,
  optionalText,
  secondsOrReject,
  section,
  text,
} from './option-schemas.js'

/**
 * Fills the gaps where the contract says "not shown" (docs/gaps.md). Each option is declared once, with its
 * description, values and default. Validation, the list of options, the seed schema and the types in profile-types.ts
 * are all derived from this.
 */

/** For both stores. @param what describes what they store, e.g. "an entry" */
const writes = (what: string) => ({
  putStatus: described(
    `The status for successfully putting ${what}. "201 or 200" returns 201 for a new key and 200 for an existing one.`,
    choice(200, 201, '201 or 200'),
  ),
  deleteStatus: described(
    `The status for successfully deleting ${what}. A 204 has no body.`,
    choice(200, 204),
  ),
  deleteMissing: described(
    `Deleting ${what} that doesn't exist returns a 404 or succeeds.`,
    choice(404, 'ok'),
  ),
  deleteBody: described(
    `The response body for successfully deleting ${what}, either {ok, key} or {ok}.`,
    choice('ok+key', 'ok'),
  ),
  unknownMembers: described(
    `Putting ${what} ignores or rejects members that the contract doesn't show.`,
    choice('ignore', 'reject'),
  ),
})

const makeSchema = () =>
  section('Fills gaps in the contract, by section, e.g. { kv: { putStatus: 201 } }.', {
    kv: v.optional(
      section('The key-value store.', {
        ...writes('an entry'),
        valueMissing: described(
          'A put without a value is rejected (400) or stores null.',
          choice('reject', 'null'),
        ),
        ttlMissing: described(
          'A put without ttlSeconds is rejected (400), or its entry lives for this many seconds.',
          secondsOrReject,
        ),
        ttlInvalid: described(
          "A put whose ttlSeconds isn't an integer is rejected (400). If not, numbers are truncated.",
          choice('reject', 'truncate'),
        ),
        ttlEcho: described(
          'The ttlSeconds in the response to a put that sent less than 60: either 60 or the number that was sent.',
          choice('clamped', 'requested'),
        ),
        readTtl: described(
          'The ttlSeconds in reads and lists: either as it was put, or what remains, rounded up or down to a second.',
          choice('original', 'remaining', 'remaining-floor'),
        ),
        createdAtOnUpsert: described(
          'Putting an existing key keeps or renews its createdAt.',
          choice('kept', 'renewed'),
        ),
        createdAtPrecision: described('The precision of createdAt.', choice('milliseconds', 'seconds')),
        countMisses: described('Reads of missing keys count as reads.', flag(true)),
        countRefusedPuts: described(
          'Puts that are within the quota but rejected afterwards count as writes.',
          flag(false),
        ),
        countMissingDeletes: described('Deletes of missing keys count as deletes.', flag(false)),
        storageOf: described(
          'The bytes that count towards storage: of both keys and values, or of values only.',
          choice('key+value', 'value'),
        ),
        expiredStorage: described(
          'Expired entries count towards storage until a request comes across them.',
          choice('counted', 'freed'),
        ),
        defaultLimits: v.optional(
          section("The limits for namespaces that don't set their own. 0 allows nothing.", {
            reads: limit('Reads per month.', 1_000_000),
            writes: limit('Writes per month.', 100_000),
            lists: limit('Lists per month.', 10_000),
            storageBytes: limit('Bytes stored at any one time.', 104_857_600),
          }),
          {},
        ),
        listWithScopedKey: described(
          'The status for listing with an API key instead of a token. "allow" lists the keys if the scope is read or admin.',
          choice(401, 403, 'allow'),
        ),
        quotaRetryAfter: described(
          'A 429 for a monthly quota has a Retry-After header with the seconds until the next month.',
          flag(false),
        ),
        invalidStatus: described('The status for a put with a malformed or invalid body.', choice(400, 422)),
        checkOrder: described(
          'Which error an invalid read or put gets when its quota is used up: the 429, or the one about the request.',
          choice('quota-first', 'request-first'),
        ),
      }),
      {},
    ),
    config: v.optional(section('The config store.', writes('a config entry')), {}),
    auth: v.optional(
      section('Credentials for the key-value and config stores.', {
        foreignKey: described(
          'The status for an API key that belongs to another namespace or store.',
          choice(403, 401, 404),
        ),
        missingNamespace: described(
          'A missing namespace or store is checked before the key (404) or after it (401).',
          choice('first', 'after-key'),
        ),
        notOwner: described("The status for a token whose user doesn't own the namespace.", choice(403, 404)),
        jwt: described("Verifies tokens' signatures, or only decodes them.", choice('verify', 'decode')),
        jwksFile: described(
          'A file with the JSON Web Key Set of another provider whose tokens you want to accept. Reloaded when it changes.',
          optionalText,
        ),
        secret: described(
          'The secret of another provider whose tokens (HS256, HS384 or HS512) you want to accept.',
          optionalText,
        ),
        tokenTime: described(
          'The clock that a token\'s exp and nbf are checked against. Use "real" with a real provider if you move the clock.',
          choice('virtual', 'real'),
        ),
        ownerClaim: described('The token claim that contains the owner.', v.optional(text, 'sub')),
        challenge: described('A 401 has a WWW-Authenticate header.', flag(false)),
        issuer: described('The iss claim that tokens must have, or null for any or none.', optionalText),
        audience: described('The aud claim that tokens must have, or null for any or none.', optionalText),
        leeway: described("Seconds of leeway for a token's exp and nbf claims.", v.optional(count(0), 0)),
      }),
      {},
    ),
    errors: v.optional(
      section('Errors from the key-value and config stores.', {
        shape: described(
          'The shape of an error: {ok, error: code, message}, {ok, error: {code, message}} or {ok, code, message}.',
          choice('flat', 'nested', 'code'),
        ),
        codes: v.optional(
          section("Error codes by status, for errors whose code the contract doesn't define.", {
            '400': codeOrNone('a 400', null),
            '401': codeOrNone('a 401', null),
            '403': codeOrNone('a 403', null),
            '404': codeOrNone('a 404', null),
            '413': codeOrNone('a 413', 'payload_too_large'),
            '5xx': codeOrNone('a 500 or any higher status', 'internal_error'),
          }),
          {},
        ),
      }),
      {},
    ),
    database: v.optional(
      section('The document database.', {
        defaultPageSize: described(
          "The number of records per page if the request doesn't set a limit.",
          v.optional(count(1), 20),
        ),
        maxPageSize: described('The maximum number of records per page.', v.optional(count(1), 100)),
        overMax: described(
          'A limit above maxPageSize is reduced to it or rejected (400).',
          choice('clamp', 'reject'),
        ),
        next: described(
          'The content of x-next: the full URL of the next page, its path, or just the cursor.',
          choice('url', 'path', 'cursor'),
        ),
        createProjectStatus: described('The status for successfully creating a project.', choice(201, 200)),
        scopedOut: described("The status for a document that's outside the key's scope.", choice(403, 404)),
        documentIdInvalid: described("The status for a document id that isn't an int64.", choice(400, 404)),
        limitZero: described('A limit of 0 gets a 400 or returns an empty list.', choice('reject', 'empty')),
        contentNull: described(
          'Creating a document with null content is rejected (400) or treated as if it had none.',
          choice('reject', 'accept'),
        ),
        descriptionNull: described(
          'Creating a project with a null description is rejected (400) or treated as if it had none.',
          choice('reject', 'accept'),
        ),
        absentMembers: described(
          'A missing content or description is left out of responses or returned as null.',
          choice('left-out', 'null'),
        ),
        unknownMembers: described(
          "Creating a record ignores or rejects members that the contract doesn't show.",
          choice('ignore', 'reject'),
        ),
        sentId: described('Creating a record ignores or rejects an id.', choice('ignore', 'reject')),
        rateLimitRetryAfter: described("A rate limit's 429 has a Retry-After header.", flag(true)),
        rateWindow: described(
          'Rate limit windows are fixed, or slide so that they end with each request.',
          choice('fixed', 'sliding'),
        ),
        validationStatus: described('The status for a validation_error.', choice(400, 422)),
        codes: v.optional(
          section("Error codes by status, for errors whose code the contract doesn't define.", {
            '401': code('a 401', 'unauthorized'),
            '403': code('a 403', 'forbidden'),
            '409': code('a 409', 'conflict'),
            '413': code('a 413', 'payload_too_large'),
            '429': code('a 429', 'rate_limited'),
            '5xx': code('a 500 or any higher status', 'internal_error'),
          }),
          {},
        ),
      }),
      {},
    ),
    limits: v.optional(
      section('Size limits for all services. null means unlimited.', {
        keyBytes: described(
          `The maximum key length in UTF-8 bytes. Keys can't be longer than ${KEY_LENGTH_MAX} characters in any case.`,
          bound(null),
        ),
        keyCharacters: described(
          'Which characters and ranges keys can contain, e.g. "A-Za-z0-9_.:-". null allows all of them.',
          v.optional(v.nullable(characters), null),
        ),
        keyStatus: described(
          "The status for a key that's too long or contains other characters.",
          choice(413, 400, 404, 414),
        ),
        valueBytes: described(
          'The maximum length of a value in bytes of JSON text. A longer one gets a 413.',
          bound(null),
        ),
        bodyBytes: described(
          'The maximum length of a request body in bytes. A longer one gets a 413. null means 64 MiB.',
          bound(10_485_760),
        ),
      }),
      {},
    ),
    http: v.optional(
      section('HTTP behaviour of all services.', {
        notShown: described(
          "The status for anything the contract doesn't show. With 405, unknown methods get a 405 with Allow and unknown paths a 404.",
          choice(501, 404, 405),
        ),
        contentType: described(
          'Request bodies can have any Content-Type, or must be JSON (415 if not).',
          choice('any', 'require'),
        ),
        charset: described('The Content-Type of responses names the charset.', flag(false)),
      }),
      {},
    ),
  })

let made: ReturnType<typeof makeSchema> | undefined

/** Created on first use: it takes a tenth of the startup time, and most runs only need the defaults. */
export function profileSchema() {
  made ??= makeSchema()
  return made
}
