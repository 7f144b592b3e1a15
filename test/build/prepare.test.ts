import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** npm runs this script for a project that installs the package from git: it packs a clone, which has no dist/. */

const root = resolve(import.meta.dirname, '../..')
let clone: string

beforeEach(() => {
  clone = realpathSync(mkdtempSync(join(tmpdir(), 'emulator-clone-')))
  writeFileSync(join(clone, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(clone, 'build'))
  copyFileSync(join(root, 'build/prepare.js'), join(clone, 'build/prepare.js'))
  for (const name of ['build', 'types'])
    writeFileSync(
      join(clone, `build/${name}.js`),
      `import fs from 'node:fs'; fs.writeFileSync('made-${name}', '')`,
    )
})

afterEach(() => rmSync(clone, { recursive: true, force: true }))

/** @returns what the script built, if npm was started in this folder */
function prepare(startedIn: string): string[] {
  const env = { ...process.env, INIT_CWD: startedIn }
  const { status } = spawnSync(process.execPath, [join(clone, 'build/prepare.js')], { cwd: clone, env })
  expect(status).toBe(0)
  return readdirSync(clone).filter((name) => name.startsWith('made-'))
}

test('npm’s prepare builds the package and its types', () => {
  expect(prepare(tmpdir())).toEqual(['made-build', 'made-types'])
})

test('npm’s prepare builds nothing in a checkout, where the first use of the command builds it', () => {
  expect(prepare(clone)).toEqual([])
})

test('npm prepares a package only once', () => {
  mkdirSync(join(clone, 'dist'))
  writeFileSync(join(clone, 'dist/cli.cjs'), '')
  expect(prepare(tmpdir())).toEqual([])
})

test('npm’s prepare fails if the build fails', () => {
  writeFileSync(join(clone, 'build/build.js'), 'process.exit(3)')
  const env = { ...process.env, INIT_CWD: tmpdir() }
  expect(spawnSync(process.execPath, [join(clone, 'build/prepare.js')], { cwd: clone, env }).status).toBe(1)
})
