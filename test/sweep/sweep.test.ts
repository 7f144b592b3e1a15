import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connectEmulator } from '../../src/client/connect.js'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/emulator.js'
import { SweepFailure } from '../../src/sweep/failure.js'
import type { SweepOptions, Swept } from '../../src/sweep/options.js'
import { sweep } from '../../src/sweep/sweep.js'
import { configure, create, findings, get, insist, put, SEED, swept } from './shop.js'

/** Orders once, and tries again without looking. */
const orderBlindly: Swept = (world) => insist(() => create(world, 'Order 1'))

async function failureOf(run: Swept, options: SweepOptions = {}): Promise<SweepFailure> {
  await using emulator = await startEmulator({ seed: SEED })
  const failure = await sweep(emulator, run, { bundles: false, ...options }).catch((error: unknown) => error)
  if (failure instanceof SweepFailure) return failure
  throw new Error('there was no SweepFailure')
}

describe('faults', () => {
  it('finds each call that is not tried again', async () => {
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

  it.each<[thrown: unknown, reason: string]>([
    [{ status: 503 }, '{"status":503}'],
    [Object.assign(Object.create(null), { status: 503 }), '{"status":503}'],
    [
      Object.defineProperty(new Error('no'), 'message', { get: () => expect.fail() }),
      'something that has no text',
    ],
    [undefined, 'undefined'],
  ])('tells what a run throws, whatever that is: %#', async (thrown, reason) => {
    const run: Swept = async (world) => {
      if (!(await create(world, 'Order 1')).ok) throw thrown
    }
    const { findings } = await swept(run, { faults: ['503'] })
    expect(findings).toMatchObject([{ outcome: 'failed', reason }])
  })

  it('finds the record that a blind retry makes twice', async () => {
    expect(await findings(orderBlindly, { faults: ['503', 'reset', 'lost'] })).toEqual([
      'documents.create#1 lost: differs',
    ])
  })

  it('finds a retry that does not wait for as long as Retry-After asks', async () => {
    const report = await swept(orderBlindly, { faults: ['429'] })
    expect(report.findings).toMatchObject([
      { point: 'documents.create#1 429', outcome: 'failed', reason: expect.stringContaining('Retry-After') },
    ])
  })

  it('strikes just the one request that is named: by operation, resource and occurrence', async () => {
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

  it('takes statuses, kinds of broken connections, and faults of a name of their own', async () => {
    const run: Swept = (world) => get(world, 'a')
    const { points } = await swept(run, { faults: ['500', 'close', { name: 'late', delay: 1 }] })
    expect(points.map(({ point, outcome }) => `${point}: ${outcome}`)).toEqual([
      'kv.get ns_shop_1/a#1 500: survived',
      'kv.get ns_shop_1/a#1 close: failed',
      'kv.get ns_shop_1/a#1 late: survived',
    ])
  })

  it('says which points a run did not come to', async () => {
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

  it('strikes a request whose key the client draws: by namespace and occurrence', async () => {
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

  it.each(['world.fetch', 'a socket'])('holds the next try to Retry-After: by %s', async (way) => {
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
      { outcome: 'failed', reason: expect.stringMatching(/^broke Retry-After: the retry came after \d+ ms/) },
    ])
    const patient = await swept(
      retryAfter((world) => world.clock.advance('1s')),
      options,
    )
    expect(patient.findings).toEqual([])
  })

  it('takes a run that does not end for failed, and tells it so', async () => {
    let aborted = 0
    const run: Swept = async (world, { signal }) => {
      signal.addEventListener('abort', () => aborted++)
      if (!(await get(world, 'a')).headers.has('date')) return
      if ((await world.requests({ status: 503 })).length > 0) await new Promise(() => {})
    }
    const { findings: found } = await swept(run, { faults: ['503'], timeout: 2000 })
    expect(found).toMatchObject([{ outcome: 'failed', reason: 'did not end' }])
    expect(aborted).toBe(1)
  })
})

describe('the final state', () => {
  it('is compared by what is there: neither ids nor counters nor instants', async () => {
    const run: Swept = async (world) => {
      await insist(() => put(world, 'seen', { at: new Date(0).toISOString(), by: 'alice' }))
      await insist(() => configure(world, 'last', 1_768_478_400_000 + Math.floor(Math.random() * 1e6)))
      // Its id and the counters differ where the first try was lost.
      await Promise.all([insist(() => get(world, 'a')), insist(() => get(world, 'b'))])
    }
    expect(await findings(run, { faults: ['503', 'reset', 'lost'] })).toEqual([])
  })

  it.each(['value', 'key'])('leaves out what varies by itself: a random %s', async (varied) => {
    const run: Swept = async (world) => {
      const random = String(Math.random())
      const [key, value] = varied === 'key' ? [random, 'alice'] : ['session', { random, user: 'alice' }]
      await insist(() => put(world, key, value))
      await insist(() => create(world, `Order ${random}`))
    }
    expect(await findings(run, { faults: ['503', 'lost'] })).toEqual(['documents.create#1 lost: differs'])
  })

  it('still sees what does not vary', async () => {
    const run: Swept = async (world) => {
      const first = await put(world, 'session', { random: Math.random(), user: 'alice' })
      if (!first.ok) await put(world, 'session', { random: Math.random(), user: 'nobody' })
    }
    const { findings: found } = await swept(run, { faults: ['503'] })
    expect(found).toMatchObject([{ point: 'kv.put ns_shop_1/session#1 503', outcome: 'differs' }])
    expect(found[0]?.differences).toMatchObject([
      { collection: 'ns_shop_1', kind: 'changed', by: 'kv.put ns_shop_1/session#2' },
    ])
  })
})

describe('gaps', () => {
  it('tries each other value of the gaps that were leaned on, and no others', async () => {
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
})

describe('only and allow', () => {
  const faults = ['503', 'lost'] as const
  const run: Swept = async (world) => {
    await insist(() => create(world, 'Order 1'))
    await insist(() => create(world, 'Order 2'))
  }

  it.each([
    ['documents.create#2 lost', ['documents.create#2 lost']],
    ['documents.create lost', ['documents.create#1 lost', 'documents.create#2 lost']],
  ])('runs nothing else: %s', async (name, points) => {
    const report = await swept(run, { faults, only: [name] })
    expect(report.points.map(({ point }) => point)).toEqual(points)
    expect(report.coverage).toContain('of all')
  })

  it('accepts an outcome, and tells why', async () => {
    const reason = 'by the contract a lost answer cannot be told from a lost request'
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

  it('accepts no other outcome, and names what it was not needed for', async () => {
    const report = await swept(run, { faults, allow: { 'documents.create lost': 'failed' } })
    expect(report.findings).toHaveLength(2)
    expect(report.idleAllowances).toEqual(['documents.create lost'])
  })
})

describe('the report', () => {
  it('tells what was covered and what was found, with the line that repeats it', async () => {
    const { message } = await failureOf(orderBlindly, { faults: ['503', 'lost'], edges: true })
    expect(message).toBe(`1 request, 2 faults each (503, lost): 2 runs; 0 boundaries touched: 0 runs
1 finding in 2 disturbed runs

  documents.create#1 lost: differs
    the answer to documents.create#1 was lost after it took effect, and the run went on, but left another state:
    documents: added {"title":"Order 1"}, by documents.create#2
    to repeat it: only: ['documents.create#1 lost']`)
  })

  it('tells points of one cause that differ alike as one finding, by kind of disturbance', async () => {
    const run: Swept = async (world) => {
      for (const title of ['Order 1', 'Order 2', 'Order 3']) await insist(() => create(world, title))
      const { status } = await configure(world, 'flag', true)
      if (status !== 200) throw new Error(`answered ${status}`)
    }
    const only = ['documents.create lost', 'gap config.putStatus']
    const { message } = await failureOf(run, { faults: ['lost'], gaps: true, only })
    expect(message.split('\n').slice(1)).toEqual([
      '2 findings at 5 points in 5 disturbed runs',
      '',
      'faults:',
      '',
      '  documents.create#1 lost: differs',
      '    the answer to documents.create#1 was lost after it took effect, and the run went on, but left another state:',
      '    documents: added {"title":"Order 1"}, by documents.create#2',
      '    and 2 more: documents.create#2 lost, documents.create#3 lost',
      "    to repeat it: only: ['documents.create#1 lost']",
      '',
      'gaps:',
      '',
      '  gap config.putStatus=201: failed',
      '    answered 201',
      '    and 1 more: gap config.putStatus=201 or 200',
      "    to repeat it: only: ['gap config.putStatus=201']",
    ])
  })

  it('says which parameter takes a bare cursor', async () => {
    const run: Swept = async (world) => {
      for (const title of ['Order 1', 'Order 2']) await insist(() => create(world, title))
      const { headers } = await world.fetch('/documents?limit=1', { headers: { 'X-API-Key': 'db' } })
      new URL(headers.get('x-next') ?? '')
    }
    const { message } = await failureOf(run, { gaps: true, only: ['gap database.next=cursor'] })
    expect(message).toContain('the query parameter next: GET /documents?next=CURSOR')
  })

  it('resolves where nothing was found', async () => {
    await using emulator = await startEmulator({ seed: SEED })
    const report = await sweep(emulator, (world) => insist(() => get(world, 'a')), { faults: ['503'] })
    expect(report).toMatchObject({ coverage: '1 request, 1 fault each (503): 1 run', findings: [] })
  })

  it('says the same over a socket', async () => {
    await using emulator = await startEmulator({ seed: SEED })
    await using remote = await connectEmulator(emulator.baseUrl)
    const failure = await sweep(remote, orderBlindly, { faults: ['503', 'lost'], bundles: false }).catch(
      (error) => error,
    )
    expect(failure.message).toBe((await failureOf(orderBlindly, { faults: ['503', 'lost'] })).message)
  })

  it('does not mind that the run closes its world', async () => {
    const run: Swept = async (world) => {
      await using given = world
      await insist(() => get(given, 'a'))
    }
    expect(await findings(run, { faults: ['503'] })).toEqual([])
  })

  it('leaves no world behind', async () => {
    await using emulator = await startEmulator({ seed: SEED })
    await sweep(emulator, orderBlindly).catch(() => {})
    const response = await fetch(`${emulator.adminUrl}/worlds`)
    expect(await response.json()).toEqual({ worlds: [] })
  })
})

describe('nothing to sweep', () => {
  /** Makes no request once it was learnt. */
  function once(): Swept {
    let runs = 0
    return (world) => (++runs <= 2 ? get(world, 'a') : undefined)
  }

  it.each<[string, Swept, SweepOptions]>([
    ['the run made no request', () => {}, {}],
    ['faults, gaps and edges found no point', (world) => get(world, 'a'), { faults: false }],
    ['none of the points is named kv.get ns_x', (world) => get(world, 'a'), { only: ['kv.get ns_x'] }],
    ['the disturbed runs came to none of the points', once(), { faults: ['503'] }],
    ['the undisturbed run failed: no', () => Promise.reject(new Error('no')), {}],
    ['the undisturbed run did not end', () => new Promise(() => {}), { timeout: 20 }],
  ])('is a failure: %s', async (why, run, options) => {
    const { message, report } = await failureOf(run, options)
    expect(message).toMatch(/^nothing to sweep: /)
    expect(message).toContain(why)
    expect(report).toBeUndefined()
  })
})

describe('options that cannot be', () => {
  it.each<[SweepOptions, string]>([
    [{ faults: ['sometimes'] }, 'there is no fault "sometimes"; there are lost, reset'],
    [{ faults: ['503', '503'] }, 'there are two of the name 503'],
    [JSON.parse('{"edges":["months"]}'), 'there is no boundary "months"; there are expiry'],
    [{ concurrency: 0 }, 'concurrency: 0 is not a whole number above 0'],
    [{ timeout: 1.5 }, 'timeout: 1.5 is not a whole number above 0'],
  ])('%j', async (options, message) => {
    await expect(swept(orderBlindly, options)).rejects.toThrow(message)
  })
})

it('refuses a misspelt option', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const options = { fautls: true } as SweepOptions
  await expect(sweep(emulator, orderBlindly, options)).rejects.toThrow(
    'unknown option fautls: did you mean faults?',
  )
})

it('has as many worlds at work as it is told', async () => {
  let present = 0
  let most = 0
  const run: Swept = async (world) => {
    most = Math.max(most, ++present)
    await insist(() => get(world, 'a'))
    await insist(() => get(world, 'b'))
    present--
  }
  await swept(run, { faults: true, concurrency: 1 })
  expect(most).toBe(1)
  await swept(run, { faults: true, concurrency: 3 })
  expect(most).toBe(3)
})

describe('bundles', () => {
  it('are written for findings, each of which names its own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sweep-'))
    try {
      const options = { faults: ['503', 'lost'], bundles: folder } as const
      const { report, message } = await failureOf(orderBlindly, options)
      const bundles = report?.findings.map(({ bundle }) => bundle)
      expect(bundles).toEqual([expect.stringMatching(/documents-create-1-lost-\w+\.tristore\.json$/)])
      expect(readdirSync(folder).map((name) => join(folder, name))).toEqual(bundles)
      expect(message).toContain(`its run, for emulator replay: ${bundles?.[0]}`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('are named by the test and the point: two tests share none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sweep-'))
    try {
      const faults = ['lost'] as const
      const twice: Swept = async (world) => {
        await orderBlindly(world, { signal: AbortSignal.timeout(60_000) })
        await get(world, 'a')
      }
      const reports = [
        await failureOf(orderBlindly, { faults, bundles: folder, name: 'import' }),
        await failureOf(orderBlindly, { faults, bundles: folder, name: 'report' }),
        await failureOf(orderBlindly, { faults, bundles: folder }),
        await failureOf(twice, { faults, bundles: folder }),
      ]
      const bundles = reports.map(({ report }) => report?.findings[0]?.bundle)
      expect(new Set(bundles).size).toBe(4)
      expect(bundles[0]).toMatch(/import-documents-create-1-lost-\w+\.tristore\.json$/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('that cannot be written hide no finding', async () => {
    const { report } = await failureOf(orderBlindly, { faults: ['lost'], bundles: '/dev/null/below' })
    expect(report?.findings).toMatchObject([
      { outcome: 'differs', bundle: expect.stringContaining('it cannot be written to /dev/null/below: ') },
    ])
  })
})
