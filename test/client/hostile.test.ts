import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { answerText } from '../../src/client/bounded-answer.js'
import { connectEmulator } from '../../src/client/connect.js'
import type { EmulatorClient } from '../../src/client/emulator-client.js'

/**
 * The address may belong to any program. Each call must then reject with an EmulatorError, and must not count as done.
 */

const servers: ReturnType<typeof createServer>[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function clientOf(listener: RequestListener): Promise<EmulatorClient> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return connectEmulator(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const CALLS: readonly [string, (client: EmulatorClient) => Promise<unknown>][] = [
  ['reset()', (client) => client.reset()],
  ['state.get()', (client) => client.state.get()],
  ['faults.clear()', (client) => client.faults.clear()],
  ['namespaces.list()', (client) => client.namespaces.list()],
]

const ANSWERS: readonly [string, RequestListener][] = [
  ['nothing', (_request, response) => response.end()],
  ['null', (_request, response) => response.end('null')],
  ['a list', (_request, response) => response.end('[]')],
]

test('an object of another program does not count as the time of a clock', async () => {
  const client = await clientOf((_request, response) => response.end('{"ok":true}'))
  await expect(client.clock.advance('1h')).rejects.toMatchObject({ code: 'no_emulator' })
})

describe.each(CALLS)('%s', (name, call) => {
  test.each(ANSWERS)('a call does not count as done if the response is %s', async (what, listener) => {
    // DELETE has no response body.
    if (name === 'faults.clear()' && what === 'nothing') return
    const client = await clientOf(listener)
    await expect(call(client)).rejects.toMatchObject({
      name: 'EmulatorError',
      code: 'no_emulator',
      message: expect.stringMatching(/the answer isn't from an emulator .*\nuse the address that/),
    })
  })

  test('a call does not follow a redirect', async () => {
    const asked: string[] = []
    const client = await clientOf(({ url = '' }, response) => {
      asked.push(url)
      response.writeHead(302, { Location: '/elsewhere' }).end()
    })
    await expect(call(client)).rejects.toMatchObject({
      status: 302,
      code: 'no_emulator',
      message: expect.stringContaining('it redirects to /elsewhere'),
    })
    expect(asked).not.toContain('/elsewhere')
  })

  test('a call rejects with an EmulatorError if the response breaks off', async () => {
    const client = await clientOf((_request, response) => {
      response.write('{', () => response.destroy())
    })
    await expect(call(client)).rejects.toMatchObject({ name: 'EmulatorError', code: 'no_emulator' })
  })
})

test.each<[string, (client: EmulatorClient) => Promise<unknown>]>([
  ['namespaces.list()', (client) => client.namespaces.list()],
  ['stores.list()', (client) => client.stores.list()],
  ['databaseKeys.list()', (client) => client.databaseKeys.list()],
  ['faults.list()', (client) => client.faults.list()],
  ['snapshots.list()', (client) => client.snapshots.list()],
  ['requests()', (client) => client.requests()],
  ['diff()', (client) => client.diff()],
  ['documents.history()', (client) => client.documents.history(1)],
  ['world()', (client) => client.world()],
  ['tokens.create()', (client) => client.tokens.create()],
])('a response without the needed members is refused: %s', async (_name, call) => {
  const client = await clientOf((_request, response) => response.end('{"requests":5,"id":{}}'))
  await expect(call(client)).rejects.toMatchObject({ name: 'EmulatorError', code: 'no_emulator' })
})

test('a refusal of another shape does not count as one of an emulator', async () => {
  const client = await clientOf((_request, response) =>
    response.writeHead(400).end('{"error":{"code":1},"message":["x"],"status":200}'),
  )
  await expect(client.reset()).rejects.toMatchObject({ status: 400, code: 'no_emulator' })
})

test('an error has the status of the response, and only members of the right type', async () => {
  const refusal = { error: 'invalid_seed', message: 'no', status: 0, code: 'evil', hint: [1], problems: 'x' }
  const client = await clientOf((_request, response) => response.writeHead(400).end(JSON.stringify(refusal)))
  await expect(client.reset()).rejects.toMatchObject({
    status: 400,
    code: 'invalid_seed',
    hint: undefined,
    problems: undefined,
  })
})

test('an error has no control characters of terminals', async () => {
  const refusal = { error: 'x', message: 'a\u001b]0;b\u0007', hint: '\u001b[2J' }
  const client = await clientOf((_request, response) => response.writeHead(400).end(JSON.stringify(refusal)))
  await expect(client.reset()).rejects.toThrow('a\\x1b]0;b\\x07 (400 x)\n\\x1b[2J')
})

describe('the text of a response', () => {
  const piecesOf = (pieces: Iterable<Uint8Array>) => new Response(ReadableStream.from(pieces))

  test('the text of a response is joined from its pieces, however small they are', async () => {
    const text = '{"a":"ä€😀"}'.repeat(500)
    const bytes = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte))
    expect(await answerText(piecesOf(bytes), 'GET /_admin/x')).toBe(text)
  })

  test('the text of a response is read only up to the limit', async () => {
    let given = 0
    function* endless() {
      for (;;) {
        given++
        yield new Uint8Array(1000)
      }
    }
    await expect(answerText(piecesOf(endless()), 'GET /_admin/state', 10_000)).rejects.toMatchObject({
      name: 'EmulatorError',
      code: 'too_large',
      message: expect.stringContaining('GET /_admin/state: the answer is longer than 10000 bytes'),
    })
    expect(given).toBeLessThan(20)
  })
})
