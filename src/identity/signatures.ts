import type { createLocalJWKSet, JSONWebKeySet } from 'jose'
import type { Profile } from '../domain/profile/profile.js'
import { type KeyFilePorts, KeyFiles } from './key-files.js'
import { type Claims, type Key, publicKeys } from './provider.js'

/** A string says why the token was rejected. */
export type TokenClaims = Claims | string

/** Verified tokens to remember, so that only the first use of a token has to verify it. */
const REMEMBERED_MAX = 1000
/** In characters. Longer tokens aren't cached. */
const REMEMBERED_LENGTH_MAX = 4096

const SECRET_ALGORITHMS = ['HS256', 'HS384', 'HS512']

interface Verified {
  readonly claims: TokenClaims
  readonly auth: Profile['auth']
  /** From `auth.jwksFile`. */
  readonly fileKeys: readonly Key[]
}

const NO_KEYS: readonly Key[] = []

/**
 * Accepts the built-in provider's keys, and those from `auth.jwksFile` and `auth.secret`. Times aren't checked here,
 * since they depend on when a token is used. That's why each signature only needs verifying once, until the keys
 * change.
 */
export class TokenSignatures {
  /** Cached per key list, since the more keys there are, the longer importing them takes. */
  readonly #findKeys = new WeakMap<readonly Key[], FindKey>()
  readonly #files: KeyFiles
  /** By token. */
  readonly #verified = new Map<string, Verified>()

  constructor(ports: KeyFilePorts) {
    this.#files = new KeyFiles(ports)
  }

  /**
   * Called when somebody sets `auth.jwksFile`.
   *
   * @throws Refusal `invalid_profile` if the file isn't a readable key set
   */
  assertReadable({ jwksFile }: Profile['auth']): void {
    if (jwksFile !== null) this.#files.read(jwksFile)
  }

  /** Returns a promise if the token is new. */
  claims(token: string, auth: Profile['auth']): TokenClaims | Promise<TokenClaims> {
    const fileKeys = auth.jwksFile === null ? NO_KEYS : this.#files.keys(auth.jwksFile)
    const known = this.#verified.get(token)
    if (known?.auth === auth && known.fileKeys === fileKeys) return known.claims
    return this.#verify(token, auth, fileKeys)
  }

  async #verify(token: string, auth: Profile['auth'], fileKeys: readonly Key[]): Promise<TokenClaims> {
    const findKey = () => this.#findKey(fileKeys)
    const claims = auth.jwt === 'decode' ? await decode(token) : await verify(token, auth, findKey)
    if (token.length > REMEMBERED_LENGTH_MAX) return claims
    if (this.#verified.size >= REMEMBERED_MAX) this.#verified.clear()
    this.#verified.set(token, { claims, auth, fileKeys })
    return claims
  }

  /** Adds the keys of the built-in provider. */
  async #findKey(fileKeys: readonly Key[]): Promise<FindKey> {
    const { createLocalJWKSet } = await import('jose')
    const keys = { keys: [...publicKeys().keys, ...fileKeys] } as JSONWebKeySet
    const findKey = this.#findKeys.get(fileKeys) ?? createLocalJWKSet(keys)
    this.#findKeys.set(fileKeys, findKey)
    return findKey
  }
}

async function decode(token: string): Promise<TokenClaims> {
  const { decodeJwt } = await import('jose')
  try {
    return decodeJwt(token)
  } catch {
    return 'the bearer token is not a well-formed JWT'
  }
}

async function verify(
  token: string,
  auth: Profile['auth'],
  findKey: () => Promise<FindKey>,
): Promise<TokenClaims> {
  const { compactVerify, decodeJwt, decodeProtectedHeader } = await import('jose')
  let claims: Claims
  let algorithm: string | undefined
  try {
    claims = decodeJwt(token)
    algorithm = decodeProtectedHeader(token).alg
  } catch {
    return 'the bearer token is not a well-formed JWT'
  }
  try {
    // Secrets only verify HS*, and public keys never do, so a token can't choose how we check it.
    if (auth.secret !== null && SECRET_ALGORITHMS.includes(algorithm ?? '')) {
      await compactVerify(token, new TextEncoder().encode(auth.secret), { algorithms: SECRET_ALGORITHMS })
    } else {
      await verifyByAnyKey(token, await findKey())
    }
    return claims
  } catch {
    return "the token's signature does not hold: it is signed neither by the built-in provider nor by a key of auth.jwksFile or auth.secret"
  }
}

/** Finds the key that a token refers to, or all keys that could fit. */
type FindKey = ReturnType<typeof createLocalJWKSet>

const PUBLIC_KEY_ALGORITHMS = [
  'ES256',
  'ES384',
  'ES512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'EdDSA',
]
/**
 * Several keys may have the same id, or none.
 *
 * @throws jose's error if none of the keys verifies the token
 */
async function verifyByAnyKey(token: string, findKey: FindKey): Promise<void> {
  const { compactVerify, errors } = await import('jose')
  const algorithms = { algorithms: PUBLIC_KEY_ALGORITHMS }
  const several = await compactVerify(token, findKey, algorithms).then(
    () => undefined,
    (error) => {
      if (error instanceof errors.JWKSMultipleMatchingKeys) return error
      throw error
    },
  )
  if (several === undefined) return
  for await (const key of several) {
    const holds = await compactVerify(token, key, algorithms).then(
      () => true,
      () => false,
    )
    if (holds) return
  }
  throw several
}
