/** The options of the profile that change outcomes, with the defaults of docs/DESIGN.md section 6. */
export interface Profile {
  readonly kv: {
    readonly putStatus: 200 | 201
    readonly deleteStatus: 200 | 204
    readonly deleteMissing: 404 | 'ok'
    readonly deleteBody: 'ok+key' | 'ok'
    readonly valueMissing: 'reject' | 'null'
    readonly ttlMissing: 'reject' | number
    readonly ttlInvalid: 'reject' | 'truncate'
    readonly ttlEcho: 'clamped' | 'requested'
    readonly readTtl: 'original' | 'remaining'
    readonly createdAtOnUpsert: 'kept' | 'renewed'
    readonly countMisses: boolean
    readonly storageOf: 'key+value' | 'value'
    readonly expiredStorage: 'counted' | 'freed'
    readonly defaultLimits: Limits
    readonly listWithScopedKey: 401 | 403 | 'allow'
    readonly quotaRetryAfter: boolean
  }
  readonly config: {
    readonly putStatus: 200 | 201
    readonly deleteStatus: 200 | 204
    readonly deleteMissing: 404 | 'ok'
    readonly deleteBody: 'ok+key' | 'ok'
  }
  readonly auth: { readonly foreignKey: 401 | 403; readonly notOwner: 403 | 404 }
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
    readonly rateLimitRetryAfter: boolean
    readonly codes: Readonly<Record<string, string>>
  }
}

export interface Limits {
  readonly reads: number
  readonly writes: number
  readonly lists: number
  readonly storageBytes: number
}

/** Some options, by section. */
export type ProfileChanges = { readonly [Section in keyof Profile]?: Partial<Profile[Section]> }

export const DEFAULTS: Profile = {
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
    countMisses: true,
    storageOf: 'key+value',
    expiredStorage: 'counted',
    defaultLimits: { reads: 1_000_000, writes: 100_000, lists: 10_000, storageBytes: 104_857_600 },
    listWithScopedKey: 401,
    quotaRetryAfter: false,
  },
  config: { putStatus: 200, deleteStatus: 200, deleteMissing: 404, deleteBody: 'ok+key' },
  auth: { foreignKey: 403, notOwner: 403 },
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
    rateLimitRetryAfter: true,
    codes: {
      401: 'unauthorized',
      403: 'forbidden',
      409: 'conflict',
      413: 'payload_too_large',
      429: 'rate_limited',
      '5xx': 'internal_error',
    },
  },
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
