import { describe, expect, test } from 'vitest'
import { type Operation, type OperationId, operations } from '../../../src/contract/operations.js'
import type { ServiceRefusalCode } from '../../../src/core/refusal.js'
import { KEY_LENGTH_MAX } from '../../../src/domain/bounds.js'
import { DecisionFacts } from '../../../src/domain/decision-facts.js'
import { defaultProfile } from '../../../src/domain/profile/profile.js'
import type { RefusedOperation } from '../../../src/domain/refusals/fixes.js'
import { fixesOf } from '../../../src/domain/refusals/refusals.js'
import { KV } from '../../../src/services/kv/contents.js'
import { loggedRequest } from '../../support/calls.js'
import { HOUR, makeWorld, NOW } from '../clocked-worlds.js'

const operation = (id: OperationId): Operation => {
  const found = operations.find((one) => one.id === id)
  if (found === undefined) throw new Error(`there is no ${id}`)
  return found
}

const GET = operation('kv.get')
const LIST = operation('kv.list')
const CREATE = operation('documents.create')
/** An operation of a user's own service. */
const OWN: Operation = { ...GET, id: 'shop.get', service: 'shop', credential: 'none' }
const { scope: _, ...UNSCOPED } = GET

const { limits } = defaultProfile
const withLimits = (own: Partial<typeof limits>) => ({
  profile: { ...defaultProfile, limits: { ...limits, ...own } },
})
const merge = (body: object) => ({ method: 'PATCH', path: '/state', body })
const tooLong = 'k'.repeat(KEY_LENGTH_MAX + 1)
const longest = `ns_${'k'.repeat(KEY_LENGTH_MAX - 3)}`
const ownersToken = { method: 'POST', path: '/tokens', body: { sub: 'u' } }
const lift = { method: 'PATCH', path: '/database', body: { rateLimit: null } }
const a = { key: 'a', value: true, ttlSeconds: 86_400 }
const added = merge({ namespaces: [{ id: 'ns_a', entries: [a] }] })
const allowed = (keys: object) => merge({ profile: { limits: keys } })

interface Row {
  readonly code: ServiceRefusalCode
  readonly call: Partial<RefusedOperation>
  /** Undefined stands for advice without a call. */
  readonly calls: readonly (object | undefined)[]
}

const ROWS: readonly Row[] = [
  { code: 'credential_missing', call: { operation: OWN }, calls: [] },
  {
    code: 'credential_missing',
    call: { operation: CREATE, resource: '' },
    calls: [{ method: 'POST', path: '/database-keys', body: {} }],
  },
  {
    code: 'credential_missing',
    call: { operation: { ...OWN, credential: 'database-key' } },
    calls: [{ method: 'POST', path: '/database-keys', body: {} }],
  },
  { code: 'credential_missing', call: { resource: 'nothing' }, calls: [undefined] },
  {
    code: 'credential_missing',
    call: { operation: UNSCOPED },
    calls: [{ method: 'POST', path: '/namespaces/ns_a/keys', body: { scope: 'read' } }],
  },
  {
    code: 'credential_missing',
    call: { operation: LIST, resource: 'nothing' },
    calls: [{ method: 'POST', path: '/tokens', body: {} }],
  },
  {
    code: 'credential_invalid',
    call: { operation: LIST, credential: 'kv_new' },
    calls: [ownersToken],
  },
  {
    code: 'credential_invalid',
    call: { operation: UNSCOPED, credential: 'kv_new' },
    calls: [
      expect.anything(),
      merge({ namespaces: [{ id: 'ns_a', keys: [{ key: 'kv_new', scope: 'read' }] }] }),
    ],
  },
  { code: 'scope_insufficient', call: {}, calls: [expect.objectContaining({ method: 'POST' })] },
  { code: 'owner_mismatch', call: { operation: LIST }, calls: [ownersToken] },
  { code: 'resource_missing', call: { operation: OWN, resource: 'x' }, calls: [] },
  { code: 'resource_missing', call: { resource: 'ns_' }, calls: [undefined] },
  { code: 'resource_missing', call: { resource: `ns_${tooLong}` }, calls: [undefined] },
  {
    code: 'resource_missing',
    call: { resource: longest },
    calls: [merge({ namespaces: [{ id: longest }] })],
  },
  {
    code: 'resource_missing',
    call: { operation: LIST, resource: 'ns_new' },
    calls: [merge({ namespaces: [{ id: 'ns_new' }] })],
  },
  {
    code: 'resource_missing',
    call: { operation: UNSCOPED, resource: 'ns_new', credential: 'kv_new' },
    calls: [merge({ namespaces: [{ id: 'ns_new', keys: [{ key: 'kv_new', scope: 'read' }] }] })],
  },
  { code: 'entry_missing', call: {}, calls: [] },
  {
    code: 'monthly_quota_exceeded',
    call: { operation: CREATE },
    calls: [{ method: 'POST', path: '/clock', body: { to: 'next-month' } }],
  },
  { code: 'rate_limited', call: {}, calls: [lift] },
  { code: 'body_malformed', call: {}, calls: [undefined] },
  {
    code: 'too_large',
    call: { bodyIsTooLarge: true, ...withLimits({ bodyBytes: null }) },
    calls: [undefined],
  },
  { code: 'too_large', call: withLimits({ valueBytes: 5 }), calls: [undefined] },
  {
    code: 'too_large',
    call: { operation: CREATE, ...withLimits({ valueBytes: null }) },
    calls: [undefined],
  },
  { code: 'key_refused', call: { key: tooLong }, calls: [undefined] },
  {
    code: 'key_refused',
    call: { key: 'a b', ...withLimits({ keyBytes: 3, keyCharacters: 'a-z' }) },
    calls: [allowed({ keyCharacters: null })],
  },
  {
    code: 'key_refused',
    call: { key: 'a b', ...withLimits({ keyBytes: null, keyCharacters: 'a-z' }) },
    calls: [allowed({ keyCharacters: null })],
  },
]

