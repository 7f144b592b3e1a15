import fc from 'fast-check'
import { path, type Step } from './histories.js'
import {
  CONFIG_KEYS,
  DB_KEYS,
  ENTRY_KEYS,
  HEADINGS,
  KV_KEYS,
  NAMESPACES,
  nested,
  OWNER,
  STORES,
  VALUES,
} from './hostile.js'

const from = <T>(values: readonly T[]) => fc.constantFrom(...values)
const json = fc.oneof({ weight: 3, arbitrary: from(VALUES) }, { weight: 1, arbitrary: fc.json() })
const namespace = from(NAMESPACES)
/** Mostly the same few, so that steps meet what earlier ones left. */
const entryKey = fc.oneof(from(ENTRY_KEYS.slice(0, 4)), from(ENTRY_KEYS))

/** The key of this namespace or store, and now and then another one. */
const keyOf = (ids: readonly string[], keys: readonly string[]) =>
  fc
    .tuple(fc.nat(ids.length - 1), fc.nat(20), from(keys))
    .map(([at, luck, other]): [string, string] => [ids[at] ?? '', luck < 18 ? (keys[at] ?? '') : other])

const ttl = from(['60', '61', '1', '100', '3600', '9007199254740991', '60.0', '1.5'])

const kvSteps = fc
  .tuple(from(['PUT', 'PUT', 'PUT', 'GET', 'GET', 'DELETE']), keyOf(NAMESPACES, KV_KEYS), entryKey, json, ttl)
  .map(
    ([method, [id, key], name, value, seconds]): Step => ({
      data: `${method} /v1/kv/${path(id, name)}`,
      headers: { 'X-KV-Key': key, 'X-Test': '1' },
      ...(method === 'PUT' ? { body: `{"value": ${value}, "ttlSeconds": ${seconds}}` } : {}),
    }),
  )

const configSteps = fc
  .tuple(from(['PUT', 'PUT', 'GET', 'DELETE', 'LIST']), keyOf(STORES, CONFIG_KEYS), entryKey, json)
  .map(
    ([method, [id, key], name, value]): Step => ({
      data: method === 'LIST' ? `GET /v1/ec/${path(id)}` : `${method} /v1/ec/${path(id, name)}`,
      headers: { 'X-KV-Key': key },
      ...(method === 'PUT' ? { body: `{"value": ${value}}` } : {}),
    }),
  )

const databaseSteps = fc.oneof(
  fc
    .tuple(from(['documents', 'projects']), from(DB_KEYS), from(['', '?limit=3', '?limit=0', '/1', '/31']))
    .map(([name, key, rest]): Step => ({ data: `GET /${name}${rest}`, headers: { 'X-API-Key': key } })),
  fc.tuple(from(['documents', 'projects']), from(DB_KEYS), from(HEADINGS), fc.option(from(HEADINGS))).map(
    ([name, key, heading, text]): Step => ({
      data: `POST /${name}`,
      headers: { 'X-API-Key': key },
      body: JSON.stringify({
        title: heading,
        name: heading,
        ...(text === null ? {} : { content: text, description: text }),
      }),
    }),
  ),
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

const faultSteps = from<unknown>([
  { match: { operation: '{documents,projects}.*' }, status: 503, probability: 0.5 },
  // As text: JSON.stringify would write out the zeros of 1e20, which no seed may hold.
  '{"match": {"operation": "kv.put"}, "status": 500, "after": 2, "times": 1, "body": {"a": 1e20, "b": [-0]}}',
  `{"match": {"operation": "kv.delete"}, "status": 500, "times": 1, "body": ${nested(990)}}`,
  { match: { path: '/v1/kv/**', method: 'get' }, delay: { min: 0, max: '50ms' }, times: 3 },
  { match: { operation: 'config.*' }, connection: 'reset', effect: 'after', probability: 0.3 },
  { match: { operation: 'kv.get' }, hold: true, effect: 'after', enabled: false },
  { id: '__proto__', match: { key: '{{' }, status: 204, headers: { 'X-Seen': '{{x}}', constructor: '1' } },
  { id: 'f_9', match: { credential: '__proto__' }, status: 418, body: '"text: {{x}}"', retryAfter: 7 },
  { match: { namespace: 'ns_<<_{{x}}' }, status: 503, from: '+30s', until: '+1h', enabled: false },
  { match: { operation: 'usage.get' }, status: 503, from: '2026-02-01', until: '+1s' },
  {
    match: { operation: 'kv.list' },
    status: 500,
    until: '2026-02-01',
    body: JSON.parse('{"__proto__": 1, "<<": "yes"}'),
  },
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
  fc.tuple(namespace, entryKey, json).map(
    ([id, key, value]): Step => ({
      admin: `PUT /namespaces/${path(id)}/entries/${path(key)}`,
      body: { json: value, expiresAt: '+45s', createdAt: '-1h' },
    }),
  ),
  from<object>([
    {
      namespaces: [
        { id: 'ns_a_1', limits: { lists: 9 }, entries: [{ key: 'a', value: 1, expiresAt: '+10s' }] },
      ],
    },
    {
      database: {
        documents: [
          { title: '{{lorem.word}}', repeat: 2 },
          { id: 31, title: 'x' },
        ],
      },
      faults: [{ status: 503, times: 1 }],
    },
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
  { maxLength: 40, size: 'max' },
)
