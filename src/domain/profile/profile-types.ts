// Written from the schema of seeds by `npm run generate`.

/**
 * All options with their current values. Profiles are immutable, so changing one creates a new one.
 *
 * @example
 * const { kv } = await emulator.profile.get()
 */
export interface Profile {
  /** The key-value store. */
  readonly kv: {
    /**
     * The status for successfully putting an entry. "201 or 200" returns 201 for a new key and 200 for an
     * existing one. Default: 200.
     */
    readonly putStatus: 200 | 201 | '201 or 200'
    /** The status for successfully deleting an entry. A 204 has no body. Default: 200. */
    readonly deleteStatus: 200 | 204
    /** Deleting an entry that doesn't exist returns a 404 or succeeds. Default: 404. */
    readonly deleteMissing: 404 | 'ok'
    /** The response body for successfully deleting an entry, either {ok, key} or {ok}. Default: "ok+key". */
    readonly deleteBody: 'ok+key' | 'ok'
    /** Putting an entry ignores or rejects members that the contract doesn't show. Default: "ignore". */
    readonly unknownMembers: 'ignore' | 'reject'
    /** A put without a value is rejected (400) or stores null. Default: "reject". */
    readonly valueMissing: 'reject' | 'null'
    /**
     * A put without ttlSeconds is rejected (400), or its entry lives for this many seconds. Default:
     * "reject".
     */
    readonly ttlMissing: 'reject' | number
    /**
     * A put whose ttlSeconds isn't an integer is rejected (400). If not, numbers are truncated. Default:
     * "reject".
     */
    readonly ttlInvalid: 'reject' | 'truncate'
    /**
     * The ttlSeconds in the response to a put that sent less than 60: either 60 or the number that was sent.
     * Default: "clamped".
     */
    readonly ttlEcho: 'clamped' | 'requested'
    /**
     * The ttlSeconds in reads and lists: either as it was put, or what remains, rounded up or down to a
     * second. Default: "original".
     */
    readonly readTtl: 'original' | 'remaining' | 'remaining-floor'
    /** Putting an existing key keeps or renews its createdAt. Default: "kept". */
    readonly createdAtOnUpsert: 'kept' | 'renewed'
    /** The precision of createdAt. Default: "milliseconds". */
    readonly createdAtPrecision: 'milliseconds' | 'seconds'
    /** Reads of missing keys count as reads. Default: true. */
    readonly countMisses: boolean
    /** Puts that are within the quota but rejected afterwards count as writes. Default: false. */
    readonly countRefusedPuts: boolean
    /** Deletes of missing keys count as deletes. Default: false. */
    readonly countMissingDeletes: boolean
    /**
     * The bytes that count towards storage: of both keys and values, or of values only. Default: "key+value".
     */
    readonly storageOf: 'key+value' | 'value'
    /** Expired entries count towards storage until a request comes across them. Default: "counted". */
    readonly expiredStorage: 'counted' | 'freed'
    /** The limits for namespaces that don't set their own. 0 allows nothing. */
    readonly defaultLimits: {
      /** Reads per month. Default: 1000000. */
      readonly reads: number
      /** Writes per month. Default: 100000. */
      readonly writes: number
      /** Lists per month. Default: 10000. */
      readonly lists: number
      /** Bytes stored at any one time. Default: 104857600. */
      readonly storageBytes: number
    }
    /**
     * The status for listing with an API key instead of a token. "allow" lists the keys if the scope is read
     * or admin. Default: 401.
     */
    readonly listWithScopedKey: 401 | 403 | 'allow'
    /**
     * A 429 for a monthly quota has a Retry-After header with the seconds until the next month. Default:
     * false.
     */
    readonly quotaRetryAfter: boolean
    /** The status for a put with a malformed or invalid body. Default: 400. */
    readonly invalidStatus: 400 | 422
    /**
     * Which error an invalid read or put gets when its quota is used up: the 429, or the one about the
     * request. Default: "quota-first".
     */
    readonly checkOrder: 'quota-first' | 'request-first'
  }
  /** The config store. */
  readonly config: {
    /**
     * The status for successfully putting a config entry. "201 or 200" returns 201 for a new key and 200 for
     * an existing one. Default: 200.
     */
    readonly putStatus: 200 | 201 | '201 or 200'
    /** The status for successfully deleting a config entry. A 204 has no body. Default: 200. */
    readonly deleteStatus: 200 | 204
    /** Deleting a config entry that doesn't exist returns a 404 or succeeds. Default: 404. */
    readonly deleteMissing: 404 | 'ok'
    /**
     * The response body for successfully deleting a config entry, either {ok, key} or {ok}. Default:
     * "ok+key".
     */
    readonly deleteBody: 'ok+key' | 'ok'
    /**
     * Putting a config entry ignores or rejects members that the contract doesn't show. Default: "ignore".
     */
    readonly unknownMembers: 'ignore' | 'reject'
  }
  /** Credentials for the key-value and config stores. */
  readonly auth: {
    /** The status for an API key that belongs to another namespace or store. Default: 403. */
    readonly foreignKey: 403 | 401 | 404
    /** A missing namespace or store is checked before the key (404) or after it (401). Default: "first". */
    readonly missingNamespace: 'first' | 'after-key'
    /** The status for a token whose user doesn't own the namespace. Default: 403. */
    readonly notOwner: 403 | 404
    /** Verifies tokens' signatures, or only decodes them. Default: "verify". */
    readonly jwt: 'verify' | 'decode'
    /**
     * A file with the JSON Web Key Set of another provider whose tokens you want to accept. Reloaded when it
     * changes. Default: null.
     */
    readonly jwksFile: string | null
    /**
     * The secret of another provider whose tokens (HS256, HS384 or HS512) you want to accept. Default: null.
     */
    readonly secret: string | null
    /**
     * The clock that a token's exp and nbf are checked against. Use "real" with a real provider if you move
     * the clock. Default: "virtual".
     */
    readonly tokenTime: 'virtual' | 'real'
    /** The token claim that contains the owner. Default: "sub". */
    readonly ownerClaim: string
    /** A 401 has a WWW-Authenticate header. Default: false. */
    readonly challenge: boolean
    /** The iss claim that tokens must have, or null for any or none. Default: null. */
    readonly issuer: string | null
    /** The aud claim that tokens must have, or null for any or none. Default: null. */
    readonly audience: string | null
    /** Seconds of leeway for a token's exp and nbf claims. Default: 0. */
    readonly leeway: number
  }
  /** Errors from the key-value and config stores. */
  readonly errors: {
    /**
     * The shape of an error: {ok, error: code, message}, {ok, error: {code, message}} or {ok, code, message}.
     * Default: "flat".
     */
    readonly shape: 'flat' | 'nested' | 'code'
    /** Error codes by status, for errors whose code the contract doesn't define. */
    readonly codes: {
      /** The error code for a 400, or null for none. Default: null. */
      readonly 400: string | null
      /** The error code for a 401, or null for none. Default: null. */
      readonly 401: string | null
      /** The error code for a 403, or null for none. Default: null. */
      readonly 403: string | null
      /** The error code for a 404, or null for none. Default: null. */
      readonly 404: string | null
      /** The error code for a 413, or null for none. Default: "payload_too_large". */
      readonly 413: string | null
      /** The error code for a 500 or any higher status, or null for none. Default: "internal_error". */
      readonly '5xx': string | null
    }
  }
  /** The document database. */
  readonly database: {
    /** The number of records per page if the request doesn't set a limit. Default: 20. */
    readonly defaultPageSize: number
    /** The maximum number of records per page. Default: 100. */
    readonly maxPageSize: number
    /** A limit above maxPageSize is reduced to it or rejected (400). Default: "clamp". */
    readonly overMax: 'clamp' | 'reject'
    /** The content of x-next: the full URL of the next page, its path, or just the cursor. Default: "url". */
    readonly next: 'url' | 'path' | 'cursor'
    /** The status for successfully creating a project. Default: 201. */
    readonly createProjectStatus: 201 | 200
    /** The status for a document that's outside the key's scope. Default: 403. */
    readonly scopedOut: 403 | 404
    /** The status for a document id that isn't an int64. Default: 400. */
    readonly documentIdInvalid: 400 | 404
    /** A limit of 0 gets a 400 or returns an empty list. Default: "reject". */
    readonly limitZero: 'reject' | 'empty'
    /**
     * Creating a document with null content is rejected (400) or treated as if it had none. Default:
     * "reject".
     */
    readonly contentNull: 'reject' | 'accept'
    /**
     * Creating a project with a null description is rejected (400) or treated as if it had none. Default:
     * "reject".
     */
    readonly descriptionNull: 'reject' | 'accept'
    /** A missing content or description is left out of responses or returned as null. Default: "left-out". */
    readonly absentMembers: 'left-out' | 'null'
    /** Creating a record ignores or rejects members that the contract doesn't show. Default: "ignore". */
    readonly unknownMembers: 'ignore' | 'reject'
    /** Creating a record ignores or rejects an id. Default: "ignore". */
    readonly sentId: 'ignore' | 'reject'
    /** A rate limit's 429 has a Retry-After header. Default: true. */
    readonly rateLimitRetryAfter: boolean
    /** Rate limit windows are fixed, or slide so that they end with each request. Default: "fixed". */
    readonly rateWindow: 'fixed' | 'sliding'
    /** The status for a validation_error. Default: 400. */
    readonly validationStatus: 400 | 422
    /** Error codes by status, for errors whose code the contract doesn't define. */
    readonly codes: {
      /** The error code for a 401. Default: "unauthorized". */
      readonly 401: string
      /** The error code for a 403. Default: "forbidden". */
      readonly 403: string
      /** The error code for a 409. Default: "conflict". */
      readonly 409: string
      /** The error code for a 413. Default: "payload_too_large". */
      readonly 413: string
      /** The error code for a 429. Default: "rate_limited". */
      readonly 429: string
      /** The error code for a 500 or any higher status. Default: "internal_error". */
      readonly '5xx': string
    }
  }
  /** Size limits for all services. null means unlimited. */
  readonly limits: {
    /**
     * The maximum key length in UTF-8 bytes. Keys can't be longer than 8000 characters in any case. Default:
     * null.
     */
    readonly keyBytes: number | null
    /**
     * Which characters and ranges keys can contain, e.g. "A-Za-z0-9_.:-". null allows all of them. Default:
     * null.
     */
    readonly keyCharacters: string | null
    /** The status for a key that's too long or contains other characters. Default: 413. */
    readonly keyStatus: 413 | 400 | 404 | 414
    /** The maximum length of a value in bytes of JSON text. A longer one gets a 413. Default: null. */
    readonly valueBytes: number | null
    /**
     * The maximum length of a request body in bytes. A longer one gets a 413. null means 64 MiB. Default:
     * 10485760.
     */
    readonly bodyBytes: number | null
  }
  /** HTTP behaviour of all services. */
  readonly http: {
    /**
     * The status for anything the contract doesn't show. With 405, unknown methods get a 405 with Allow and
     * unknown paths a 404. Default: 501.
     */
    readonly notShown: 501 | 404 | 405
    /** Request bodies can have any Content-Type, or must be JSON (415 if not). Default: "any". */
    readonly contentType: 'any' | 'require'
    /** The Content-Type of responses names the charset. Default: false. */
    readonly charset: boolean
  }
}
