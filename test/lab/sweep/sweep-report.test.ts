import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectEmulator, startEmulator } from 'tristore-emulator'
import { describe, expect, test } from 'vitest'
import type { SweepOptions, Swept } from '../../../lab/sweep/options.js'
import { sweep } from '../../../lab/sweep/sweep.js'
import { configure, create, failureOf, findings, get, insist, orderBlindly, SEED, swept } from './shop.js'

test('the report of a sweep shows the coverage and the findings, with the line that repeats each', async () => {
  const { message } = await failureOf(orderBlindly, { faults: ['503', 'lost'], edges: true })
  expect(message).toBe(`1 request, 2 faults each (503, lost): 2 runs; 0 boundaries touched: 0 runs
1 finding in 2 disturbed runs

  documents.create#1 lost: differs
    the answer to documents.create#1 was lost after it took effect, and the run continued, but left a different state:
    documents: added {"title":"Order 1"}, by documents.create#2
    to repeat it: only: ['documents.create#1 lost']`)
})

test('the report of a sweep shows points with the same cause and difference as one finding, by kind of disturbance', async () => {
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
    '    the answer to documents.create#1 was lost after it took effect, and the run continued, but left a different state:',
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

test('the report of a sweep names the parameter that takes a bare cursor', async () => {
  const run: Swept = async (world) => {
    for (const title of ['Order 1', 'Order 2']) await insist(() => create(world, title))
    const { headers } = await world.fetch('/documents?limit=1', { headers: { 'X-API-Key': 'db' } })
    new URL(headers.get('x-next') ?? '')
  }
  const { message } = await failureOf(run, { gaps: true, only: ['gap database.next=cursor'] })
  expect(message).toContain('the query parameter next: GET /documents?next=CURSOR')
})

test('a report without findings resolves', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const report = await sweep(emulator, (world) => insist(() => get(world, 'a')), { faults: ['503'] })
  expect(report).toMatchObject({ coverage: '1 request, 1 fault each (503): 1 run', findings: [] })
})

test('the report of a sweep is the same over a socket', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  await using remote = await connectEmulator(emulator.baseUrl)
  const failure = await sweep(remote, orderBlindly, { faults: ['503', 'lost'], bundles: false }).catch(
    (error) => error,
  )
  expect(failure.message).toBe((await failureOf(orderBlindly, { faults: ['503', 'lost'] })).message)
})

test('the report of a sweep has no findings if the run closes its world', async () => {
  const run: Swept = async (world) => {
    await using given = world
    await insist(() => get(given, 'a'))
  }
  expect(await findings(run, { faults: ['503'] })).toEqual([])
})

test('the report of a sweep comes after every world is closed', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  await sweep(emulator, orderBlindly).catch(() => {})
  const response = await fetch(`${emulator.adminUrl}/worlds`)
  expect(await response.json()).toEqual({ worlds: [] })
})

describe('nothing to sweep', () => {
  /** Makes no request after its two undisturbed runs. */
  function once(): Swept {
    let runs = 0
    return (world) => (++runs <= 2 ? get(world, 'a') : undefined)
  }

  test.each<[string, Swept, SweepOptions]>([
    ['the run made no request', () => {}, {}],
    ['there are no points for faults, gaps or edges', (world) => get(world, 'a'), { faults: false }],
    ['no point is named kv.get ns_x', (world) => get(world, 'a'), { only: ['kv.get ns_x'] }],
    ['the disturbed runs reached none of the points', once(), { faults: ['503'] }],
    ['the undisturbed run failed: no', () => Promise.reject(new Error('no')), {}],
    ["the undisturbed run didn't finish", () => new Promise(() => {}), { timeout: 20 }],
  ])('nothing to sweep is a failure because %s', async (why, run, options) => {
    const { message, report } = await failureOf(run, options)
    expect(message).toMatch(/^nothing to sweep: /)
    expect(message).toContain(why)
    expect(report).toBeUndefined()
  })
})

describe('invalid options are refused:', () => {
  test.each<[SweepOptions, string]>([
    [{ faults: ['sometimes'] }, 'there is no fault "sometimes"; use lost, reset'],
    [{ faults: ['503', '503'] }, 'there are two named 503'],
    [JSON.parse('{"edges":["months"]}'), 'there is no boundary "months"; use expiry'],
    [{ concurrency: 0 }, 'concurrency: expected a whole number above 0, found 0'],
    [{ timeout: 1.5 }, 'timeout: expected a whole number above 0, found 1.5'],
  ])('the sweep refuses the options %j', async (options, message) => {
    await expect(swept(orderBlindly, options)).rejects.toThrow(message)
  })
})

test('a misspelt option is refused', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const options = { fautls: true } as SweepOptions
  await expect(sweep(emulator, orderBlindly, options)).rejects.toThrow(
    'unknown option fautls: did you mean faults?',
  )
})

test('a sweep runs as many worlds at once as its concurrency', async () => {
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

test('bundles of a sweep are written for each finding, which names its bundle', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sweep-'))
  try {
    const options = { faults: ['503', 'lost'], bundles: folder } as const
    const { report, message } = await failureOf(orderBlindly, options)
    const bundles = report?.findings.map(({ bundle }) => bundle)
    expect(bundles).toEqual([expect.stringMatching(/documents-create-1-lost-\w+\.tristore\.json$/)])
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual(bundles)
    expect(message).toContain(`bundle for npx tristore-emulator replay: ${bundles?.[0]}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('bundles of a sweep are named after the test and the point, so that two tests have different ones', async () => {
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

test('bundles that cannot be written do not hide the finding', async () => {
  const { report } = await failureOf(orderBlindly, { faults: ['lost'], bundles: '/dev/null/below' })
  expect(report?.findings).toMatchObject([
    { outcome: 'differs', bundle: expect.stringContaining("it can't be written to /dev/null/below: ") },
  ])
})
