import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../../src/client/emulator-client.js'
import { startEmulator } from '../../../src/start-emulator.js'
import { DB_KEY, get, READ } from '../../web/requests.js'
import { talk, WIRE_SEED, type WireAnswer } from '../../web/wire.js'

let emulator: Emulator

beforeAll(async () => {
  const clock = { now: Date.UTC(2031, 1, 28, 23, 59, 58, 999), frozen: true }
  emulator = await startEmulator({ seed: WIRE_SEED, clock })
})
afterAll(() => emulator.close())

async function ask(bytes: string): Promise<WireAnswer> {
  const { answers } = await talk(emulator.baseUrl, bytes)
  if (answers[0] === undefined) throw new Error('no answer came')
  return answers[0]
}

/** The x-next of a first page that was requested under a Host. */
async function nextUnder(host: string): Promise<string> {
  const answer = await ask(`GET /documents?limit=1 HTTP/1.1\r\nHost: ${host}\r\n${DB_KEY}\r\n`)
  expect(answer.status).toBe(200)
  return answer.headers.get('x-next') ?? ''
}

describe('x-next is an address of the Host that the client used', () => {
  test.each([
    'localhost:49152',
    'db.example.com:8443',
    'my_service:4600',
    '[::1]:4600',
    '[::ffff:127.0.0.1]:4600',
  ])('x-next is an address of the Host %s that the client used', async (host) => {
    expect(await nextUnder(host)).toMatch(new RegExp(`^http://${escaped(host)}/documents\\?`))
  })

  test.each(['caf\xe9', 'a;b', ''])(
    'x-next is not an address of a Host that an answer may not repeat: %s',
    async (host) => {
      expect(await nextUnder(host)).toMatch(new RegExp(`^${escaped(emulator.dbBaseUrl)}/documents\\?`))
    },
  )

  test.each([
    ['db.example.com:8443', 'http://db.example.com:8443'],
    ['DB.example.com', 'http://DB.example.com'],
    ['[::1]:4600', 'http://[::1]:4600'],
  ])('x-next is an address of the target, if that is a whole URL: %s', async (host, origin) => {
    const bytes = (scheme: string) =>
      `GET ${scheme}://${host}/documents?limit=1 HTTP/1.1\r\nHost: other.test\r\n${DB_KEY}\r\n`
    const next = async (scheme: string) => (await ask(bytes(scheme))).headers.get('x-next')
    expect(await next('http')).toMatch(new RegExp(`^${escaped(origin)}/documents\\?`))
    expect(await next('HTTPS')).toMatch(
      new RegExp(`^${escaped(origin.replace('http', 'https'))}/documents\\?`),
    )
  })

  test('x-next without a Host is an address of the server', async () => {
    const answer = await ask(`GET /documents?limit=1 HTTP/1.0\r\n${DB_KEY}\r\n`)
    expect(answer.headers.get('x-next')).toMatch(new RegExp(`^${escaped(emulator.dbBaseUrl)}/`))
  })

  test('x-next can be followed', async () => {
    const { host } = new URL(emulator.dbBaseUrl)
    const next = new URL(await nextUnder(host))
    const second = await ask(`GET ${next.pathname}${next.search} HTTP/1.1\r\nHost: ${host}\r\n${DB_KEY}\r\n`)
    expect(JSON.parse(second.body)[0]).toMatchObject({ id: 2 })
  })
})

describe('the head of an answer', () => {
  test.each([
    ['a success', READ],
    ['a refusal', get('/documents/99')],
    ['what is not emulated', get('/nowhere')],
  ])("the head of an answer has the virtual clock's Date: %s", async (_what, bytes) => {
    expect((await ask(bytes)).headers.get('date')).toBe('Fri, 28 Feb 2031 23:59:58 GMT')
  })

  test('announces how long the connection is kept', async () => {
    const { headers } = await ask(READ)
    expect(headers.get('connection')).toBe('keep-alive')
    expect(headers.get('keep-alive')).toBe('timeout=75')
  })

  test('the head of an answer ends the connection of a client that asks for it', async () => {
    const bytes = READ.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    const { answers, isClosed } = await talk(emulator.baseUrl, bytes, { answers: 2 })
    expect(answers).toHaveLength(1)
    expect(isClosed).toBe(true)
  })

  test('the head of an answer has neither body nor length if the status allows none', async () => {
    const quiet = await startEmulator({ seed: WIRE_SEED, profile: { kv: { deleteStatus: 204 } } })
    try {
      const bytes = READ.replace('GET', 'DELETE')
      const { answers } = await talk(quiet.baseUrl, `${bytes}${READ}`, { answers: 2 })
      expect(answers.map(({ status }) => status)).toEqual([204, 404])
      const headers = answers[0]?.headers
      for (const name of ['content-length', 'content-type', 'transfer-encoding']) {
        expect(headers?.has(name)).toBe(false)
      }
    } finally {
      await quiet.close()
    }
  })
})

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
