/**
 * The contract's gaps as data: every "not shown" that is an option of the profile (docs/DESIGN.md section 6), with the
 * needs of a client that can see how a service fills it. `emulator probe` joins each row with a way to observe it.
 */

import type { Need } from '../subject.js'

/** One gap: the option that decides it, and the needs of a client that can see how a service fills it. */
export interface Gap {
  /** The option's path in the profile, e.g. `kv.putStatus`. */
  readonly option: string
  /** The question that the contract leaves open, in one sentence. */
  readonly meaning: string
  /** The needs of a client that can see it; `nobody`: no client can, with any credentials. */
  readonly sees: readonly Need[] | 'nobody'
  /** Why it may stay hidden: always for `nobody`, otherwise from clients that have all they need. */
  readonly hidden?: string
}

const KEY: readonly Need[] = ['kv.writer']
const STORE_KEY: readonly Need[] = ['store.writer']

const NO_BODY = 'deletes are answered without a body'
const FEW_RECORDS = 'all the records that the key sees fit on one page'

/** The gaps that PUT and DELETE of A and of B share. */
function writeGaps(section: 'kv' | 'config', what: string, sees: readonly Need[]): readonly Gap[] {
  return [
    { option: `${section}.putStatus`, meaning: `The status of a successful put of ${what}.`, sees },
    { option: `${section}.deleteStatus`, meaning: `The status of a successful delete of ${what}.`, sees },
    {
      option: `${section}.deleteMissing`,
      meaning: `Whether deleting ${what} that is not there is refused or done.`,
      sees,
    },
    {
      option: `${section}.deleteBody`,
      meaning: `What the body of a successful delete of ${what} holds.`,
      sees,
      hidden: NO_BODY,
    },
  ]
}

const kvGaps: readonly Gap[] = [
  ...writeGaps('kv', 'a key', KEY),
  { option: 'kv.valueMissing', meaning: 'What a put without value does.', sees: KEY },
  {
    option: 'kv.ttlMissing',
    meaning: 'What a put without ttlSeconds does: it is refused, or gets this many seconds.',
    sees: KEY,
    hidden: 'below 60 every number comes to the same where the clamped one is echoed',
  },
  { option: 'kv.ttlInvalid', meaning: 'What a put with a ttlSeconds that is no integer does.', sees: KEY },
  {
    option: 'kv.ttlEcho',
    meaning: 'Whether the answer to a put below 60 seconds shows the clamped or the requested number.',
    sees: KEY,
  },
  {
    option: 'kv.readTtl',
    meaning: 'Whether reads show ttlSeconds as it was written or what remains of it.',
    sees: ['kv.writer', 'kv.reader', 'time.pass'],
  },
  {
    option: 'kv.createdAtOnUpsert',
    meaning: 'Whether a put on a live key keeps its createdAt.',
    sees: ['kv.writer', 'bearer', 'time.pass'],
  },
  {
    option: 'kv.countMisses',
    meaning: 'Whether a read that finds no key counts as a read.',
    sees: ['kv.reader', 'bearer'],
  },
  {
    option: 'kv.storageOf',
    meaning: 'Whether storageBytes counts keys and values, or values alone.',
    sees: ['kv.writer', 'bearer'],
  },
  {
    option: 'kv.expiredStorage',
    meaning: 'Whether expired entries that nothing has met yet occupy storage.',
    sees: ['kv.writer', 'bearer', 'time.pass'],
  },
  ...['reads', 'writes', 'lists', 'storageBytes'].map(
    (name): Gap => ({
      option: `kv.defaultLimits.${name}`,
      meaning: `The limit of ${name} that a namespace has where nobody set one.`,
      sees: ['kv.default'],
    }),
  ),
  {
    option: 'kv.listWithScopedKey',
    meaning: 'How listing the keys with a scoped key is answered.',
    sees: ['kv.reader'],
  },
  {
    option: 'kv.quotaRetryAfter',
    meaning: 'Whether a 429 for a monthly quota carries Retry-After.',
    sees: ['limited'],
  },
  {
    option: 'kv.invalidStatus',
    meaning: 'The status of a put whose body is malformed or invalid.',
    sees: KEY,
  },
]

const authGaps: readonly Gap[] = [
  {
    option: 'auth.foreignKey',
    meaning: 'The status for a key of another namespace or store.',
    sees: ['kv', 'kv.foreign'],
  },
  {
    option: 'auth.notOwner',
    meaning: 'The status for a valid token of somebody who does not own the namespace.',
    sees: ['kv', 'bearer.stranger'],
  },
  {
    option: 'auth.jwt',
    meaning: "Whether a token's signature is checked.",
    sees: ['kv', 'bearer'],
  },
  {
    option: 'auth.jwksFile',
    meaning: 'The file with the keys of further issuers of tokens.',
    sees: 'nobody',
    hidden: 'which file the emulator reads is its own affair',
  },
  {
    option: 'auth.secret',
    meaning: 'The secret that signs tokens of a further issuer.',
    sees: 'nobody',
    hidden: 'no service shows a secret',
  },
  {
    option: 'auth.tokenTime',
    meaning: 'The clock that exp and nbf of tokens are held against.',
    sees: ['kv', 'bearer', 'tokens', 'time.leap'],
  },
  {
    option: 'auth.ownerClaim',
    meaning: 'The claim of a token that names the owner.',
    sees: ['kv', 'bearer', 'tokens'],
  },
]

