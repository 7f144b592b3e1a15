import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { run } from '../../../conformance/command/run.js'
import { startEmulator } from '../../../src/start-emulator.js'
import { FakeTerminal } from '../../cli/fake-terminal.js'
import { PlainService } from '../plain-service.js'

/** The service under test may be any program. */

const NAMESPACE = ['--namespace', 'ns_a_1', '--kv-key', 'admin:k']

async function listenOn(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const COMMANDS = [[[]], [['probe']]]

test.each(COMMANDS)('%j stops on SIGTERM while the service does not answer', async (command) => {
  const terminal = new FakeTerminal()
  let notice = (): void => {}
  const asked = new Promise<void>((resolve) => {
    notice = resolve
  })
  using service = await listenOn(() => notice())
  const status = run([...command, '--base-url', service.url], terminal)
  await asked
  terminal.signal('SIGTERM')
  expect(await status).toBe(2)
  expect(terminal.err.text).toMatch(/^stopped/)
  expect(terminal.listeners).toBe(0)
})

test.each([
  [[], 1],
  [['probe'], 0],
])('%j reads a deeply nested response', async (command, expected) => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  using service = await listenOn((_request, response) => response.end(deep))
  expect(await run([...command, '--base-url', service.url, ...NAMESPACE], new FakeTerminal())).toBe(expected)
})

test('a service that answers like an emulator only at first cannot be tried', async () => {
  const health = JSON.stringify({ status: 'ok', version: '1' })
  using service = await listenOn(({ url }, response) =>
    response.end(url === '/_admin/health' ? health : '<html>'),
  )
  const terminal = new FakeTerminal()
  expect(await run(['--base-url', service.url], terminal)).toBe(2)
  expect(terminal.err.text).toBe("POST /_admin/worlds: the answer isn't from an emulator (200)\n")
})

/** ESC, BEL, CR, DEL, the 8-bit CSI, and the character that reverses text. */
const HOSTILE = '\u001b[2J\u0007\r\u007f\u009b31m\u202e'
// biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them
const STEERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

test.each([
  [['--report', 'pretty', '--walk', '30']],
  [['--report', 'json', '--walk', '30']],
  [['--report', 'junit', '--walk', '30']],
  [['probe']],
])('%j prints no control characters of terminals, whatever the service answers', async (argv) => {
  const keys = [{ key: 'k', scope: 'admin' as const }]
  await using emulator = await startEmulator({ seed: { namespaces: [{ id: 'ns_a_1', keys }] } })
  await using service = await PlainService.before(emulator, (answer, method) => {
    if (method === 'GET') answer.text = HOSTILE + answer.text
  })
  const terminal = new FakeTerminal()
  await run([...argv, '--base-url', service.url, ...NAMESPACE], terminal)
  expect(terminal.out.text).toMatch(/kv\./)
  expect(terminal.out.text + terminal.err.text).not.toMatch(STEERS)
})
