import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBundle } from '../../src/history/bundle/read.js'
import { connectEmulator } from '../../src/index.js'
import { replay } from '../../src/server/replay.js'
import { services } from '../../src/services/index.js'
import { AdminCalls } from '../support/admin-calls.js'
import { extent } from '../support/extent.js'
import { REAL_NOW, Service } from '../support/service.js'

/**
 * Random requests and admin calls on a running clock. The bundle of the run must replay to the byte, and its exported
 * state must go on in another world as it would have here.
 */

const NS = 'ns_shop_k3v9x2'
const EC = 'ec_web_89daefd4'
const SEED = {
  clock: { now: '2026-01-31T22:00:00Z', rate: 3600 },
  namespaces: [
    {
      id: NS,
      limits: { reads: 20 },
      keys: [{ key: 'kv', scope: 'admin' }],
      entries: [{ key: 'a', value: 1, expiresAt: '+1h' }],
    },
  ],
  stores: [{ id: EC, keys: [{ key: 'ec', scope: 'admin' }], entries: [{ key: 'a', value: 1 }] }],
  database: {
    rateLimit: { requests: 5, per: '10m' },
    keys: [{ key: 'db' }, { key: 'scoped', documents: [1] }],
    projects: [{ id: 10, name: 'Onboarding' }],
    documents: [
      { id: 1, title: 'One' },
      { id: 2, title: 'Two', project: 10 },
    ],
  },
}

type Line = readonly [line: string, body?: unknown, key?: string]

/** Requests, each with its key. */
const REQUESTS: readonly Line[] = [
  ...['a', 'b', 'c'].flatMap((key): Line[] => [
    [`GET /v1/kv/${NS}/${key}`, undefined, 'kv'],
    [`DELETE /v1/kv/${NS}/${key}`, undefined, 'kv'],
    [`PUT /v1/kv/${NS}/${key}`, { value: 2, ttlSeconds: 600 }, 'kv'],
  ]),
  [`GET /v1/ec/${EC}/a`, undefined, 'ec'],
  [`PUT /v1/ec/${EC}/a`, { value: 2 }, 'ec'],
  [`DELETE /v1/ec/${EC}/a`, undefined, 'ec'],
  ...['db', 'scoped'].flatMap((key): Line[] => [
    ['GET /documents?limit=2', undefined, key],
    ['GET /documents/3', undefined, key],
    ['GET /projects', undefined, key],
    ['POST /documents', { title: 'New' }, key],
    ['POST /projects', { name: 'New' }, key],
  ]),
]

/** Admin calls whose effect depends on the state alone. Some are refused at times. */
const STEERING: readonly Line[] = [
  ['PATCH /state', { namespaces: [{ id: NS, entries: [{ key: 'b', value: 3, expiresAt: '+10m' }] }] }],
  [
    'PATCH /state',
    { database: { keys: [{ key: 'scoped', projects: [10] }] }, faults: [{ status: 503, from: '+1m' }] },
  ],
  ['POST /clock', { advance: '7m' }],
  ['POST /clock', { to: 'next-expiry', freeze: false }],
  ['POST /clock', { freeze: true }],
  ['POST /clock', { freeze: false, rate: 600 }],
  [`PUT /namespaces/${NS}/entries/c`, { value: 4, ttlSeconds: 300 }],
  [`DELETE /namespaces/${NS}/entries/a`],
  [`PATCH /namespaces/${NS}`, { usage: { reads: 19 } }],
  [`PUT /stores/${EC}/entries/a`, { value: 5 }],
  [
    'POST /faults',
    { status: 503, match: { operation: 'kv.*' }, from: '+1m', until: '+1h', times: 2, after: 1 },
  ],
  ['POST /faults', { status: 500, match: { operation: 'documents.*' }, probability: 0.5, times: 3 }],
  ['DELETE /faults'],
  ['PUT /documents/3', { title: 'Put', project: 10 }],
  ['DELETE /documents/3'],
  ['PATCH /database', { rateLimit: { requests: 3, per: '5m' } }],
  ['PATCH /profile', { database: { rateWindow: 'sliding' } }],
]

