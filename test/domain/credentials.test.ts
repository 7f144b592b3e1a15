import { describe, expect, test } from 'vitest'
import type { Scope } from '../../src/contract/values.js'
import type { Refusal } from '../../src/core/refusal.js'
import { authorizeKey, authorizeOwner, meantKeyHint, type ScopedKey } from '../../src/domain/credentials.js'
import { Gaps } from '../../src/domain/profile/gaps.js'
import { defaultProfile, patchProfile } from '../../src/domain/profile/profile.js'
import { State } from '../../src/domain/state.js'
import { services } from '../../src/services/index.js'
import { KV } from '../../src/services/kv/contents.js'

const held = (resourceId: string, scope: Scope): ScopedKey => ({ seq: 1, key: 'k', resourceId, scope })

/** The code of the refusal, or "ok". */
function outcomeOf(call: () => void): string {
  try {
    call()
    return 'ok'
  } catch (refusal) {
    return (refusal as Refusal).code
  }
}

describe('a key, in the order of the checks', () => {
  test.each<[ScopedKey | undefined, 'read' | 'write', string]>([
    [undefined, 'read', 'credential_invalid'],
    [held('ns_b', 'admin'), 'read', 'credential_foreign'],
    [held('ns_b', 'read'), 'write', 'credential_foreign'],
    [held('ns_a', 'read'), 'read', 'ok'],
    [held('ns_a', 'read'), 'write', 'scope_insufficient'],
    [held('ns_a', 'write'), 'read', 'scope_insufficient'],
    [held('ns_a', 'write'), 'write', 'ok'],
    [held('ns_a', 'admin'), 'read', 'ok'],
    [held('ns_a', 'admin'), 'write', 'ok'],
  ])('the key %j for a %s: %s', (key, needed, outcome) => {
    expect(outcomeOf(() => authorizeKey(key, 'ns_a', needed))).toBe(outcome)
  })
})

describe('a bearer', () => {
  const namespace = State.empty(services).of(KV).addNamespace('ns_a', 'alice', {})
  test.each<[string, Record<string, unknown>, string]>([
    ['sub', { sub: 'alice' }, 'ok'],
    ['sub', { sub: 'bob' }, 'owner_mismatch'],
    ['sub', { sub: ['alice'] }, 'owner_mismatch'],
    ['sub', {}, 'owner_mismatch'],
    ['uid', { sub: 'alice' }, 'owner_mismatch'],
    ['uid', { uid: 'alice' }, 'ok'],
    ['toString', {}, 'owner_mismatch'],
  ])('a token by the claim %s, with %j: %s', (ownerClaim, claims, outcome) => {
    const gaps = new Gaps(patchProfile(defaultProfile, { auth: { ownerClaim } }))
    expect(outcomeOf(() => authorizeOwner({ claims }, namespace, gaps))).toBe(outcome)
  })
})

describe('a refusal gives the reason', () => {
  test.each<[ScopedKey | undefined, Partial<Refusal>]>([
    [
      undefined,
      {
        reason: 'unknown API key',
        details: { hint: 'list the known keys with GET /_admin/namespaces and GET /_admin/stores' },
      },
    ],
    [held('ns_b', 'read'), { reason: 'the key belongs to ns_b, not to ns_a', details: {} }],
    [held('ns_a', 'read'), { reason: 'the key has scope read; this needs write or admin', details: {} }],
  ])('the reason of a refusal is about the key %j', (key, refusal) => {
    expect(() => authorizeKey(key, 'ns_a', 'write')).toThrow(expect.objectContaining(refusal))
  })

  const namespace = State.empty(services).of(KV).addNamespace('ns_a', 'alice', {})
  test.each([
    [{ sub: 'bob' }, "the token's sub is bob; ns_a belongs to alice"],
    [{ sub: '' }, "the token's sub is empty; ns_a belongs to alice"],
    [{ sub: 1 }, "the token's sub is not text; ns_a belongs to alice"],
    [{ sub: null }, "the token's sub is not text; ns_a belongs to alice"],
    [{ sub: ['alice'] }, "the token's sub is not text; ns_a belongs to alice"],
    [{}, 'the token has no sub; ns_a belongs to alice'],
  ])('the reason of a refusal is about the claims %j', (claims, reason) => {
    const call = () => authorizeOwner({ claims }, namespace, new Gaps(defaultProfile))
    expect(call).toThrow(expect.objectContaining({ reason }))
  })
})

test.each([
  ['"kv_a"', 'send it without the quotes'],
  ['kv_b', 'did you mean kv_a?'],
  ['x"kv_a"', undefined],
  ['"kv_a"x', undefined],
  ['"other"', undefined],
])('the hint for the unknown key %s is %j', (sent, hint) => {
  const known = new Map([['kv_a', { key: 'kv_a' }]])
  expect(meantKeyHint(sent, known)).toBe(hint)
})
