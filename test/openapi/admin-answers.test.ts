import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/index.js'
import { startEmulator } from '../../src/start-emulator.js'
import { type Document, documentOf, operationsOf } from './document.js'
import { type ValidatingProxy, validatingProxy, violationsOf } from './proxy.js'

/**
 * Makes every admin call, and compares its answer with the OpenAPI document. The bodies are the examples and others.
 */

const NS = 'ns_shop_k3v9x2'
const EC = 'ec_web_89daefd4'

const seed = {
  clock: { now: '2026-01-31T23:00:00Z', freeze: true },
  namespaces: [
    {
      id: NS,
      limits: { reads: 5 },
      keys: [{ key: 'kv_admin_a', scope: 'admin' }],
      entries: [
        { key: 'old', value: 1, expiresAt: '-1s' },
        { key: 'exact', json: '1.0', ttlSeconds: 60 },
        { key: 'braces', value: '{{', literal: true, ttlSeconds: 600 },
      ],
    },
  ],
  stores: [{ id: EC, keys: [{ key: 'kv_read_b', scope: 'read' }], entries: [{ key: 'on', value: true }] }],
  database: {
    rateLimit: { requests: 5, per: '1m' },
    keys: [{ key: 'db_all' }, { key: 'db_some', documents: [1] }],
    projects: [{ id: 10, name: 'Onboarding' }],
    documents: [{ id: 1, title: 'Intro', content: 'x', project: 10 }],
  },
  faults: [
    {
      match: { operation: 'kv.*', header: { 'x-a': 'b' } },
      status: 503,
      headers: { 'x-b': '1' },
      retryAfter: '1m',
    },
    { delay: { min: 1, max: '2ms' }, probability: 0, from: '+1m', until: '+2m', optional: true },
    { id: 'cut', connection: 'reset' as const, effect: 'after' as const, times: 1, enabled: false },
  ],
}

