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

/**
 * The built-in identity provider, in place of the one that issues the bearer tokens of the key-value store. Its key is fixed and
 * public, so that tokens outlive a restart and can be made without a server; it protects nothing.
 */

const PUBLIC_KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: '9Gp1AXjXhjNCLo9JJiUFFx0EovIHx7PjHvHCjc_dsvs',
  y: 'fxmVVYEIR9iV9HoZ40oeHquiPzehsjk8Bg1aBHCqmco',
  kid: 'tristore-emulator-1',
  alg: 'ES256',
  use: 'sig',
} as const satisfies Key

const PRIVATE_KEY = { ...PUBLIC_KEY, d: 'Dp8dyKwTz0aB4VaJwBrNn1hltqVRTPf7TScV6_0yIWQ' } as const satisfies Key

/** The default subject of tokens, and the default owner of seeded namespaces and stores. */
export const LOCAL_USER = 'user_local'

/** The claims of a token to be made. Times in ms; a token without `expiresAt` has no exp. */
export interface TokenRequest {
  /** Left out: the token has no iss. */
  readonly issuer?: string
  readonly subject?: string
  readonly issuedAt: number
  readonly expiresAt?: number
  readonly claims?: Readonly<Record<string, unknown>>
}

/** The public key of an elliptic curve, as a JSON Web Key. */
interface PublicKey extends Key {
  readonly kty: string
  readonly crv?: string
  readonly x?: string
  readonly y?: string
}

/** The provider's public key, as a JSON Web Key Set. */
export const publicKeys = (): { keys: PublicKey[] } => ({ keys: [PUBLIC_KEY] })

/**
 * The provider's OpenID Connect Discovery document.
 *
 * @param issuer the address below which it is found
 * @param adminUrl of the admin interface, which has the keys and makes the tokens
 */
export const discovery = (issuer: string, adminUrl: string) => ({
  issuer,
  jwks_uri: `${adminUrl}/jwks.json`,
  // A required member, though there is no page to sign in: the call that makes tokens comes nearest.
  authorization_endpoint: `${adminUrl}/tokens`,
  response_types_supported: ['id_token'],
  grant_types_supported: ['implicit'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [PUBLIC_KEY.alg],
  claims_supported: ['iss', 'sub', 'iat', 'exp'],
})

/** A signed token; `claims` win over what the other fields say. */
export async function signToken({
  issuer,
  subject,
  issuedAt,
  expiresAt,
  claims,
}: TokenRequest): Promise<string> {
  const { SignJWT, importJWK } = await import('jose')
  const payload = {
    ...(issuer === undefined ? {} : { iss: issuer }),
    sub: subject ?? LOCAL_USER,
    iat: Math.floor(issuedAt / 1000),
    ...(expiresAt === undefined ? {} : { exp: Math.floor(expiresAt / 1000) }),
    ...claims,
  }
  const header = { alg: PUBLIC_KEY.alg, kid: PUBLIC_KEY.kid, typ: 'JWT' }
  return new SignJWT(payload).setProtectedHeader(header).sign(await importJWK(PRIVATE_KEY, PUBLIC_KEY.alg))
}
