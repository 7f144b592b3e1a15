import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dial, listenTo } from '../web/wire.js'
import { type SmallHeap, startSmallHeap } from './small-heap.js'

/** Whoever fills the memory of an emulator is refused, or the oldest is forgotten: it survives a heap of 256 MB. */

const MIB = 1024 * 1024

let emulator: SmallHeap
let sockets: Socket[]

beforeEach(async () => {
  emulator = await startSmallHeap()
  sockets = []
})

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  const response = await fetch(`${emulator.baseUrl}/v1/kv/ns_a_1/alive`, {
    method: 'PUT',
    headers: { 'X-KV-Key': 'k' },
    body: '{"value":1,"ttlSeconds":60}',
  })
  expect(response.status).toBe(200)
  expect(await emulator.close()).toBe(0)
})

const HOST = 'Host: localhost\r\nX-KV-Key: k\r\n'

/** Sends the same bytes over so many connections, which stay open. */
async function open(connections: number, bytes: string | Buffer): Promise<Socket[]> {
  const opened: Socket[] = []
  for (let index = 0; index < connections; index++) {
    const socket = await dial(emulator.baseUrl)
    socket.on('error', () => {})
    socket.pause()
    sockets.push(socket)
    opened.push(socket)
    await written(socket, bytes)
  }
  return opened
}

/** Resolves once the other side has taken the bytes, or hung up. */
const written = (socket: Socket, bytes: string | Buffer): Promise<void> =>
  new Promise((resolve) => {
    socket.once('close', () => resolve())
    socket.write(bytes, () => resolve())
  })

/** So many requests, each made of its number, over one connection, so many at once; the answers' statuses. */
async function each(count: number, request: (index: number) => string, at: number): Promise<Set<string>> {
  const socket = await dial(emulator.baseUrl)
  sockets.push(socket)
  const statuses = new Set<string>()
  for (let index = 0; index < count; index += at) {
    const answered = answers(socket, at, statuses)
    socket.write(Array.from({ length: at }, (_, offset) => request(index + offset)).join(''))
    await answered
  }
  return statuses
}

/** Resolves once so many answers began; their statuses go into the set. */
function answers(socket: Socket, count: number, statuses: Set<string>): Promise<void> {
  let seen = 0
  let rest = ''
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('the emulator hung up'))
    const read = (bytes: Buffer) => {
      const text = rest + bytes.toString('latin1')
      for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        seen++
        statuses.add(status)
      }
      // A status that is cut in two is seen with the next bytes, and none is seen twice.
      rest = text.slice(-12)
      if (seen < count) return
      socket.off('data', read).off('close', gone)
      resolve()
    }
    socket.on('data', read).once('close', gone)
  })
}

/** The first answer on a connection, with what is said of memory. */
async function firstAnswer(socket: Socket | undefined): Promise<string> {
  if (socket === undefined) throw new Error('there is no connection')
  const answered = listenTo(socket)
  socket.resume()
  const { answers } = await answered
  return `${answers[0]?.status} ${answers[0]?.headers.get('x-emulator-reason')}`
}

/** The status of a call with a body of text; its answer is read and dropped. */
async function status(method: string, path: string, body: string, headers = {}): Promise<number> {
  const response = await fetch(emulator.baseUrl + path, { method, body, headers })
  for await (const _chunk of response.body ?? []);
  return response.status
}

