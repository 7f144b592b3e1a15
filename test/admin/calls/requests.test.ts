import { beforeEach, describe, expect, it } from 'vitest'
import { RequestCommand } from '../../../src/api/command.js'
import type { DataRequest } from '../../../src/api/message.js'
import { RequestRecord } from '../../../src/api/record.js'
import { route } from '../../../src/api/route.js'
import { type OperationId, operations } from '../../../src/contract/operations.js'
import { Refusal, type RefusalCode } from '../../../src/core/refusal.js'
import { defaultBounds } from '../../../src/domain/bounds.js'
import { DecisionFacts } from '../../../src/domain/decision-facts.js'
import { Gaps } from '../../../src/domain/profile/gaps.js'
import { defaultProfile } from '../../../src/domain/profile/profile.js'
import { State } from '../../../src/domain/state.js'
import { World } from '../../../src/domain/world.js'
import { AdminCalls } from '../../support/admin-calls.js'
import type { Service } from '../../support/service.js'

const NOW = 1_769_903_940_000

interface Sent {
  readonly method?: string
  readonly target?: string
  readonly headers?: readonly string[]
  readonly body?: string
  readonly operation?: OperationId | null
  readonly credential?: string | null
  readonly status?: number
  readonly refused?: RefusalCode
  readonly replyHeaders?: readonly string[]
  readonly replyBody?: string
  readonly at?: number
  readonly durationMs?: number
}

let world: World<RequestRecord>

beforeEach(() => {
  const baseline = {
    state: State.empty(),
    profile: defaultProfile,
    clock: { now: NOW },
    randomSeed: 1,
    faults: [],
    randomStates: {},
    lastFaultId: 0,
  }
  world = new World<RequestRecord>(baseline, () => 0, {
    ...defaultBounds,
    requests: 5,
  })
})

/** Enters a record in the journal, as the data plane does. */
function record(sent: Sent = {}): void {
  const request: DataRequest = {
    method: sent.method ?? 'GET',
    httpVersion: '1.1',
    target: sent.target ?? '/v1/kv/ns_a/k',
    origin: 'http://localhost',
    prefix: '',
    body: Buffer.from(sent.body ?? ''),
    bodyIsTooLarge: false,
    rawHeaders: sent.headers ?? [],
    header: () => undefined,
    isRepeated: () => false,
  }
  const refusal = sent.refused === undefined ? undefined : new Refusal(sent.refused, 'because')
  const reply = {
    status: sent.status ?? 200,
    headers: sent.replyHeaders ?? [],
    body: sent.replyBody,
    ...(refusal === undefined ? {} : { refusal }),
  }
  const { operation = 'kv.get', credential = 'kv_read_a', at = NOW, durationMs = 1 } = sent
  const [path = '', query = ''] = request.target.split('?')
  const command = new RequestCommand(request, {
    number: world.journal.nextNumber(),
    at,
    token: undefined,
    otherAddressOf: undefined,
  })
  const context = {
    world,
    request,
    command,
    now: at,
    arrivedMs: 0,
    route: route(request.method, path),
    operation: operations.find(({ id }) => id === operation),
    interface: 'kv' as const,
    path,
    query,
    resource: undefined,
    key: undefined,
    token: undefined,
    credential,
    gaps: new Gaps(world.profile),
    heldMs: 0,
    wait: undefined,
    decision: new DecisionFacts(),
  }
  const outcome = { reply, lost: undefined, faultAction: undefined }
  world.journal.add(new RequestRecord(context, outcome, durationMs))
}

/** The calls on the journal need no seed. */
const calls = () => new AdminCalls({ world } as Service)

async function call(method: 'GET' | 'DELETE', target: string) {
  const { status, json } = await calls().send(`${method} ${target}`)
  return { status, body: json }
}

const refusalOf = (target: string) => calls().refused(`GET ${target}`)

