import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'
import { talk, WIRE_SEED } from '../web/wire.js'

let emulator: Emulator

beforeAll(async () => {
  emulator = await startEmulator({ seed: WIRE_SEED, dbPort: 0 })
})
afterAll(() => emulator.close())

const KEYS = { 'X-KV-Key': 'kv_admin_wire', 'X-API-Key': 'db_wire' }
const ask = (base: string, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${base}${path}`, { headers: KEYS, ...init })

test('there are two addresses if the database has its own port', () => {
  expect(emulator.dbBaseUrl).not.toBe(emulator.baseUrl)
  expect(emulator.adminUrl).toBe(`${emulator.baseUrl}/_admin`)
})

test('each port serves its own services', async () => {
  expect((await ask(emulator.baseUrl, '/v1/kv/ns_wire_a1/greeting')).status).toBe(200)
  expect((await ask(emulator.dbBaseUrl, '/documents')).status).toBe(200)
  expect((await ask(emulator.dbBaseUrl, '/projects')).status).toBe(200)
})

test('x-next leads to the port of the database', async () => {
  const { headers } = await ask(emulator.dbBaseUrl, '/documents?limit=1')
  const next = headers.get('x-next') ?? ''
  expect(next.startsWith(`${emulator.dbBaseUrl}/documents?`)).toBe(true)
  expect(await (await fetch(next, { headers: KEYS })).json()).toContainEqual({ id: 2, title: 'two' })
})

describe('a request for the other port is refused with its address', () => {
  test.each([
    ['GET', '/documents'],
    ['POST', '/documents'],
    ['GET', '/documents/1'],
    ['GET', '/projects'],
    ['PUT', '/projects/1'],
  ])('the main port refuses %s %s with the address of the database', async (method, path) => {
    await expectElsewhere(await ask(emulator.baseUrl, path, { method }), emulator.dbBaseUrl)
  })

  test.each([
    ['GET', '/v1/kv/ns_wire_a1/greeting'],
    ['PUT', '/v1/kv/ns_wire_a1/k'],
    ['GET', '/v1/usage/ns_wire_a1'],
    ['DELETE', '/v1/ec/ec_wire_b2/k'],
    ['PATCH', '/v1/ec/ec_wire_b2/k'],
    ['GET', '/v1'],
  ])('the port of the database refuses %s %s with the main address', async (method, path) => {
    await expectElsewhere(await ask(emulator.dbBaseUrl, path, { method }), emulator.baseUrl)
  })
})

test.each(['/_admin/health', '/_admin', '/_admin/clock'])(
  'the admin interface is on the main port only: %s',
  async (path) => {
    expect((await ask(emulator.baseUrl, path)).status).toBe(200)
    await expectElsewhere(await ask(emulator.dbBaseUrl, path), emulator.baseUrl)
  },
)

async function expectElsewhere(answer: Response, address: string): Promise<void> {
  expect(answer.status).toBe(501)
  expect(answer.headers.get('x-emulator-reason')).toContain(address)
  expect(await answer.json()).toMatchObject({
    error: 'not_emulated',
    message: 'This operation is not available.',
  })
}

test('an address with a zone, which no URL may have, has a page and a database', async () => {
  const [loopback] =
    Object.entries(networkInterfaces()).find(([, known]) =>
      known?.some(({ address }) => address === '::1'),
    ) ?? []
  const [host, reached] = loopback === undefined ? ['127.0.0.1', '127.0.0.1'] : [`::1%${loopback}`, '[::1]']
  const zoned = await startEmulator({ seed: WIRE_SEED, host, dbPort: 0 })
  try {
    const [main, database] = [zoned.baseUrl, zoned.dbBaseUrl].map((url) => /:\d+$/.exec(url)?.[0])
    const headers = (port = '') =>
      `Host: ${reached}${port}\r\nOrigin: http://${reached}${main}\r\nX-API-Key: db_wire\r\n`
    const ask = async (port: string | undefined, path: string) => {
      const bytes = `GET ${path} HTTP/1.1\r\n${headers(port)}\r\n`
      const { answers } = await talk(`http://${reached}${port}`, bytes)
      return answers[0]
    }
    const page = await ask(main, '/_dashboard/')
    expect(page?.headers.get('content-security-policy')).toContain(`http://${reached}${database}`)
    const list = await ask(database, '/documents')
    expect([list?.status, list?.headers.get('access-control-allow-origin')]).toEqual([
      200,
      `http://${reached}${main}`,
    ])
  } finally {
    await zoned.close()
  }
})