/** In an order in which each call finds the records that it needs. Without a body, the example's is sent. */
const CALLS: readonly (readonly [line: string, body?: unknown])[] = [
  ['GET /_admin'],
  ['GET /_admin/health'],
  ['GET /_admin/openapi.json'],
  ['GET /_admin/jwks.json'],
  ['POST /_admin/tokens'],
  ['GET /_admin/profile'],
  ['PATCH /_admin/profile', { kv: { quotaRetryAfter: true } }],
  ['PATCH /_admin/profile', { kv: { none: 1 } }],
  ['GET /_admin/seed'],
  ['GET /_admin/seed?format=yaml'],
  ['GET /_admin/state'],
  ['GET /_admin/state?format=none'],
  ['GET /_admin/state?at=start'],
  ['GET /_admin/state?at=r99'],
  ['GET /_admin/find?text=o&limit=50'],
  ['GET /_admin/find'],
  ['GET /_admin/faults'],
  ['POST /_admin/faults'],
  ['POST /_admin/faults', [{ status: 500, times: 1, match: { operation: 'projects.list' } }]],
  ['POST /_admin/faults', { status: 99 }],
  ['GET /_admin/faults/cut'],
  ['PATCH /_admin/faults/cut'],
  ['GET /_admin/held'],
  ['GET /_admin/held?fault=cut&after=1&wait=1'],
  ['GET /_admin/held?wait=no'],
  ['POST /_admin/held/r99', { status: 503 }],
  ['POST /_admin/held/r99', { body: 'x' }],
  ['DELETE /_admin/faults/cut'],
  ['GET /_admin/faults/cut'],
  ['GET /documents'],
  ['GET /projects'],
  ['GET /v1/kv/ns_shop_k3v9x2/old'],
  ['PUT /v1/kv/ns_shop_k3v9x2/new', { value: 1, ttlSeconds: 5 }],
  ['GET /v1/nowhere'],
  ['GET /_admin/requests'],
  ['GET /_admin/requests?details=true&limit=1'],
  ['GET /_admin/requests?count=true'],
  ['GET /_admin/requests?count=true&statuses=true'],
  ['GET /_admin/requests?statuses=true&limit=1'],
  ['GET /_admin/requests?status=none'],
  ['GET /_admin/requests/r1'],
  ['GET /_admin/requests/r2'],
  ['GET /_admin/requests/r3'],
  ['GET /_admin/requests/r4'],
  ['GET /_admin/requests/r99'],
  ['GET /_admin/requests.har'],
  ['GET /_admin/usage'],
  ['GET /_admin/contract'],
  ['GET /_admin/history'],
  ['GET /_admin/history?since=after:r2&until=now&limit=3'],
  ['GET /_admin/history?since=sart'],
  ['GET /_admin/diff'],
  ['GET /_admin/diff?from=r1&to=after:r3'],
  ['GET /_admin/diff?from=r99'],
  ['GET /_admin/timeline?to=2026-03-01'],
  ['GET /_admin/bundle'],
  ['POST /_admin/bundle'],
  ['POST /_admin/bundle', {}],
  ['PATCH /_admin/state?dryRun=true', { stores: [{ id: 'ec_other_1' }] }],
  [`GET /_admin/namespaces/${NS}/entries/new/history`],
  [`GET /_admin/stores/${EC}/entries/on/history`],
  ['GET /_admin/documents/1/history'],
  ['GET /_admin/projects/10/history'],
  ['DELETE /_admin/requests'],
  ['GET /_admin/clock'],
  ['POST /_admin/clock', { advance: '40d', receipt: true }],
  ['POST /_admin/clock', { set: 0 }],
  ['POST /_admin/clock', { advance: 'soon' }],
  ['POST /_admin/undo', {}],
  ['POST /_admin/undo', { to: 'r2' }],
  ['POST /_admin/undo', { to: 'r99' }],
  ['POST /_admin/worlds', { at: 'r2', id: 'w0' }],
  ['DELETE /_admin/worlds/w0'],
  ['POST /_admin/snapshots'],
  ['GET /_admin/snapshots'],
  ['POST /_admin/snapshots/before/restore'],
  ['DELETE /_admin/snapshots/before'],
  ['DELETE /_admin/snapshots/before'],
  ['POST /_admin/worlds', { id: 'w1' }],
  ['POST /_admin/worlds', { id: 'w1' }],
  ['POST /_admin/worlds', { from: 'nowhere' }],
  ['POST /_admin/worlds', { id: 'w2', clock: { now: '2026-01-31', freeze: true }, seed: { stores: [] } }],
  ['POST /_admin/worlds', { seed: { stores: [{}] } }],
  ['GET /_admin/worlds'],
  ['GET /_admin/world'],
  ['DELETE /_admin/worlds/w1'],
  ['GET /_admin/namespaces'],
  ['POST /_admin/namespaces'],
  ['POST /_admin/namespaces', { name: '_' }],
  [`GET /_admin/namespaces/${NS}`],
  [`PATCH /_admin/namespaces/${NS}`],
  [`POST /_admin/namespaces/${NS}/keys`],
  [`POST /_admin/namespaces/${NS}/keys`, { scope: 'read', key: 'kv_admin_a' }],
  [`DELETE /_admin/namespaces/${NS}/keys/kv_admin_a`],
  [`GET /_admin/namespaces/${NS}/entries`],
  [`GET /_admin/namespaces/${NS}/entries?limit=1`],
  [`PUT /_admin/namespaces/${NS}/entries/a%2Fb`],
  [`GET /_admin/namespaces/${NS}/entries/a%2Fb`],
  [`DELETE /_admin/namespaces/${NS}/entries/a%2Fb`],
  [`DELETE /_admin/namespaces/${NS}`],
  [`GET /_admin/namespaces/${NS}`],
  ['GET /_admin/stores'],
  ['POST /_admin/stores'],
  [`GET /_admin/stores/${EC}`],
  [`PATCH /_admin/stores/${EC}`],
  [`POST /_admin/stores/${EC}/keys`],
  [`DELETE /_admin/stores/${EC}/keys/kv_read_b`],
  [`GET /_admin/stores/${EC}/entries`],
  [`PUT /_admin/stores/${EC}/entries/on`],
  [`GET /_admin/stores/${EC}/entries/on`],
  [`DELETE /_admin/stores/${EC}/entries/on`],
  [`DELETE /_admin/stores/${EC}`],
  ['GET /_admin/database'],
  ['PATCH /_admin/database'],
  ['PATCH /_admin/database', { rateLimit: null }],
  ['GET /_admin/database-keys'],
  ['POST /_admin/database-keys'],
  ['POST /_admin/database-keys', { key: 'db_all' }],
  ['DELETE /_admin/database-keys/db_all'],
  ['GET /_admin/documents'],
  ['GET /_admin/documents?limit=none'],
  ['POST /_admin/documents'],
  ['POST /_admin/documents', { id: 1, title: 'Again' }],
  ['GET /_admin/documents/1'],
  ['PUT /_admin/documents/1', { title: '{{', literal: true }],
  ['DELETE /_admin/documents/1'],
  ['GET /_admin/projects'],
  ['POST /_admin/projects'],
  ['GET /_admin/projects/10'],
  ['PUT /_admin/projects/10'],
  ['DELETE /_admin/projects/10'],
  ['PATCH /_admin/state'],
  ['PUT /_admin/state'],
  ['PUT /_admin/seed', { version: 2 }],
  ['PUT /_admin/seed'],
  ['POST /_admin/reset'],
  ['DELETE /_admin/faults'],
  ['POST /_admin/shutdown'],
]

let emulator: EmulatorClient
let document: Document
let proxy: ValidatingProxy

beforeAll(async () => {
  emulator = await startEmulator({ seed })
  document = await documentOf(emulator)
  proxy = await validatingProxy(document, emulator.baseUrl)
})

afterAll(async () => {
  await proxy[Symbol.asyncDispose]()
  await emulator.close()
})

function operationAt(line: string) {
  const [method = '', target = ''] = line.split(' ')
  const [path = ''] = target.split('?')
  return operationsOf(document).find(
    (one) => one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )?.operation
}

test('the answers of the admin interface are as the document says', async () => {
  const wrong: string[] = []
  const statuses = new Set<number>()
  for (const [line, given] of CALLS) {
    const [method = '', target = ''] = line.split(' ')
    const body = given ?? operationAt(line)?.requestBody?.content['application/json']?.example
    const answer = await fetch(proxy.url + target, {
      method,
      headers: { 'content-type': 'application/json', 'x-api-key': 'db_all', 'x-kv-key': 'kv_admin_a' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    statuses.add(answer.status)
    const found = violationsOf(answer.headers)
    if (found !== undefined) wrong.push(`${line} -> ${answer.status} ${text}: ${found}`)
    if (line.includes('_admin') && answer.status >= 500) wrong.push(`${line} -> ${answer.status} ${text}`)
  }
  expect(wrong).toEqual([])
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 201, 204, 400, 404, 409]))
})

test('every admin call but the stream of events was made', () => {
  const called = new Set(CALLS.map(([line]) => operationAt(line)?.operationId))
  const missing = operationsOf(document)
    .filter(({ path, operation }) => path.startsWith('/_admin') && !called.has(operation.operationId))
    .map(({ method, path }) => `${method} ${path}`)
  expect(missing).toEqual(['GET /_admin/events'])
})
