/** A check that cannot fail is worth nothing: scripted services, each right and then wrong in one way. */

import { describe, expect, it } from 'vitest'
import type { ClientAnswer, ClientRequest } from '../../conformance/http-client.js'
import { judge } from '../../conformance/statements/table.js'
import type { ServiceUnderTest } from '../../conformance/subject.js'
import { STATEMENTS } from './statements/all-statements.js'

interface Call {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly query: URLSearchParams
  readonly body: string
  readonly credential: string
  /** Calls of this method so far, this one included. */
  readonly nth: number
  /** Unix ms of the scripted service. */
  readonly now: number
}

type Answer = readonly [status: number, body?: unknown, headers?: Record<string, string>]
type Script = (call: Call) => Answer

const START = Date.UTC(2026, 0, 31, 12)

/** A service that answers by a script, with a clock that is frozen until it is turned. */
function scripted(script: Script): ServiceUnderTest {
  let now = START
  const calls = new Map<string, number>()
  const send = async ({ method, url, headers: sent, body = '' }: ClientRequest): Promise<ClientAnswer> => {
    const { pathname, searchParams } = new URL(url)
    const nth = (calls.get(method) ?? 0) + 1
    calls.set(method, nth)
    const key = pathname.split('/').at(-1) ?? ''
    const [status, answer, headers = {}] = script({
      method,
      path: pathname,
      key,
      query: searchParams,
      body,
      credential: sent['x-kv-key'] ?? '',
      nth,
      now,
    })
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer ?? {})
    return { status, headers: new Headers(headers), text }
  }
  const keys = { read: 'kv_read_x', write: 'kv_write_x', admin: 'kv_admin_x' }
  return {
    send,
    prefix: 'visit',
    baseUrl: 'http://kv.test',
    dbBaseUrl: 'http://db.test',
    namespace: { id: 'ns_shop_1', keys },
    bearer: 'token',
    store: { id: 'ec_web_1', keys },
    database: { key: 'db', mayCreate: true },
    time: {
      now: async () => now,
      skewMs: 0,
      reachMs: Number.POSITIVE_INFINITY,
      pass: async (ms) => {
        now += ms
      },
    },
    limited: async () => ({
      id: 'ns_small_1',
      keys,
      bearer: 'token',
      limits: { reads: 2, writes: 2, lists: 2, storageBytes: 200 },
    }),
  }
}

/** A put's answer, `lifeMs` after which the entry expires. */
const put = ({ key, now }: Call, ttlSeconds: number, lifeMs = ttlSeconds * 1000): Answer => [
  200,
  { ok: true, key, ttlSeconds, expiresAt: now + lifeMs },
]

const got = ({ key }: Call, value: unknown = 1): Answer => [
  200,
  { ok: true, key, value, ttlSeconds: 600, expiresAt: START + 600_000 },
]

/** One entry that lives for 60 s or what its put asks for; `lateMs` after that it is gone. */
function expiring(lateMs: number, gone: (call: Call) => unknown = ({ key }) => `no ${key}`): Script {
  const expiries = new Map<string, number>()
  return (call) => {
    if (call.method === 'PUT') {
      const ttlMs = Number(/"ttlSeconds":(\d+)/.exec(call.body)?.[1]) * 1000
      expiries.set(call.key, call.now + ttlMs)
      return put(call, ttlMs / 1000)
    }
    const expiresAt = expiries.get(call.key)
    if (expiresAt === undefined) return [404, { error: `no ${call.key}` }]
    return call.now < expiresAt + lateMs ? got(call) : [404, { error: gone(call) }]
  }
}

/** Four records in pages, with an x-next while `more` says so. */
function paged(more: (end: number, total: number) => boolean, step = 0): Script {
  const records = [1, 2, 3, 4].map((id) => ({ id, title: 't' }))
  return ({ method, query }) => {
    if (method === 'POST') return [201, records[3]]
    const begin = Number(query.get('next') ?? 0)
    const end = begin + Number(query.get('limit') ?? 20)
    const headers: Record<string, string> = more(end, records.length) ? { 'x-next': String(end + step) } : {}
    return [200, records.slice(begin, end), headers]
  }
}

/** Reads up to a number of them, then an answer. */
const reading =
  (allowed: number, then: Answer): Script =>
  (call) => {
    if (call.method === 'PUT') return put(call, 600)
    return call.method === 'GET' && call.nth > allowed ? then : got(call)
  }

const quotaAnswer: Answer = [429, { error: { code: 'monthly_quota_exceeded' } }]
const error = (status: number, code: string): Answer => [status, { error: code, message: 'no' }]
const updatedAt = (text: string): Script => {
  const entry = (key: string) => ({ ok: true, key, value: 'first', updatedAt: text })
  return ({ key }) => [200, { ...entry(key), configs: [entry('visit-001')] }]
}
/** Gives every value back, through `change`. */
function echoing(change: (text: string) => string): Script {
  let value = ''
  return (call) => {
    if (call.method === 'PUT') {
      value = /"value":(.*)\}$/.exec(call.body)?.[1] ?? ''
      return put(call, 600)
    }
    return [200, `{"ok":true,"key":"${call.key}","value":${change(value)}}`]
  }
}

/** A usage report in which `counter` grows by `step` with each call of `method`. */
function counting(counter: string, method: string, step: number): Script {
  let count = 0
  return (call) => {
    if (call.method === method) count += step
    return call.path.startsWith('/v1/usage')
      ? [200, { ok: true, usage: { [counter]: count } }]
      : put(call, 600)
  }
}

