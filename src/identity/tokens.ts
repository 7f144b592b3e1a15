/** The claims of a bearer token; those of RFC 7519 have their types, times in seconds. */
export interface Claims {
  readonly iss?: string | undefined
  readonly sub?: string | undefined
  readonly aud?: string | string[] | undefined
  readonly exp?: number | undefined
  readonly nbf?: number | undefined
  readonly iat?: number | undefined
  readonly [claim: string]: unknown
}

/** A JSON Web Key (RFC 7517). */
export interface Key {
  readonly kty?: string | undefined
  readonly [member: string]: unknown
}
