import type { Scope } from '../contract/values.js'
import { nearestOfMany } from '../core/nearest.js'
import { Refusal } from '../core/refusal.js'
import type { Gaps } from './profile/gaps.js'

/** An API key of the two stores for one namespace or store, with one scope (docs/CONTRACT.md K-2); its text names neither. */
export interface ScopedKey {
  readonly seq: number
  readonly key: string
  /** The namespace or store that it opens. */
  readonly resourceId: string
  readonly scope: Scope
}

/** The caller, by a verified bearer token. */
export interface Identity {
  readonly claims: Readonly<Record<string, unknown>>
}

/** The verdict on a bearer token. */
export interface JudgedToken {
  /** The caller; a sentence on why the token is not taken. */
  readonly identity: Identity | string
  /** The settings of auth.jwt decided it: the header had the form of a token. */
  readonly usedSettings: boolean
  /** The clock of auth.tokenTime decided it too: the token has times, and all else about it is right. */
  readonly usedClock: boolean
}

/**
 * Checks a key, in this order: it is known, belongs to the resource, and has a sufficient scope.
 *
 * @throws Refusal credential_invalid, credential_foreign, scope_insufficient (docs/CONTRACT.md K-7, K-11, K-12)
 */
export function authorizeKey(
  held: ScopedKey | undefined,
  resourceId: string,
  needed: 'read' | 'write',
): void {
  if (held === undefined) throw unknownKey(SCOPED_KEYS)
  if (held.resourceId !== resourceId) {
    throw new Refusal('credential_foreign', `the key belongs to ${held.resourceId}, not to ${resourceId}`)
  }
  if (held.scope !== 'admin' && held.scope !== needed) {
    throw new Refusal('scope_insufficient', `the key has scope ${held.scope}; this needs ${needed} or admin`)
  }
}

/**
 * Refuses a key that the world does not have.
 *
 * @param lists the calls that list the keys that it has
 * @param meant how to send it, for a key that is known elsewhere
 */
export const unknownKey = (lists: string, meant?: string): Refusal =>
  new Refusal('credential_invalid', 'unknown API key', {
    hint: meant ?? `list the known keys with ${lists}`,
  })

interface KnownKeys {
  has(key: string): boolean
  values(): Iterable<{ readonly key: string }>
}

/** The hint for a known key that was sent as a JSON text or misspelt; undefined for others. */
export function meantKeyHint(sent: string, known: KnownKeys): string | undefined {
  const [, bare] = /^"(.+)"$/.exec(sent) ?? []
  if (bare !== undefined && known.has(bare)) return 'send it without the quotes'
  const meant = nearestOfMany(sent, known.values(), ({ key }) => key)
  return meant && `did you mean ${meant}?`
}

/** The calls that list the keys of namespaces and stores. */
export const SCOPED_KEYS = 'GET /_admin/namespaces and GET /_admin/stores'

/**
 * Checks that the namespace belongs to the caller.
 *
 * @throws Refusal owner_mismatch
 */
export function authorizeOwner(
  identity: Identity,
  namespace: { readonly id: string; readonly owner: string },
  gaps: Gaps,
): void {
  const ownerClaim = gaps.decide('auth.ownerClaim')
  const claimed = identity.claims[ownerClaim]
  if (claimed === namespace.owner) return
  const its = `the token's ${ownerClaim} is`
  const found =
    typeof claimed === 'string' ? `${its} ${claimed === '' ? 'empty' : claimed}` : `${its} not text`
  const caller = claimed === undefined ? `the token has no ${ownerClaim}` : found
  throw new Refusal('owner_mismatch', `${caller}; ${namespace.id} belongs to ${namespace.owner}`)
}
