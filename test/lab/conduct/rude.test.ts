import { describe, expect, test } from 'vitest'
import { Run } from './run.js'
import { SocketClient } from './socket.js'

/** Clients that break the contract, and the verdicts on them. */

test.each([
  [7, { requests: 2, per: '1m' }, 4],
  [40, { requests: 5, per: '1m' }, 34],
])(
  'a client that ignores Retry-After breaks the duty over %d paths',
  async (addresses, rateLimit, breaches) => {
    await using run = await Run.limited(rateLimit)
    for (let id = 1; id <= addresses; id++) await run.send(`GET /documents/${id}`, 'db')
    expect(await run.duty('retry-after')).toMatchObject({ verdict: 'broken', breaches })
  },
)

test('a client that ignores Retry-After breaks the duty over a new connection for each request too, like a loop of curl', async () => {
  await using run = await Run.limited({ requests: 2, per: '1m' })
  using client = new SocketClient(run, false)
  for (let id = 1; id <= 7; id++) {
    await client.get(`/documents/${id}`)
    run.wait(3)
  }
  expect(await run.duty('retry-after')).toMatchObject({ verdict: 'broken', breaches: 4 })
})

test('a client that ignores Retry-After does not break the duty if the next request has another key', async () => {
  await using run = await Run.under({ status: 429, retryAfter: 30, times: 1 })
  await run.send('GET /documents/1', 'db')
  await run.send('GET /documents/1', 'db_other')
  expect((await run.duty('retry-after')).verdict).toBe('not exercised')
})

test('a client that ignores Retry-After breaks the duty after a 503 only with a retry, and not with a request for another path', async () => {
  await using run = await Run.under({ status: 503, retryAfter: 30, times: 1 })
  await run.send('GET /documents/1', 'db')
  await run.send('GET /documents/2', 'db')
  expect((await run.duty('retry-after')).verdict).toBe('not exercised')
  await run.send('GET /documents/1', 'db')
  expect((await run.duty('retry-after')).verdict).toBe('broken')
})

test('a client that retries at once is detected although each path has another number against caches', async () => {
  await using run = await Run.under({ status: 503 })
  for (let n = 0; n < 4; n++) await run.send(`GET /documents/1?_=${n}`, 'db')
  expect(await run.duty('retry-pause')).toMatchObject({ verdict: 'broken', breaches: 3 })
})

test.each([
  ['one socket', true],
  ['a new socket for each request', false],
])('a client that retries at once is detected over %s', async (_what, keepAlive) => {
  await using run = await Run.under({ status: 503 })
  using client = new SocketClient(run, keepAlive)
  for (let n = 0; n < 4; n++) {
    await client.get('/documents/1')
    run.wait(1)
  }
  expect(await run.duty('retry-pause')).toMatchObject({ verdict: 'broken', breaches: 3 })
})

test.each(['reset', 'close', 'garbage'] as const)(
  'a client that retries at once is detected if each connection ends in %s',
  async (kind) => {
    await using run = await Run.under({ connection: kind })
    using client = new SocketClient(run)
    for (let n = 0; n < 5; n++) expect(await client.get('/documents/1')).toBeTypeOf('string')
    expect(await run.duty('retry-pause')).toMatchObject({
      verdict: 'broken',
      breaches: 4,
      wrong: expect.arrayContaining([`r2 came 0 ms after the ${kind} of r1`]),
    })
  },
)

test('a client that retries at once is detected from single retries too, once there are five', async () => {
  await using run = await Run.start()
  for (let id = 1; id <= 5; id++) {
    expect((await run.duty('retry-pause')).verdict).toBe(id === 1 ? 'not exercised' : 'undecided')
    await run.emulator.faults.add({ status: 503, times: 1 })
    for (const _ of [1, 2]) await run.send(`GET /documents/${id}`, 'db')
  }
  expect(await run.duty('retry-pause')).toMatchObject({ verdict: 'broken', breaches: 5 })
})

test('a client that retries at once is detected although another request comes an hour later', async () => {
  await using run = await Run.under({ status: 503 })
  for (let n = 0; n < 4; n++) await run.send('GET /documents/1', 'db')
  run.wait(3_600_000)
  await run.send('GET /documents/1', 'db')
  expect(await run.duty('retry-pause')).toMatchObject({ verdict: 'broken', requests: ['r2', 'r3', 'r4'] })
})

test('a client that retries at once is not detected if its responses are delayed and its requests overlap', async () => {
  await using run = await Run.under({ delay: 5 })
  await Promise.all([1, 2, 3, 4].map(() => run.send('GET /documents/1', 'db')))
  expect((await run.duty('retry-pause')).verdict).toBe('not exercised')
})

test('a limit that is added to an x-next breaks paging, even after the other parameters', async () => {
  await using run = await Run.start()
  const first = await run.send('GET /documents?limit=2', 'db')
  const next = new URL(first.headers.get('x-next') ?? '')
  next.searchParams.set('limit', '50')
  expect((await run.send(`GET ${next.pathname}${next.search}`, 'db')).status).toBe(200)
  expect(await run.duty('paging')).toMatchObject({
    verdict: 'broken',
    requests: ['r2'],
    wrong: ['r2 sent back an x-next with another limit'],
  })
})

describe('a client that uses several connections in turn, with 1 ms between its requests', () => {
  async function inTurn(run: Run, connections: number, paths: readonly string[]): Promise<void> {
    const clients = Array.from({ length: connections }, () => new SocketClient(run))
    for (const [index, path] of paths.entries()) {
      await clients[index % connections]?.get(path)
      run.wait(1)
    }
    for (const client of clients) client[Symbol.dispose]()
  }

  const VERDICTS: readonly [connections: number, verdict: string][] = [
    [1, 'broken'],
    [2, 'broken'],
    [3, 'undecided'],
  ]

  test.each(VERDICTS)(
    'a client that retries at once over %d connections: %s',
    async (connections, verdict) => {
      await using run = await Run.under({ status: 503 })
      await inTurn(run, connections, new Array<string>(5).fill('/documents/1'))
      expect((await run.duty('retry-pause')).verdict).toBe(verdict)
    },
  )

  test.each(VERDICTS)(
    'a client that ignores Retry-After over %d connections: %s',
    async (connections, verdict) => {
      await using run = await Run.limited({ requests: 2, per: '1m' })
      const paths = Array.from({ length: 12 }, (_, index) => `/documents/${index}`)
      await inTurn(run, connections, paths)
      expect((await run.duty('retry-after')).verdict).toBe(verdict)
    },
  )

  test.each(VERDICTS)('a client that polls over %d connections: %s', async (connections, verdict) => {
    await using run = await Run.start()
    await inTurn(run, connections, new Array<string>(6).fill('/projects'))
    expect((await run.duty('polling')).verdict).toBe(verdict)
  })
})
