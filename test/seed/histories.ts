import fc from 'fast-check'
import { databaseRoutes } from '../../src/admin/database.js'
import { databaseKeyRoutes } from '../../src/admin/database-keys.js'
import { clockRoutes } from '../../src/admin/clock.js'
import { configEntryRoutes } from '../../src/admin/config-entries.js'
import { entryRoutes } from '../../src/admin/entries.js'
import { faultRoutes } from '../../src/admin/faults.js'
import { namespaceRoutes } from '../../src/admin/namespaces.js'
import { recordRoutes } from '../../src/admin/records.js'
import { resetRoutes } from '../../src/admin/reset.js'
import { stateRoutes } from '../../src/admin/state.js'
import { storeRoutes } from '../../src/admin/stores.js'
import { Refusal } from '../../src/core/refusal.js'
import { patchProfile } from '../../src/domain/profile.js'
import { signToken } from '../../src/identity/provider.js'
import { SeedProblems } from '../../src/seed/problems.js'
import { AdminCalls } from '../support/admin-calls.js'
import { type Answer, REAL_NOW, type Service } from '../support/service.js'
import {
  CONFIG_KEYS,
  DB_KEYS,
  ENTRY_KEYS,
  HEADINGS,
  KV_KEYS,
  NAMESPACES,
  OWNER,
  STORES,
  VALUES,
} from './hostile.js'

/** One thing that is done to an emulator, as plain data: it can be done to several. */
export type Step =
  | { readonly data: string; readonly headers: Readonly<Record<string, string>>; readonly body?: string }
  | { readonly admin: string; readonly body?: unknown }
  | { readonly profile: object }

/** Long enough for every list of these tests, short enough to end where x-next goes round in circles. */
const PAGES_MAX = 40

const SEEN_HEADERS = ['content-type', 'content-length', 'date', 'retry-after', 'x-emulator-reason', 'x-seen']

/** Does the steps in order and tells what came of each. */
export async function perform(service: Service, steps: readonly Step[]): Promise<string[]> {
  const admin = new AdminCalls(
    service,
    clockRoutes,
    configEntryRoutes,
    databaseKeyRoutes,
    databaseRoutes,
    entryRoutes,
    faultRoutes,
    namespaceRoutes,
    recordRoutes,
    resetRoutes,
    stateRoutes,
    storeRoutes,
  )
  const seen: string[] = []
  for (const step of steps) seen.push(`${JSON.stringify(step).slice(0, 200)} → ${await performOne(step)}`)
  return seen

  async function performOne(step: Step): Promise<string> {
    if ('data' in step) return walk(service, step)
    try {
      if ('profile' in step) {
        service.world.profile = patchProfile(service.world.profile, step.profile)
        return 'done'
      }
      const { status, text } = await admin.send(step.admin, step.body)
      return `${status} ${text}`
    } catch (error) {
      return refusalText(error)
    }
  }
}

/** One request; where it answers a page, the pages behind it too, for x-next itself may read differently. */
async function walk(service: Service, { data, headers, body }: Step & { data: string }): Promise<string> {
  const seen: string[] = []
  let line = data
  for (let page = 0; page < PAGES_MAX; page++) {
    let answer: Answer
    try {
      answer = await service.send(line, body === undefined ? { headers } : { headers, body })
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('a fault left')) throw error
      return [...seen, 'no answer'].join('\n')
    }
    seen.push(`${answer.status} ${SEEN_HEADERS.map((name) => answer.header(name)).join(' | ')} ${answer.text}`)
    const next = answer.header('x-next')
    if (next === undefined) break
    line = `${line.split('?')[0]}?next=${encodeURIComponent(next)}`
  }
  return seen.join('\n')
}

function refusalText(error: unknown): string {
  if (error instanceof Refusal) return `${error.code} ${error.reason}`
  if (error instanceof SeedProblems) return error.message
  throw error
}

const from = <T>(values: readonly T[]) => fc.constantFrom(...values)
const json = fc.oneof({ weight: 3, arbitrary: from(VALUES) }, { weight: 1, arbitrary: fc.json() })
const namespace = from(NAMESPACES)
const entryKey = from(ENTRY_KEYS)
const path = (...segments: string[]) => segments.map(encodeURIComponent).join('/')

