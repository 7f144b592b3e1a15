import { beforeEach, describe, expect, test } from 'vitest'
import type { ProfilePatch } from '../../src/domain/profile/profile.js'
import { type Explanation, explain } from '../../src/inspect/explain.js'
import { bearer, dbKey, FROZEN, keysOf, kvKey, NS, OWNER, STORE } from '../request/clients.js'
import { Service } from '../support/service.js'

const SEED = {
  clock: FROZEN,
  namespaces: [
    {
      id: NS,
      owner: OWNER,
      limits: { reads: 5, writes: 4, lists: 3, storageBytes: 30 },
      usage: { reads: 1, writes: 2, lists: 1 },
      keys: keysOf('shop'),
      entries: [{ key: 'k', value: 'v', ttlSeconds: 60 }],
    },
    { id: 'ns_other_x1', owner: 'user_bob', keys: keysOf('other') },
  ],
  stores: [{ id: STORE, keys: keysOf('web'), entries: [{ key: 'c', value: 1 }] }],
  database: {
    rateLimit: { requests: 3, per: '1m' },
    keys: [{ key: 'db' }, { key: 'db_blind', projects: [], documents: [], outOfScope: 'forbidden' }],
    documents: [{ id: 1, title: 't' }],
  },
}

const SHOP = kvKey('kv_admin_shop')
const PUT = '{"value":"v","ttlSeconds":60}'

let service: Service

beforeEach(async () => {
  service = await Service.start(SEED)
})

function last(): Explanation {
  const { newest } = service.world.journal
  if (newest === undefined) throw new Error('nothing was requested')
  return explain(newest)
}

interface Asked {
  readonly headers?: Record<string, string>
  readonly body?: string
  readonly repeated?: readonly string[]
}

async function ask(line: string, asked: Asked = {}): Promise<Explanation> {
  await service.send(line, asked)
  return last()
}

/** The gates as lines: "scope passed", "monthly quota refused used=5 limit=5". */
function lines({ gates }: Explanation): string[] {
  return gates.map(({ gate, result, ...numbers }) =>
    [gate, result, ...Object.entries(numbers).map(([name, number]) => `${name}=${number}`)].join(' '),
  )
}

const BY_KEY = [
  'credential sent',
  'namespace or store exists',
  'key known',
  'key of this namespace or store',
  'scope',
]
const BY_BEARER = ['bearer valid', 'namespace or store exists', 'owner']
const passed = (names: readonly string[]) => names.map((name) => `${name} passed`)
const KEYED = passed(BY_KEY)
const VALID = 'request valid passed'
const EXISTS = 'entry exists passed'
const KNOWN = ['key known passed', 'rate limit passed used=0 limit=3', VALID]
const WEB = { headers: kvKey('kv_admin_web') }
const DB = { headers: dbKey('db') }

describe('an accepted request passes its gates:', () => {
  test.each<[string, string, Asked, string[]]>([
    [
      'kv.put',
      `PUT /v1/kv/${NS}/n`,
      { headers: SHOP, body: PUT },
      [...KEYED, 'monthly quota passed used=2 limit=4', VALID, 'storage passed before=4 after=8 limit=30'],
    ],
    [
      'kv.get',
      `GET /v1/kv/${NS}/k`,
      { headers: SHOP },
      [...KEYED, 'monthly quota passed used=1 limit=5', VALID, EXISTS],
    ],
    ['kv.delete', `DELETE /v1/kv/${NS}/k`, { headers: SHOP }, [...KEYED, VALID, EXISTS]],
    ['config.get', `GET /v1/ec/${STORE}/c`, WEB, [...KEYED, VALID, EXISTS]],
    ['config.list', `GET /v1/ec/${STORE}`, WEB, KEYED],
    ['documents.list', 'GET /documents', DB, [...KNOWN, 'scope passed']],
    ['documents.create', 'POST /documents', { ...DB, body: '{"title":"t"}' }, KNOWN],
    ['documents.get', 'GET /documents/1', DB, [...KNOWN, 'record exists passed', 'scope passed']],
  ])('an accepted %s passes its gates', async (_, line, asked, expected) => {
    expect(lines(await ask(line, asked))).toEqual(expected)
  })

  test('an accepted kv.list passes its gates', async () => {
    const told = await ask(`GET /v1/kv/${NS}`, { headers: await bearer() })
    expect(lines(told)).toEqual([...passed(BY_BEARER), 'monthly quota passed used=1 limit=3'])
  })
})

/** The number of gates passed, the gate that refused, and the number of gates not reached. */
function refusal({ gates }: Explanation): [passed: number, refused: string | undefined, notReached: number] {
  const count = (result: string) => gates.filter((gate) => gate.result === result).length
  const refused = lines({ gates, gaps: {} }).filter((line) => / refused( |$)/.test(line))
  expect(refused.length).toBeLessThanOrEqual(1)
  return [count('passed'), refused[0], count('not reached')]
}

