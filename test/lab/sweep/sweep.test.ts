import type { EmulatorClient } from 'tristore-emulator'
import { describe, expect, test } from 'vitest'
import type { SweepOptions, Swept } from '../../../lab/sweep/options.js'
import { configure, create, findings, get, insist, orderBlindly, put, swept } from './shop.js'

describe('faults', () => {
  test('the faults of a sweep find each request that is not retried', async () => {
    const run: Swept = async (world) => {
      const response = await create(world, 'Order 1')
      if (!response.ok) throw new Error(`answered ${response.status}`)
    }
    expect(await findings(run)).toEqual([
      'documents.create#1 lost: failed',
      'documents.create#1 503: failed',
      'documents.create#1 429: failed',
      'documents.create#1 reset: failed',
    ])
  })

  test.each<[thrown: unknown, reason: string]>([
    [{ status: 503 }, '{"status":503}'],
    [Object.assign(Object.create(null), { status: 503 }), '{"status":503}'],
    [
      Object.defineProperty(new Error('no'), 'message', { get: () => expect.fail() }),
      'something that has no text',
    ],
    [undefined, 'undefined'],
  ])(
    'the faults of a sweep report the value that a run throws, whatever it is: %#',
    async (thrown, reason) => {
      const run: Swept = async (world) => {
        if (!(await create(world, 'Order 1')).ok) throw thrown
      }
      const { findings } = await swept(run, { faults: ['503'] })
      expect(findings).toMatchObject([{ outcome: 'failed', reason }])
    },
  )

  test('the faults of a sweep find the record that a blind retry makes twice', async () => {
    expect(await findings(orderBlindly, { faults: ['503', 'reset', 'lost'] })).toEqual([
      'documents.create#1 lost: differs',
    ])
  })

  test('the faults of a sweep find a retry that does not wait for its Retry-After', async () => {
    const report = await swept(orderBlindly, { faults: ['429'] })
    expect(report.findings).toMatchObject([
      { point: 'documents.create#1 429', outcome: 'failed', reason: expect.stringContaining('Retry-After') },
    ])
  })

  test('match only the one named request: by operation, resource and occurrence', async () => {
    const run: Swept = async (world) => {
      await Promise.all([put(world, 'a', 1), put(world, 'b%2Fc', 1)])
      await put(world, 'a', 2)
      await world.fetch('/documents/17', { headers: { 'X-API-Key': 'db' } })
      await world.fetch('/elsewhere')
      const answers = await world.requests({ outcome: 'fault' })
      if (answers.length > 0) throw new Error(`${answers.map(({ id }) => id)}`)
    }
    const { points } = await swept(run, { faults: ['503'] })
    expect(points.map(({ point, reason }) => `${point}: ${reason}`)).toEqual([
      'kv.put ns_shop_1/a#1 503: r1',
      'kv.put ns_shop_1/b/c#1 503: r2',
      'kv.put ns_shop_1/a#2 503: r3',
      'documents.get 17#1 503: r4',
      'GET /elsewhere#1 503: r5',
    ])
  })

  test('the faults of a sweep are statuses, kinds of broken connections, or faults with their own names', async () => {
    const run: Swept = (world) => get(world, 'a')
    const { points } = await swept(run, { faults: ['500', 'close', { name: 'late', delay: 1 }] })
    expect(points.map(({ point, outcome }) => `${point}: ${outcome}`)).toEqual([
      'kv.get ns_shop_1/a#1 500: survived',
      'kv.get ns_shop_1/a#1 close: failed',
      'kv.get ns_shop_1/a#1 late: survived',
    ])
  })

  test('the faults of a sweep are reported as not reached if the run did not make the request', async () => {
    let runs = 0
    const run: Swept = async (world) => {
      if (++runs <= 2) await get(world, 'a')
      await get(world, 'b')
    }
    const { points, coverage } = await swept(run, { faults: ['503'] })
    expect(points).toMatchObject([
      { point: 'kv.get ns_shop_1/a#1 503', kind: 'fault', outcome: 'not reached' },
      { point: 'kv.get ns_shop_1/b#1 503', kind: 'fault', outcome: 'survived' },
    ])
    expect(coverage).toBe('2 requests, 1 fault each (503): 1 run; 1 point not reached')
  })

  test('match a request with a random key: by namespace and occurrence', async () => {
    const run: Swept = async (world) => {
      await put(world, 'known', 1)
      const response = await put(world, `session:${crypto.randomUUID()}`, 1)
      if (!response.ok) throw new Error(`answered ${response.status}`)
    }
    expect(await findings(run)).toEqual([
      'kv.put ns_shop_1/known#1 lost: failed',
      'kv.put ns_shop_1/*#2 lost: failed',
      'kv.put ns_shop_1/known#1 503: differs',
      'kv.put ns_shop_1/*#2 503: failed',
      'kv.put ns_shop_1/known#1 429: differs',
      'kv.put ns_shop_1/*#2 429: failed',
      'kv.put ns_shop_1/known#1 reset: failed',
      'kv.put ns_shop_1/*#2 reset: failed',
    ])
  })

  test.each(['world.fetch', 'a socket'])(
    'check that the next try waits for its Retry-After: by %s',
    async (way) => {
      const retryAfter =
        (pause: (world: EmulatorClient) => unknown): Swept =>
        async (world) => {
          const ask = () =>
            way === 'a socket'
              ? fetch(`${world.baseUrl}/v1/kv/ns_shop_1/a`, { headers: { 'X-KV-Key': 'kv' } })
              : get(world, 'a')
          await ask()
          if ((await ask()).status !== 429) return
          await pause(world)
          await ask()
        }
      const options: SweepOptions = { faults: ['429'], only: ['kv.get ns_shop_1/a#2 429'] }
      const hasty = await swept(
        retryAfter(() => {}),
        options,
      )
      expect(hasty.findings).toMatchObject([
        {
          outcome: 'failed',
          reason: expect.stringMatching(/^broke Retry-After: it retried after \d+ ms/),
        },
      ])
      const patient = await swept(
        retryAfter((world) => world.clock.advance('1s')),
        options,
      )
      expect(patient.findings).toEqual([])
    },
  )

  test('the faults of a sweep fail a run that does not end, and abort its signal', async () => {
    let aborted = 0
    const run: Swept = async (world, { signal }) => {
      signal.addEventListener('abort', () => aborted++)
      if (!(await get(world, 'a')).headers.has('date')) return
      if ((await world.requests({ status: 503 })).length > 0) await new Promise(() => {})
    }
    const { findings: found } = await swept(run, { faults: ['503'], timeout: 2000 })
    expect(found).toMatchObject([{ outcome: 'failed', reason: "didn't finish" }])
    expect(aborted).toBe(1)
  })
})

