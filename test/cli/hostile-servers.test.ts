import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { run } from '../../src/cli/run.js'
import { BuiltPackage } from './built.js'
import { FakeTerminal } from './fake-terminal.js'

/** The server may be any program. */

let server: Server
let url: string
let answer: RequestListener

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

test.each([[[]], [['r1']]])(
  'emulator why %j reports a response that is not from an emulator',
  async (named) => {
    answer = (_request, response) => response.end('{"requests":{}}')
    const terminal = new FakeTerminal()
    expect(await run(['why', ...named, '--url', url], terminal)).toBe(2)
    expect(terminal.err.text).toMatch(/the answer isn't from an emulator/)
  },
)

const NOTHING: RequestListener = () => {}
const DRIPS: RequestListener = (_request, response) => void response.write(' ')

describe.each([
  ['nothing', NOTHING],
  ['the beginning of a response', DRIPS],
])('for a server that sends %s and no more,', (_what, listener) => {
  test.each([
    ['why', 2, '30'],
    ['stop', 1, '10'],
  ])('emulator %s waits only until its time limit', async (command, expected, seconds) => {
    const patience = new AbortController()
    const waits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
    const asked = new Promise<void>((resolve) => {
      answer = (request, response) => {
        listener(request, response)
        resolve()
      }
    })
    try {
      const terminal = new FakeTerminal()
      const status = run([command, '--url', url], terminal)
      await asked
      patience.abort()
      expect(await status).toBe(expected)
      expect(terminal.err.text).toContain(`${url} has not answered within ${seconds} s`)
    } finally {
      waits.mockRestore()
    }
  })
})

test('emulator stop waits for an emulator that still answers for a while', async () => {
  using built = new BuiltPackage()
  built.build()
  let looks = 0
  answer = ({ method }, response) => {
    if (method === 'GET' && ++looks === 3) server.close()
    response.setHeader('Connection', 'close').end('{"status":"ok"}')
  }
  using stopping = built.start('stop', '--url', url)
  expect(await stopping.ended).toBe(0)
  expect(stopping.out).toBe(`Stopped the emulator at ${url}\n`)
  expect(looks).toBe(3)
})

test('emulator stop fails if another program answers', async () => {
  answer = (_request, response) => response.end('<html>')
  const terminal = new FakeTerminal()
  expect(await run(['stop', '--url', url], terminal)).toBe(2)
  expect(terminal.err.text).toContain("the answer isn't from an emulator")
})
