const CLAIM = 'emulator_world'

export const credentialOf = (key: string, id: string): string => `${key}@${id}`

export interface WorldKey {
  readonly key: string
  readonly world: string
}

/**
 * Splits an API key that may name a world. Ignores a repeated header's joined values, because the services refuse those
 * anyway.
 */
export function worldKeyIn(sent: string): WorldKey | undefined {
  const at = sent.lastIndexOf('@')
  return at < 1 || sent.includes(', ') ? undefined : { key: sent.slice(0, at), world: sent.slice(at + 1) }
}

/** The claim's name in Base64 at each of the three alignments, without characters that depend on their neighbours. */
const CLAIM_IN_BASE64 = [0, 1, 2].map((shift) => {
  const text = Buffer.from('\0'.repeat(shift) + CLAIM).toString('base64url')
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + CLAIM.length) * 8) / 6))
})

/**
 * The world that a bearer token's claim names, if any. Doesn't verify the token, since that's up to the world.
 *
 * @param authorization the Authorization header's value
 */
export function worldInToken(authorization: string): string | undefined {
  // Most tokens lack the claim, and a search is faster than parsing.
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