describe('a refused request shows the gate that refused it:', () => {
  test.each<[string, Asked, [number, string | undefined, number]]>([
    [`GET /v1/kv/${NS}/k`, {}, [0, 'credential sent refused', 7]],
    [
      `GET /v1/kv/${NS}/k`,
      { headers: { ...SHOP, 'x-kv-key': 'b' }, repeated: ['x-kv-key'] },
      [0, 'credential sent refused', 7],
    ],
    ['GET /v1/kv/ns_no/k', { headers: SHOP }, [1, 'namespace or store exists refused', 6]],
    [`GET /v1/kv/${NS}/k`, { headers: kvKey('kv_no') }, [2, 'key known refused', 5]],
    [
      `GET /v1/kv/${NS}/k`,
      { headers: kvKey('kv_admin_other') },
      [3, 'key of this namespace or store refused', 4],
    ],
    [`GET /v1/kv/${NS}/k`, { headers: kvKey('kv_write_shop') }, [4, 'scope refused', 3]],
    [`GET /v1/kv/${NS}/%ZZ`, { headers: SHOP }, [6, 'request valid refused', 1]],
    [`GET /v1/kv/${NS}/no`, { headers: SHOP }, [7, 'entry exists refused', 0]],
    [`PUT /v1/kv/${NS}/k`, { headers: SHOP, body: '{}' }, [6, 'request valid refused', 1]],
    [
      `PUT /v1/kv/${NS}/k`,
      { headers: SHOP, body: `{"value":"${'x'.repeat(40)}","ttlSeconds":60}` },
      [7, 'storage refused before=4 after=43 limit=30', 0],
    ],
    [`PUT /v1/ec/${STORE}/c`, { ...WEB, body: '{}' }, [5, 'request valid refused', 0]],
    [`GET /v1/kv/${NS}`, { headers: SHOP }, [0, 'bearer valid refused', 3]],
    [`GET /v1/usage/${NS}`, { headers: { Authorization: 'Bearer x' } }, [0, 'bearer valid refused', 2]],
    ['GET /documents', { headers: dbKey('no') }, [0, 'key known refused', 3]],
    ['GET /documents?limit=x', DB, [2, 'request valid refused', 1]],
    ['GET /documents', { headers: dbKey('db_blind') }, [3, 'scope refused', 0]],
    ['GET /documents/x', DB, [2, 'request valid refused', 2]],
    ['GET /documents/9', DB, [3, 'record exists refused', 1]],
    ['GET /documents/1', { headers: dbKey('db_blind') }, [4, 'scope refused', 0]],
    ['POST /documents', { ...DB, body: '{}' }, [2, 'request valid refused', 0]],
    // Refused before any gate.
    [`GET /v1/kv/${NS}/k`, { headers: { ...SHOP, 'X-Emulator-Fault': '?' } }, [0, undefined, 8]],
    ['GET /nowhere', {}, [0, undefined, 0]],
  ])('the refusal of %s shows the gate that refused it: %j', async (line, asked, expected) => {
    expect(refusal(await ask(line, asked))).toEqual(expected)
  })

  test('an unknown key before a missing namespace, if the profile says so', async () => {
    service = await Service.start(SEED, { auth: { missingNamespace: 'after-key' } })
    const asked = async (line: string, key: string) => refusal(await ask(line, { headers: kvKey(key) }))
    expect(await asked('GET /v1/kv/ns_no/k', 'kv_no')).toEqual([1, 'key known refused', 6])
    expect(await asked('GET /v1/kv/ns_no/k', 'kv_admin_shop')).toEqual([
      2,
      'namespace or store exists refused',
      5,
    ])
  })

  test('an invalid request before a quota, if kv.checkOrder says so', async () => {
    service = await Service.start(SEED, { kv: { checkOrder: 'request-first' } })
    const put = (body: string) => ask(`PUT /v1/kv/${NS}/k`, { headers: SHOP, body })
    expect(refusal(await put('{'))).toEqual([5, 'request valid refused', 2])
    for (let i = 0; i < 2; i++) await put(PUT)
    expect(refusal(await put(PUT))).toEqual([6, 'monthly quota refused used=4 limit=4', 1])
  })

  test('the bearer of another user', async () => {
    const asked = { headers: await bearer('user_bob') }
    expect(refusal(await ask(`GET /v1/kv/${NS}`, asked))).toEqual([2, 'owner refused', 1])
    expect(refusal(await ask('GET /v1/kv/ns_no', asked))).toEqual([1, 'namespace or store exists refused', 2])
  })

  test('a quota or a rate limit, with the usage and the limit', async () => {
    const get = () => ask(`GET /v1/kv/${NS}/k`, { headers: SHOP })
    for (let i = 0; i < 4; i++) await get()
    expect(refusal(await get())).toEqual([5, 'monthly quota refused used=5 limit=5', 2])
    const list = () => ask('GET /documents', DB)
    for (let i = 0; i < 3; i++) await list()
    expect(refusal(await list())).toEqual([1, 'rate limit refused used=3 limit=3', 2])
  })
})

describe('a list with a scoped key passes the gates that the profile allows:', () => {
  test.each<[NonNullable<ProfilePatch['kv']>['listWithScopedKey'], string, string[]]>([
    [401, 'kv_admin_shop', ['bearer valid refused']],
    [403, 'kv_no', [...passed(BY_KEY.slice(0, 2)), 'key known refused']],
    [403, 'kv_read_shop', [...passed(BY_KEY), 'key accepted for lists refused']],
    ['allow', 'kv_write_shop', [...passed(BY_KEY.slice(0, 4)), 'scope refused']],
    ['allow', 'kv_read_shop', [...passed(BY_KEY), 'monthly quota passed used=1 limit=3']],
  ])(
    'with kv.listWithScopedKey: %s a list with the key %s passes the gates that the profile allows',
    async (listWithScopedKey, key, expected) => {
      service = await Service.start(SEED, { kv: { listWithScopedKey } })
      const told = lines(await ask(`GET /v1/kv/${NS}`, { headers: kvKey(key) }))
      expect(told.filter((line) => !line.endsWith('not reached'))).toEqual(expected)
    },
  )
})
