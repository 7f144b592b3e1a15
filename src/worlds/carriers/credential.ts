const CLAIM = 'emulator_world'

/** An API key that selects a world. */
export const credentialOf = (key: string, id: string): string => `${key}@${id}`

/** An API key with the name of a world after it. */
export interface WorldKey {
  /** The key as the services know it. */
  readonly key: string
  readonly world: string
}

/**
 * The parts of an API key that may name a world; undefined if it names none. Neither do the joined values of a header
 * that was sent more than once: the services refuse them.
 */
export function worldKeyIn(sent: string): WorldKey | undefined {
  const at = sent.lastIndexOf('@')
  return at < 1 || sent.includes(', ') ? undefined : { key: sent.slice(0, at), world: sent.slice(at + 1) }
}

/** Base64 of the claim's name, without the characters that depend on what is around it: one for each place in a group of three bytes. */
const CLAIM_IN_BASE64 = [0, 1, 2].map((shift) => {
  const text = Buffer.from('\0'.repeat(shift) + CLAIM).toString('base64url')
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + CLAIM.length) * 8) / 6))
})

/**
 * The world that a bearer token names by a claim; undefined if it names none. The token is not verified: that is for
 * the world to do.
 *
 * @param authorization the value of an Authorization header
 */
export function worldInToken(authorization: string): string | undefined {
  // Most tokens have no such claim, and to read one takes longer than to search it.
  if (!CLAIM_IN_BASE64.some((part) => authorization.includes(part))) return undefined
  const [, payload = ''] = /^Bearer +[\w-]*\.([\w-]*)\./i.exec(authorization) ?? []
  const world = claimOf(Buffer.from(payload, 'base64url').toString())
  return typeof world === 'string' ? world : undefined
}

function claimOf(payload: string): unknown {
  try {
    const claims: unknown = JSON.parse(payload)
    return typeof claims === 'object' && claims !== null ? Reflect.get(claims, CLAIM) : undefined
  } catch {
    return undefined
  }
}
