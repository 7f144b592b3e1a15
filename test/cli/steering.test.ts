import { afterEach, beforeEach, expect, test } from 'vitest'
import { run } from '../../src/cli/run.js'
import { type EmulatorClient, startEmulator } from '../../src/index.js'
import { FakeTerminal, systemError } from './fake-terminal.js'

/** ESC, BEL, CR, DEL, the 8-bit CSI, and the character that reverses text. */
const HOSTILE = '\u001b[2J\u0007\r\u007f\u009b31m\u202e'
// biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them
const STEERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

const NAMESPACE = 'ns_a_1'
const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: NAMESPACE,
      owner: `owner${HOSTILE}`,
      keys: [{ key: 'k', scope: 'admin' }],
      entries: [{ key: `key${HOSTILE}`, value: HOSTILE, ttlSeconds: 60 }],
    },
  ],
  database: { keys: [{ key: 'db' }] },
  faults: [{ id: `fault${HOSTILE}`, match: { path: '/v1/kv/*/faulty' }, status: 503 }],
  resume: { gone: { isComplete: true, entries: [[NAMESPACE, 'gone', `somebody${HOSTILE}`]] } },
} as const
const KEY = { headers: { 'X-KV-Key': 'k' } }

let emulator: EmulatorClient

beforeEach(async () => {
  emulator = await startEmulator({ seed: SEED as never })
})

afterEach(() => emulator.close())

async function printed(argv: readonly string[], terminal: FakeTerminal): Promise<string> {
  await run(argv, terminal)
  return terminal.out.text + terminal.err.text
}

async function ask(baseUrl: string): Promise<void> {
  const hostile = encodeURIComponent(HOSTILE)
  for (const key of ['gone', 'faulty', `none${hostile}`, `key${hostile}`]) {
    await fetch(`${baseUrl}/v1/kv/${NAMESPACE}/${key}?q=${hostile}`, KEY)
  }
  const body = JSON.stringify({ value: HOSTILE, ttlSeconds: HOSTILE })
  await fetch(`${baseUrl}/v1/kv/${NAMESPACE}/put`, { method: 'PUT', ...KEY, body: body + HOSTILE })
  await fetch(`${baseUrl}/documents`, { headers: { 'X-API-Key': 'key\u009b' } })
}

test.each([[], ['--log', 'json']])(
  'the log of the server has no control characters, with options %s',
  async (...options) => {
    const terminal = new FakeTerminal({ 'seed.json': JSON.stringify(SEED) })
    const ended = run(['--port', '0', '--seed', 'seed.json', ...options], terminal)
    const [, address = ''] = await terminal.out.until(/(http:\/\/127[^"\s]+)/)
    await ask(address)
    terminal.signal('SIGTERM')
    await ended
    expect(terminal.out.text).toContain('somebody')
    expect(terminal.out.text + terminal.err.text).not.toMatch(STEERS)
  },
)

test('the report of exec has no control characters', async () => {
  const terminal = new FakeTerminal({ 'seed.json': JSON.stringify(SEED) })
  terminal.command = async (_command, { KV_BASE_URL = '' }) => {
    await ask(KV_BASE_URL)
    return 1
  }
  const text = await printed(['exec', '--seed', 'seed.json', '--usage', '--', 'npm', 'test'], terminal)
  expect(text).toContain('somebody')
  expect(text).not.toMatch(STEERS)
})

test('emulator why has no control characters for any request', async () => {
  await ask(emulator.baseUrl)
  for (const { id } of await emulator.requests()) {
    const text = await printed(['why', id], new FakeTerminal({}, { EMULATOR_URL: emulator.baseUrl }))
    expect(text).toContain('The checks')
    expect(text).not.toMatch(STEERS)
  }
})

/** File names may also contain line feeds: a message about one must stay on one line. */
const PATH = `path${HOSTILE}\nq`

test.each([
  ['init', PATH],
  ['init', `${PATH}/f.yaml`],
  ['check', PATH],
  ['check', `${PATH}2`],
  ['replay', PATH],
  ['--export-on-exit', PATH],
  ['--export-on-exit', `${PATH}3/f.yaml`],
  ['--faketime-file', PATH],
  ['--profile', `${PATH}4`],
  ['exec', '--budget', PATH, '--', 'true'],
  ['exec', '--budget', `${PATH}5`, '--', 'true'],
  ['exec', '--budget', PATH, '--update', '--', 'true'],
  ['exec', '--seed', `${PATH}2`, '--', 'true'],
  ['exec', '--seed', `${PATH}6`, '--address-file', PATH, '--', 'true'],
])('no control characters are printed by %s %j %j', async (...argv) => {
  const files = {
    [PATH]: systemError('EACCES'),
    [`${PATH}2`]: null,
    [`${PATH}4`]: '[]',
    [`${PATH}5`]: '{}',
    [`${PATH}6`]: 'random: 1',
  }
  const text = await printed(argv, new FakeTerminal(files))
  expect(text).toContain('path')
  expect(text).not.toMatch(STEERS)
  expect(text).not.toMatch(/^q/m)
})

test('init has no control characters in the name of its file', async () => {
  const text = await printed(['init', PATH], new FakeTerminal())
  expect(text.split('\n')).toEqual([expect.stringMatching(/^Wrote path.*--seed path/), ''])
  expect(text).not.toMatch(STEERS)
})

test('check has no control characters in the problems of a seed', async () => {
  const files = {
    'bad.yaml': `namespaces:\n  - { id: "ns_a_1", "${HOSTILE}": 1 }\n`,
    'worse.yaml': `a: ${HOSTILE}: [`,
  }
  const text = await printed(['check', 'bad.yaml', 'worse.yaml'], new FakeTerminal(files))
  expect(text).toContain('bad.yaml')
  expect(text).not.toMatch(STEERS)
})
