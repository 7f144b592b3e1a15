import type { JSONWebKeySet } from 'jose'
import type { Profile } from '../domain/profile/profile.js'
import { type KeyFilePorts, KeyFiles } from './key-files.js'
import { publicKeys } from './provider.js'
import type { Claims, Key, KeySet } from './tokens.js'

/** The claims of a token, or a sentence on why it is not taken. */
export type TokenClaims = Claims | string

/** Tokens whose claims are remembered, so that only the first call with a token pays for its signature. */
const REMEMBERED_MAX = 1000
/** The longest of them, in characters: with the claims, all take some 16 MiB at most. */
const REMEMBERED_LENGTH_MAX = 4096

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
const SECRET_ALGORITHMS = ['HS256', 'HS384', 'HS512']

/** The keys that the settings of a profile trust, and the claims of the tokens they verified so far. */
interface Trust {
  /** The keys of auth.jwksFile. */
  readonly fileKeys: readonly Key[]
  readonly keySet: KeySet
  readonly remembered: Map<string, TokenClaims>
}

const NO_KEYS: readonly Key[] = []

/**
 * Verifies tokens by the profile's keys: those of the built-in provider, of auth.jwksFile and
 * auth.secret. A token's times are not looked at here: they depend on when it is used, so a signature that held
 * is checked once for as long as the keys stay the same.
 */
export class TokenSignatures {
  /** Keys by the settings of a profile: worlds may differ in them. */
  readonly #trusts = new WeakMap<Profile['auth'], Trust>()
  readonly #files: KeyFiles
  /** Where tokens are remembered, and how many they are, over all profiles together. */
  readonly #remembering = new Set<Trust['remembered']>()
  #rememberedCount = 0

  constructor(ports: KeyFilePorts) {
    this.#files = new KeyFiles(ports)
  }

  /**
   * Reads auth.jwksFile anew, for who sets it.
   *
   * @throws Refusal invalid_profile where the file is no readable key set
   */
  assertReadable({ jwksFile }: Profile['auth']): void {
    if (jwksFile !== null) this.#files.read(jwksFile)
  }

  /** The claims of a token; a promise where it was not seen before. */
  claims(token: string, auth: Profile['auth']): TokenClaims | Promise<TokenClaims> {
    const fileKeys = auth.jwksFile === null ? NO_KEYS : this.#files.keys(auth.jwksFile)
    const known = this.#trusts.get(auth)
    const trust = known?.fileKeys === fileKeys ? known : this.#trust(auth, fileKeys)
    return trust.remembered.get(token) ?? this.#check(token, auth, trust)
  }

  async #check(token: string, auth: Profile['auth'], { keySet, remembered }: Trust): Promise<TokenClaims> {
    const claims = auth.jwt === 'decode' ? await decode(token) : await verify(token, auth, keySet)
    if (token.length > REMEMBERED_LENGTH_MAX) return claims
    if (this.#rememberedCount >= REMEMBERED_MAX) this.#forget()
    this.#remembering.add(remembered.set(token, claims))
    this.#rememberedCount++
    return claims
  }

  #forget(): void {
    for (const remembered of this.#remembering) remembered.clear()
    this.#remembering.clear()
    this.#rememberedCount = 0
  }

  #trust(auth: Profile['auth'], fileKeys: readonly Key[]): Trust {
    const keySet = { keys: [...publicKeys().keys, ...fileKeys] }
    const trust = { fileKeys, keySet, remembered: new Map<string, TokenClaims>() }
    this.#trusts.set(auth, trust)
    return trust
  }
}

async function decode(token: string): Promise<TokenClaims> {
  const { decodeJwt } = await import('jose')
  try {
    return decodeJwt(token)
  } catch {
    return 'the bearer token is no well-formed JWT'
  }
}

async function verify(token: string, auth: Profile['auth'], keySet: KeySet): Promise<TokenClaims> {
  const { compactVerify, decodeJwt, decodeProtectedHeader } = await import('jose')
  let claims: Claims
  let algorithm: string | undefined
  try {
    claims = decodeJwt(token)
    algorithm = decodeProtectedHeader(token).alg
  } catch {
    return 'the bearer token is no well-formed JWT'
  }
  try {
    // A secret verifies HS* only and public keys never do: no token can choose how it is checked.
    if (auth.secret !== null && SECRET_ALGORITHMS.includes(algorithm ?? '')) {
      await compactVerify(token, new TextEncoder().encode(auth.secret), { algorithms: SECRET_ALGORITHMS })
    } else {
      await verifyByAnyKey(token, keySet)
    }
    return claims
  } catch {
    return "the token's signature does not hold: it is signed neither by the built-in provider nor by a key of auth.jwksFile or auth.secret"
  }
}

/** @throws the error of jose where no key of the set verifies the token */
async function verifyByAnyKey(token: string, keySet: KeySet): Promise<void> {
  const { compactVerify, createLocalJWKSet, errors } = await import('jose')
  const algorithms = { algorithms: PUBLIC_KEY_ALGORITHMS }
  try {
    await compactVerify(token, createLocalJWKSet(keySet as JSONWebKeySet), algorithms)
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    // A token that names no key: any that fits its algorithm may be the one, the built-in provider's among them.
    const attempts: Promise<unknown>[] = []
    for await (const key of error) attempts.push(compactVerify(token, key, algorithms))
    await Promise.any(attempts)
  }
}