async function idsOf(query: string): Promise<string[]> {
  const { body } = await call('GET', `/requests${query}`)
  return (body as { requests: { id: string }[] }).requests.map(({ id }) => id)
}

describe('GET /requests', () => {
  it('lists what was asked and how it went', async () => {
    record({ method: 'PUT', operation: 'kv.put', target: '/v1/kv/ns_a/k?x=1', durationMs: 0.123456 })
    record({ status: 404, refused: 'not_emulated', operation: null, credential: null })
    expect(await call('GET', '/requests')).toEqual({
      status: 200,
      body: {
        requests: [
          {
            id: 'r2',
            at: NOW,
            atIso: '2026-01-31T23:59:00.000Z',
            operation: null,
            method: 'GET',
            path: '/v1/kv/ns_a/k',
            status: 404,
            outcome: 'not_emulated',
            reason: 'because',
            credential: null,
            durationMs: 1,
          },
          {
            id: 'r1',
            at: NOW,
            atIso: '2026-01-31T23:59:00.000Z',
            operation: 'kv.put',
            method: 'PUT',
            path: '/v1/kv/ns_a/k',
            status: 200,
            outcome: 'ok',
            credential: 'kv_read_a',
            durationMs: 0.123,
          },
        ],
        dropped: 0,
      },
    })
  })

  it('tells how many were lost to the bound', async () => {
    for (let i = 0; i < 7; i++) record()
    const { body } = await call('GET', '/requests')
    expect(body).toMatchObject({ dropped: 2 })
    expect(await idsOf('')).toEqual(['r7', 'r6', 'r5', 'r4', 'r3'])
  })

  it('does not show the signature of a token that was sent as a key', async () => {
    record({ credential: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2lnbmF0dXJl' })
    const { body } = await call('GET', '/requests')
    expect(body).toMatchObject({ requests: [{ credential: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.…' }] })
  })
})

describe('filters', () => {
  beforeEach(() => {
    record({ method: 'PUT', operation: 'kv.put', credential: 'kv_admin_a', status: 201, at: NOW })
    record({ target: '/v1/kv/ns_a/k?a=b', status: 404, refused: 'entry_missing', at: NOW })
    record({ operation: 'config.get', target: '/v1/ec/ec_a/k.x', status: 403, refused: 'scope_insufficient' })
    record({ operation: 'documents.list', target: '/documents?limit=5', credential: 'db', at: NOW + 1000 })
    record({ operation: null, target: '/nowhere', status: 501, refused: 'not_emulated', credential: null })
  })

  it.each<[query: string, ids: string[]]>([
    ['', ['r5', 'r4', 'r3', 'r2', 'r1']],
    ['?operation=kv.*', ['r2', 'r1']],
    ['?operation=kv.get', ['r2']],
    ['?operation=*.get', ['r3', 'r2']],
    ['?operation=**', ['r4', 'r3', 'r2', 'r1']],
    ['?operation=usage.get', []],
    ['?method=PUT', ['r1']],
    ['?method=put', ['r1']],
    ['?method=PUT,get&limit=9', ['r5', 'r4', 'r3', 'r2', 'r1']],
    ['?operation=kv.put,config.*', ['r3', 'r1']],
    ['?path=/v1/kv/**', ['r2', 'r1']],
    ['?path=/v1/kv/ns_a/k', ['r2', 'r1']],
    ['?path=/v1/*/*/*', ['r3', 'r2', 'r1']],
    ['?path=/documents', ['r4']],
    ['?path=/v1/ec/*', []],
    ['?status=404', ['r2']],
    ['?status=4xx', ['r3', 'r2']],
    ['?status=2XX', ['r4', 'r1']],
    ['?status=404,5xx', ['r5', 'r2']],
    ['?status=404&status=501', ['r5', 'r2']],
    ['?status=none', []],
    ['?credential=db', ['r4']],
    ['?credential=kv_*', []],
    ['?outcome=ok', ['r4', 'r1']],
    ['?outcome=entry_missing', ['r2']],
    ['?since=2026-01-31T23:59:00.001Z', ['r4']],
    ['?since=2026-01-31T23:59:01Z', ['r4']],
    [`?since=${NOW + 1001}`, []],
    [`?since=${NOW}`, ['r5', 'r4', 'r3', 'r2', 'r1']],
    ['?since=r3', ['r5', 'r4']],
    ['?since=r0', ['r5', 'r4', 'r3', 'r2', 'r1']],
    ['?since=r99', []],
    ['?until=2026-01-31T23:59:00Z', ['r5', 'r3', 'r2', 'r1']],
    [`?since=${NOW + 1}&until=${NOW + 1000}`, ['r4']],
    [`?until=${NOW - 1}`, []],
    ['?before=r3', ['r2', 'r1']],
    ['?before=r5&limit=1', ['r4']],
    ['?before=r4&operation=kv.*&limit=1', ['r2']],
    ['?before=r1', []],
    ['?before=r99', []],
    ['?limit=2', ['r5', 'r4']],
    ['?limit=1000000', ['r5', 'r4', 'r3', 'r2', 'r1']],
    ['?operation=kv.*&status=4xx', ['r2']],
    ['?operation=kv.*&limit=1', ['r2']],
    ['?operation=kv.*&outcome=ok&method=GET', []],
    ['?count=false&limit=1', ['r5']],
  ])('%s', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids)
  })

  it.each<[query: string, count: number]>([
    ['?count=true', 5],
    ['?count=true&operation=kv.*', 2],
    ['?count=true&status=500', 0],
    ['?count=true&limit=1', 5],
  ])('%s answers their number', async (query, count) => {
    expect(await call('GET', `/requests${query}`)).toEqual({ status: 200, body: { count } })
  })

  const statuses = 'a status such as 404, a class such as 4xx, or "none"'

  it.each<[query: string, reason: string | RegExp]>([
    ['?operations=kv.*', 'operations: there is no such parameter'],
    ['?constructor=1', 'constructor: there is no such parameter'],
    [
      '?operation=kv.gett',
      /^operation: "kv\.gett" is not a glob .* one of kv\.put, kv\.get, .*projects\.create$/,
    ],
    ['?operation=', /^operation: "" is not a glob/],
    ['?method=', 'method: "" is not a method such as GET'],
    [
      '?path=/documents%3Flimit=5',
      /^path: .* is not a glob over paths such as \/v1\/kv\/\*\*, without a query/,
    ],
    [`?path=/${'x'.repeat(1000)}`, /^path: "\/x{39}…" is not a glob .* up to 1000 characters$/],
    ['?status=4', `status: "4" is not ${statuses}`],
    ['?credential=', /^credential: "" is not an API key/],
    ['?outcome=404', /^outcome: "404" is not "ok", or the code of a refusal/],
    ['?since=yesterday', /^since: "yesterday" is not an instant \(ISO 8601 or ms\), or the id of a request/],
    ['?limit=-1', 'limit: "-1" is not a whole number above 0'],
    ['?count=yes', 'count: "yes" is not "true" or "false"'],
    ['?outcome=ok&outcome=fault', 'outcome: may be given once'],
    ['?until=r3', 'until: "r3" is not an instant (ISO 8601 or ms)'],
    ['?before=3', 'before: "3" is not the id of a request such as r12'],
    ['?slowerThan=slow', 'slowerThan: "slow" is not ms, or a length of time such as 1.5s'],
    [`?text=${'x'.repeat(1001)}`, /^text: .* is not a text of up to 1000 characters$/],
    ['?limit=x&foo=1', 'limit: "x" is not a whole number above 0; foo: there is no such parameter'],
  ])('refuses %s', async (query, reason) => {
    const refusal = await refusalOf(`/requests${query}`)
    expect(refusal.code).toBe('invalid_request')
    if (typeof reason === 'string') expect(refusal.message).toBe(reason)
    else expect(refusal.message).toMatch(reason)
    expect(refusal.hint).toBe(
      'the parameters are since, until, operation, method, path, status, credential, fault, outcome, slowerThan, text, before, limit, count, sort',
    )
  })
})

describe('a text that is looked for', () => {
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

  it.each<[text: string, ids: string[]]>([
    ['session:17', ['r1']],
    ['session%3a17', ['r1']],
    ['SESSION', ['r3', 'r1']],
    ['kv_read_a', ['r3', 'r2', 'r1']],
    ['über', ['r2']],
    ['because', ['r4']],
    ['entry_missing', ['r4']],
    ['kv.put', ['r2']],
    ['r2', ['r2']],
    ['R2', ['r2']],
    ['r', ['r4', 'r3', 'r2', 'r1']],
    ['', ['r4', 'r3', 'r2', 'r1']],
    ['*session', []],
  ])('%s', async (sought, ids) => {
    expect(await idsOf(`?text=${encodeURIComponent(sought)}`)).toEqual(ids)
  })

  it('is not looked for in the signature of a token', async () => {
    const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c2VyX2FsaWNlIn0.c2lnbmF0dXJl-_'
    record({ target: `/v1/kv/ns_a/k?token=${token}`, credential: token })
    expect(await idsOf('?text=eyJzdWIiOi')).toEqual(['r5'])
    expect(await idsOf('?text=c2lnbmF0')).toEqual([])
  })
  it.each<[time: string, ids: string[]]>([
    ['200', ['r4']],
    ['200ms', ['r4']],
    ['0.1s', ['r4', 'r3']],
    ['1s', []],
  ])('slower than %s', async (time, ids) => {
    expect(await idsOf(`?slowerThan=${time}`)).toEqual(ids)
  })
})

describe('orders', () => {
  beforeEach(() => {
    for (const durationMs of [5, 200, 5, 1]) record({ durationMs })
  })

  it.each<[query: string, ids: string[]]>([
    ['?sort=-at', ['r4', 'r3', 'r2', 'r1']],
    ['?sort=at', ['r1', 'r2', 'r3', 'r4']],
    ['?sort=at&limit=2', ['r1', 'r2']],
    ['?sort=at&before=r2', ['r3', 'r4']],
    ['?sort=at&before=r2&limit=1', ['r3']],
    ['?sort=at&before=r9', []],
    ['?sort=-waited', ['r2', 'r3', 'r1', 'r4']],
    ['?sort=waited', ['r4', 'r1', 'r3', 'r2']],
    ['?sort=-waited&before=r3', ['r1', 'r4']],
    ['?sort=-waited&before=r3&limit=1', ['r1']],
    ['?sort=-waited&slowerThan=1&limit=2', ['r2', 'r3']],
  ])('%s', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids)
  })

  it('go on where requests came and went meanwhile', async () => {
    record({ durationMs: 7 })
    record({ durationMs: 9 })
    expect(await idsOf('?sort=at&before=r1')).toEqual(['r2', 'r3', 'r4', 'r5', 'r6'])
    expect(await idsOf('?sort=-waited&before=r2')).toEqual(['r6', 'r5', 'r3', 'r4'])
    expect(await refusalOf('/requests?sort=-waited&before=r1')).toEqual({
      code: 'not_found',
      message: 'before: the journal has no request r1, or no longer',
      hint: 'begin again at the first page',
    })
  })

  it('count what matches', async () => {
    expect((await call('GET', '/requests?sort=-waited&slowerThan=1&count=true')).body).toEqual({ count: 3 })
  })

  it('are those of the list alone', async () => {
    expect(await refusalOf('/requests?sort=path')).toMatchObject({
      message: 'sort: "path" is not at, waited, or one of these after a "-" for the other way round',
    })
    expect(await refusalOf('/requests.har?sort=at')).toMatchObject({
      message: 'sort: there is no such parameter',
    })
  })
})

describe('GET /requests/:id', () => {
  const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c2VyX2FsaWNlIn0.c2lnbmF0dXJl-_'
  const masked = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c2VyX2FsaWNlIn0.…'

  it('adds target, headers and bodies', async () => {
    record({
      target: '/v1/kv/ns_a/k?x=1',
      headers: ['Host', 'localhost', 'X-KV-Key', 'kv_read_a', 'x-kv-key', 'kv_read_b'],
      body: '{"value":"é"}',
      replyHeaders: ['X-Emulator-Reason', 'because'],
      replyBody: '{"ok":true}',
    })
    record()
    const { status, body } = await call('GET', '/requests/r1')
    expect(status).toBe(200)
    // What `explain` says is tested beside it.
    expect(body).toMatchObject({ explain: { gates: expect.any(Array), gaps: {} } })
    expect(body).toMatchObject({
      id: 'r1',
      at: NOW,
      atIso: '2026-01-31T23:59:00.000Z',
      operation: 'kv.get',
      method: 'GET',
      path: '/v1/kv/ns_a/k',
      status: 200,
      outcome: 'ok',
      credential: 'kv_read_a',
      durationMs: 1,
      target: '/v1/kv/ns_a/k?x=1',
      requestHeaders: [
        ['Host', 'localhost'],
        ['X-KV-Key', 'kv_read_a'],
        ['x-kv-key', 'kv_read_b'],
      ],
      responseHeaders: [
        ['Content-Type', 'application/json'],
        ['Content-Length', '11'],
        ['Date', 'Sat, 31 Jan 2026 23:59:00 GMT'],
        ['X-Emulator-Reason', 'because'],
      ],
      requestBody: { text: '{"value":"é"}', bytes: 14 },
      responseBody: { text: '{"ok":true}', bytes: 11 },
    })
  })

  it('leaves out bodies that there were not, or that the bound took', async () => {
    record({ body: 'x'.repeat(600) })
    world.journal.newest?.dropBodies()
    record({ body: 'y'.repeat(600) })
    expect((await call('GET', '/requests/r1')).body).not.toHaveProperty('requestBody')
    expect((await call('GET', '/requests/r2')).body).not.toHaveProperty('responseBody')
  })

  it.each<[name: string, sent: string, shown: string]>([
    ['Authorization', `Bearer ${token}`, `Bearer ${masked}`],
    ['authorization', 'Bearer a.b.c.d.e', 'Bearer a.b.…'],
    ['Cookie', `a=1; session=${token}; b=${token}`, `a=1; session=${masked}; b=${masked}`],
    ['X-API-Key', 'db_dev', 'db_dev'],
  ])('%s: %s is shown as %s', async (name, sent, shown) => {
    record({ headers: [name, sent], replyHeaders: [name, sent] })
    expect((await call('GET', '/requests/r1')).body).toMatchObject({
      requestHeaders: [[name, shown]],
      responseHeaders: [
        ['Date', 'Sat, 31 Jan 2026 23:59:00 GMT'],
        [name, shown],
      ],
    })
  })

  it.each(['r9', 'r1', 'constructor'])('%s is not there', async (id) => {
    for (let i = 0; i < 6; i++) record()
    expect(await refusalOf(`/requests/${id}`)).toMatchObject({
      code: 'not_found',
      message: `the journal has no request ${id}, or no longer`,
      hint: 'it keeps the last 5 (--max-requests); GET /_admin/requests lists them',
    })
  })
})

it('DELETE /requests forgets them all, and ids go on', async () => {
  for (let i = 0; i < 7; i++) record()
  expect(await call('DELETE', '/requests')).toEqual({ status: 204, body: undefined })
  expect((await call('GET', '/requests')).body).toEqual({ requests: [], dropped: 0 })
  record()
  expect(await idsOf('')).toEqual(['r8'])
})