const CASES: readonly [id: string, wrong: string, right: Script, wrong: Script, expected: RegExp][] = [
  ['kv.get.absent', 'an empty success', () => [404], () => [200, { ok: true, value: null }], /status 404/],
  [
    'kv.put.answer',
    'expiresAt as text',
    (call) => put(call, 600),
    (call) => [200, { ok: true, key: call.key, ttlSeconds: 600, expiresAt: '2026-01-31T12:10:00.000Z' }],
    /expiresAt to be an integer/,
  ],
  ['kv.expiry.instant', 'an expiry 1 ms late', expiring(0), expiring(1), /status 404/],
  ['kv.expiry.instant', 'an expiry 1 ms early', expiring(0), expiring(-1), /success/],
  ['kv.expired.like-missing', 'a telling body', expiring(0), expiring(0, () => 'expired'), /a missing key/],
  [
    'kv.ttl.raised',
    'a TTL of 59 s kept',
    (call) => put(call, 60),
    (call) => put(call, 60, 59_000),
    /expiresAt from/,
  ],
  [
    'kv.value.as-given',
    'lost digits',
    echoing((text) => text),
    echoing((text) => text.replace('9007199254740993', '9007199254740992')),
    /value to be/,
  ],
  ['kv.scope.read.may-not', '401 for a scope', scopes(403), scopes(401), /status 403/],
  ['quota.reads', 'one read more', reading(2, quotaAnswer), reading(3, quotaAnswer), /status 429/],
  [
    'quota.reads',
    'no code',
    reading(2, quotaAnswer),
    reading(2, [429, { error: 'quota' }]),
    /the code monthly/,
  ],
  [
    'usage.counts.deletes',
    'no count',
    counting('deletes', 'DELETE', 1),
    counting('deletes', 'DELETE', 0),
    /by 2/,
  ],
  [
    'config.updated-at.form',
    'seconds only',
    updatedAt('2026-01-31T12:00:00.000Z'),
    updatedAt('2026-01-31T12:00:00Z'),
    /milliseconds/,
  ],
  [
    'config.value.invalid',
    'null taken',
    (call) => (call.body.includes('null') ? [400] : got(call, 'kept')),
    (call) => got(call, 'kept'),
    /status 400/,
  ],
  [
    'db.documents.create.status',
    '200',
    () => [201, { id: 1, title: 't' }],
    () => [200, { id: 1, title: 't' }],
    /status 201/,
  ],
  [
    'db.documents.missing-title',
    'another code',
    () => error(400, 'validation_error'),
    () => error(400, 'invalid_request'),
    /validation_error/,
  ],
  [
    'db.next.only-if-further',
    'an x-next on the last page',
    paged((end, total) => end < total),
    paged((end, total) => end <= total),
    /a record on every page/,
  ],
  [
    'db.documents.next.given',
    'no x-next',
    paged((end, total) => end < total),
    paged(() => false),
    /an x-next/,
  ],
  [
    'db.next.complete',
    'a record twice',
    paged((end, total) => end < total),
    paged((end, total) => end < total, -1 / 2),
    /every record once/,
  ],
  [
    'kv.error.no-code',
    'a code in the place of the text',
    refusedWith('Unauthorized', 'Forbidden', 'Missing'),
    refusedWith('Unauthorized', 'Forbidden', 'entry_missing'),
    /no code/,
  ],
  ['db.documents.id', 'an id as text', () => [200, [{ id: 7 }]], () => [200, [{ id: '7' }]], /an int64/],
]

/** Refuses with these texts: without a key, for the scope, and for a key that is missing. */
function refusedWith(noKey: string, scope: string, missing: string): Script {
  return ({ credential, method }) => {
    if (credential === '') return [401, { ok: false, error: noKey }]
    return method === 'PUT' ? [403, { ok: false, error: scope }] : [404, { ok: false, error: missing }]
  }
}

/** Refuses what a read key may not do with this status. */
function scopes(refused: number): Script {
  return (call) => {
    if (call.method === 'GET') return got(call, 'kept')
    return call.credential.startsWith('kv_read_') ? [refused] : put(call, 600)
  }
}

describe('statements on scripted services', () => {
  it.each(CASES)('%s fails on %s, and on that alone', async (id, _, right, wrong, expected) => {
    const statement = STATEMENTS.find((one) => one.id === id)
    if (statement === undefined) throw new Error(`no statement ${id}`)
    expect(await judge(statement, scripted(right))).toEqual({ outcome: 'holds' })
    expect(await judge(statement, scripted(wrong))).toEqual({
      outcome: 'fails',
      expected: expect.stringMatching(expected),
      got: expect.stringMatching(/(GET|PUT|POST|DELETE) http:.* -> \d{3}/),
    })
  })

  it('fails with the exchange in words, and removes what it wrote', async () => {
    const removed: string[] = []
    const statement = STATEMENTS.find(({ id }) => id === 'kv.put.answer')
    const verdict =
      statement &&
      (await judge(
        statement,
        scripted((call) => {
          if (call.method === 'DELETE') removed.push(call.key)
          return [200, { ok: true, key: call.key }]
        }),
      ))
    expect(verdict).toMatchObject({ outcome: 'fails', expected: 'a member ttlSeconds in the body' })
    expect(removed).toEqual(['visit-001'])
  })
})
