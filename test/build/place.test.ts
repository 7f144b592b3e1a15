import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BuiltPackage } from '../cli/built.js'

const root = resolve(import.meta.dirname, '../..')

/**
 * Builds a command that prints the id of the process that built it. Half-way it waits until BUILDS builds have begun in
 * this folder; if BUILDS is 0, it fails.
 */
const BUILD = `
import { readdirSync, writeFileSync } from 'node:fs'
import { FolderInMaking } from './place.js'
const made = new FolderInMaking(import.meta.dirname.replace(/build$/, 'dist'))
writeFileSync(made.path + '/builder.cjs', 'module.exports = ' + process.pid)
writeFileSync('begun-' + process.pid, '')
const begun = () => readdirSync('.').filter((name) => name.startsWith('begun-')).length
while (begun() < Number(process.env.BUILDS)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
if (process.env.BUILDS === '0') throw new Error('it cannot be built')
writeFileSync(made.path + '/cli.cjs', 'console.log(require("./builder.cjs"))')
made.place({ replaces: !process.argv.includes('--first') })
`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emulator-place-'))
  for (const name of ['bin', 'build/place.js', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'build/build.js'), BUILD)
  // With this folder, the command takes its own folder for a checkout.
  mkdirSync(join(folder, 'node_modules/rolldown'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** @returns what it printed */
async function run(script: string, builds: number, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    env: { ...process.env, BUILDS: String(builds) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  child.stdout.on('data', (data) => {
    printed += data
  })
  await once(child, 'close')
  return printed
}

const command = (builds: number) => run('bin/emulator.js', builds)
const build = (builds: number, ...args: string[]) => run('build/build.js', builds, ...args)
const inFolder = () => readdirSync(folder).filter((name) => name.startsWith('dist'))

test('two first uses of a checkout at the same time both work, with the build of whichever was first', async () => {
  const [one, other] = await Promise.all([command(2), command(2)])
  expect(one).toMatch(/^\d+\n$/)
  expect(other).toBe(one)
  expect(inFolder()).toEqual(['dist'])
})

test('two builds at the same time both end, and one of them is complete', async () => {
  await build(1)
  await Promise.all([build(3), build(3)])
  expect(inFolder()).toEqual(['dist'])
  expect(readdirSync(join(folder, 'dist')).filter((name) => name.endsWith('.cjs'))).toHaveLength(2)
  expect(await command(0)).toMatch(/^\d+\n$/)
})

test('a build replaces an earlier one completely', async () => {
  await build(1)
  writeFileSync(join(folder, 'dist/of-before.cjs'), '')
  const first = await command(0)
  await build(1)
  expect(await command(0)).not.toBe(first)
  expect(existsSync(join(folder, 'dist/of-before.cjs'))).toBe(false)
  expect(inFolder()).toEqual(['dist'])
})

test('a build that fails leaves the earlier one as it was', async () => {
  await build(1)
  const first = await command(0)
  await build(0)
  expect(await command(0)).toBe(first)
  expect(inFolder()).toEqual(['dist'])
})

test('a build of this package that fails leaves the earlier one as it was', () => {
  using built = new BuiltPackage()
  mkdirSync(join(built.folder, 'dist'))
  writeFileSync(join(built.folder, 'dist/cli.cjs'), 'earlier')
  rmSync(join(built.folder, 'src'))
  expect(() =>
    execFileSync(process.execPath, ['build/build.js'], { cwd: built.folder, stdio: 'pipe' }),
  ).toThrow()
  expect(readFileSync(join(built.folder, 'dist/cli.cjs'), 'utf8')).toBe('earlier')
  expect(readdirSync(built.folder).filter((name) => name.startsWith('dist'))).toEqual(['dist'])
})
