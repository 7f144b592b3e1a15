// Written from the schema of seeds by `npm run generate`.

/**
 * Every option with its present value. Immutable: a change makes a new profile.
 *
 * @example
 * const { kv } = await emulator.profile.get()
 */
export interface Profile {
  /** The key-value store. */
  readonly kv: {
    /**
     * The status of a successful put of an entry; "201 or 200": 201 for a new key, 200 for one that is
     * replaced. Default: 200.
     */
    readonly putStatus: 200 | 201 | '201 or 200'
    /** The status of a successful delete of an entry; a 204 has no body. Default: 200. */
    readonly deleteStatus: 200 | 204
    /** What deleting an entry that is not there answers: a 404, or what a delete answers. Default: 404. */
    readonly deleteMissing: 404 | 'ok'
    /** The body of a successful delete of an entry: {ok, key}, or {ok}. Default: "ok+key". */
    readonly deleteBody: 'ok+key' | 'ok'
    /** What a put of an entry does with members that the contract does not show. Default: "ignore". */
    readonly unknownMembers: 'ignore' | 'reject'
    /** What a put without value does: it is refused with 400, or stores null. Default: "reject". */
    readonly valueMissing: 'reject' | 'null'
    /**
     * What a put without ttlSeconds does: it is refused with 400, or the entry lives for this number of
     * seconds. Default: "reject".
     */
    readonly ttlMissing: 'reject' | number
    /**
     * What a put whose ttlSeconds is not an integer does: it is refused with 400, or a number is truncated.
     * Default: "reject".
     */
    readonly ttlInvalid: 'reject' | 'truncate'
    /** The ttlSeconds in the answer to a put of fewer than 60: 60, or what was sent. Default: "clamped". */
    readonly ttlEcho: 'clamped' | 'requested'
    /**
     * The ttlSeconds in reads and lists: as it was put, or what remains of it, rounded up or down to a
     * second. Default: "original".
     */
    readonly readTtl: 'original' | 'remaining' | 'remaining-floor'
    /** Whether a put over a live key keeps its createdAt. Default: "kept". */
    readonly createdAtOnUpsert: 'kept' | 'renewed'
    /** The precision of createdAt. Default: "milliseconds". */
    readonly createdAtPrecision: 'milliseconds' | 'seconds'
    /** Whether reads that find no key count as reads. Default: true. */
    readonly countMisses: boolean
    /** Whether puts that pass the quota, and are refused then, count as writes. Default: false. */
    readonly countRefusedPuts: boolean
    /** Whether deletes of missing keys count as deletes. Default: false. */
    readonly countMissingDeletes: boolean
    /** What occupies storage: the bytes of keys and of values, or of values alone. Default: "key+value". */
    readonly storageOf: 'key+value' | 'value'
    /** Whether expired entries occupy storage until a request meets them. Default: "counted". */
    readonly expiredStorage: 'counted' | 'freed'
    /** The limits of namespaces that set none; 0 allows nothing. */
    readonly defaultLimits: {
      /** Reads a month. Default: 1000000. */
      readonly reads: number
      /** Writes a month. Default: 100000. */
      readonly writes: number
      /** Lists a month. Default: 10000. */
      readonly lists: number
      /** Bytes stored at a time. Default: 104857600. */
      readonly storageBytes: number
    }
    /**
     * What a list with an API key in place of a token answers: this status, or the keys if the scope is read
     * or admin. Default: 401.
     */
    readonly listWithScopedKey: 401 | 403 | 'allow'
    /** Whether a 429 for a monthly quota has Retry-After, the seconds to the next month. Default: false. */
    readonly quotaRetryAfter: boolean
    /** The status of a put whose body is malformed or invalid. Default: 400. */
    readonly invalidStatus: 400 | 422
    /**
     * What an invalid read or put answers once its quota is used up: 429, or what is wrong with the request.
     * Default: "quota-first".
     */
    readonly checkOrder: 'quota-first' | 'request-first'
  }
  /** The config store. */
  readonly config: {
    /**
     * The status of a successful put of a config entry; "201 or 200": 201 for a new key, 200 for one that is
     * replaced. Default: 200.
     */
    readonly putStatus: 200 | 201 | '201 or 200'
    /** The status of a successful delete of a config entry; a 204 has no body. Default: 200. */
    readonly deleteStatus: 200 | 204
    /**
     * What deleting a config entry that is not there answers: a 404, or what a delete answers. Default: 404.
     */
    readonly deleteMissing: 404 | 'ok'
    /** The body of a successful delete of a config entry: {ok, key}, or {ok}. Default: "ok+key". */
    readonly deleteBody: 'ok+key' | 'ok'
    /** What a put of a config entry does with members that the contract does not show. Default: "ignore". */
    readonly unknownMembers: 'ignore' | 'reject'
  }
  /** The credentials of the key-value store and of the config store. */
  readonly auth: {
    /** The status for an API key of another namespace or store. Default: 403. */
    readonly foreignKey: 403 | 401 | 404
    /**
     * Whether a missing namespace or store is reported before an unknown key (404), or after it (401).
     * Default: "first".
     */
    readonly missingNamespace: 'first' | 'after-key'
    /** The status for the token of somebody who does not own the namespace. Default: 403. */
    readonly notOwner: 403 | 404
    /** What a token needs: a signature that is verified, or the form of a token alone. Default: "verify". */
    readonly jwt: 'verify' | 'decode'
    /**
     * A file with the JSON Web Key Set of another provider, whose tokens are taken too; read again as it
     * changes. Default: null.
     */
    readonly jwksFile: string | null
    /** The secret of another provider, whose tokens (HS256, HS384, HS512) are taken too. Default: null. */
    readonly secret: string | null
    /**
     * The clock that exp and nbf of tokens are held against; "real" for those of a real provider while the
     * clock is moved. Default: "virtual".
     */
    readonly tokenTime: 'virtual' | 'real'
    /** The claim of a token that names the owner. Default: "sub". */
    readonly ownerClaim: string
    /** Whether a 401 has WWW-Authenticate. Default: false. */
    readonly challenge: boolean
    /** The iss that tokens must have; null: any, or none. Default: null. */
    readonly issuer: string | null
    /** The aud that tokens must have; null: any, or none. Default: null. */
    readonly audience: string | null
    /** Seconds by which exp and nbf of tokens may be missed. Default: 0. */
    readonly leeway: number
  }
  /** The errors of the key-value store and of the config store. */
  readonly errors: {
    /**
     * The form of an error: {ok, error: code, message}, {ok, error: {code, message}}, or {ok, code, message}.
     * Default: "flat".
     */
    readonly shape: 'flat' | 'nested' | 'code'
    /** Error codes, by status, if the contract has none. */
    readonly codes: {
      /** The error code of a 400; null: none. Default: null. */
      readonly 400: string | null
      /** The error code of a 401; null: none. Default: null. */
      readonly 401: string | null
      /** The error code of a 403; null: none. Default: null. */
      readonly 403: string | null
      /** The error code of a 404; null: none. Default: null. */
      readonly 404: string | null
      /** The error code of a 413; null: none. Default: "payload_too_large". */
      readonly 413: string | null
      /** The error code of a 500, or another status from there; null: none. Default: "internal_error". */
      readonly '5xx': string | null
    }
  }
  /** The document database. */
  readonly database: {
    /** Records on a page if no limit is asked for. Default: 20. */
    readonly defaultPageSize: number
    /** The most records on a page. Default: 100. */
    readonly maxPageSize: number
    /** What a limit above maxPageSize does: it is cut down to that, or refused with 400. Default: "clamp". */
    readonly overMax: 'clamp' | 'reject'
    /** What x-next holds: the whole URL of the next page, its path, or the bare cursor. Default: "url". */
    readonly next: 'url' | 'path' | 'cursor'
    /** The status of a successful create of a project. Default: 201. */
    readonly createProjectStatus: 201 | 200
    /** The status for a document outside the scope of the key. Default: 403. */
    readonly scopedOut: 403 | 404
    /** The status for a document id that is not an int64. Default: 400. */
    readonly documentIdInvalid: 400 | 404
    /** What limit=0 answers: a 400, or an empty list. Default: "reject". */
    readonly limitZero: 'reject' | 'empty'
    /**
     * What a create with content null does: it is refused with 400, or done as if there were none. Default:
     * "reject".
     */
    readonly contentNull: 'reject' | 'accept'
    /**
     * What a create with description null does: it is refused with 400, or done as if there were none.
     * Default: "reject".
     */
    readonly descriptionNull: 'reject' | 'accept'
    /** What a content or description that a record does not have is in answers. Default: "left-out". */
    readonly absentMembers: 'left-out' | 'null'
    /** What a create does with members that the contract does not show. Default: "ignore". */
    readonly unknownMembers: 'ignore' | 'reject'
    /** What a create does with an id in its body. Default: "ignore". */
    readonly sentId: 'ignore' | 'reject'
    /** Whether a 429 for the rate limit has Retry-After. Default: true. */
    readonly rateLimitRetryAfter: boolean
    /** Whether the windows of the rate limit are fixed, or end with each request. Default: "fixed". */
    readonly rateWindow: 'fixed' | 'sliding'
    /** The status that comes with validation_error. Default: 400. */
    readonly validationStatus: 400 | 422
    /** Error codes, by status, if the contract has none. */
    readonly codes: {
      /** The error code of a 401. Default: "unauthorized". */
      readonly 401: string
      /** The error code of a 403. Default: "forbidden". */
      readonly 403: string
      /** The error code of a 409. Default: "conflict". */
      readonly 409: string
      /** The error code of a 413. Default: "payload_too_large". */
      readonly 413: string
      /** The error code of a 429. Default: "rate_limited". */
      readonly 429: string
      /** The error code of a 500, or another status from there. Default: "internal_error". */
      readonly '5xx': string
    }
  }
  /** Sizes, for all of the services; null: no limit. */
  readonly limits: {
    /** The longest key, in bytes of UTF-8; none has more than 8000 characters. Default: null. */
    readonly keyBytes: number | null
    /**
     * The characters that keys may have, and ranges of them, such as "A-Za-z0-9_.:-"; null: any. Default:
     * null.
     */
    readonly keyCharacters: string | null
    /** The status for a key that is too long or has other characters. Default: 413. */
    readonly keyStatus: 413 | 400 | 404 | 414
    /** The longest value, in bytes of its JSON text; a longer one answers 413. Default: null. */
    readonly valueBytes: number | null
    /** The longest request body, in bytes, null: 64 MiB; a longer one answers 413. Default: 10485760. */
    readonly bodyBytes: number | null
  }
  /** HTTP, for all of the services. */
  readonly http: {
    /**
     * The status for what the contract does not show; 405: for a method, with Allow, and 404 for a path.
     * Default: 501.
     */
    readonly notShown: 501 | 404 | 405
    /** Whether request bodies may have any Content-Type, or must be JSON (else 415). Default: "any". */
    readonly contentType: 'any' | 'require'
    /** Whether the Content-Type of answers names the charset, utf-8. Default: false. */
    readonly charset: boolean
  }
}
