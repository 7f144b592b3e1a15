import { beforeEach, describe, expect, test } from 'vitest'
import { journalCalls, NOW } from './journal-world.js'

const { record, call, refusalOf, idsOf } = journalCalls()

const AGENT = ['User-Agent', 'shop-web/2.1']

describe('filters', () => {
  beforeEach(() => {
    record({ method: 'PUT', operation: 'kv.put', credential: 'kv_admin_a', status: 201, at: NOW })
    record({ target: '/v1/kv/ns_a/k?a=b', status: 404, refused: 'entry_missing', at: NOW })
    record({ operation: 'config.get', target: '/v1/ec/ec_a/k.x', status: 403, refused: 'scope_insufficient' })
    record({
      operation: 'documents.list',
      target: '/documents?limit=5',
      credential: 'db',
      at: NOW + 1000,
      headers: AGENT,
    })
    record({ operation: null, target: '/nowhere', status: 501, refused: 'not_emulated', credential: null })
  })

  test.each<[query: string, ids: string[]]>([
    ['', ['r5', 'r4', 'r3', 'r2', 'r1']],
    ['?operation=kv.*', ['r2', 'r1']],
    ['?operation=kv.get', ['r2']],
    ['?operation=**', ['r4', 'r3', 'r2', 'r1']],
    ['?method=put', ['r1']],
    ['?method=PUT,get&limit=9', ['r5', 'r4', 'r3', 'r2', 'r1']],
    ['?operation=kv.put,config.*', ['r3', 'r1']],
    ['?path=/v1/kv/**', ['r2', 'r1']],
    ['?path=/v1/*/*/*', ['r3', 'r2', 'r1']],
    ['?status=4xx', ['r3', 'r2']],
    ['?status=2XX', ['r4', 'r1']],
    ['?status=404,5xx', ['r5', 'r2']],
    ['?status=404&status=501', ['r5', 'r2']],
    ['?credential=db', ['r4']],
    ['?credential=none', ['r5']],
    ['?agent=shop-web/2.1', ['r4']],
    ['?agent=none&status=4xx', ['r3', 'r2']],
    ['?outcome=ok', ['r4', 'r1']],
    ['?outcome=entry_missing', ['r2']],
    ['?since=2026-01-31T23:59:00.001Z', ['r4']],
    [`?since=${NOW + 1001}`, []],
    ['?since=r3', ['r5', 'r4']],
    ['?since=r0', ['r5', 'r4', 'r3', 'r2', 'r1']],
    ['?until=2026-01-31T23:59:00Z', ['r5', 'r3', 'r2', 'r1']],
    [`?since=${NOW + 1}&until=${NOW + 1000}`, ['r4']],
    ['?before=r3', ['r2', 'r1']],
    ['?before=r4&operation=kv.*&limit=1', ['r2']],
    ['?limit=2', ['r5', 'r4']],
    ['?operation=kv.*&limit=1', ['r2']],
    ['?count=false&limit=1', ['r5']],
  ])('the query "%s" lists the matching requests, newest first', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids)
  })

  test.each<[query: string, count: number]>([
    ['?count=true', 5],
    ['?count=true&operation=kv.*', 2],
    ['?count=true&limit=1', 5],
  ])('%s returns the number of matching requests', async (query, count) => {
    expect(await call('GET', `/requests${query}`)).toEqual({ status: 200, body: { count } })
  })

  test.each<[query: string, body: object]>([
    ['?count=true&statuses=true', { count: 5, statuses: { '2xx': 2, '4xx': 2, '5xx': 1 } }],
    [
      '?count=true&statuses=true&status=4xx&limit=1',
      { count: 2, statuses: { '2xx': 2, '4xx': 2, '5xx': 1 } },
    ],
    ['?count=true&statuses=true&operation=kv.*', { count: 2, statuses: { '2xx': 1, '4xx': 1 } }],
  ])('%s counts the requests by status', async (query, body) => {
    expect(await call('GET', `/requests${query}`)).toEqual({ status: 200, body })
  })

  test('the counts by status come with the list too', async () => {
    const { body } = await call('GET', '/requests?limit=1&statuses=true')
    expect(body).toMatchObject({ requests: [{ id: 'r5' }], statuses: { '2xx': 2, '4xx': 2, '5xx': 1 } })
  })

  const statuses = 'a status such as 404, a class such as 4xx, or "none"'

  test.each<[query: string, reason: string | RegExp]>([
    ['?operations=kv.*', 'operations: there is no such parameter, did you mean operation?'],
    [
      '?operation=kv.gett',
      /^operation: expected a glob .* one of kv\.put, kv\.get, .*projects\.create, found "kv\.gett", did you mean kv\.get\?$/,
    ],
    ['?operation=kv.*,config.read', /found "kv\.\*,config\.read", did you mean kv\.\*,config\.get\?$/],
    ['?operation=kv.*,nothing', /found "kv\.\*,nothing"$/],
    [
      '?path=/documents%3Flimit=5',
      /^path: expected a glob over paths such as \/v1\/kv\/\*\*, without a query/,
    ],
    [`?path=/${'x'.repeat(1000)}`, /^path: expected a glob .* up to 1000 characters, found "\/x{39}…"$/],
    ['?status=4', `status: expected ${statuses}, found "4"`],
    ['?outcome=404', /^outcome: expected "ok", or the code of a refusal/],
    ['?since=yesterday', /^since: expected an instant \(ISO 8601 or ms\), or the id of a request/],
    ['?outcome=ok&outcome=fault', 'outcome: may only be given once'],
    ['?until=r3', 'until: expected an instant (ISO 8601 or ms), found "r3"'],
    ['?before=3', 'before: expected the id of a request such as r12, found "3"'],
    ['?slowerThan=slow', 'slowerThan: expected ms, or a duration such as 1.5s, found "slow"'],
    [`?text=${'x'.repeat(1001)}`, /^text: expected a text of up to 1000 characters, found/],
    ['?limit=x&foo=1', 'limit: expected a whole number above 0, found "x"; foo: there is no such parameter'],
  ])('a filter of requests refuses %s', async (query, reason) => {
    const refusal = await refusalOf(`/requests${query}`)
    expect(refusal.code).toBe('invalid_request')
    if (typeof reason === 'string') expect(refusal.message).toBe(reason)
    else expect(refusal.message).toMatch(reason)
    expect(refusal.hint).toBe(
      'the parameters are since, until, operation, method, path, status, credential, agent, fault, outcome, slowerThan, text, before, limit, count, sort, statuses, details',
    )
  })
})