const facts = (own: Partial<DecisionFacts>) => Object.assign(new DecisionFacts(), own)

function suggested(code: ServiceRefusalCode, call: Partial<RefusedOperation>, { world } = makeWorld()) {
  world.state.of(KV).addNamespace('ns_a', 'u', {})
  const fixes = fixesOf(code, {
    operation: GET,
    resource: 'ns_a',
    key: '',
    credential: '',
    at: NOW,
    decision: facts({}),
    profile: defaultProfile,
    bodyIsTooLarge: false,
    header: () => undefined,
    world,
    ...call,
  })
  for (const { text } of fixes) expect(text).toMatch(/^[A-Z][a-z]+ (?!.*undefined).*[^.]$/)
  return fixes.map((fix) => fix.call)
}

test.each(ROWS)('the refusal $code suggests calls that fit, or advice ($#)', ({ code, call, calls }) => {
  expect(suggested(code, call)).toStrictEqual(calls)
})

test('at most six of the keys that would do are suggested', () => {
  const made = makeWorld()
  for (let index = 0; index < 8; index++) made.world.state.addKey(`k${index}`, 'ns_a', 'read')
  expect(suggested('credential_missing', {}, made)).toHaveLength(6)
})

describe('the fixes of a missing key', () => {
  const undo = (to: string) => ({ method: 'POST', path: '/undo', body: { to } })
  const expired = (expiredAt: number) => facts({ absence: { expiredAt } })
  const deleted = (deletedBy: string | { request: string }) => facts({ absence: { deletedBy } })

  test.each([
    ['an admin call', []],
    [{ request: 'nonsense' }, []],
    [{ request: 'r9' }, []],
    [{ request: 'r1' }, [undo('r1')]],
  ])('deleted by %j, it offers to go back if the log has the request', (by, undone) => {
    const made = makeWorld()
    made.world.history.add(loggedRequest({ id: 'r1' }))
    expect(suggested('entry_missing', { key: 'a', decision: deleted(by) }, made)).toEqual([added, ...undone])
  })

  /** Starts at NOW, and has a first command an hour later. */
  function running() {
    const made = makeWorld([], { now: NOW })
    made.real.now += HOUR
    made.world.history.add(loggedRequest({ id: 'r1', at: NOW + HOUR }))
    return made
  }
  const offered = (expiredAt: number, made = running()) =>
    suggested('entry_missing', { key: 'a', decision: expired(expiredAt) }, made).slice(1)

  test('expired, it offers to go back as far as to the start and no further than now', () => {
    expect(offered(NOW)).toEqual([])
    expect(offered(NOW + 1)).toEqual([undo('2026-01-31T12:00:00.000Z')])
    expect(offered(NOW + HOUR + 1)).toEqual([undo('2026-01-31T13:00:00.000Z')])
    expect(offered(NOW + HOUR + 2)).toEqual([])
  })

  test('expired, it offers to go back no further than the log does', () => {
    const made = running()
    const { history } = made.world
    history.requestCheckpoint()
    for (let index = 2; index < 1200; index++) history.add(loggedRequest({ id: `r${index}`, at: NOW + HOUR }))
    expect(history.oldest).toBeGreaterThan(0)
    expect(offered(NOW + HOUR, made)).toEqual([])
    expect(offered(NOW + HOUR + 1, made)).toEqual([undo('2026-01-31T13:00:00.000Z')])
    history.releaseContents()
    expect(offered(NOW + HOUR, made)).toEqual([])
    expect(offered(NOW + HOUR + 1, made)).toHaveLength(1)
  })
})
