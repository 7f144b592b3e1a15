import type { JSONWebKeySet } from 'jose'
import { Refusal } from '../core/refusal.js'
import type { Profile } from '../domain/profile/profile.js'
import { publicKeys } from './provider.js'
import type { Claims, Key, KeySet } from './tokens.js'

/** The claims of a token, or a sentence on why it is not taken. */
export type TokenClaims = Claims | string

/** Tokens whose claims are remembered, so that only the first call with a token pays for its signature. */
const REMEMBERED_MAX = 1000

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
  readonly keySet: KeySet
  readonly remembered: Map<string, TokenClaims>
}

/**
 * Verifies tokens by the profile's keys: those of the built-in provider, of auth.jwksFile and
 * auth.secret. A token's times are not looked at here: they depend on when it is used, so a signature that held
 * once holds for good and is checked once.
 */
export class TokenSignatures {
  /** By the settings of a profile: worlds may differ in them. */
  readonly #trusts = new WeakMap<Profile['auth'], Trust>()

  /** @param readFile gives a file's text; it throws where the file cannot be read */
  constructor(private readonly readFile: (path: string) => string) {}

  /**
   * The key set of auth.jwksFile.
   *
   * @throws Refusal invalid_profile where the file is no readable key set
   */
  providerKeys({ jwksFile }: Profile['auth']): KeySet {
    if (jwksFile === null) return { keys: [] }
    let found: unknown
    try {
      found = JSON.parse(this.readFile(jwksFile))
    } catch {
      throw new Refusal('invalid_profile', `auth.jwksFile: ${jwksFile} cannot be read as JSON`)
    }
    if (typeof found === 'object' && found !== null && 'keys' in found && Array.isArray(found.keys)) {
      return found as KeySet
    }
    throw new Refusal(
      'invalid_profile',
      `auth.jwksFile: ${jwksFile} is no JSON Web Key Set ({"keys": [...]})`,
    )
  }

  /** The claims of a token; a promise where it was not seen before. */
  claims(token: string, auth: Profile['auth']): TokenClaims | Promise<TokenClaims> {
    const trust = this.#trusts.get(auth) ?? this.#trust(auth)
    return trust.remembered.get(token) ?? check(token, auth, trust)
  }

  #trust(auth: Profile['auth']): Trust {
    const keySet = { keys: [...publicKeys().keys, ...this.#knownKeys(auth)] }
    const trust = { keySet, remembered: new Map<string, TokenClaims>() }
    this.#trusts.set(auth, trust)
    return trust
  }

  /** The file was read when the profile was set; if it is gone by now, its keys verify nothing. */
  #knownKeys(auth: Profile['auth']): readonly Key[] {
    try {
      return this.providerKeys(auth).keys
    } catch {
      return []
    }
  }
}

async function check(
  token: string,
  auth: Profile['auth'],
  { keySet, remembered }: Trust,
): Promise<TokenClaims> {
  const claims = auth.jwt === 'decode' ? await decode(token) : await verify(token, auth, keySet)
  if (remembered.size >= REMEMBERED_MAX) remembered.clear()
  remembered.set(token, claims)
  return claims
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
