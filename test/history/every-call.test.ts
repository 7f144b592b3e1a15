import { describe, expect, test } from 'vitest'
import type { AdminCall } from '../../src/admin/call.js'
import { isLogged } from '../../src/domain/command.js'
import { AdminCalls, adminRouter } from '../support/admin-calls.js'
import { REAL_NOW, Service } from '../support/service.js'

/**
 * Every admin call is either in the log or changes no world. The export shows that calls outside of the log change
 * nothing.
 */

const NS = 'ns_shop_k3v9x2'
const EC = 'ec_web_89daefd4'

const SEED = {
  version: 1,
  clock: { now: '2026-01-31T23:00:00Z' },
  namespaces: [
    {
      id: NS,
      usage: { reads: 3 },
      keys: [{ key: 'kv_admin_a', scope: 'admin' }],
      entries: [
        { key: 'flag:checkout', value: 1, ttlSeconds: 60 },
        { key: 'old', value: 1, expiresAt: '-1s' },
      ],
    },
  ],
  stores: [
    { id: EC, keys: [{ key: 'kv_admin_b', scope: 'admin' }], entries: [{ key: 'banner', value: true }] },
  ],
  database: {
    keys: [{ key: 'db_scoped', documents: [1] }],
    projects: [{ id: 10, name: 'Onboarding' }],
    documents: [{ id: 1, title: 'Intro' }],
  },
  faults: [{ id: 'f_1', status: 503, match: { operation: 'projects.list' } }],
}

/** A target and a body for each call that changes its world. */
const CHANGES: Readonly<Record<string, readonly [path: string, body?: unknown]>> = {
  'POST /clock': ['/clock', { to: 'next-expiry', plus: '-1ms' }],
  'POST /reset': ['/reset', { keep: ['faults'] }],
  'PUT /seed': ['/seed', { version: 1 }],
  'PUT /state': ['/state', { version: 1, random: 7 }],
  'PATCH /state': [
    '/state',
    {
      clock: { freeze: true },
      namespaces: [{ id: NS, owner: 'user_bob', entries: [{ key: 'new', value: 1, expiresAt: '+9s' }] }],
    },
  ],
  'POST /undo': ['/undo', { to: 'start' }],
  'POST /faults': ['/faults', { status: 500, from: '+1m' }],
  'DELETE /faults': ['/faults'],
  'PATCH /faults/:id': ['/faults/f_1', { enabled: false }],
  'DELETE /faults/:id': ['/faults/f_1'],
  'DELETE /requests': ['/requests'],
  'POST /snapshots': ['/snapshots', { name: 's' }],
  'POST /snapshots/:name/restore': ['/snapshots/before/restore'],
  'DELETE /snapshots/:name': ['/snapshots/before'],
  'POST /namespaces': ['/namespaces', { name: 'new' }],
  'PATCH /namespaces/:id': [`/namespaces/${NS}`, { limits: { reads: 5 }, usage: { writes: 2 } }],
  'DELETE /namespaces/:id': [`/namespaces/${NS}`],
  'POST /namespaces/:id/keys': [`/namespaces/${NS}/keys`, { scope: 'read' }],
  'DELETE /namespaces/:id/keys/:key': [`/namespaces/${NS}/keys/kv_admin_a`],
  'PUT /namespaces/:id/entries/:key': [`/namespaces/${NS}/entries/a%2Fb`, { value: 1, ttlSeconds: 90 }],
  'DELETE /namespaces/:id/entries/:key': [`/namespaces/${NS}/entries/old`],
  'POST /stores': ['/stores', { name: 'new' }],
  'PATCH /stores/:id': [`/stores/${EC}`, { owner: 'user_bob' }],
  'DELETE /stores/:id': [`/stores/${EC}`],
  'POST /stores/:id/keys': [`/stores/${EC}/keys`, { scope: 'read' }],
  'DELETE /stores/:id/keys/:key': [`/stores/${EC}/keys/kv_admin_b`],
  'PUT /stores/:id/entries/:key': [`/stores/${EC}/entries/new`, { value: 2 }],
  'DELETE /stores/:id/entries/:key': [`/stores/${EC}/entries/banner`],
  'PATCH /database': ['/database', { rateLimit: { requests: 5, per: '1m' } }],
  'POST /database-keys': ['/database-keys', {}],
  'DELETE /database-keys/:key': ['/database-keys/db_scoped'],
  'POST /documents': ['/documents', { title: 'New' }],
  'PUT /documents/:id': ['/documents/1', { title: 'Other' }],
  'DELETE /documents/:id': ['/documents/1'],
  'POST /projects': ['/projects', { name: 'New' }],
  'PUT /projects/:id': ['/projects/10', { name: 'Other' }],
  'DELETE /projects/:id': ['/projects/10'],
  'PATCH /profile': ['/profile', { kv: { putStatus: 201 } }],
}

/** A target and a body for each call other than GET that changes no existing world. */
const LEAVES: Readonly<Record<string, readonly [path: string, body?: unknown]>> = {
  'POST /shutdown': ['/shutdown'],
  'POST /worlds': ['/worlds', { from: 'current' }],
  'DELETE /worlds/:id': ['/worlds/w'],
  'POST /tokens': ['/tokens', { expiresIn: '1h' }],
  'POST /bundle': ['/bundle', await aBundle()],
}

