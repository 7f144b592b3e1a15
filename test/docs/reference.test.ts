import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BuiltPackage } from '../cli/built.js'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'emulator-reference-'))
const built = new BuiltPackage()

beforeAll(() => {
  built.build()
  built.buildTypes()
})

afterAll(() => {
  built[Symbol.dispose]()
  rmSync(folder, { recursive: true })
})

test('docs/reference is what `npm run generate` makes of the program', () => {
  execFileSync(process.execPath, [join(root, 'docs/generate/main.js'), built.folder, folder], {
    stdio: 'pipe',
  })
  const reference = join(root, 'docs/reference')
  expect(readdirSync(reference)).toEqual(readdirSync(folder))
  for (const name of readdirSync(folder))
    expect(readFileSync(join(folder, name)).equals(readFileSync(join(reference, name))), name).toBe(true)
})
