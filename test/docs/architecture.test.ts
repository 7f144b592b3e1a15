import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** docs/ARCHITECTURE.md must name files and folders that exist. */

const root = resolve(import.meta.dirname, '../..')
const source = join(root, 'src')
const text = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8')
/** Folders of sources other than src/. */
const beside = ['conformance', 'dashboard', 'lab']
const rooms = [...readdirSync(source), ...beside]
const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words)
const places = [
  ...new Set(quoted.filter((words) => rooms.includes(words.split('/')[0] ?? '') && words.includes('/'))),
]

test('every file and declaration that it names exists', () => {
  expect(places.length).toBeGreaterThan(50)
  expect(places.filter((place) => !isThere(place))).toEqual([])
})

function isThere(place: string): boolean {
  const [path = '', name] = place.split(':')
  const file = join(beside.some((room) => path.startsWith(`${room}/`)) ? root : source, path)
  if (name === undefined || !existsSync(file)) return existsSync(file)
  const declared = new RegExp(`^export (?:async )?(?:function\\*?|class|const) ${name}\\b`, 'm')
  return declared.test(readFileSync(file, 'utf8'))
}

test('every folder of sources has a row in the table', () => {
  const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const rows = [...text.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, room]) => room)
  expect(rows.sort()).toEqual([...folders.map(({ name }) => name), ...beside].sort())
})