/** The key of this namespace or store, and now and then another one. */
const keyOf = (ids: readonly string[], keys: readonly string[]) =>
  fc
    .tuple(fc.nat(ids.length - 1), fc.nat(20), from(keys))
    .map(([at, luck, other]): [string, string] => [ids[at] ?? '', luck < 18 ? (keys[at] ?? '') : other])

const ttl = from(['60', '61', '1', '100', '3600', '9007199254740991', '60.0', '1.5'])

const kvSteps = fc
  .tuple(from(['PUT', 'PUT', 'PUT', 'GET', 'GET', 'DELETE']), keyOf(NAMESPACES, KV_KEYS), entryKey, json, ttl)
  .map(([method, [id, key], name, value, seconds]): Step => ({
    data: `${method} /v1/kv/${path(id, name)}`,
    headers: { 'X-KV-Key': key, 'X-Test': '1' },
    ...(method === 'PUT' ? { body: `{"value": ${value}, "ttlSeconds": ${seconds}}` } : {}),
  }))

const configSteps = fc
  .tuple(from(['PUT', 'PUT', 'GET', 'DELETE', 'LIST']), keyOf(STORES, CONFIG_KEYS), entryKey, json)
  .map(([method, [id, key], name, value]): Step => ({
    data: method === 'LIST' ? `GET /v1/ec/${path(id)}` : `${method} /v1/ec/${path(id, name)}`,
    headers: { 'X-KV-Key': key },
    ...(method === 'PUT' ? { body: `{"value": ${value}}` } : {}),
  }))

const databaseSteps = fc.oneof(
  fc
    .tuple(from(['documents', 'projects']), from(DB_KEYS), from(['', '?limit=3', '?limit=0', '/1', '/31']))
    .map(([name, key, rest]): Step => ({ data: `GET /${name}${rest}`, headers: { 'X-API-Key': key } })),
  fc
    .tuple(from(['documents', 'projects']), from(DB_KEYS), from(HEADINGS), fc.option(from(HEADINGS)))
    .map(([name, key, heading, text]): Step => ({
      data: `POST /${name}`,
      headers: { 'X-API-Key': key },
      body: JSON.stringify({ title: heading, name: heading, ...(text === null ? {} : { content: text, description: text }) }),
    })),
)

const clockSteps = from([
  { advance: '29999ms' },
  { advance: '30s' },
  { advance: '1m' },
  { advance: '1h' },
  { advance: 'P1M' },
  { to: 'next-expiry' },
  { to: 'next-expiry', plus: '-1ms', freeze: false },
  { to: 'next-month', plus: '-1s' },
  { set: '2026-01-31T23:58:10Z', force: true },
  { set: '2025-12-31T23:59:59Z', force: true },
  { set: '9999-12-31T23:59:59.999Z' },
  { rate: 60 },
  { rate: 0.001 },
  { freeze: true },
  { freeze: false },
]).map((body): Step => ({ admin: 'POST /clock', body }))

const faultSteps = from<object>([
  { match: { operation: '{documents,projects}.*' }, status: 503, probability: 0.5 },
  { match: { operation: 'kv.put' }, status: 500, after: 2, times: 1, body: { a: 1e20, b: [-0, 1.5] } },
  { match: { path: '/v1/kv/**', method: 'get' }, delay: { min: 0, max: '50ms' }, times: 3 },
  { match: { operation: 'config.*' }, connection: 'reset', effect: 'after', probability: 0.3 },
  { id: '__proto__', match: { key: '{{' }, status: 204, headers: { 'X-Seen': '{{x}}', constructor: '1' } },
  { id: 'f_9', match: { credential: '__proto__' }, status: 418, body: '"text: {{x}}"', retryAfter: 7 },
  { match: { namespace: 'ns_<<_{{x}}' }, status: 503, from: '+30s', until: '+1h', enabled: false },
  { match: { operation: 'usage.get' }, status: 503, from: '2026-02-01', until: '+1s' },
  { match: { operation: 'kv.list' }, status: 500, until: '2026-02-01', body: JSON.parse('{"__proto__": 1, "<<": "yes"}') },
]).map((body): Step => ({ admin: 'POST /faults', body }))

