import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

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

/** The folders with text for users. */
const sources = ['src', 'lab', 'dashboard', 'fixtures', 'skills']
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
  .map((entry) => join(entry.parentPath, entry.name))

test("no message names the command of another author's package", () => {
  expect(sources.filter((file) => /npx emulator\b/.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('messages name commands as they are pasted', () => {
  const short = /(?<!tristore-)\bemulator (?:exec|sweep|why|replay|init|check|schema|token|stop)\b/
  const isComment = /^\s*(?:\/?\*|\/\/)/
  const lines = sources.flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  expect(lines.filter((line) => short.test(line) && !isComment.test(line))).toEqual([])
})
