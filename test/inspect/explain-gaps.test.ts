import { beforeEach, describe, expect, test } from 'vitest'
import { type ProfilePatch, patchProfile } from '../../src/domain/profile/profile.js'
import { signToken } from '../../src/identity/provider.js'
import { explain } from '../../src/inspect/explain.js'
import { bearer, dbKey, FROZEN, keysOf, kvKey, NOW, NS, OWNER } from '../request/clients.js'
import { type Sent, Service } from '../support/service.js'

/** An option is shown only if the answer depended on it. */

const SEED = {
  clock: FROZEN,
  namespaces: [
    { id: NS, owner: OWNER, keys: keysOf('shop'), entries: [{ key: 'k', value: 'v', ttlSeconds: 3600 }] },
  ],
  database: {
    keys: [{ key: 'db' }],
    documents: [{ repeat: 3, title: 't' }],
  },
}

let service: Service

beforeEach(async () => {
  service = await Service.start(SEED)
})

/** The options that the response depended on, out of those that a test is about. */
async function leanings(of: RegExp, line: string, sent: Sent, profile: ProfilePatch = {}): Promise<string[]> {
  const { world } = service
  world.changeProfile(patchProfile(world.profile, profile))
  await service.send(line, sent)
  const [record] = world.journal.list()
  if (record === undefined) throw new Error('nothing was requested')
  return Object.keys(explain(record).gaps).filter((option) => of.test(option))
}

describe('the TTL of a put', () => {
  test.each<[body: string, options: string[], profile?: ProfilePatch]>([
    ['{"value":1,"ttlSeconds":60}', []],
    ['{"value":1,"ttlSeconds":60.0}', []],
    ['{"value":1,"ttlSeconds":59}', ['kv.ttlEcho']],
    ['{"value":1}', ['kv.ttlMissing']],
    ['{"value":1}', ['kv.ttlMissing'], { kv: { ttlMissing: 90 } }],
    ['{"value":1}', ['kv.ttlMissing', 'kv.ttlEcho'], { kv: { ttlMissing: 9 } }],
    ['{"value":1,"ttlSeconds":90.5}', ['kv.ttlInvalid']],
    ['{"value":1,"ttlSeconds":90.5}', ['kv.ttlInvalid'], { kv: { ttlInvalid: 'truncate' } }],
    ['{"value":1,"ttlSeconds":1e300}', []],
    // Only numbers are ever cut to whole ones.
    ['{"value":1,"ttlSeconds":"60"}', []],
  ])('the put %s depends on the options %j', async (body, options, profile) => {
    const sent = { headers: kvKey('kv_admin_shop'), body }
    expect(await leanings(/^kv\.ttl/, `PUT /v1/kv/${NS}/n`, sent, profile)).toEqual(options)
  })
})

test('a delete uses kv.deleteMissing only if the key is missing', async () => {
  const sent = { headers: kvKey('kv_admin_shop') }
  const remove = (profile?: ProfilePatch) =>
    leanings(/^kv\.delete/, `DELETE /v1/kv/${NS}/k`, sent, profile).then((options) => options.sort())
  expect(await remove()).toEqual(['kv.deleteBody', 'kv.deleteStatus'])
  expect(await remove()).toEqual(['kv.deleteMissing'])
  const done = await remove({ kv: { deleteMissing: 'ok', deleteStatus: 204 } })
  expect(done).toEqual(['kv.deleteMissing', 'kv.deleteStatus'])
})

describe('the size of a page', () => {
  const OF_PAGES = /^database\.(?:defaultPageSize|maxPageSize|overMax|limitZero)$/

  test.each<[query: string, options: string[], profile?: ProfilePatch]>([
    ['', ['database.defaultPageSize', 'database.maxPageSize']],
    ['?limit=2', ['database.maxPageSize']],
    ['?limit=100', ['database.maxPageSize']],
    ['?limit=101', ['database.maxPageSize', 'database.overMax']],
    ['?limit=101', ['database.maxPageSize', 'database.overMax'], { database: { overMax: 'reject' } }],
    ['?limit=0', ['database.limitZero']],
    ['?limit=x', []],
  ])('a page with the query "%s" depends on the options %j', async (query, options, profile) => {
    expect(await leanings(OF_PAGES, `GET /documents${query}`, { headers: dbKey('db') }, profile)).toEqual(
      options,
    )
  })

  test('a page does not depend on the default size if its cursor has one', async () => {
    const { header } = await service.send('GET /documents?limit=1', { headers: dbKey('db') })
    const next = new URL(header('x-next') ?? '')
    const line = `GET ${next.pathname}${next.search}`
    expect(await leanings(OF_PAGES, line, { headers: dbKey('db') })).toEqual(['database.maxPageSize'])
  })
})