const codeGap = (option: string, what: string, sees: readonly Need[], hidden?: string): Gap => ({
  option,
  meaning: `The code of ${what}.`,
  sees,
  ...(hidden === undefined ? {} : { hidden }),
})

const errorGaps: readonly Gap[] = [
  {
    option: 'errors.shape',
    meaning: 'Which members of an error body of A and B carry the code and the message.',
    sees: ['kv'],
    hidden: 'no error that can be brought about carries a code',
  },
  codeGap('errors.codes.400', 'a 400 of A and B', ['kv.writer']),
  codeGap('errors.codes.401', 'a 401 of A and B', ['kv']),
  codeGap('errors.codes.403', 'a 403 of A and B for an insufficient scope', ['kv.read']),
  codeGap('errors.codes.404', 'a 404 of A and B', ['kv.reader']),
  codeGap('errors.codes.413', 'a 413 of A and B', ['kv', 'provoke']),
  codeGap('errors.codes.5xx', 'a 5xx of A and B', ['kv', 'provoke']),
]

const databaseGaps: readonly Gap[] = [
  {
    option: 'database.defaultPageSize',
    meaning: 'How many records a page holds where no limit is asked for.',
    sees: ['db'],
    hidden: FEW_RECORDS,
  },
  {
    option: 'database.maxPageSize',
    meaning: 'The largest page that a limit brings.',
    sees: ['db'],
    hidden: FEW_RECORDS,
  },
  {
    option: 'database.overMax',
    meaning: 'Whether a limit above the largest page is cut down or refused.',
    sees: ['db'],
    hidden: FEW_RECORDS,
  },
  {
    option: 'database.next',
    meaning: 'Whether x-next is a URL, a path or a bare cursor.',
    sees: ['db'],
    hidden: 'the key sees fewer than two records',
  },
  {
    option: 'database.createProjectStatus',
    meaning: 'The status of a created project.',
    sees: ['db.create'],
  },
  {
    option: 'database.scopedOut',
    meaning: "The status for a document outside the key's scope.",
    sees: ['db.scoped'],
  },
  {
    option: 'database.documentIdInvalid',
    meaning: 'The status for a document id that is no int64.',
    sees: ['db'],
  },
  { option: 'database.limitZero', meaning: 'What limit=0 is answered with.', sees: ['db'] },
  {
    option: 'database.contentNull',
    meaning: 'Whether a document may be created with content null.',
    sees: ['db.create'],
  },
  {
    option: 'database.descriptionNull',
    meaning: 'Whether a project may be created with description null.',
    sees: ['db.create'],
  },
  {
    option: 'database.rateLimitRetryAfter',
    meaning: 'Whether a 429 of the database carries Retry-After.',
    sees: ['ratelimit'],
  },
  {
    option: 'database.validationStatus',
    meaning: 'The status that comes with validation_error.',
    sees: ['db.create'],
  },
  {
    option: 'database.invalidRequestStatus',
    meaning: 'The status that comes with invalid_request.',
    sees: ['db'],
  },
  codeGap('database.codes.401', 'a 401 of C', ['db']),
  codeGap('database.codes.403', 'a 403 of C', ['db.blind'], 'such a key is shown an empty list instead'),
  codeGap('database.codes.409', 'a 409 of C', ['db', 'provoke']),
  codeGap('database.codes.413', 'a 413 of C', ['db', 'provoke']),
  codeGap('database.codes.429', 'a 429 of C', ['ratelimit']),
  codeGap('database.codes.5xx', 'a 5xx of C', ['db', 'provoke']),
]

const limitAndHttpGaps: readonly Gap[] = [
  {
    option: 'limits.keyBytes',
    meaning: 'The longest key, in bytes of UTF-8.',
    sees: ['kv.reader'],
    hidden: 'it is above 2,048, or there is none: a careful client tries no longer key',
  },
  {
    option: 'limits.bodyBytes',
    meaning: 'The longest request body, in bytes.',
    sees: ['kv.writer'],
    hidden: 'it is above 65,536, or there is none: a careful client sends no more',
  },
  {
    option: 'limits.valueBytes',
    meaning: 'The longest value, in bytes of its JSON text.',
    sees: ['kv.writer'],
    hidden: 'it is above 65,000 or above what a body holds, or there is none: a careful client sends no more',
  },
  {
    option: 'http.notShown',
    meaning: 'How a method or path that the contract does not show is answered.',
    sees: ['kv.reader'],
  },
  {
    option: 'http.contentType',
    meaning: 'Whether request bodies must be sent as JSON.',
    sees: ['kv.writer'],
  },
]

/** Every gap, each option once. */
export const GAPS: readonly Gap[] = [
  ...kvGaps,
  ...writeGaps('config', 'a config entry', STORE_KEY),
  ...authGaps,
  ...errorGaps,
  ...databaseGaps,
  ...limitAndHttpGaps,
]
