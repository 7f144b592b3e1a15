import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  CONNECTION_FAULTS,
  type ConnectionFault,
  connectionFaults,
  isHalving,
} from '../../../src/domain/faults/connection-faults.js'

const root = join(import.meta.dirname, '../../..')

const HOME = 'src/domain/faults/connection-faults.ts'

const sources = ['src', 'dashboard'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
)

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The number of kinds that a file names, as text or as a member. One or two are a use, more make a table. */
const namedIn = (text: string): number =>
  CONNECTION_FAULTS.filter((name) => new RegExp(`'${name}'|^ +${name}: `, 'm').test(text)).length

/** Types written by `npm run generate` may name them. */
const others = sources.filter((file) => file !== HOME && !read(file).startsWith('// Written from'))

test('no other file has a table of the kinds, or compares with one by its name', () => {
  expect(others.filter((file) => namedIn(read(file)) > 2)).toEqual([])
  expect(others.filter((file) => /connection [!=]== '/.test(read(file)))).toEqual([])
})

test.each([...CONNECTION_FAULTS, 'other', undefined])('%j leaves half of an answer if it says so', (name) => {
  expect(isHalving(name)).toBe(connectionFaults[name as ConnectionFault]?.receives === 'half')
})

test('the guide to faults names each of them', () => {
  const [row = ''] = /^\| `connection` \|.*$/m.exec(read('docs/faults.md')) ?? []
  expect(CONNECTION_FAULTS.filter((name) => !row.includes(`\`${name}\``))).toEqual([])
})
