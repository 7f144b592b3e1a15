import { describe, expect, test } from 'vitest'
import { CONFIG } from '../../src/services/config/contents.js'
import { DOCUMENTS } from '../../src/services/documents/contents.js'
import { KV } from '../../src/services/kv/contents.js'
import { extent } from '../support/extent.js'
import { type Sent, Service } from '../support/service.js'
import { bearer, dbKey, FROZEN, keysOf, kvKey, NS, OWNER, STORE } from './clients.js'

/**
 * A request that is wrong in two ways is answered by the first gate in the order of docs/gaps.md, and neither changes
 * nor counts anything. Tries every operation, with each of its faults alone and together with that of the next gate;
 * the project `deep` tries every pair.
 */

/** Everything that can be wrong, with the answer to each alone. */
const FAULTS = {
  'no credential': [401, 'credential_missing'],
  'a credential sent twice': [401, 'credential_invalid'],
  'an invalid token': [401, 'credential_invalid'],
  'no such resource': [404, 'resource_missing'],
  'an unknown key': [401, 'credential_invalid'],
  'a foreign key': [403, 'credential_foreign'],
  'a key of too small a scope': [403, 'scope_insufficient'],
  'a bearer who is not the owner': [403, 'owner_mismatch'],
  'no quota': [429, 'monthly_quota_exceeded'],
  'the rate limit': [429, 'rate_limited'],
  'a broken body': [400, 'body_malformed'],
  'a broken path': [400, 'parameter_invalid'],
  'a bad limit': [400, 'parameter_invalid'],
  'an invalid id': [400, 'record_id_invalid'],
  'no storage': [403, 'namespace_storage_quota_exceeded'],
  'no such record': [404, 'record_missing'],
  'a record out of scope': [403, 'record_out_of_scope'],
  'nothing within scope': [403, 'collection_out_of_scope'],
} as const

type Fault = keyof typeof FAULTS
type Has = (fault: Fault) => boolean
type Request = readonly [line: string, sent: Sent]

interface Row {
  readonly operation: string
  /** In the order of docs/gaps.md. */
  readonly faults: readonly Fault[]
  readonly request: (has: Has) => Request | Promise<Request>
}

const BY_KEY: readonly Fault[] = [
  'no credential',
  'a credential sent twice',
  'no such resource',
  'an unknown key',
  'a foreign key',
  'a key of too small a scope',
]
const BY_BEARER: readonly Fault[] = [
  'no credential',
  'a credential sent twice',
  'an invalid token',
  'no such resource',
  'a bearer who is not the owner',
]
const BY_DATABASE_KEY: readonly Fault[] = [
  'no credential',
  'a credential sent twice',
  'an unknown key',
  'the rate limit',
]

const rows: readonly Row[] = [
  {
    operation: 'kv.put',
    faults: [...BY_KEY, 'no quota', 'a broken path', 'a broken body', 'no storage'],
    request: (has) => [
      `PUT /v1/kv/${namespace(has)}/${key(has, 'gone')}`,
      { ...scoped(has, 'read', 'shop'), body: body(has) },
    ],
  },
  {
    operation: 'kv.get',
    faults: [...BY_KEY, 'no quota', 'a broken path'],
    request: (has) => [`GET /v1/kv/${namespace(has)}/${key(has)}`, scoped(has, 'write', 'shop')],
  },
  {
    operation: 'kv.delete',
    faults: [...BY_KEY, 'a broken path'],
    request: (has) => [`DELETE /v1/kv/${namespace(has)}/${key(has)}`, scoped(has, 'read', 'shop')],
  },
  {
    operation: 'kv.list',
    faults: [...BY_BEARER, 'no quota'],
    request: async (has) => [`GET /v1/kv/${namespace(has)}`, await authorized(has)],
  },
  {
    operation: 'usage.get',
    faults: BY_BEARER,
    request: async (has) => [`GET /v1/usage/${namespace(has)}`, await authorized(has)],
  },
  {
    operation: 'config.put',
    faults: [...BY_KEY, 'a broken path', 'a broken body'],
    request: (has) => [
      `PUT /v1/ec/${store(has)}/${key(has)}`,
      { ...scoped(has, 'read', 'web'), body: body(has) },
    ],
  },
  {
    operation: 'config.get',
    faults: [...BY_KEY, 'a broken path'],
    request: (has) => [`GET /v1/ec/${store(has)}/${key(has)}`, scoped(has, 'write', 'web')],
  },
  {
    operation: 'config.list',
    faults: BY_KEY,
    request: (has) => [`GET /v1/ec/${store(has)}`, scoped(has, 'write', 'web')],
  },
  {
    operation: 'config.delete',
    faults: [...BY_KEY, 'a broken path'],
    request: (has) => [`DELETE /v1/ec/${store(has)}/${key(has)}`, scoped(has, 'read', 'web')],
  },
  {
    operation: 'documents.list',
    faults: [...BY_DATABASE_KEY, 'a bad limit', 'nothing within scope'],
    request: (has) => [`GET /documents?limit=${has('a bad limit') ? 'x' : 1}`, database(has)],
  },
  {
    operation: 'documents.create',
    faults: [...BY_DATABASE_KEY, 'a broken body'],
    request: (has) => ['POST /documents', { ...database(has), body: body(has) }],
  },
  {
    operation: 'documents.get',
    faults: [...BY_DATABASE_KEY, 'an invalid id', 'no such record', 'a record out of scope'],
    request: (has) => [`GET /documents/${documentId(has)}`, database(has)],
  },
  {
    operation: 'projects.list',
    faults: [...BY_DATABASE_KEY, 'a bad limit', 'nothing within scope'],
    request: (has) => [`GET /projects?limit=${has('a bad limit') ? 'x' : 1}`, database(has)],
  },
  {
    operation: 'projects.create',
    faults: [...BY_DATABASE_KEY, 'a broken body'],
    request: (has) => ['POST /projects', { ...database(has), body: body(has) }],
  },
]