test('the gaps of a sweep are run with each other value of the gaps that were used, and only of these', async () => {
  const run: Swept = async (world) => {
    const { status } = await configure(world, 'flag', true)
    if (status !== 200) throw new Error(`answered ${status}`)
  }
  const { points } = await swept(run, { gaps: true })
  expect(points.map(({ point, outcome }) => `${point}: ${outcome}`)).toEqual([
    'gap config.putStatus=201: failed',
    'gap config.putStatus=201 or 200: failed',
    'gap http.contentType=require: failed',
    'gap grease=1: failed',
    'gap grease=2: failed',
    'gap grease=3: failed',
  ])
})

describe('the options of a sweep:', () => {
  const faults = ['503', 'lost'] as const
  const run: Swept = async (world) => {
    await insist(() => create(world, 'Order 1'))
    await insist(() => create(world, 'Order 2'))
  }

  test.each([
    ['documents.create#2 lost', ['documents.create#2 lost']],
    ['documents.create lost', ['documents.create#1 lost', 'documents.create#2 lost']],
  ])('`only` runs nothing else: %s', async (name, points) => {
    const report = await swept(run, { faults, only: [name] })
    expect(report.points.map(({ point }) => point)).toEqual(points)
    expect(report.coverage).toContain('of all')
  })

  test('`allow` accepts an outcome, and the report shows the reason', async () => {
    const reason = 'by the contract a lost response looks like a lost request'
    const report = await swept(run, {
      faults,
      allow: {
        'documents.create#1 lost': 'differs',
        'documents.create lost': { outcome: 'differs', reason },
      },
    })
    expect(report.findings).toEqual([])
    const allowed = report.points.map(({ allowed: why }) => why)
    expect(allowed).toEqual([undefined, undefined, 'by "documents.create#1 lost"', reason])
  })

  test('`allow` accepts only the named outcome, and the report names unused entries', async () => {
    const report = await swept(run, { faults, allow: { 'documents.create lost': 'failed' } })
    expect(report.findings).toHaveLength(2)
    expect(report.idleAllowances).toEqual(['documents.create lost'])
  })
})
