import type { Scope } from '../contract/values.js'
import { nearestOfMany } from '../core/nearest.js'
import { Refusal } from '../core/refusal.js'
import type { Gaps } from './profile/gaps.js'

/** An API key for one namespace or store, with one scope (docs/CONTRACT.md K-2). */
export interface ScopedKey {
  readonly seq: number
  readonly key: string
  readonly resourceId: string
  readonly scope: Scope
}

/** From a verified bearer token. */
export interface Identity {
  readonly claims: Readonly<Record<string, unknown>>
}

export interface JudgedToken {
  /** The caller, or a sentence that says why the token was rejected. */
  readonly identity: Identity | string
  /** The result depends on `auth.jwt`, because the header looked like a token. */
  readonly usedSettings: boolean
  /** The result depends on `auth.tokenTime`, because the token has times and is otherwise valid. */
  readonly usedClock: boolean
}

/**
 * Checks, in this order, that the key is known, belongs to the resource, and has a sufficient scope.
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
 * @param lists the admin calls that list the known keys
 * @param meant how the key should have been sent, if it's known in another form
 */
export const unknownKey = (lists: string, meant?: string): Refusal =>
  new Refusal('credential_invalid', 'unknown API key', {
    hint: meant ?? `list the known keys with ${lists}`,
  })

interface KnownKeys {
  has(key: string): boolean
  values(): Iterable<{ readonly key: string }>
}

/** Helps if a known key was misspelt or wrapped in JSON quotes. */
export function meantKeyHint(sent: string, known: KnownKeys): string | undefined {
  const [, bare] = /^"(.+)"$/.exec(sent) ?? []
  if (bare !== undefined && known.has(bare)) return 'send it without the quotes'
  const meant = nearestOfMany(sent, known.values(), ({ key }) => key)
  return meant && `did you mean ${meant}?`
}

export const SCOPED_KEYS = 'GET /_admin/namespaces and GET /_admin/stores'

/** @throws Refusal owner_mismatch */
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
