import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Started } from './built.js'
import { builtPackage } from './built-package.js'

/** Uses real commands. commands/exec.test.ts covers what needs no process. */

const built = builtPackage()
const folder = mkdtempSync(join(tmpdir(), 'emulator-exec-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const READ_FLAG =
  'curl -s -o read.json -w "%{http_code}\\n" -H "X-KV-Key: kv_read_demo" "$KV_BASE_URL/v1/kv/ns_demo_starter/flag:checkout"'

const underExec = (script: string, ...options: readonly string[]): Started =>
  started(...options, '--', 'sh', '-c', script)

/** Starts exec with pipes as its streams, so that the command gets its own process group, as in CI. */
const started = (...args: readonly string[]): Started => built.startIn(folder, ['exec', ...args])

const isGone = (address: string) =>
  fetch(address).then(
    () => false,
    () => true,
  )

test('a shell suite reaches the emulator, and its output is unchanged', async () => {
  using run = underExec(`${READ_FLAG}; echo complaint >&2`)
  expect(await run.ended).toBe(0)
  expect(run.out).toBe('200\n')
  expect(run.err).toMatch(/^tristore-emulator \S+ at http:\S+, with the starter seed\n/)
  expect(run.err.split('\n').slice(1).join('\n')).toBe('complaint\n')
})

test.each([
  ['reads its input, to the end', 'a line\n'.repeat(50_000), 'wc -l; exit 4', 4, '50000'],
  ['may run on without reading it', '', 'echo done', 0, 'done'],
])('a shell suite %s', async (_, input, script, status, out) => {
  using run = underExec(script)
  run.input(input)
  expect([await run.ended, run.out.trim()]).toEqual([status, out])
})

test('two runs at once have an emulator each', async () => {
  const runs = [0, 1].map(() => underExec(`${READ_FLAG}; echo $KV_BASE_URL; read -r go`))
  const addresses = await Promise.all(runs.map(async (run) => (await run.until(/http:\S+/))[0]))
  expect(new Set(addresses).size).toBe(2)
  for (const run of runs) run.input('go\n')
  for (const run of runs) {
    expect(await run.ended).toBe(0)
    expect(run.out).toMatch(/^200\n/)
    run[Symbol.dispose]()
  }
})

describe('signals', () => {
  test.each(['SIGINT', 'SIGUSR2'] as const)(
    '%s reaches the command, and its exit status is that of exec',
    async (signal) => {
      const program = `process.on('${signal}', () => { console.log('got it'); process.exit(9) })
        setInterval(() => {}, 1000)
        console.log('ready')`
      using run = started('--', process.execPath, '-e', program)
      await run.until(/ready/)
      run.signal(signal)
      expect(await run.ended).toBe(9)
      expect(run.out).toBe('ready\ngot it\n')
    },
  )

  test('a signal that ends the command: the exit status is 128 and its number', async () => {
    using run = underExec('kill -KILL $$')
    expect(await run.ended).toBe(137)
  })

  // Streams end when the last process that holds them is gone.
  test('SIGHUP ends the children of the command too', async () => {
    // It prints once both processes run: a shell, and another one that becomes the sleep.
    using run = underExec(`sh -c 'echo ready; exec sleep 600'; true`)
    await run.until(/ready/)
    run.signal('SIGHUP')
    await run.ended
    expect(run.out).toBe('ready\n')
  })

  test('the emulator stops when the command ends', async () => {
    using run = underExec('echo $KV_BASE_URL; exec sleep 60')
    const [address] = await run.until(/http:\S+/)
    run.signal('SIGTERM')
    expect(await run.ended).toBe(143)
    expect(await isGone(address)).toBe(true)
  })
})

/** The first output of exec, printed once the watcher of the command runs too. */
const WATCHED = /^tristore-emulator .*\n/

// Streams end when the last process that holds them is gone.
test('SIGKILL of exec ends the command and its children, and prints so', async () => {
  using run = underExec('sleep 600 & echo $KV_BASE_URL; wait')
  const [address] = await run.until(/http:\S+/)
  await run.untilError(WATCHED)
  run.signal('SIGKILL')
  expect(await run.ended).toBe(null)
  expect(run.err).toMatch(/emulator exec was killed, so its command, process \d+, is stopped too\n/)
  expect(await isGone(address)).toBe(true)
})

test('SIGKILL of exec kills a command that ignores SIGTERM', async () => {
  using run = underExec("trap '' TERM; echo ready; while :; do sleep 0.2; done")
  await run.until(/ready/)
  await run.untilError(WATCHED)
  run.signal('SIGKILL')
  expect(await run.ended).toBe(null)
})

test('a defect of the emulator ends the command, and the state is written', async () => {
  const throwing = join(folder, 'throwing.cjs')
  const state = join(folder, 'after-a-defect.yaml')
  writeFileSync(
    throwing,
    `const { Server } = require('node:http')
    const { emit } = Server.prototype
    Server.prototype.emit = function (event, request, ...rest) {
      if (event === 'request' && request.url === '/defect') setImmediate(() => { throw new Error('made up') })
      return emit.call(this, event, request, ...rest)
    }`,
  )
  // A request with Connection: close is read as well.
  const script = `${READ_FLAG}; curl -s -o none -H 'Connection: close' "$KV_BASE_URL/defect"; exec sleep 600`
  const args = ['exec', '--export-on-exit', state, '--', 'sh', '-c', script]
  using run = built.startIn(folder, args, ['--require', throwing])
  expect(await run.ended).toBe(1)
  expect(run.err).toMatch(/Something unexpected went wrong: Error: made up\n[\s\S]*please report it/)
  expect(readFileSync(state, 'utf8')).toContain('flag:checkout')
})
