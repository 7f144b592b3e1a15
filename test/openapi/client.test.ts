import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import createClient from 'openapi-fetch'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/index.js'
import { startEmulator } from '../../src/start-emulator.js'
import { documentOf } from './document.js'
import type { paths } from './generated.js'

/**
 * A client generated from the document. The first test writes its types and then has the compiler check this file
 * against them; `npm run typecheck` leaves this file out.
 */

const NAMESPACE = 'ns_shop_k3v9x2'
const STORE = 'ec_web_89daefd4'

const seed = {
  clock: { now: '2026-01-31T23:00:00Z', freeze: true },
  namespaces: [{ id: NAMESPACE, keys: [{ key: 'kv_admin_a', scope: 'admin' }] }],
  stores: [{ id: STORE, keys: [{ key: 'kv_admin_b', scope: 'admin' }] }],
  database: { keys: [{ key: 'db_c' }] },
}

let emulator: EmulatorClient

beforeAll(async () => {
  emulator = await startEmulator({ seed })
})

afterAll(() => emulator.close())

const client = (headers: Readonly<Record<string, string>> = {}) =>
  createClient<paths>({ baseUrl: emulator.baseUrl, headers })

test('this file uses the types that are generated from the document under the default profile', async () => {
  await using plain = await startEmulator()
  const { servers: _, ...document } = await documentOf(plain)
  const types = astToString(await openapiTS(JSON.stringify(document)))
  writeFileSync(join(import.meta.dirname, 'generated.ts'), types)
  const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
  const project = join(import.meta.dirname, 'client.tsconfig.json')
  execFileSync(process.execPath, [compiler, '--project', project], { encoding: 'utf8' })
})

test('the generated client calls the key-value store', async () => {
  const byKey = client({ 'X-KV-Key': 'kv_admin_a' })
  const entry = { params: { path: { namespaceId: NAMESPACE, key: 'flag:a/b' } } }
  const body = { value: { enabled: true }, ttlSeconds: 5 }
  const put = await byKey.PUT('/v1/kv/{namespaceId}/{key}', { ...entry, body })
  expect(put.data?.ttlSeconds).toBe(60)
  const got = await byKey.GET('/v1/kv/{namespaceId}/{key}', entry)
  expect(got.data).toMatchObject({ ok: true, key: 'flag:a/b', value: { enabled: true } })

  const { data: made } = await client().POST('/_admin/tokens', { body: { sub: 'user_local' } })
  const byBearer = client({ Authorization: `Bearer ${made?.token}` })
  const namespace = { params: { path: { namespaceId: NAMESPACE } } }
  const { data: listed } = await byBearer.GET('/v1/kv/{namespaceId}', namespace)
  expect(listed?.keys.map(({ key, expiresAtIso }) => [key, expiresAtIso])).toEqual([
    ['flag:a/b', '2026-01-31T23:01:00.000Z'],
  ])
  const { data: usage } = await byBearer.GET('/v1/usage/{namespaceId}', namespace)
  expect([usage?.monthKey, usage?.usage.writes, usage?.usage.reads]).toEqual(['2026-01', 1, 1])

  const deleted = await byKey.DELETE('/v1/kv/{namespaceId}/{key}', entry)
  expect(deleted.data).toEqual({ ok: true, key: 'flag:a/b' })
  const missing = await byKey.GET('/v1/kv/{namespaceId}/{key}', entry)
  expect(missing.error).toEqual({ ok: false, message: 'The key does not exist or has expired.' })
})

test('the generated client calls the config store', async () => {
  const byKey = client({ 'X-KV-Key': 'kv_admin_b' })
  const entry = { params: { path: { storeId: STORE, key: 'banner' } } }
  const put = await byKey.PUT('/v1/ec/{storeId}/{key}', { ...entry, body: { value: ['hello'] } })
  expect(put.data?.updatedAt).toBe('2026-01-31T23:00:00.000Z')
  const got = await byKey.GET('/v1/ec/{storeId}/{key}', entry)
  expect(got.data?.value).toEqual(['hello'])
  const { data } = await byKey.GET('/v1/ec/{storeId}', { params: { path: { storeId: STORE } } })
  expect(data?.configs).toEqual([{ key: 'banner', value: ['hello'], updatedAt: put.data?.updatedAt }])
  const deleted = await byKey.DELETE('/v1/ec/{storeId}/{key}', entry)
  expect(deleted.data?.ok).toBe(true)
})

test('the generated client calls the document database', async () => {
  const byKey = client({ 'X-API-Key': 'db_c' })
  for (const title of ['one', 'two']) {
    const { data, response } = await byKey.POST('/documents', { body: { title } })
    expect([response.status, data?.title]).toEqual([201, title])
  }
  const { data: first, response } = await byKey.GET('/documents', { params: { query: { limit: 1 } } })
  const next = response.headers.get('x-next') ?? ''
  const { data: second } = await byKey.GET('/documents', { params: { query: { limit: 1, next } } })
  expect([...(first ?? []), ...(second ?? [])].map(({ title }) => title)).toEqual(['one', 'two'])
  const documentId = first?.[0]?.id ?? 0
  const one = await byKey.GET('/documents/{documentId}', { params: { path: { documentId } } })
  expect(one.data).toEqual({ id: documentId, title: 'one' })

  const project = await byKey.POST('/projects', { body: { name: 'Onboarding', description: 'Examples' } })
  const { data: projects } = await byKey.GET('/projects')
  expect(projects).toEqual([project.data])

  const wrong = await byKey.GET('/documents', { params: { query: { limit: 0 } } })
  expect(wrong.error?.error).toBe('invalid_request')
})

test('the generated client calls the admin interface', async () => {
  const admin = client()
  const { data: clock } = await admin.POST('/_admin/clock', { body: { advance: '1h', receipt: true } })
  expect([clock?.iso, clock?.receipt?.monthsRolled]).toEqual(['2026-02-01T00:00:00.000Z', ['2026-02']])
  const { data: fault } = await admin.POST('/_admin/faults', { body: { status: 503, times: 1 } })
  expect(fault).toMatchObject({ enabled: true, remaining: 1 })
  const { error } = await admin.GET('/_admin/namespaces/{id}', { params: { path: { id: 'ns_none' } } })
  expect(error?.error).toBe('not_found')
})
