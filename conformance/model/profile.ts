/** Returns a default value, typed as a union of all the values that the option can have. */
const option = <Values>(value: Values): Values => value

type PutStatus = 200 | 201 | '201 or 200'
type Codes = Readonly<Record<string, string | null>>

export interface ModelLimits {
  readonly reads: number
  readonly writes: number
  readonly lists: number
  readonly storageBytes: number
}

const WRITES = {
  putStatus: option<PutStatus>(200),
  deleteStatus: option<200 | 204>(200),
  deleteMissing: option<404 | 'ok'>(404),
  deleteBody: option<'ok+key' | 'ok'>('ok+key'),
  unknownMembers: option<'ignore' | 'reject'>('ignore'),
}

/** The options in the profile that affect results, with the defaults from docs/gaps.md. */
export const DEFAULTS = {
  kv: {
    ...WRITES,
    valueMissing: option<'reject' | 'null'>('reject'),
    ttlMissing: option<'reject' | number>('reject'),
    ttlInvalid: option<'reject' | 'truncate'>('reject'),
    ttlEcho: option<'clamped' | 'requested'>('clamped'),
    readTtl: option<'original' | 'remaining' | 'remaining-floor'>('original'),
    createdAtOnUpsert: option<'kept' | 'renewed'>('kept'),
    createdAtPrecision: option<'milliseconds' | 'seconds'>('milliseconds'),
    countMisses: true,
    countRefusedPuts: false,
    countMissingDeletes: false,
    storageOf: option<'key+value' | 'value'>('key+value'),
    expiredStorage: option<'counted' | 'freed'>('counted'),
    defaultLimits: option<ModelLimits>({
      reads: 1_000_000,
      writes: 100_000,
      lists: 10_000,
      storageBytes: 104_857_600,
    }),
    listWithScopedKey: option<401 | 403 | 'allow'>(401),
    quotaRetryAfter: false,
    invalidStatus: option<400 | 422>(400),
    checkOrder: option<'quota-first' | 'request-first'>('quota-first'),
  },
  config: WRITES,
  auth: {
    foreignKey: option<401 | 403 | 404>(403),
    missingNamespace: option<'first' | 'after-key'>('first'),
    notOwner: option<403 | 404>(403),
    jwt: option<'verify' | 'decode'>('verify'),
    tokenTime: option<'virtual' | 'real'>('virtual'),
    ownerClaim: 'sub',
    challenge: false,
    issuer: option<string | null>(null),
    audience: option<string | null>(null),
    /** In seconds. */
    leeway: 0,
  },
  errors: {
    shape: option<'flat' | 'nested' | 'code'>('flat'),
    codes: option<Codes>({
      400: null,
      401: null,
      403: null,
      404: null,
      413: 'payload_too_large',
      '5xx': 'internal_error',
    }),
  },
  database: {
    defaultPageSize: 20,
    maxPageSize: 100,
    overMax: option<'clamp' | 'reject'>('clamp'),
    next: option<'url' | 'path' | 'cursor'>('url'),
    createProjectStatus: option<200 | 201>(201),
    scopedOut: option<403 | 404>(403),
    documentIdInvalid: option<400 | 404>(400),
    limitZero: option<'reject' | 'empty'>('reject'),
    contentNull: option<'reject' | 'accept'>('reject'),
    descriptionNull: option<'reject' | 'accept'>('reject'),
    absentMembers: option<'left-out' | 'null'>('left-out'),
    unknownMembers: option<'ignore' | 'reject'>('ignore'),
    sentId: option<'ignore' | 'reject'>('ignore'),
    rateLimitRetryAfter: true,
    rateWindow: option<'fixed' | 'sliding'>('fixed'),
    validationStatus: option<400 | 422>(400),
    codes: option<Readonly<Record<string, string>>>({
      401: 'unauthorized',
      403: 'forbidden',
      409: 'conflict',
      413: 'payload_too_large',
      429: 'rate_limited',
      '5xx': 'internal_error',
    }),
  },
  limits: {
    keyBytes: option<number | null>(null),
    /** Characters and ranges, as in a character class of a regular expression. */
    keyCharacters: option<string | null>(null),
    keyStatus: option<413 | 400 | 404 | 414>(413),
    valueBytes: option<number | null>(null),
    bodyBytes: option<number | null>(10_485_760),
  },
  http: {
    notShown: option<501 | 404 | 405>(501),
    contentType: option<'any' | 'require'>('any'),
    charset: false,
  },
}

export type ModelProfile = Readonly<typeof DEFAULTS>

/** A subset of the options, by section. */
export type ProfileChanges = { readonly [Section in keyof ModelProfile]?: Partial<ModelProfile[Section]> }

/** Returns a copy of the profile with these changes merged in. */
export function changed<T extends object>(base: T, changes: object): T {
  const result: Record<string, unknown> = Object.fromEntries(Object.entries(base))
  for (const [name, value] of Object.entries(changes)) {
    const before = result[name]
    result[name] = isPlain(before) && isPlain(value) ? changed(before, value) : value
  }
  return result as T
}

const isPlain = (value: unknown): value is object => typeof value === 'object' && value !== null