describe('a search for a text', () => {
  beforeEach(() => {
    record({ target: '/v1/kv/ns_a/session%3A17', credential: 'kv_Read_a', durationMs: 0.5 })
    record({
      method: 'PUT',
      operation: 'kv.put',
      target: '/v1/kv/ns_a/k',
      body: '{"value":"Über"}',
      status: 201,
    })
    record({ target: '/v1/kv/ns_a/k%', replyBody: '{"ok":false,"error":"session_over"}', durationMs: 200 })
    record({ status: 404, refused: 'entry_missing', credential: null, durationMs: 200.5 })
  })

  test.each<[text: string, ids: string[]]>([
    ['session:17', ['r1']],
    ['SESSION', ['r3', 'r1']],
    ['kv_read_a', ['r3', 'r2', 'r1']],
    ['über', ['r2']],
    ['because', ['r4']],
    ['kv.put', ['r2']],
    ['r2', ['r2']],
    ['r', ['r4', 'r3', 'r2', 'r1']],
    ['*session', []],
  ])('a search for %s finds the requests that contain it', async (sought, ids) => {
    expect(await idsOf(`?text=${encodeURIComponent(sought)}`)).toEqual(ids)
  })

  test('a search for a text does not look into the signature of a token', async () => {
    const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c2VyX2FsaWNlIn0.c2lnbmF0dXJl-_'
    record({ target: `/v1/kv/ns_a/k?token=${token}`, credential: token })
    expect(await idsOf('?text=eyJzdWIiOi')).toEqual(['r5'])
    expect(await idsOf('?text=c2lnbmF0')).toEqual([])
  })
  test.each<[time: string, ids: string[]]>([
    ['200', ['r4']],
    ['0.1s', ['r4', 'r3']],
    ['1s', []],
  ])('requests slower than %s are found', async (time, ids) => {
    expect(await idsOf(`?slowerThan=${time}`)).toEqual(ids)
  })
})

describe('orders', () => {
  beforeEach(() => {
    for (const durationMs of [5, 200, 5, 1]) record({ durationMs })
  })

  test.each<[query: string, ids: string[]]>([
    ['?sort=-at', ['r4', 'r3', 'r2', 'r1']],
    ['?sort=at', ['r1', 'r2', 'r3', 'r4']],
    ['?sort=at&before=r2', ['r3', 'r4']],
    ['?sort=at&before=r2&limit=1', ['r3']],
    ['?sort=-waited', ['r2', 'r3', 'r1', 'r4']],
    ['?sort=waited', ['r4', 'r1', 'r3', 'r2']],
    ['?sort=-waited&before=r3', ['r1', 'r4']],
    ['?sort=-waited&slowerThan=1&limit=2', ['r2', 'r3']],
  ])('the query %s lists the requests in its order', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids)
  })

  test('the pages of a sorted list go on even if requests came and went in between', async () => {
    record({ durationMs: 7 })
    record({ durationMs: 9 })
    expect(await idsOf('?sort=at&before=r1')).toEqual(['r2', 'r3', 'r4', 'r5', 'r6'])
    expect(await idsOf('?sort=-waited&before=r2')).toEqual(['r6', 'r5', 'r3', 'r4'])
    expect(await refusalOf('/requests?sort=-waited&before=r1')).toEqual({
      code: 'not_found',
      message: 'before: request r1 is not in the journal; it may have been dropped',
      hint: 'start again at the first page',
    })
  })

  test('a list in any order counts the requests that match', async () => {
    expect((await call('GET', '/requests?sort=-waited&slowerThan=1&count=true')).body).toEqual({ count: 3 })
  })

  test('only the list accepts an order', async () => {
    expect(await refusalOf('/requests?sort=path')).toMatchObject({
      message: 'sort: expected at, waited, or one of these after a "-" to reverse it, found "path"',
    })
    expect(await refusalOf('/requests.har?sort=at')).toMatchObject({
      message: 'sort: there is no such parameter',
    })
  })
})