async function admin(path: string, body?: unknown): Promise<Record<string, unknown>> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${emulator.baseUrl}/_admin${path}`, init)
  return (await response.json()) as Record<string, unknown>
}

describe('what is remembered', () => {
  test('reasons that repeat what was sent are cut', async () => {
    const long = '"%'.repeat(60_000)
    await each(800, (n) => `GET /documents HTTP/1.1\r\n${HOST}X-Emulator-Fault: ${long}${n}\r\n\r\n`, 20)
    const { requests } = await admin('/requests?limit=1')
    expect(JSON.stringify(requests).length).toBeLessThan(3000)
  })

  test('entries that are gone are forgotten by the bytes of their keys', async () => {
    const key = 'x'.repeat(7900)
    const body = '{"value":1,"ttlSeconds":60}'
    const put = (n: number) =>
      `PUT /v1/kv/ns_a_1/${key}${n} HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n\r\n${body}`
    const statuses = await each(
      50_000,
      (n) => (n % 2 === 0 ? put(n) : `DELETE /v1/kv/ns_a_1/${key}${n - 1} HTTP/1.1\r\n${HOST}\r\n`),
      100,
    )
    expect([...statuses]).toEqual(['200'])
  })

  test('the journals of all worlds share one bound', async () => {
    const body = 'y'.repeat(8192)
    for (let world = 1; world <= 8; world++) {
      await admin('/worlds', {})
      const head = `${HOST}X-Emulator-World: w${world}\r\nX-Long: ${'z'.repeat(3500)}`
      const request = (n: number) =>
        `PUT /v1/kv/ns_a_1/${n} HTTP/1.1\r\n${head}${n}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      await each(5000, request, 100)
    }
    const { dropped } = await admin('/requests')
    expect(dropped).toBe(0)
  })
})

describe('what is under way', () => {
  test('states that are not read are refused beyond the bound', async () => {
    const entry = { key: 'k{{index}}', value: 'v'.repeat(30_000), repeat: 300 }
    expect(
      await status(
        'PATCH',
        '/_admin/state',
        JSON.stringify({ stores: [{ id: 'ec_a_1', entries: [entry] }] }),
      ),
    ).toBe(200)
    const last = (await open(1500, `GET /_admin/state HTTP/1.1\r\n${HOST}\r\n`)).at(-1)
    expect(await firstAnswer(last)).toMatch(/^503 .*--max-memory/)
  })

  test('calls whose clients left keep no more than the bound', async () => {
    const head = `GET /_admin/held?wait=20000 HTTP/1.1\r\n${HOST}${'ab: cd\r\n'.repeat(31_000)}\r\n`
    for (let index = 0; index < 300; index++) {
      const [socket] = await open(1, head)
      await admin('/health')
      socket?.destroy()
    }
  })

  test('lists that are made at once keep no more than the bound', async () => {
    const entry = { key: 'k{{index}}', value: 'v'.repeat(30_000), repeat: 60 }
    const store = { id: 'ec_a_1', keys: [{ key: 'e', scope: 'admin' }], entries: [entry] }
    expect(await status('PATCH', '/_admin/state', JSON.stringify({ stores: [store] }))).toBe(200)
    const lists = await open(600, 'GET /v1/ec/ec_a_1 HTTP/1.1\r\nHost: localhost\r\nX-KV-Key: e\r\n\r\n')
    for (const socket of lists) expect(await firstAnswer(socket)).toMatch(/^(?:200|503) /)
  })

  test.each([
    '/_admin/requests.har',
    '/_admin/requests?limit=1000',
    '/_admin/bundle',
    '/_admin/namespaces/ns_a_1/entries?limit=1000',
    '/_admin/conduct',
  ])('calls at once that nobody reads: %s', async (path) => {
    const body = `{"value":"${'v'.repeat(1500)}","ttlSeconds":3600}`
    const put = (n: number) =>
      `PUT /v1/kv/ns_a_1/k${n} HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n\r\n${body}`
    expect([...(await each(1500, put, 20))]).toEqual(['200'])
    const asked = await open(700, `GET ${path} HTTP/1.1\r\n${HOST}\r\n`)
    for (const socket of asked.slice(0, 50)) expect(await firstAnswer(socket)).toMatch(/^(?:200|503) /)
  })

  test('readers of events that do not read miss some', async () => {
    await open(300, `GET /_admin/events HTTP/1.1\r\n${HOST}\r\n`)
    await each(48, (n) => `GET /${'x'.repeat(200_000)}${n} HTTP/1.1\r\n${HOST}\r\n`, 8)
  })

  test('events are not kept as text, which may be much longer', async () => {
    const [reader] = await open(1, `GET /_admin/events HTTP/1.1\r\n${HOST}\r\n`)
    reader?.resume()
    // As JSON it is six times as long, a little less than may wait for a reader.
    const body = '\u0001'.repeat(170_000)
    await admin('/faults', { id: 'f', status: 503, match: { path: '/documents' }, body })
    expect([...(await each(400, () => `GET /documents HTTP/1.1\r\n${HOST}\r\n`, 1))]).toEqual(['503'])
    await fetch(`${emulator.baseUrl}/_admin/faults/f`, { method: 'DELETE' })
  })
})

