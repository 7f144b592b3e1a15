/** The options of the profile that change outcomes, with the defaults of docs/DESIGN.md section 6. */
export interface ModelProfile {
  readonly kv: {
    readonly putStatus: PutStatus
    readonly deleteStatus: 200 | 204
    readonly deleteMissing: 404 | 'ok'
    readonly deleteBody: 'ok+key' | 'ok'
    readonly valueMissing: 'reject' | 'null'
    readonly ttlMissing: 'reject' | number
    readonly ttlInvalid: 'reject' | 'truncate'
    readonly ttlEcho: 'clamped' | 'requested'
    readonly readTtl: 'original' | 'remaining' | 'remaining-floor'
    readonly createdAtOnUpsert: 'kept' | 'renewed'
    readonly createdAtPrecision: 'milliseconds' | 'seconds'
    readonly countMisses: boolean
    readonly countRefusedPuts: boolean
    readonly countMissingDeletes: boolean
    readonly storageOf: 'key+value' | 'value'
    readonly expiredStorage: 'counted' | 'freed'
    readonly defaultLimits: ModelLimits
    readonly listWithScopedKey: 401 | 403 | 'allow'
    readonly quotaRetryAfter: boolean
    readonly invalidStatus: 400 | 422
    readonly checkOrder: 'quota-first' | 'request-first'
  }
  readonly config: {
    readonly putStatus: PutStatus
    readonly deleteStatus: 200 | 204
    readonly deleteMissing: 404 | 'ok'
    readonly deleteBody: 'ok+key' | 'ok'
  }
  readonly auth: {
    readonly foreignKey: 401 | 403 | 404
    readonly missingNamespace: 'first' | 'after-key'
    readonly notOwner: 403 | 404
    readonly jwt: 'verify' | 'decode'
    readonly tokenTime: 'virtual' | 'real'
    readonly ownerClaim: string
    readonly challenge: boolean
    readonly issuer: string | null
    readonly audience: string | null
    /** s */
    readonly leeway: number
  }
  readonly errors: {
    readonly shape: 'flat' | 'nested' | 'code'
    readonly codes: Readonly<Record<string, string | null>>
  }
  readonly database: {
    readonly defaultPageSize: number
    readonly maxPageSize: number
    readonly overMax: 'clamp' | 'reject'
    readonly next: 'url' | 'path' | 'cursor'
    readonly createProjectStatus: 200 | 201
    readonly scopedOut: 403 | 404
    readonly documentIdInvalid: 400 | 404
    readonly limitZero: 'reject' | 'empty'
    readonly contentNull: 'reject' | 'accept'
    readonly descriptionNull: 'reject' | 'accept'
    readonly absentMembers: 'left-out' | 'null'
    readonly unknownMembers: 'ignore' | 'reject'
    readonly sentId: 'ignore' | 'reject'
    readonly rateLimitRetryAfter: boolean
    readonly rateWindow: 'fixed' | 'sliding'
    readonly validationStatus: 400 | 422
    readonly codes: Readonly<Record<string, string>>
  }
  readonly limits: {
    readonly keyBytes: number | null
    /** Characters and ranges of them, as between the brackets of a regular expression. */
    readonly keyCharacters: string | null
    readonly keyStatus: 413 | 400 | 404 | 414
    readonly valueBytes: number | null
    readonly bodyBytes: number | null
  }
  readonly http: {
    readonly notShown: 501 | 404 | 405
    readonly contentType: 'any' | 'require'
    readonly charset: boolean
  }
}

type PutStatus = 200 | 201 | '201 or 200'

export interface ModelLimits {
  readonly reads: number
  readonly writes: number
  readonly lists: number
  readonly storageBytes: number
}

/** Some options, by section. */
export type ProfileChanges = { readonly [Section in keyof ModelProfile]?: Partial<ModelProfile[Section]> }

export const DEFAULTS: ModelProfile = {
  kv: {
    putStatus: 200,
    deleteStatus: 200,
    deleteMissing: 404,
    deleteBody: 'ok+key',
    valueMissing: 'reject',
    ttlMissing: 'reject',
    ttlInvalid: 'reject',
    ttlEcho: 'clamped',
    readTtl: 'original',
    createdAtOnUpsert: 'kept',
    createdAtPrecision: 'milliseconds',
    countMisses: true,
    countRefusedPuts: false,
    countMissingDeletes: false,
    storageOf: 'key+value',
    expiredStorage: 'counted',
    defaultLimits: { reads: 1_000_000, writes: 100_000, lists: 10_000, storageBytes: 104_857_600 },
    listWithScopedKey: 401,
    quotaRetryAfter: false,
    invalidStatus: 400,
    checkOrder: 'quota-first',
  },
  config: { putStatus: 200, deleteStatus: 200, deleteMissing: 404, deleteBody: 'ok+key' },
  auth: {
    foreignKey: 403,
    missingNamespace: 'first',
    notOwner: 403,
    jwt: 'verify',
    tokenTime: 'virtual',
    ownerClaim: 'sub',
    challenge: false,
    issuer: null,
    audience: null,
    leeway: 0,
  },
  errors: {
    shape: 'flat',
    codes: {
      400: null,
      401: null,
      403: null,
      404: null,
      413: 'payload_too_large',
      '5xx': 'internal_error',
    },
  },
  database: {
    defaultPageSize: 20,
    maxPageSize: 100,
    overMax: 'clamp',
    next: 'url',
    createProjectStatus: 201,
    scopedOut: 403,
    documentIdInvalid: 400,
    limitZero: 'reject',
    contentNull: 'reject',
    descriptionNull: 'reject',
    absentMembers: 'left-out',
    unknownMembers: 'ignore',
    sentId: 'ignore',
    rateLimitRetryAfter: true,
    rateWindow: 'fixed',
    validationStatus: 400,
    codes: {
      401: 'unauthorized',
      403: 'forbidden',
      409: 'conflict',
      413: 'payload_too_large',
      429: 'rate_limited',
      '5xx': 'internal_error',
    },
  },
  limits: { keyBytes: null, keyCharacters: null, keyStatus: 413, valueBytes: null, bodyBytes: 10_485_760 },
  http: { notShown: 501, contentType: 'any', charset: false },
}

/** The profile with some options changed, object by object. */
export function changed<T extends object>(base: T, changes: object): T {
  const result: Record<string, unknown> = Object.fromEntries(Object.entries(base))
  for (const [name, value] of Object.entries(changes)) {
    const before = result[name]
    result[name] = isPlain(before) && isPlain(value) ? changed(before, value) : value
  }
  return result as T
}

const isPlain = (value: unknown): value is object => typeof value === 'object' && value !== null
