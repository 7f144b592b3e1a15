const CLAIM = 'emulator_world'

export const credentialOf = (key: string, id: string): string => `${key}@${id}`

/** An API key with a world's name appended. */
export interface WorldKey {
  /** Without the world's name. */
  readonly key: string
  readonly world: string
}

/**
 * Splits an API key that may name a world; undefined otherwise. Ignores joined values of a repeated header, which the
 * services refuse anyway.
 */
export function worldKeyIn(sent: string): WorldKey | undefined {
  const at = sent.lastIndexOf('@')
  return at < 1 || sent.includes(', ') ? undefined : { key: sent.slice(0, at), world: sent.slice(at + 1) }
}

/** Base64 of the claim's name at each of three alignments, without the characters that depend on its neighbours. */
const CLAIM_IN_BASE64 = [0, 1, 2].map((shift) => {
  const text = Buffer.from('\0'.repeat(shift) + CLAIM).toString('base64url')
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + CLAIM.length) * 8) / 6))
})

/**
 * Returns the world in a bearer token's claim, if any. Doesn't verify the token; that's up to the world.
 *
 * @param authorization the value of an Authorization header
 */
export function worldInToken(authorization: string): string | undefined {
  // Most tokens lack the claim, and searching is faster than parsing.
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
