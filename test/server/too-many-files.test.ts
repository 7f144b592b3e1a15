import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BuiltPackage } from '../cli/built.js'

/** Parts that are loaded on first use, while no file can be opened, in both forms of the library. */

let built: BuiltPackage

beforeAll(() => {
  built = new BuiltPackage()
  built.build()
}, 60_000)

afterAll(() => built[Symbol.dispose]())

test.each(['index.js', 'index.cjs'])('%s loads them once files can be opened again', (name) => {
  const child = join(import.meta.dirname, 'child/too-many-files.mjs')
  const script = 'ulimit -n 100; exec "$0" "$@"'
  const printed = execFileSync('bash', [
    '-c',
    script,
    process.execPath,
    child,
    join(built.folder, 'dist', name),
  ])
  expect(JSON.parse(String(printed))).toEqual({
    tokens: [500, 401],
    admin: [503, 200],
    templates: [500, 200],
    'a key file': [400, 200],
    'the OpenAPI document': [500, 200],
    'a new token': [201, 201],
    'the dashboard': [500, 200],
    'an export': [500, 200],
  })
})