const profileSteps = from<object>([
  { kv: { putStatus: 201, deleteMissing: 'ok' } },
  { kv: { putStatus: 200 } },
  { kv: { readTtl: 'remaining', expiredStorage: 'freed' } },
  { kv: { createdAtOnUpsert: 'renewed', storageOf: 'value', countMisses: false } },
  { kv: { defaultLimits: { storageBytes: 500 }, ttlInvalid: 'truncate' } },
  { database: { next: 'cursor', defaultPageSize: 3 } },
  { database: { next: 'path', scopedOut: 404, codes: { '429': '{{slow}}' } } },
  { errors: { shape: 'nested', codes: { '5xx': '__proto__' } } },
]).map((profile): Step => ({ profile }))

const managementSteps = fc.oneof(
  from<Step>([
    { admin: 'POST /namespaces', body: { name: 'new', owner: OWNER, limits: { reads: 1 } } },
    { admin: 'POST /stores', body: { name: 'new' } },
    { admin: `POST /namespaces/${path('ns_a_1')}/keys`, body: { scope: 'write' } },
    { admin: 'POST /database-keys', body: { projects: [11] } },
    { admin: 'DELETE /database-keys/prototype' },
    { admin: 'PATCH /database', body: { rateLimit: null } },
    { admin: 'PATCH /database', body: { rateLimit: { requests: 5, per: '90s' } } },
    { admin: 'DELETE /faults' },
    { admin: 'PATCH /faults/f_1', body: { enabled: false } },
    { admin: `DELETE /namespaces/${path('ns_ü 😀_: #')}` },
    { admin: `PATCH /namespaces/${path('ns_a_1')}`, body: { limits: { reads: null }, usage: { reads: 11 } } },
    { admin: 'PUT /documents/31', body: { title: '{{put}}', project: 10 } },
    { admin: 'DELETE /documents/33' },
    { admin: 'DELETE /projects/12' },
    { admin: 'POST /documents', body: { id: '9007199254740990', title: 'high' } },
  ]),
  fc.tuple(namespace, entryKey, json).map(([id, key, value]): Step => ({
    admin: `PUT /namespaces/${path(id)}/entries/${path(key)}`,
    body: { json: value, expiresAt: '+45s', createdAt: '-1h' },
  })),
  from<object>([
    { namespaces: [{ id: 'ns_a_1', limits: { lists: 9 }, entries: [{ key: 'a', value: 1, expiresAt: '+10s' }] }] },
    { database: { documents: [{ title: '{{lorem.word}}', repeat: 2 }, { id: 31, title: 'x' }] }, faults: [{ status: 503, times: 1 }] },
    { random: 9, clock: { rate: 2 }, profile: { kv: { ttlEcho: 'requested' } } },
  ]).map((body): Step => ({ admin: 'PATCH /state', body })),
)

/** What users and tests do, in any order, and would do the same to a copy. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: kvSteps },
  { weight: 4, arbitrary: configSteps },
  { weight: 6, arbitrary: databaseSteps },
  { weight: 4, arbitrary: clockSteps },
  { weight: 2, arbitrary: faultSteps },
  { weight: 1, arbitrary: profileSteps },
  { weight: 2, arbitrary: managementSteps },
)

/** The same, and what depends on where a world comes from. */
export const anyHistory = fc.array(
  fc.oneof(
    { weight: 40, arbitrary: anyStep },
    { weight: 1, arbitrary: from<Step>([{ admin: 'POST /reset', body: { keep: ['clock'] } }]) },
  ),
  { maxLength: 40 },
)

/** Asks for everything that can be asked for. */
export async function inspection(): Promise<Step[]> {
  const token = await signToken({ subject: OWNER, issuedAt: REAL_NOW })
  const headers = { Authorization: `Bearer ${token}` }
  return [
    { admin: 'GET /clock' },
    { admin: 'GET /faults' },
    { admin: 'GET /namespaces' },
    { admin: 'GET /stores' },
    { admin: 'GET /database' },
    ...NAMESPACES.flatMap((id): Step[] => [
      { admin: `GET /namespaces/${path(id)}/entries` },
      { data: `GET /v1/usage/${path(id)}`, headers },
      { data: `GET /v1/kv/${path(id)}`, headers },
    ]),
    ...STORES.map(
      (id, at): Step => ({ data: `GET /v1/ec/${path(id)}`, headers: { 'X-KV-Key': CONFIG_KEYS[at] ?? '' } }),
    ),
    { admin: 'PATCH /database', body: { rateLimit: null } },
    ...DB_KEYS.flatMap((key): Step[] =>
      ['documents', 'projects'].map((name) => ({ data: `GET /${name}?limit=7`, headers: { 'X-API-Key': key } })),
    ),
  ]
}
