import { describe, expect, test } from 'vitest'
import { conduct } from '../../../lab/index.js'
import { Run } from './run.js'
import { SocketClient } from './socket.js'

/** Well-behaved clients, and the verdicts on them. */

const DOCUMENT = 'GET /documents/1'

async function broken(run: Run): Promise<string[]> {
  const { duties } = await conduct(run.emulator)
  return duties.flatMap(({ id, verdict }) => (verdict === 'broken' ? [id] : []))
}

async function verdict(run: Run, duty: string): Promise<string> {
  return (await run.duty(duty)).verdict
}

const ten = Array.from({ length: 10 })

describe('clients side by side', () => {
  /** Starts the clients 12 ms apart, each over a socket that is open from the start. */
  async function begin(run: Run): Promise<SocketClient[]> {
    const clients = ten.map(() => new SocketClient(run))
    for (const client of clients) await client.get('/projects/10')
    await run.emulator.faults.add({ status: 503, times: 10 })
    for (const client of clients) {
      run.wait(12)
      await client.get('/documents/1')
    }
    return clients
  }

  test('clients that each retry after 1 s keep the duties: every failure has its retry', async () => {
    await using run = await Run.start()
    const clients = await begin(run)
    run.wait(1000)
    for (const client of clients) {
      await client.get('/documents/1')
      client[Symbol.dispose]()
    }
    expect(await run.duty('retry-pause')).toMatchObject({ verdict: 'kept', occasions: 10 })
    expect(await verdict(run, 'backoff')).toBe('not exercised')
  })

  test('clients that never retry break nothing', async () => {
    await using run = await Run.start()
    for (const client of await begin(run)) client[Symbol.dispose]()
    expect(await broken(run)).toEqual([])
    expect(await verdict(run, 'backoff')).toBe('undecided')
  })

  test('clients that each open a socket and never retry exercise nothing', async () => {
    await using run = await Run.under({ status: 503, times: 10, delay: 20 })
    const clients = ten.map(() => new SocketClient(run))
    await Promise.all(clients.map((client) => client.get('/documents/1')))
    for (const client of clients) client[Symbol.dispose]()
    for (const duty of ['retry-pause', 'backoff']) expect(await verdict(run, duty)).toBe('not exercised')
  })

  test('clients in one process that each retry after 300 ms keep the duties', async () => {
    await using run = await Run.under({ status: 503, times: 10 })
    await Promise.all(ten.map(() => run.send(DOCUMENT, 'db')))
    run.wait(300)
    await Promise.all(ten.map(() => run.send(DOCUMENT, 'db')))
    expect(await run.duty('retry-pause')).toMatchObject({ verdict: 'kept', occasions: 10 })
    expect(await verdict(run, 'backoff')).toBe('not exercised')
  })

  test('clients under a rate limit keep the duties if each waits for its Retry-After', async () => {
    await using run = await Run.limited({ requests: 2, per: '2s' })
    const answers = await Promise.all([1, 2, 3, 4].map(() => run.send(DOCUMENT, 'db')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429])
    run.wait(2000)
    await run.emulator.clock.advance('2s')
    await Promise.all([1, 2].map(() => run.send(DOCUMENT, 'db')))
    expect(await verdict(run, 'retry-after')).toBe('kept')
    expect(await verdict(run, 'retry-pause')).toBe('kept')
  })

  test('clients that share a key leave it undecided whether one ignores Retry-After', async () => {
    await using run = await Run.start()
    using one = new SocketClient(run)
    using other = new SocketClient(run)
    for (const client of [one, other]) await client.get('/projects/10')
    await run.emulator.faults.add({ status: 429, retryAfter: 30, times: 1 })
    await one.get('/documents/1')
    run.wait(5)
    await other.get('/documents/2')
    expect(await run.duty('retry-after')).toMatchObject({
      verdict: 'undecided',
      undecided: 1,
      breaches: 0,
      requests: [],
      doubts: [
        'r4 came 5 ms after the 429 of r3, whose Retry-After asked for 30 s: the key had several requests in progress',
      ],
    })
  })

  test('clients that start together do not poll', async () => {
    await using run = await Run.start()
    await Promise.all(Array.from({ length: 6 }, () => run.send('GET /projects', 'db')))
    expect(await verdict(run, 'polling')).toBe('undecided')
  })
})

