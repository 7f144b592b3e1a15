import * as v from 'valibot'
import { expect, test } from 'vitest'
import { RandomSource } from '../../src/core/random.js'
import { jsonState } from '../../src/own-service/json-state.js'
import { type OwnOperation, type OwnRequest, runOwn } from '../../src/own-service/run.js'

const ROUTE = { operation: 'leases.create', method: 'POST', path: '/leases', segments: [] } as const

/** Runs an operation on the state { n: 1 }. */
function ran(
  run: OwnOperation['run'],
  { operation, request }: { operation?: Partial<OwnOperation>; request?: Partial<OwnRequest> } = {},
) {
  const random = new RandomSource(1).stream('leases')
  const { reply, ...rest } = runOwn(
    { id: 'leases.create', route: ROUTE, run, body: undefined, badRequest: 422, ...operation },
    { method: 'POST', path: '/leases', query: '', params: {}, headers: {}, body: '', now: 5, ...request },
    { state: jsonState({ n: 1 }), random },
  )
  return { ...rest, ...reply, json: reply.body && JSON.parse(reply.body) }
}

const refused = (run: () => unknown) => {
  const { status, state, failed, reason } = ran(run)
  expect({ status, state, failed }).toEqual({ status: 500, state: { n: 1 }, failed: true })
  return reason
}

test('an operation is given the request, the time and a state that it may change', () => {
  const request = {
    query: 'a=1&a=2&__proto__=3',
    params: { id: 'x' },
    headers: { 'x-y': 'z' },
    body: '{"b":[1]}',
  }
  const { json, state } = ran(
    ({ method, path, query, params, headers, body, json, now, state }) => {
      Object.assign(state, { n: 2 })
      return { json: { method, path, a: query.a, own: Object.keys(query), params, headers, body, json, now } }
    },
    { request },
  )
  const seen = { method: 'POST', path: '/leases', a: '2', own: ['a', '__proto__'], now: 5, json: { b: [1] } }
  expect(json).toEqual({ ...seen, params: request.params, headers: request.headers, body: request.body })
  expect(state).toEqual({ n: 2 })
})

test('the numbers and ids of an operation are the same in each run', () => {
  const draw: OwnOperation['run'] = ({ random, id }) => ({ json: [random(), id('lease')] })
  expect(ran(draw).json).toEqual(ran(draw).json)
  expect(ran(draw).json[1]).toMatch(/^lease_[0-9a-z]{12}$/)
})

test('an answer has the status, headers and kind of body that its operation returned', () => {
  expect(ran(() => ({ json: null }))).toMatchObject({
    status: 200,
    headers: ['Content-Type', 'application/json'],
  })
  expect(ran(() => ({}))).toMatchObject({
    status: 200,
    headers: ['Content-Length', '0'],
    body: undefined,
  })
  expect(ran(() => ({ status: 204 })).headers).toEqual([])
  expect(ran(() => ({ text: '"t"', headers: { 'Set-Cookie': ['a', 'b'] }, reason: 'so' }))).toMatchObject({
    headers: ['Content-Type', 'text/plain; charset=utf-8', 'Set-Cookie', 'a', 'Set-Cookie', 'b'],
    reason: 'so',
  })
  expect(ran(() => ({ text: '1', headers: { 'content-type': 'text/csv' } })).headers).toEqual([
    'content-type',
    'text/csv',
  ])
})

test('an operation may return parts of the state', () => {
  expect(ran(({ state }) => ({ json: state })).json).toEqual({ n: 1 })
})

test('broken JSON is a 400 with its place, but only for operations that read it', () => {
  const request = { body: '{"a":1,}' }
  expect(ran(({ json }) => ({ json }), { request })).toMatchObject({
    status: 400,
    json: { error: 'invalid_json', message: expect.stringContaining('line 1, column 8') },
  })
  expect(ran(({ body }) => ({ json: body }), { request })).toMatchObject({ status: 200, json: '{"a":1,}' })
  expect(ran(({ json }) => ({ json: [json === undefined] })).json).toEqual([true])
})

test('a body schema answers with every violation, and gives what it made of the body', () => {
  const operation = { body: v.object({ ids: v.array(v.pipe(v.string(), v.trim())), n: v.number() }) }
  const request = { body: '{"ids":["a",1]}' }
  const found = ran(({ json }) => ({ json }), { operation, request })
  expect(found).toMatchObject({ status: 422, failed: true, json: { error: 'invalid_body' } })
  expect(found.json.violations.map(({ path }: { path: string }) => path)).toEqual(['ids.1', 'n'])
  expect(ran(() => ({}), { operation: { ...operation, badRequest: 400 }, request }).status).toBe(400)
  expect(
    ran(({ json }) => ({ json }), { operation, request: { body: '{"ids":[" a "],"n":1}' } }).json.ids,
  ).toEqual(['a'])
})

