import type { createLocalJWKSet } from 'jose'

/** Finds the key of a set that a token names, or all that fit it. */
export type FindKey = ReturnType<typeof createLocalJWKSet>

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
/** Keys that are tried for one token: each takes some 0.5 ms. Providers have one or two, and while they change them some more. */
const TRIED_MAX = 20

/** More keys fit a token than are tried, and none of the first verifies it. */
export class TooManyKeys extends Error {}

/**
 * Verifies a token by the keys that fit its algorithm and key id, one after the other. Keys without an id, or
 * with the same one, may all be meant.
 *
 * @throws TooManyKeys
 * @throws the error of jose if no key of the set verifies the token
 */
export async function verifyByAnyKey(token: string, findKey: FindKey): Promise<void> {
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
  let tried = 0
  for await (const key of several) {
    if (++tried > TRIED_MAX) throw new TooManyKeys(TOO_MANY)
    const holds = await compactVerify(token, key, algorithms).then(
      () => true,
      () => false,
    )
    if (holds) return
  }
  throw several
}

const TOO_MANY = `more than ${TRIED_MAX} keys of auth.jwksFile fit the token, and none of the first ${TRIED_MAX} signed it: give each key its own kid, and the token the one of its key`