describe('what is held', () => {
  const KEY = { 'X-KV-Key': 'k' }
  /** Of a length that a small heap holds some dozens of. */
  const value = (index: number) => `{"value":"${'v'.repeat(2 * MIB)}${index}","ttlSeconds":3600}`

  /** Does it until it is refused; how often it was done. */
  async function untilRefused(most: number, attempt: (index: number) => Promise<number>): Promise<number> {
    for (let index = 0; index < most; index++) {
      const answered = await attempt(index)
      if (answered < 300) continue
      expect(answered).toBe(503)
      return index
    }
    return most
  }

  test('entries of all namespaces', async () => {
    const namespaces = Array.from({ length: 20 }, (_, index) => ({
      id: `ns_b_${index}`,
      keys: [{ key: `b${index}`, scope: 'admin' }],
    }))
    expect(await status('PATCH', '/_admin/state', JSON.stringify({ namespaces }))).toBe(200)
    const done = await untilRefused(400, (index) =>
      status('PUT', `/v1/kv/ns_b_${index % 20}/k${index}`, value(index), { 'X-KV-Key': `b${index % 20}` }),
    )
    expect(done).toBeGreaterThan(20)
    expect(done).toBeLessThan(400)
    expect(await status('POST', '/_admin/reset', '')).toBe(200)
  })

  test('values that snapshots alone keep', async () => {
    const done = await untilRefused(90, async (index) => {
      const put = await status('PUT', '/v1/kv/ns_a_1/k', value(index), KEY)
      return put < 300 ? status('POST', '/_admin/snapshots', '') : put
    })
    expect(done).toBeLessThan(90)
    for (let index = 1; index <= done; index++) {
      await fetch(`${emulator.baseUrl}/_admin/snapshots/s${index}`, { method: 'DELETE' })
    }
  })

  /** A state of texts that differ, and the namespace that is asked at the end. */
  function filled(entries: number): string {
    const entry = `{ key: "k{{index}}", value: "{{index}}${'v'.repeat(100_000)}", repeat: ${entries} }`
    const namespace = '{ id: ns_a_1, keys: [{ key: k, scope: admin }] }'
    return `{ namespaces: [${namespace}], stores: [{ id: ec_a_1, entries: [${entry}] }] }`
  }

  test('states that the log alone keeps', async () => {
    for (let round = 0; round < 20; round++) {
      expect(await status('PUT', '/_admin/state', filled(400))).toBe(200)
    }
  })

  test('what was there before a reset', async () => {
    for (let round = 0; round < 5; round++) {
      expect(await status('PUT', '/_admin/state', filled(700))).toBe(200)
      expect(await status('POST', '/_admin/reset', '')).toBe(200)
    }
  })

  test('worlds with a seed of their own', async () => {
    const seed = JSON.stringify({
      stores: [{ id: 'ec_a_1', entries: [{ key: 'k', value: 'v'.repeat(MIB) }] }],
    })
    const done = await untilRefused(300, async (index) => {
      const made = await status('POST', '/_admin/worlds', `{"id":"x${index}"}`)
      return made < 300 ? status('PUT', `/_worlds/x${index}/_admin/seed`, seed) : made
    })
    expect(done).toBeGreaterThan(10)
    expect(done).toBeLessThan(300)
    await fetch(`${emulator.baseUrl}/_admin/worlds/x0`, { method: 'DELETE' })
  })

  test('a block that stands for more records than there is room for', async () => {
    for (const entry of [
      '{ key: "k{{index}}", value: 1, ttlSeconds: 60, repeat: 1000000 }',
      '{ key: "k{{index}}", value: "{{lorem.paragraph}}", ttlSeconds: 60, repeat: 1000000 }',
    ]) {
      for (const [method, path] of [
        ['PUT', '/_admin/seed'],
        ['PATCH', '/_admin/state'],
      ] as const) {
        expect(await status(method, path, `namespaces: [{ id: ns_b_1, entries: [${entry}] }]`)).toBe(400)
      }
    }
  })

  test('faults, and what is told of them when they are gone', async () => {
    for (let index = 0; index < 100; index++) {
      const fault = { id: 'f', status: 503, match: { key: 'none' }, body: 'b'.repeat(2 * MIB) + index }
      await status('POST', '/_admin/faults', JSON.stringify(fault))
      await fetch(`${emulator.baseUrl}/_admin/faults/f`, { method: 'DELETE' })
    }
  })

  test('a state is exported that takes most of it', async () => {
    const list = `[${'1,'.repeat(2 * MIB)}1]`
    const keys = '[{ key: b, scope: admin }]'
    const namespace = `{ id: ns_b_1, limits: { storageBytes: 100000000 }, keys: ${keys} }`
    expect(await status('PATCH', '/_admin/state', `namespaces: [${namespace}]`)).toBe(200)
    for (let index = 0; index < 20; index++) {
      const body = `{"value":${list},"ttlSeconds":3600}`
      expect(await status('PUT', `/v1/kv/ns_b_1/k${index}`, body, { 'X-KV-Key': 'b' })).toBe(200)
    }
    for (const format of ['json', 'yaml']) {
      const response = await fetch(`${emulator.baseUrl}/_admin/state?format=${format}`)
      let length = 0
      for await (const chunk of response.body ?? []) length += chunk.length
      expect(length).toBeGreaterThan(20 * list.length)
    }
  })
})

