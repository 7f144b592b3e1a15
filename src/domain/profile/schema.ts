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
} from './kinds.js'

/**
 * Defines what the emulator does where the contract says "not shown" (docs/gaps.md). Each option is declared once, with
 * its description, values and default. Validation, the list of options, the seed schema and the types in
 * profile-types.ts are all derived from this.
 */

/** Options that both stores have. @param what describes what they store, e.g. "an entry" */
const writes = (what: string) => ({
  putStatus: described(
    `The status of a successful put of ${what}; "201 or 200": 201 for a new key, 200 for one that is replaced.`,
    choice(200, 201, '201 or 200'),
  ),
  deleteStatus: described(
    `The status of a successful delete of ${what}; a 204 has no body.`,
    choice(200, 204),
  ),
  deleteMissing: described(
    `What deleting ${what} that is not there answers: a 404, or what a delete answers.`,
    choice(404, 'ok'),
  ),
  deleteBody: described(
    `The body of a successful delete of ${what}: {ok, key}, or {ok}.`,
    choice('ok+key', 'ok'),
  ),
  unknownMembers: described(
    `What a put of ${what} does with members that the contract does not show.`,
    choice('ignore', 'reject'),
  ),
})

const makeSchema = () =>
  section('How the gaps of the contract behave, by section: { kv: { putStatus: 201 } }.', {
    kv: v.optional(
      section('The key-value store.', {
        ...writes('an entry'),
        valueMissing: described(
          'What a put without value does: it is refused with 400, or stores null.',
          choice('reject', 'null'),
        ),
        ttlMissing: described(
          'What a put without ttlSeconds does: it is refused with 400, or the entry lives for this number of seconds.',
          secondsOrReject,
        ),
        ttlInvalid: described(
          'What a put whose ttlSeconds is not an integer does: it is refused with 400, or a number is truncated.',
          choice('reject', 'truncate'),
        ),
        ttlEcho: described(
          'The ttlSeconds in the answer to a put of fewer than 60: 60, or what was sent.',
          choice('clamped', 'requested'),
        ),
        readTtl: described(
          'The ttlSeconds in reads and lists: as it was put, or what remains of it, rounded up or down to a second.',
          choice('original', 'remaining', 'remaining-floor'),
        ),
        createdAtOnUpsert: described(
          'Whether a put over a live key keeps its createdAt.',
          choice('kept', 'renewed'),
        ),
        createdAtPrecision: described('The precision of createdAt.', choice('milliseconds', 'seconds')),
        countMisses: described('Whether reads that find no key count as reads.', flag(true)),
        countRefusedPuts: described(
          'Whether puts that pass the quota, and are refused then, count as writes.',
          flag(false),
        ),
        countMissingDeletes: described('Whether deletes of missing keys count as deletes.', flag(false)),
        storageOf: described(
          'What occupies storage: the bytes of keys and of values, or of values alone.',
          choice('key+value', 'value'),
        ),
        expiredStorage: described(
          'Whether expired entries occupy storage until a request meets them.',
          choice('counted', 'freed'),
        ),
        defaultLimits: v.optional(
          section('The limits of namespaces that set none; 0 allows nothing.', {
            reads: limit('Reads a month.', 1_000_000),
            writes: limit('Writes a month.', 100_000),
            lists: limit('Lists a month.', 10_000),
            storageBytes: limit('Bytes stored at a time.', 104_857_600),
          }),
          {},
        ),
        listWithScopedKey: described(
          'What a list with an API key in place of a token answers: this status, or the keys if the scope is read or admin.',
          choice(401, 403, 'allow'),
        ),
        quotaRetryAfter: described(
          'Whether a 429 for a monthly quota has Retry-After, the seconds to the next month.',
          flag(false),
        ),
        invalidStatus: described('The status of a put whose body is malformed or invalid.', choice(400, 422)),
        checkOrder: described(
          'What an invalid read or put answers once its quota is used up: 429, or what is wrong with the request.',
          choice('quota-first', 'request-first'),
        ),
      }),
      {},
    ),
    config: v.optional(section('The config store.', writes('a config entry')), {}),
    auth: v.optional(
      section('The credentials of the key-value store and of the config store.', {
        foreignKey: described(
          'The status for an API key of another namespace or store.',
          choice(403, 401, 404),
        ),
        missingNamespace: described(
          'Whether a missing namespace or store is reported before an unknown key (404), or after it (401).',
          choice('first', 'after-key'),
        ),
        notOwner: described(
          'The status for the token of somebody who does not own the namespace.',
          choice(403, 404),
        ),
        jwt: described(
          'What a token needs: a signature that is verified, or the form of a token alone.',
          choice('verify', 'decode'),
        ),
        jwksFile: described(
          'A file with the JSON Web Key Set of another provider, whose tokens are taken too; read again as it changes.',
          optionalText,
        ),
        secret: described(
          'The secret of another provider, whose tokens (HS256, HS384, HS512) are taken too.',
          optionalText,
        ),
        tokenTime: described(
          'The clock that exp and nbf of tokens are held against; "real" for those of a real provider while the clock is moved.',
          choice('virtual', 'real'),
        ),
        ownerClaim: described('The claim of a token that names the owner.', v.optional(text, 'sub')),
        challenge: described('Whether a 401 has WWW-Authenticate.', flag(false)),
        issuer: described('The iss that tokens must have; null: any, or none.', optionalText),
        audience: described('The aud that tokens must have; null: any, or none.', optionalText),
        leeway: described('Seconds by which exp and nbf of tokens may be missed.', v.optional(count(0), 0)),
      }),
      {},
    ),
    errors: v.optional(
      section('The errors of the key-value store and of the config store.', {
        shape: described(
          'The form of an error: {ok, error: code, message}, {ok, error: {code, message}}, or {ok, code, message}.',
          choice('flat', 'nested', 'code'),
        ),
        codes: v.optional(
          section('Error codes, by status, if the contract has none.', {
            '400': codeOrNone('a 400', null),
            '401': codeOrNone('a 401', null),
            '403': codeOrNone('a 403', null),
            '404': codeOrNone('a 404', null),
            '413': codeOrNone('a 413', 'payload_too_large'),
            '5xx': codeOrNone('a 500, or another status from there', 'internal_error'),
          }),
          {},
        ),
      }),
      {},
    ),
    database: v.optional(
      section('The document database.', {
        defaultPageSize: described('Records on a page if no limit is asked for.', v.optional(count(1), 20)),
        maxPageSize: described('The most records on a page.', v.optional(count(1), 100)),
        overMax: described(
          'What a limit above maxPageSize does: it is cut down to that, or refused with 400.',
          choice('clamp', 'reject'),
        ),
        next: described(
          'What x-next holds: the whole URL of the next page, its path, or the bare cursor.',
          choice('url', 'path', 'cursor'),
        ),
        createProjectStatus: described('The status of a successful create of a project.', choice(201, 200)),
        scopedOut: described('The status for a document outside the scope of the key.', choice(403, 404)),
        documentIdInvalid: described('The status for a document id that is not an int64.', choice(400, 404)),
        limitZero: described('What limit=0 answers: a 400, or an empty list.', choice('reject', 'empty')),
        contentNull: described(
          'What a create with content null does: it is refused with 400, or done as if there were none.',
          choice('reject', 'accept'),
        ),
        descriptionNull: described(
          'What a create with description null does: it is refused with 400, or done as if there were none.',
          choice('reject', 'accept'),
        ),
        absentMembers: described(
          'What a content or description that a record does not have is in answers.',
          choice('left-out', 'null'),
        ),
        unknownMembers: described(
          'What a create does with members that the contract does not show.',
          choice('ignore', 'reject'),
        ),
        sentId: described('What a create does with an id in its body.', choice('ignore', 'reject')),
        rateLimitRetryAfter: described('Whether a 429 for the rate limit has Retry-After.', flag(true)),
        rateWindow: described(
          'Whether the windows of the rate limit are fixed, or end with each request.',
          choice('fixed', 'sliding'),
        ),
        validationStatus: described('The status that comes with validation_error.', choice(400, 422)),
        codes: v.optional(
          section('Error codes, by status, if the contract has none.', {
            '401': code('a 401', 'unauthorized'),
            '403': code('a 403', 'forbidden'),
            '409': code('a 409', 'conflict'),
            '413': code('a 413', 'payload_too_large'),
            '429': code('a 429', 'rate_limited'),
            '5xx': code('a 500, or another status from there', 'internal_error'),
          }),
          {},
        ),
      }),
      {},
    ),
    limits: v.optional(
      section('Sizes, for all of the services; null: no limit.', {
        keyBytes: described(
          `The longest key, in bytes of UTF-8; none has more than ${KEY_LENGTH_MAX} characters.`,
          bound(null),
        ),
        keyCharacters: described(
          'The characters that keys may have, and ranges of them, such as "A-Za-z0-9_.:-"; null: any.',
          v.optional(v.nullable(characters), null),
        ),
        keyStatus: described(
          'The status for a key that is too long or has other characters.',
          choice(413, 400, 404, 414),
        ),
        valueBytes: described(
          'The longest value, in bytes of its JSON text; a longer one answers 413.',
          bound(null),
        ),
        bodyBytes: described(
          'The longest request body, in bytes, null: 64 MiB; a longer one answers 413.',
          bound(10_485_760),
        ),
      }),
      {},
    ),
    http: v.optional(
      section('HTTP, for all of the services.', {
        notShown: described(
          'The status for what the contract does not show; 405: for a method, with Allow, and 404 for a path.',
          choice(501, 404, 405),
        ),
        contentType: described(
          'Whether request bodies may have any Content-Type, or must be JSON (else 415).',
          choice('any', 'require'),
        ),
        charset: described('Whether the Content-Type of answers names the charset, utf-8.', flag(false)),
      }),
      {},
    ),
  })

let made: ReturnType<typeof makeSchema> | undefined

/** Created lazily, since it takes a tenth of the startup time and most runs only need the defaults. */
export function profileSchema() {
  made ??= makeSchema()
  return made
}
