/** Times are in seconds (RFC 7519). */
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
 * A built-in identity provider that acts as the issuer of tokens for the key-value store. Its key is fixed and public,
 * so tokens survive restarts and you can create them without a server. It doesn't protect anything.
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

/** Also the default owner of namespaces and stores in seeds. */
export const LOCAL_USER = 'user_local'

/** Times are in ms. Without `expiresAt`, there's no `exp` claim. */
export interface TokenRequest {
  /** Without it, there's no `iss` claim. */
  readonly issuer?: string
  readonly subject?: string
  readonly issuedAt: number
  readonly expiresAt?: number
  readonly claims?: Readonly<Record<string, unknown>>
}

interface PublicKey extends Key {
  readonly kty: string
  readonly crv?: string
  readonly x?: string
  readonly y?: string
}

export const publicKeys = (): { keys: PublicKey[] } => ({ keys: [PUBLIC_KEY] })

/**
 * The OpenID Connect Discovery document.
 *
 * @param issuer the document's base URL
 * @param adminUrl serves the keys and creates tokens
 */
export const discovery = (issuer: string, adminUrl: string) => ({
  issuer,
  jwks_uri: `${adminUrl}/jwks.json`,
  // This is required, but there's no sign-in page. The call that creates tokens is the closest we have.
  authorization_endpoint: `${adminUrl}/tokens`,
  response_types_supported: ['id_token'],
  grant_types_supported: ['implicit'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [PUBLIC_KEY.alg],
  claims_supported: ['iss', 'sub', 'iat', 'exp'],
})

/** `claims` override all other fields. */
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