describe('one request', () => {
  test.each<[string, string, string, () => string, number[]]>([
    [
      'of many members',
      'PUT',
      '/v1/kv/ns_a_1/k',
      () => `{"value":1,"ttlSeconds":60${',"a":0'.repeat(1_740_000)}}`,
      [200, 503],
    ],
    ['that is deep', 'PUT', '/_admin/seed', () => '['.repeat(3_000_000), [400, 503]],
    ['that is deeper', 'POST', '/_admin/faults', () => '['.repeat(6_000_000), [400, 503]],
    ...[
      '{{string.fromCharacters("a",1000000000)}}',
      '{{string.numeric({"length":1e9,"exclude":["1","2","3","4","5","6","7","8","9"]})}}',
      '{{helpers.replaceCreditCardSymbols("a{500000000}")}}',
      '{{finance.creditCardNumber("#a{500000000}")}}',
      `{{helpers.fromRegExp("{${' '.repeat(100_000)}")}}`,
    ].map((title): [string, string, string, () => string, number[]] => [
      `with the template ${title.slice(0, 40)}`,
      'PATCH',
      '/_admin/state',
      () => JSON.stringify({ database: { documents: [{ title }] } }),
      [400],
    ]),
  ])('%s', async (_what, method, path, body, statuses) => {
    expect(statuses).toContain(await status(method, path, body(), { 'X-KV-Key': 'k' }))
  })

  test('with a long owner, again and again', async () => {
    await status('PATCH', '/_admin/profile', '{"auth":{"jwt":"decode"}}')
    const token = (n: number) =>
      [{ alg: 'none' }, { sub: 's'.repeat(100_000) + n }]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
    await each(
      1500,
      (n) => `GET /v1/usage/ns_a_1 HTTP/1.1\r\n${HOST}Authorization: Bearer ${token(n)}.\r\n\r\n`,
      10,
    )
  })
})
