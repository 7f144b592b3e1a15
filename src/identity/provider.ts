/** Claims of a bearer token. Times are in seconds (RFC 7519). */
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
 * A built-in identity provider that stands in for the issuer of the key-value store's tokens. Its key is fixed and
 * public, so tokens survive restarts and can be made without a server. It protects nothing.
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

/** Default subject of tokens, and default owner of seeded namespaces and stores. */
export const LOCAL_USER = 'user_local'

/** The claims of a new token. Times in ms; without `expiresAt` it has no exp. */
export interface TokenRequest {
  /** Left out: no iss. */
  readonly issuer?: string
  readonly subject?: string
  readonly issuedAt: number
  readonly expiresAt?: number
  readonly claims?: Readonly<Record<string, unknown>>
}

/** An elliptic-curve public key as a JWK. */
interface PublicKey extends Key {
  readonly kty: string
  readonly crv?: string
  readonly x?: string
  readonly y?: string
}

/** The public key as a JSON Web Key Set. */
export const publicKeys = (): { keys: PublicKey[] } => ({ keys: [PUBLIC_KEY] })

/**
 * The OpenID Connect Discovery document.
 *
 * @param issuer the base address of the document
 * @param adminUrl of the admin interface, which serves the keys and makes the tokens
 */
export const discovery = (issuer: string, adminUrl: string) => ({
  issuer,
  jwks_uri: `${adminUrl}/jwks.json`,
  // Required, but there is no sign-in page; the call that makes tokens comes closest.
  authorization_endpoint: `${adminUrl}/tokens`,
  response_types_supported: ['id_token'],
  grant_types_supported: ['implicit'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [PUBLIC_KEY.alg],
  claims_supported: ['iss', 'sub', 'iat', 'exp'],
})

/** Signs a token; `claims` override the other fields. */
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