describe.each(rows)('$operation', ({ faults, request }) => {
  const pairs = faults.flatMap((first, i) =>
    faults.slice(i, extent(i + 2, faults.length)).map((second) => [first, second] as const),
  )
  test.each(pairs)('the check for %s comes before the one for %s', async (first, second) => {
    const has: Has = (fault) => fault === first || fault === second
    const service = await Service.start(seedWith(has))
    const before = traceOf(service)
    const answer = await service.send(...(await request(has)))
    expect([answer.status, service.outcome]).toEqual(FAULTS[first])
    // The rate limit counts all requests of a known key, also those refused later on.
    const isCounted =
      faults.indexOf('the rate limit') >= 0 && faults.indexOf(first) > faults.indexOf('the rate limit')
    expect(traceOf(service)).toEqual({ ...before, windows: isCounted ? [1] : [] })
  })

  test('the request succeeds if nothing is wrong', async () => {
    const service = await Service.start(seedWith(() => false))
    expect((await service.send(...(await request(() => false)))).status).toBeLessThan(300)
  })
})

const namespace = (has: Has) => (has('no such resource') ? 'ns_none_000000' : NS)
const store = (has: Has) => (has('no such resource') ? 'ec_none_000000' : STORE)
/** "gone" is expired and not yet removed. */
const key = (has: Has, name = 'live') => (has('a broken path') ? '%ZZ' : name)
const body = (has: Has) =>
  has('a broken body') ? '{' : '{"value":"a longer one","ttlSeconds":60,"title":"t","name":"n"}'
const repeated = (has: Has, name: string) => (has('a credential sent twice') ? [name] : [])

function scoped(has: Has, tooSmall: 'read' | 'write', own: 'shop' | 'web'): Sent {
  if (has('no credential')) return {}
  const name = has('a foreign key') ? 'other' : own
  const held = `kv_${has('a key of too small a scope') ? tooSmall : 'admin'}_${name}`
  return { headers: kvKey(has('an unknown key') ? 'kv_unknown' : held), repeated: repeated(has, 'x-kv-key') }
}

async function authorized(has: Has): Promise<Sent> {
  if (has('no credential')) return {}
  const { Authorization } = await bearer(has('a bearer who is not the owner') ? 'user_bob' : OWNER)
  const token = has('an invalid token') ? `${Authorization}x` : Authorization
  return { headers: { Authorization: token }, repeated: repeated(has, 'authorization') }
}

function database(has: Has): Sent {
  if (has('no credential')) return {}
  const isBlind = has('a record out of scope') || has('nothing within scope')
  const held = isBlind ? 'db_blind' : 'db'
  return { headers: dbKey(has('an unknown key') ? 'unknown' : held), repeated: repeated(has, 'x-api-key') }
}

function documentId(has: Has): string {
  if (has('an invalid id')) return 'first'
  return has('no such record') ? '999' : '1'
}

function seedWith(has: Has) {
  const limits = has('no quota') ? { reads: 0, writes: 0, lists: 0 } : {}
  const storage = has('no storage') ? { storageBytes: 0 } : {}
  return {
    clock: FROZEN,
    namespaces: [
      {
        id: NS,
        owner: OWNER,
        limits: { ...limits, ...storage },
        keys: keysOf('shop'),
        entries: [
          { key: 'live', value: 1, ttlSeconds: 60 },
          { key: 'gone', value: 1, createdAt: '-1h', expiresAt: '-1s' },
        ],
      },
      { id: 'ns_other_p7q1r5', keys: keysOf('other') },
    ],
    stores: [{ id: STORE, owner: OWNER, keys: keysOf('web'), entries: [{ key: 'live', value: 1 }] }],
    database: {
      rateLimit: { requests: has('the rate limit') ? 0 : 100, per: '1m' },
      keys: [{ key: 'db' }, { key: 'db_blind', documents: [], outOfScope: 'forbidden' }],
      projects: [{ id: 1, name: 'p' }],
      documents: [{ id: 1, title: 'd' }],
    },
  }
}

/** Everything that a request could change. */
function traceOf({ world }: Service) {
  const { state } = world
  const held = state.of(KV).namespaces.get(NS)
  return {
    counters: JSON.stringify(held?.usage.at(world.clock.now())),
    entries: [...(held?.entries.values() ?? [])],
    configs: [...(state.of(CONFIG).stores.get(STORE)?.entries.values() ?? [])],
    documents: [...state.of(DOCUMENTS).documents.records.values()],
    projects: [...state.of(DOCUMENTS).projects.records.values()],
    windows: [...state.of(DOCUMENTS).rateWindows.entries()].map(([, window]) =>
      'used' in window ? window.used : 0,
    ),
  }
}