describe('a record that is created', () => {
  test.each<[line: string, body: string, options: string[], profile?: ProfilePatch]>([
    ['POST /documents', '{"title":"t"}', []],
    ['POST /documents', '{"title":"t","content":"c"}', []],
    ['POST /documents', '{"title":"t","content":null}', ['database.contentNull']],
    [
      'POST /documents',
      '{"title":"t","content":null}',
      ['database.contentNull'],
      { database: { contentNull: 'accept' } },
    ],
    ['POST /projects', '{"name":"t","description":"c"}', []],
    ['POST /projects', '{"name":"t","description":null}', ['database.descriptionNull']],
  ])('the record %s %s depends on the options %j', async (line, body, options, profile) => {
    expect(await leanings(/Null$/, line, { headers: dbKey('db'), body }, profile)).toEqual(options)
  })
})

describe('a bearer token', () => {
  const later = NOW / 1000 + 60
  const token = (claims: Record<string, unknown>) => signToken({ subject: OWNER, issuedAt: NOW, claims })
  const judged = (line: string, headers: Record<string, string>, profile?: ProfilePatch) =>
    leanings(/^auth\./, line, { headers }, profile)

  test.each<[what: string, claims: Record<string, unknown>, options: string[]]>([
    ['without times', {}, ['auth.jwt', 'auth.ownerClaim']],
    ['with an expiry', { exp: later }, ['auth.jwt', 'auth.tokenTime', 'auth.ownerClaim', 'auth.leeway']],
    ['with a start', { nbf: 0 }, ['auth.jwt', 'auth.tokenTime', 'auth.ownerClaim', 'auth.leeway']],
    ['that expired', { exp: 0 }, ['auth.jwt', 'auth.tokenTime', 'auth.leeway']],
    ['that is not valid yet', { nbf: later }, ['auth.jwt', 'auth.tokenTime', 'auth.leeway']],
    ['whose expiry is not a number', { exp: 'soon' }, ['auth.jwt']],
    ['of another user', { sub: 'user_bob' }, ['auth.notOwner', 'auth.jwt', 'auth.ownerClaim']],
  ])('a bearer token %s depends on its options', async (_, claims, options) => {
    const headers = { Authorization: `Bearer ${await token(claims)}` }
    for (const line of [`GET /v1/usage/${NS}`, `GET /v1/kv/${NS}`]) {
      expect(await judged(line, headers)).toEqual(options)
      // The second time the verification is cached.
      expect(await judged(line, headers)).toEqual(options)
    }
    expect(await judged(`GET /v1/usage/${NS}`, headers, { auth: { tokenTime: 'real' } })).toEqual(options)
  })

  test('a valid token for a missing namespace depends on no option on owners', async () => {
    expect(await judged('GET /v1/usage/ns_no', await bearer())).toEqual(['auth.jwt'])
  })

  test.each([
    [{}, []],
    [{ Authorization: 'Basic x' }, []],
    [{ Authorization: 'Bearer x' }, ['auth.jwt']],
  ])('a request with the missing or invalid token %j depends on the options %j', async (headers, options) => {
    expect(await judged(`GET /v1/usage/${NS}`, headers)).toEqual(options)
  })

  test('a token depends on nothing if a fault comes before it, or a key counts instead', async () => {
    const headers = { ...(await bearer()), ...kvKey('kv_admin_shop') }
    expect(await judged(`GET /v1/kv/${NS}/k`, headers)).toEqual([])
    service.world.faults.add([{ status: 503 }], NOW)
    expect(await judged(`GET /v1/usage/${NS}`, headers)).toEqual([])
  })
})
