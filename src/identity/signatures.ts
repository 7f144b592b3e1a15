import type { createLocalJWKSet, JSONWebKeySet } from 'jose'
import type { Profile } from '../domain/profile/profile.js'
import { type KeyFilePorts, KeyFiles } from './key-files.js'
import { type Claims, type Key, publicKeys } from './provider.js'

/** The claims of a token, or a sentence on why it is not taken. */
export type TokenClaims = Claims | string

/** Tokens whose claims are remembered, so that only the first call with a token pays for its signature. */
const REMEMBERED_MAX = 1000
/** The longest of them, in characters. */
const REMEMBERED_LENGTH_MAX = 4096

const SECRET_ALGORITHMS = ['HS256', 'HS384', 'HS512']

/** The claims of a token, and the keys that it was verified by. */
interface Verified {
  readonly claims: TokenClaims
  readonly auth: Profile['auth']
  /** The keys of auth.jwksFile. */
  readonly fileKeys: readonly Key[]
}

const NO_KEYS: readonly Key[] = []

/**
 * Verifies tokens by the profile's keys: those of the built-in provider, of auth.jwksFile and auth.secret. A
 * token's times are checked elsewhere, since they depend on when it is used. So a signature is verified once
 * for as long as the keys stay the same.
 */
export class TokenSignatures {
  /** By the keys of a file: to copy and import all takes a time that grows with them. */
  readonly #findKeys = new WeakMap<readonly Key[], FindKey>()
  readonly #files: KeyFiles
  /** By the text of the token. */
  readonly #verified = new Map<string, Verified>()

  constructor(ports: KeyFilePorts) {
    this.#files = new KeyFiles(ports)
  }

  /**
   * Reads auth.jwksFile again, for the caller that sets it.
   *
   * @throws Refusal invalid_profile if the file is not a readable key set
   */
  assertReadable({ jwksFile }: Profile['auth']): void {
    if (jwksFile !== null) this.#files.read(jwksFile)
  }

  /** The claims of a token; a promise if it was not seen before. */
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

  /** Finds the keys of a file and those of the built-in provider. */
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
    // A secret verifies HS* only and public keys never do: no token can choose how it is checked.
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

/** Finds the key of a set that a token names, or all that fit it. */
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
 * Verifies a token by the keys that fit its algorithm and key id, one after the other. Keys without an id, or
 * with the same one, may all be meant.
 *
 * @throws the error of jose if no key of the set verifies the token
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
