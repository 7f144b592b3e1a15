import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { BuiltPackage } from './built.js'

/** Files of the package that go while it runs, as where it is built or installed anew beside it. */

const built = new BuiltPackage()
beforeEach(() => built.build())
afterAll(() => built[Symbol.dispose]())

test('all of them may go before the state is exported on exit', async () => {
  const dist = join(built.folder, 'dist')
  const file = join(built.folder, 'state.yaml')
  using run = built.start('exec', '--export-on-exit', file, '--', 'rm', '-r', dist)
  expect([await run.ended, run.err]).toEqual([0, expect.stringMatching(/^tristore-emulator .*\n$/)])
  expect(readFileSync(file, 'utf8')).toContain('kv_read_demo')
})

test('a command whose file is gone says so, and is no defect', async () => {
  const dist = join(built.folder, 'dist')
  for (const name of readdirSync(dist)) if (name.startsWith('check-')) rmSync(join(dist, name))
  using run = built.start('check', 'fixtures/demo.yaml')
  expect(await run.ended).toBe(1)
  expect(run.err).toContain('A file of the package is gone')
})