async function aBundle(): Promise<unknown> {
  const calls = new AdminCalls(await Service.start(SEED))
  return JSON.parse((await calls.send('GET /bundle')).text)
}

const QUERIES: Readonly<Record<string, string>> = { '/find': '?text=checkout' }

const NAMED: Readonly<Record<string, string>> = {
  '/faults/:id': 'f_1',
  '/requests/:id': 'r1',
  '/namespaces/:id': NS,
  '/namespaces/:id/entries': NS,
  '/namespaces/:id/entries/:key': `${NS} flag:checkout`,
  '/stores/:id': EC,
  '/stores/:id/entries': EC,
  '/stores/:id/entries/:key': `${EC} banner`,
  '/namespaces/:id/entries/:key/history': `${NS} flag:checkout`,
  '/stores/:id/entries/:key/history': `${EC} banner`,
  '/documents/:id/history': '1',
  '/projects/:id/history': '10',
  '/documents/:id': '1',
  '/projects/:id': '10',
}

/** @param rate of the clock, which is frozen without one */
async function start(rate?: number) {
  // Unless `step` is 0, each reading moves the time on, so that no two agree.
  const machine = { now: REAL_NOW, step: 0 }
  const realNow = () => {
    machine.now += machine.step
    return machine.now
  }
  const clock = { ...SEED.clock, ...(rate === undefined ? { freeze: true } : { rate }) }
  const service = await Service.start({ ...SEED, clock }, {}, { realNow })
  const calls = new AdminCalls(service)
  await calls.send('POST /snapshots', { name: 'before' })
  await calls.send('POST /worlds', { id: 'w' })
  await service.send(`GET /v1/kv/${NS}/flag:checkout`, { headers: { 'X-KV-Key': 'kv_admin_a' } })
  const state = async (point = 'now') => (await calls.send(`GET /state?at=${point}`)).text
  return { history: service.world.history, calls, state, machine }
}

const nameOf = ({ method, path }: AdminCall): string => `${method} ${path}`

const isChanging = ({ changes }: AdminCall): boolean => changes !== undefined

test('the tables have every call', () => {
  // Releasing a request is a command of the log itself (test/client/holds.test.ts).
  const writing = adminRouter.calls.filter(({ method, path }) => method !== 'GET' && path !== '/held/:id')
  expect(writing.filter(isChanging).map(nameOf).sort()).toEqual(Object.keys(CHANGES).sort())
  expect(
    writing
      .filter((one) => !isChanging(one))
      .map(nameOf)
      .sort(),
  ).toEqual(Object.keys(LEAVES).sort())
})

describe('a GET leaves the world as it is', () => {
  const reading = adminRouter.calls.filter(({ method, path }) => method === 'GET' && path !== '/events')
  test.each(reading)('GET $path leaves the world as it is', async (call) => {
    expect(call.changes).toBeUndefined()
    const { calls, state, history } = await start()
    const [before, { length }] = [await state(), history]
    const values = (NAMED[call.path] ?? '').split(' ')
    const target = call.path.replaceAll(/:\w+/g, () => encodeURIComponent(values.shift() ?? ''))
    expect((await calls.send(`GET ${target}${QUERIES[call.path] ?? ''}`)).status).toBe(200)
    expect(history.length).toBe(length)
    expect(await state()).toBe(before)
  })
})

describe('a call that declares no change leaves the world as it is', () => {
  test.each(Object.entries(LEAVES))('%s leaves the world as it is', async (name, [path, body]) => {
    const { calls, state, history } = await start()
    const [before, { length }] = [await state(), history]
    expect((await calls.send(`${name.split(' ')[0]} ${path}`, body)).status).toBeLessThan(300)
    expect(history.length).toBe(length)
    expect(await state()).toBe(before)
  })
})

/** A state without its clock's time, which moves on during a call. */
const timeless = (state: string): string => state.replace(/"now": "[^"]*"/, '"now": …')

const CLOCKS = [
  { clock: 'a frozen clock', rate: undefined },
  { clock: 'a clock at rate 3600', rate: 3600 },
]

describe.each(CLOCKS)('on $clock, a call that declares a change is in the log, and replays', ({ rate }) => {
  test.each(adminRouter.calls.filter(isChanging).map((call) => [nameOf(call), call] as const))(
    'the call %s is in the log, and replays',
    async (name, call) => {
      const { calls, state, history, machine } = await start(rate)
      const [path, body] = CHANGES[name] ?? ['']
      const before = timeless(await state())
      const [{ length }, { now }] = [history, machine]
      machine.step = 1
      expect((await calls.send(`${call.method} ${path}`, body)).status).toBeLessThan(300)
      machine.step = 0
      expect(machine.now - now, 'how often the call read the time').toBe(1)
      const after = await state()
      if (call.changes === undefined || !isLogged(call.changes)) {
        expect(history.length).toBe(length)
        expect(timeless(after)).toBe(before)
        return
      }
      // A new life begins with its reset, which is in no log.
      const beginsAnew = ['POST /reset', 'PUT /seed'].includes(name)
      expect(history.length).toBe(beginsAnew ? 0 : length + 1)
      // One more command, so that this one is run again.
      await calls.send('PATCH /profile', {})
      expect(await state(beginsAnew ? 'start' : 'after:a1')).toBe(after)
      if (!beginsAnew) expect(timeless(await state('a1'))).toBe(before)
    },
  )
})