describe('these requests are not retries:', () => {
  // The fifth request comes when the response to the first would have come, and so on.
  test.each([
    ['was slow to fail', { status: 503, delay: 10_000 }],
    ['never answered', { connection: 'hang' }],
  ] as const)('the request after a client gave up on one that %s is not a retry', async (_what, fault) => {
    await using run = await Run.under(fault)
    for (let n = 0; n < 9; n++) {
      using client = new SocketClient(run)
      await client.giveUpOn('/documents/1')
      run.wait(2500)
    }
    for (const duty of ['retry-after', 'retry-pause', 'backoff'])
      expect(await verdict(run, duty), duty).toBe('not exercised')
  })

  test.each<[what: string, line: string, key: string, bodyOf: (n: number) => object]>([
    ['other documents', 'POST /documents', 'db', (n) => ({ title: `${n}` })],
    ['other values of one key', 'PUT /v1/kv/ns_a/k', 'kv_admin_a', (n) => ({ value: n, ttlSeconds: 60 })],
    ['values that differ after the part that the journal keeps', 'PUT /v1/kv/ns_a/k', 'kv_admin_a', long],
  ])('%s, written in a row, are not retries', async (_what, line, key, bodyOf) => {
    await using run = await Run.under({ status: 503, times: 1 })
    for (const n of [1, 2, 3]) await run.send(line, key, bodyOf(n))
    expect(await verdict(run, 'retry-pause')).toBe('not exercised')
  })

  function long(n: number): object {
    return { value: `${'x'.repeat(20_000)}${n}`, ttlSeconds: 60 }
  }

  test.each([
    ['one that failed', { status: 503, times: 1 }],
    ['one whose quota was used up', { status: 429, times: 1 }],
  ])("the next visitor's read after %s is not a retry", async (_what, fault) => {
    await using run = await Run.under(fault)
    await run.send(DOCUMENT, 'db')
    run.wait(20)
    await run.send(DOCUMENT, 'db')
    expect(await broken(run)).toEqual([])
  })
})

describe('virtual time', () => {
  test('virtual time counts as waiting if the clock is advanced by the Retry-After', async () => {
    await using run = await Run.under({ status: 429, retryAfter: 41, times: 1 })
    await run.send(DOCUMENT, 'db')
    await run.emulator.clock.advance('41s')
    await run.send(DOCUMENT, 'db')
    expect(await verdict(run, 'retry-after')).toBe('kept')
    expect(await verdict(run, 'retry-pause')).toBe('kept')
  })

  test('virtual time does not count as waiting if the clock is advanced by less', async () => {
    await using run = await Run.under({ status: 429, retryAfter: 41, times: 1 })
    await run.send(DOCUMENT, 'db')
    await run.emulator.clock.advance('40s')
    await run.send(DOCUMENT, 'db')
    expect(await verdict(run, 'retry-after')).toBe('broken')
  })
})

test('GET /documents?limit=1 checks that there is a document, and does not begin a walk', async () => {
  await using run = await Run.start()
  expect((await run.send('GET /documents?limit=1', 'db')).headers.has('x-next')).toBe(true)
  expect(await verdict(run, 'paging')).toBe('not exercised')
})

test('after Retry-After: 0 a client may retry at once, any number of times', async () => {
  await using run = await Run.under({ status: 503, retryAfter: 0, times: 5 })
  for (let i = 0; i < 6; i++) await run.send(DOCUMENT, 'db')
  expect(await verdict(run, 'retry-after')).toBe('kept')
  expect(await verdict(run, 'retry-pause')).toBe('kept')
})