test('an operation that throws is a 500 with its place, and changes nothing', () => {
  const reason = refused(() => {
    throw new TypeError('no such lease')
  })
  expect(reason).toMatch(/^leases\.create failed: TypeError: no such lease \(run\.test\.ts:\d+:\d+\)$/)
})

test.each([
  ['nothing', () => undefined, 'it returned undefined; expected an answer'],
  ['a promise', async () => ({}), 'it returned a promise'],
  [
    'an unknown member',
    () => ({ body: 1 }),
    'it returned body; an answer has status, json, text, headers, reason',
  ],
  ['something to send', () => ({ send: 1 }), '`send` is reserved'],
  ['an invalid status', () => ({ status: 99 }), 'its status is 99'],
  ['json and text', () => ({ json: 1, text: '1' }), 'both json and text'],
  ['a body without a place', () => ({ status: 204, text: '1' }), 'status 204 has no body'],
  ['what has no JSON', () => ({ json: () => 1 }), 'its json is a function'],
  ['a header with a line break', () => ({ headers: { a: 'b\r\nc: d' } }), 'the value of the header a'],
  [
    'a framing header',
    () => ({ headers: { 'Content-Length': '1' } }),
    'sets the header Content-Length itself',
  ],
  ['a date as text', () => ({ text: new Date(0) }), 'its text is not a string'],
])('an operation that returns %s is a 500 that says so', (_, run, message) => {
  expect(refused(run)).toContain(message)
})

const hostile = (member: string) =>
  Object.defineProperty(new Error('x'), member, {
    get() {
      throw new Error('hostile')
    },
  })

test.each([
  ['null', null, 'it threw null'],
  ['a text', 'no', 'it threw no'],
  ['a symbol', Symbol('s'), 'it threw Symbol(s)'],
  ['an object that has no text', Object.create(null), 'an error that cannot be shown'],
  ['an error whose message throws', hostile('message'), 'an error that cannot be shown'],
  ['an error whose stack throws', hostile('stack'), 'an error that cannot be shown'],
  ['an error whose stack is a number', Object.assign(new Error('x'), { stack: 5 }), 'cannot be shown'],
  ['a frozen error', Object.freeze(new Error('frozen')), 'Error: frozen (run.test.ts'],
  ['an error of a million characters', new Error('L'.repeat(1e6)), 'LLL…'],
])('an operation that throws %s is a 500 all the same', (_, thrown, message) => {
  const reason = refused(() => {
    throw thrown
  })
  expect(reason).toContain(message)
  expect(reason?.length).toBeLessThan(1000)
})

test('what an operation may not return is said without a place, which would be one of the emulator', () => {
  expect(refused(() => undefined)).not.toContain('.ts:')
  const cycle: Record<string, unknown> = {}
  cycle.cycle = cycle
  expect(refused(() => ({ json: cycle }))).toMatch(
    /its json cannot be written: .*circular structure to JSON$/,
  )
  expect(refused(() => ({ json: 1n }))).toMatch(/BigInt$/)
})

test('a promise that is refused may be rejected later without an end of the process', async () => {
  const rejected: unknown[] = []
  const listen = (reason: unknown) => rejected.push(reason)
  process.on('unhandledRejection', listen)
  ran(() => Promise.reject(new Error('late')))
  const schema = {
    '~standard': { version: 1, vendor: 'own', validate: () => Promise.reject(new Error('late')) },
  } as const
  expect(ran(() => ({}), { operation: { body: schema } }).reason).toContain('schema is asynchronous')
  await new Promise(setImmediate)
  process.off('unhandledRejection', listen)
  expect(rejected).toEqual([])
})

test('a draft that an operation kept before it threw is of no use later', () => {
  let kept: object = {}
  ran(({ state }) => {
    kept = state
    throw new Error('no')
  })
  expect(() => Object.keys(kept)).toThrow('revoked')
})

test('a state that is not JSON afterwards is a 500 with its place', () => {
  expect(ran(({ state }) => Object.assign(state, { at: new Date(0) }) && {})).toMatchObject({
    status: 500,
    state: { n: 1 },
    reason: expect.stringContaining('state.at is a Date'),
  })
})