/** Admin calls that restore what no state contains. */
const BACK: readonly Line[] = [
  ['POST /undo'],
  ['POST /undo', { to: 'start' }],
  ['POST /snapshots', { name: 's' }],
  ['POST /snapshots/s/restore'],
  ['POST /reset', { keep: ['clock', 'requests'] }],
]

/** A line, and the real ms before it. */
interface Step {
  readonly line: Line
  readonly pause: number
}

const stepsOf = (lines: readonly Line[], maxLength: number) =>
  fc.array(fc.record<Step>({ line: fc.constantFrom(...lines), pause: fc.nat(60) }), {
    maxLength,
    size: 'max',
  })

/** A world on a machine whose time moves on with each step, and by `tick` ms with each reading. */
class Run {
  readonly #calls: AdminCalls

  private constructor(
    readonly machine: { now: number; tick: number },
    private readonly service: Service,
  ) {
    this.#calls = new AdminCalls(service)
  }

  static async start(seed: object, { now = REAL_NOW, tick = 0 } = {}): Promise<Run> {
    const machine = { now, tick }
    const realNow = () => {
      machine.now += machine.tick
      return machine.now
    }
    return new Run(machine, await Service.start(seed, {}, { realNow }))
  }

  /** @returns everything that a client sees of the answer */
  async do({ line: [line, body, key], pause }: Step): Promise<unknown> {
    this.machine.now += pause
    if (key === undefined) {
      const { status, text } = await this.#calls.send(line, body)
      return [line, status, text]
    }
    const headers = { 'X-KV-Key': key, 'X-API-Key': key }
    const answer = await this.service.send(line, {
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const shown = ['retry-after', 'x-next', 'x-emulator-reason'].map((name) => answer.header(name))
    return [line, answer.status, answer.text, ...shown]
  }

  async text(path: string): Promise<string> {
    return (await this.#calls.send(`GET ${path}`)).text
  }

  put(state: string): Promise<unknown> {
    return this.#calls.send('PUT /state', state)
  }
}

/** Programs per property. HISTORIES runs more. */
const numRuns = Number(process.env.HISTORIES ?? extent(15, 300))

// HISTORIES may ask for thousands.
const timeout = Number.POSITIVE_INFINITY

test('what happened on a running clock is replayed to the byte', { timeout }, async () => {
  const program = fc.asyncProperty(stepsOf([...REQUESTS, ...STEERING, ...BACK], 60), async (steps) => {
    // No two readings of the time agree.
    const run = await Run.start(SEED, { tick: 1 })
    for (const step of steps) await run.do(step)
    run.machine.tick = 0
    const [bundle, state] = [readBundle(await run.text('/bundle')), await run.text('/state')]
    const again = await replay(bundle, { services }, { realNow: () => 0 })
    expect(again.run.difference).toBeUndefined()
    const emulator = await again.listen()
    try {
      expect(await connectEmulator(emulator.baseUrl).state.get()).toEqual(JSON.parse(state))
    } finally {
      await emulator.close()
    }
  })
  await fc.assert(program, { numRuns })
})

test('an exported state goes on in another world as in its own', { timeout }, async () => {
  const before = stepsOf([...REQUESTS, ...STEERING, ...BACK], 30)
  const after = stepsOf([...REQUESTS, ...STEERING], 40)
  const program = fc.asyncProperty(before, after, async (first, second) => {
    const here = await Run.start(SEED)
    for (const step of first) await here.do(step)
    const state = await here.text('/state')
    const there = await Run.start({ random: 9, faults: [{ status: 500 }] }, { now: here.machine.now })
    await there.put(state)
    expect(await there.text('/state')).toBe(state)
    for (const step of second) expect(await there.do(step)).toEqual(await here.do(step))
    expect(await there.text('/state')).toBe(await here.text('/state'))
  })
  await fc.assert(program, { numRuns })
})
