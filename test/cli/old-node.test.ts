import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** The check of the version of Node, and the command that the messages name. */

const root = resolve(import.meta.dirname, '../..')
const bin = join(root, 'bin/emulator.js')

test.each(['18.20.8', '20.18.3'])(
  'on Node %s the command prints in one line which version it needs',
  (version) => {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); require('${bin}')`
    const { status, stderr } = spawnSync(process.execPath, ['-e', pretend], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `tristore-emulator needs Node 20.19 or newer; this is ${version}\n`,
    })
  },
)

test("no message names the command of another author's package", () => {
  const files = ['src', 'fixtures', 'skills'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const naming = files.filter((file) => /npx emulator\b/.test(readFileSync(file, 'utf8')))
  expect(naming).toEqual([])
})
