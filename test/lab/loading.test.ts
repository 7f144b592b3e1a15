import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** A program that doesn't sweep, explore or judge loads nothing of the lab. */

const root = resolve(import.meta.dirname, '../..')
let folder: string
let watched: readonly string[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loading-'))
  const watch = join(folder, 'watch.cjs')
  writeFileSync(
    watch,
    `process.on('exit', () => {
      const lab = Object.keys(require.cache).filter((path) => /dist.lab[^/]*js$/.test(path))
      require('node:fs').writeFileSync(process.env.LOADED, lab.map((path) => require('node:path').basename(path)).sort().join())
    })`,
  )
  watched = ['--require', watch]
})

afterAll(() => rmSync(folder, { recursive: true }))

const environment = () => ({ ...process.env, LOADED: join(folder, 'loaded') })
const loaded = (): string => readFileSync(join(folder, 'loaded'), 'utf8')

/** Runs Node with these arguments, and returns the files of the lab that it loaded. */
function loadedBy(...args: readonly string[]): string {
  try {
    execFileSync(process.execPath, [...watched, ...args], { cwd: root, env: environment(), stdio: 'pipe' })
  } catch (error) {
    if (Object(error).status !== 1) throw error
  }
  return loaded()
}

const COMMAND = ['--', process.execPath, '-e', 'fetch(process.env.DB_BASE_URL + "/documents")']

test('emulator exec loads none of it, and emulator sweep does', () => {
  expect(loadedBy('bin/emulator.js', 'exec', ...COMMAND)).toBe('')
  expect(loadedBy('bin/emulator.js', 'sweep', '--faults', '503', ...COMMAND)).toBe('lab-command.cjs')
})

test('a start loads none of it', async () => {
  const started = spawn(process.execPath, [...watched, 'bin/emulator.js', '--port', '0'], {
    cwd: root,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(started.stdout, 'data')
  started.kill('SIGTERM')
  await once(started, 'exit')
  expect(loaded()).toBe('')
})

test('an emulator in process loads none of it', () => {
  const code = `const emulator = await startEmulator()
    await (await emulator.world()).close()
    await emulator.close()`
  for (const [import_, expected] of [
    [`import { startEmulator } from 'tristore-emulator'`, ''],
    [`import 'tristore-emulator/lab'; import { startEmulator } from 'tristore-emulator'`, 'lab.cjs'],
  ])
    expect(loadedBy('--input-type=module', '--eval', `${import_}\n${code}`)).toBe(expected)
})

test('the entry for vitest loads it once a test sweeps', () => {
  const entry = readFileSync(join(root, 'dist/vitest.js'), 'utf8')
  expect(entry.match(/[\w(]+[ (]?["'`]\.\/lab\.js/g)).toEqual([expect.stringMatching(/^import\(/)])
})
