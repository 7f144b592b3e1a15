import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { createRequire, wrap } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Script } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The code that V8 made of the command's files is kept beside them. */

const loader = resolve(import.meta.dirname, '../../bin/compiled.js')
const GREETING = "exports.greeting = (name) => ['hello', name].map((word) => word.trim()).join(' ')"

let folder: string
/** Where the code of this Node is kept. */
let compiled: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emulator-compiled-'))
  compiled = join(folder, 'compiled', `${process.version}-${process.arch}`)
  write('main.cjs', "console.log(require('./greeting.cjs').greeting('world'))")
  write('greeting.cjs', GREETING)
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

/** Loads main.cjs in a process of its own, and gives what that prints. @param shell what is done ahead of it */
function run({ shell = '', env = {} }: { shell?: string; env?: NodeJS.ProcessEnv } = {}): string {
  const load = 'require(process.argv[1]).loadCompiled(process.argv[2])'
  const args = [
    '-c',
    `${shell} exec "$0" -e '${load}' "$@"`,
    process.execPath,
    loader,
    join(folder, 'main.cjs'),
  ]
  const { stdout, stderr, status } = spawnSync('sh', args, {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: folder, NODE_OPTIONS: '', ...env },
  })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  return stdout
}

/** The files of code, by the names of their sources. */
function kept(): Record<string, { path: string; ino: number; size: number }> {
  const files = readdirSync(compiled).map((name) => {
    const path = join(compiled, name)
    const { ino, size } = statSync(path)
    return [name.replace(/-[\da-f]+$/, ''), { path, ino, size }] as const
  })
  return Object.fromEntries(files.sort())
}

/** How long the code of a file is that was not run. */
const bytesUnrun = (text: string) => new Script(wrap(text)).createCachedData().length

test('a second run takes the code of the first as it is', () => {
  expect(run()).toBe('hello world\n')
  const first = kept()
  expect(Object.keys(first)).toEqual(['greeting.cjs', 'main.cjs'])

  expect(run()).toBe('hello world\n')
  expect(kept()).toEqual(first)
})

test('the functions that were called are among it', () => {
  run()
  expect(kept()['greeting.cjs']?.size).toBeGreaterThan(bytesUnrun(GREETING))
})

test('where a file is new, all is kept once more with what was called of the others', () => {
  write('main.cjs', "require('./greeting.cjs')")
  run()
  const uncalled = kept()['greeting.cjs']?.size
  write('main.cjs', "console.log(require('./greeting.cjs').greeting('again'))")
  expect(run()).toBe('hello again\n')
  expect(kept()['greeting.cjs']?.size).toBeGreaterThan(uncalled ?? 0)
})

test('a source that is changed is compiled anew, however long it is', () => {
  run()
  write('greeting.cjs', GREETING.replace('hello', 'salut'))
  expect(run()).toBe('salut world\n')
})

test.each([
  ['half of a file', (path: string) => truncateSync(path, 1000)],
  ['an empty file', (path: string) => truncateSync(path)],
  ['something else', (path: string) => writeFileSync(path, 'something else'.repeat(100))],
])('%s is no code: the source is compiled, and its code kept', (_, spoil) => {
  run()
  const first = kept()
  spoil(first['greeting.cjs']?.path ?? '')
  expect(run()).toBe('hello world\n')
  const second = kept()
  expect(second['greeting.cjs']).not.toEqual(first['greeting.cjs'])
  expect(run()).toBe('hello world\n')
  expect(kept()).toEqual(second)
})

test('the command runs where its code cannot be kept', () => {
  write('compiled', 'a file where the folder would be')
  expect(run()).toBe('hello world\n')
})

test('nothing is left of code that finds no room', () => {
  write('greeting.cjs', `${GREETING}; exports.long = () => '${'x'.repeat(40_000)}'; exports.long()`)
  expect(run({ shell: 'ulimit -f 16;' })).toBe('hello world\n')
  expect(Object.keys(kept())).toEqual(['main.cjs'])
})

test('who turns off the compile cache of Node keeps nothing here', () => {
  expect(run({ env: { NODE_DISABLE_COMPILE_CACHE: '1' } })).toBe('hello world\n')
  expect(existsSync(compiled)).toBe(false)
})

test('a file that cannot be loaded is loaded anew when it is next asked for', () => {
  write(
    'main.cjs',
    `const { rmSync } = require('node:fs')
    const load = () => { try { return require('./once.cjs') } catch (error) { return error.message } }
    console.log(load(), load())`,
  )
  write(
    'once.cjs',
    `module.exports = 'loaded'
    if (!globalThis.isSecond) { globalThis.isSecond = true; throw new Error('too many open files') }`,
  )
  expect(run()).toBe('too many open files loaded\n')
})

test('files that require each other see what there is so far, and other modules are those of Node', () => {
  write('main.cjs', "exports.first = 1; console.log(require('./other.cjs').seen, require('./words.json'))")
  write('other.cjs', "exports.seen = { ...require('./main.cjs') }; require('node:path')")
  write('words.json', '["one"]')
  expect(run()).toBe("{ first: 1 } [ 'one' ]\n")
})

test('a process that goes on keeps the code two seconds after it was loaded, and later only that of other files', () => {
  vi.useFakeTimers()
  const listeners = process.listeners('exit')
  const later: { load?: () => void } = {}
  vi.stubGlobal('later', later)
  try {
    write('main.cjs', "require('./greeting.cjs'); later.load = () => require('./more.cjs')")
    write('more.cjs', "module.exports = 'more'")
    createRequire(import.meta.url)(loader).loadCompiled(join(folder, 'main.cjs'))
    vi.advanceTimersByTime(1999)
    expect(kept()).toEqual({})
    vi.advanceTimersByTime(1)
    const first = kept()
    expect(Object.keys(first)).toEqual(['greeting.cjs', 'main.cjs'])

    // V8 may have let go of what the first two called.
    later.load?.()
    vi.advanceTimersByTime(2000)
    expect(kept()).toEqual({ ...first, 'more.cjs': expect.anything() })
  } finally {
    vi.unstubAllGlobals()
    vi.useRealTimers()
    for (const added of process.listeners('exit')) if (!listeners.includes(added)) process.off('exit', added)
  }
})
