import { describe, expect, test } from 'vitest'
import { NOT_EXERCISED, Run } from './run.js'

const READ = 'GET /v1/kv/ns_a/k'

/** Sends a request, and sends it again after each of these pauses. */
async function retry(run: Run, ...pauses: readonly number[]): Promise<void> {
  await run.send(READ, 'kv_read_a')
  for (const pause of pauses) {
    run.wait(pause)
    await run.send(READ, 'kv_read_a')
  }
}

test.each([
  [2000, 'kept'],
  [1998, 'kept'],
  [1997, 'broken'],
  [0, 'broken'],
])('a retry %d ms after a response with a Retry-After of 2 s: %s', async (pause, verdict) => {
  await using run = await Run.under({ status: 503, retryAfter: 2, times: 1 })
  await retry(run, pause)
  const breaches = verdict === 'broken' ? 1 : 0
  expect(await run.duty('retry-after')).toMatchObject({
    verdict,
    occasions: 1,
    breaches,
    requests: breaches === 0 ? [] : ['r2'],
    wrong: breaches === 0 ? [] : [`r2 came ${pause} ms after the 503 of r1, whose Retry-After asked for 2 s`],
  })
})

test.each([
  [30_000, 'kept'],
  [29_000, 'broken'],
])('a retry %d ms after a response with a date in 30 s as its Retry-After: %s', async (pause, verdict) => {
  await using run = await Run.start()
  await run.emulator.faults.add({
    status: 503,
    headers: { 'retry-after': 'Sat, 31 Jan 2026 23:59:30 GMT' },
    times: 1,
  })
  await retry(run, pause)
  expect(await run.duty('retry-after')).toMatchObject({ verdict })
})

test('retry-after is not exercised by a client that gives up, or by a response without a Retry-After', async () => {
  await using run = await Run.under({ status: 503, times: 1 }, { status: 503, retryAfter: 2, times: 1 })
  await retry(run, 0)
  expect(await run.duty('retry-after')).toMatchObject(NOT_EXERCISED)
})

describe('retry-pause', () => {
  test.each<[status: number, pauses: number[], verdict: string]>([
    [429, [5], 'kept'],
    [503, [5000], 'kept'],
    [500, [4], 'undecided'],
    [503, [4, 4], 'undecided'],
    [503, [0, 10], 'kept'],
    [503, [4, 4, 4], 'broken'],
    [429, [0, 0, 15], 'kept'],
    [503, [14, 14, 14, 14, 14], 'broken'],
    [503, [15, 15, 15, 15, 15], 'kept'],
  ])('retries of a %d after %j ms: %s', async (status, pauses, verdict) => {
    await using run = await Run.under({ status })
    await retry(run, ...pauses)
    const isBroken = verdict === 'broken'
    expect(await run.duty('retry-pause')).toMatchObject({
      verdict,
      occasions: pauses.length,
      requests: isBroken ? pauses.map((_, index) => `r${index + 2}`) : [],
      wrong: isBroken
        ? pauses.map((pause, index) => `r${index + 2} came ${pause} ms after the ${status} of r${index + 1}`)
        : [],
    })
  })

  test('retry-pause names each retry that came too early, up to a hundred', async () => {
    await using run = await Run.under({ status: 503 })
    await retry(run, 100, 3, 100, ...new Array<number>(200).fill(1))
    const { breaches, requests, occasions, wrong } = await run.duty('retry-pause')
    expect([occasions, breaches, requests.length, wrong.length]).toEqual([203, 200, 100, 100])
    expect(requests.slice(0, 3)).toEqual(['r5', 'r6', 'r7'])
  })

  test.each<[what: string, other: (run: Run) => Promise<unknown>]>([
    ['another key', (run) => run.send('GET /v1/kv/ns_a/other', 'kv_read_a')],
    ['another credential', (run) => run.send(READ, 'kv_admin_a')],
    ['another method', (run) => run.send('DELETE /v1/kv/ns_a/k', 'kv_read_a')],
  ])('a request with %s is not a retry', async (_what, other) => {
    await using run = await Run.under({ status: 503 })
    await run.send(READ, 'kv_read_a')
    await other(run)
    expect(await run.duty('retry-pause')).toMatchObject(NOT_EXERCISED)
  })

  test.each<[what: string, line: string, fault: object]>([
    ['a 404', READ, { status: 404 }],
    ['a request without a response', READ, { connection: 'reset' }],
    ['a truncated response', READ, { connection: 'truncate', status: 503 }],
    ["the emulator's own 501", 'PATCH /v1/kv/ns_a/k', { status: 503, match: { operation: 'config.*' } }],
  ])('%s may be retried at once', async (_what, line, fault) => {
    await using run = await Run.under(fault)
    for (let i = 0; i < 2; i++) {
      await run.send(line, 'kv_read_a').catch((error: unknown) => expect(error).toBeInstanceOf(TypeError))
    }
    expect(await run.duty('retry-pause')).toMatchObject(NOT_EXERCISED)
  })

  test('a request that was sent before the response to the first is not a retry', async () => {
    await using run = await Run.under({ status: 503, delay: 5 })
    await Promise.all([run.send(READ, 'kv_read_a'), run.send(READ, 'kv_read_a')])
    expect(await run.duty('retry-pause')).toMatchObject(NOT_EXERCISED)
    run.wait(104)
    await run.send(READ, 'kv_read_a')
    expect(await run.duty('retry-pause')).toMatchObject({ verdict: 'kept', occasions: 1 })
  })
})

test.each<[pauses: number[], verdict: string]>([
  [[100, 200, 400, 800, 1600], 'kept'],
  [[100, 200, 300, 400, 500], 'kept'],
  [[100, 130, 420, 300, 900], 'kept'],
  [[500, 1000, 2000, 2000, 2000, 2000, 2000, 2000], 'kept'],
  [[100, 100, 100, 100, 100], 'broken'],
  [[100, 120, 100, 120, 130], 'broken'],
  [[100, 120, 100, 120, 140], 'undecided'],
  [[1600, 800, 400, 200, 100], 'undecided'],
  // No backoff at all, on a slow machine.
  [[0, 1, 0, 2, 8], 'broken'],
  [[100, 100, 100, 100], 'not exercised'],
])('pauses of %j ms between retries: the duty of backoff is %s', async (pauses, verdict) => {
  await using run = await Run.under({ status: 503 })
  await retry(run, ...pauses)
  const ids = pauses.map((_, index) => `r${index + 2}`)
  expect(await run.duty('backoff')).toMatchObject({ verdict, requests: verdict === 'broken' ? ids : [] })
})

test('backoff begins again after a success', async () => {
  await using run = await Run.under({ status: 503, after: 4, times: 4 }, { status: 503, times: 3 })
  await retry(run, ...new Array<number>(9).fill(100))
  expect(await run.duty('retry-pause')).toMatchObject({ occasions: 7 })
  expect(await run.duty('backoff')).toMatchObject(NOT_EXERCISED)
})

test('backoff does not count pauses that Retry-After asked for', async () => {
  await using run = await Run.under({ status: 503, retryAfter: 1 })
  await retry(run, ...new Array<number>(9).fill(1000))
  expect(await run.duty('backoff')).toMatchObject(NOT_EXERCISED)
})
