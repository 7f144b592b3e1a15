import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BuiltPackage, Started } from '../cli/built.js'

/** The Python suite uses urllib and unittest. */

const SUITE = join(import.meta.dirname, 'suite.py')
const SEED = resolve(import.meta.dirname, '../../fixtures/demo.yaml')

let built: BuiltPackage

beforeAll(() => {
  built = new BuiltPackage()
  built.build()
})

afterAll(() => built[Symbol.dispose]())

function underExec(...tests: readonly string[]): Started {
  const command = [join(built.folder, 'bin/emulator.js'), 'exec', '--seed', SEED, '--usage']
  return new Started(spawn(process.execPath, [...command, '--', 'python3', SUITE, ...tests]))
}

test('a passing suite ends with status 0, and its usage is printed', async () => {
  using run = underExec('Sessions')
  expect(await run.ended).toBe(0)
  expect(run.err).toMatch(/\nRan 3 tests in .*\n\nOK\n/)
  expect(run.err).toMatch(/\n {2}kv\.put +2\n/)
  expect(run.err).toMatch(/\n {2}documents\.list +1\n/)
})

test('a failing suite ends with status 1, and its last requests are printed with reasons', async () => {
  using run = underExec('Wrong')
  expect(await run.ended).toBe(1)
  expect(run.err).toContain('FAILED (errors=1)')
  expect(run.err).toMatch(
    / {2}r1 .* 404 {2}entry_missing {2}the key is missing or expired {2}\(never existed\)\n/,
  )
})
