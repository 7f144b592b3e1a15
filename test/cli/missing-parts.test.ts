import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { BuiltPackage } from './built.js'

/** Removes files of the package while it runs, as a new build or installation does. */

const built = new BuiltPackage()
beforeEach(() => built.build())
afterAll(() => built[Symbol.dispose]())

test('the state is exported on exit even if all files of the package are removed', async () => {
  const dist = join(built.folder, 'dist')
  const file = join(built.folder, 'state.yaml')
  using run = built.start('exec', '--export-on-exit', file, '--', 'rm', '-r', dist)
  expect([await run.ended, run.err]).toEqual([0, expect.stringMatching(/^tristore-emulator .*\n$/)])
  expect(readFileSync(file, 'utf8')).toContain('kv_read_demo')
})

test('a missing file of a command is reported, but not as a defect', async () => {
  const dist = join(built.folder, 'dist')
  for (const name of readdirSync(dist)) if (name.startsWith('check-')) rmSync(join(dist, name))
  using run = built.start('check', 'fixtures/demo.yaml')
  expect(await run.ended).toBe(1)
  expect(run.err).toContain('A file of the package is missing')
})
