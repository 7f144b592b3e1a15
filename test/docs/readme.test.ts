import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseSeeds } from '../../src/seed/parse.js'
import { BuiltPackage } from '../cli/built.js'
import {
  blocksOf,
  deadLinksOf,
  inCheckout,
  isStart,
  PageEmulator,
  patternOf,
  readPage,
  stepsOf,
} from './pages.js'

/** The README is true: its commands are run, in order, against the emulator that its first command starts. */

const readme = readPage('README.md')
const lines = readme.text.split('\n')
const [start = { command: '', expected: '' }, ...steps] = stepsOf(readme)

let built: BuiltPackage
let emulator: PageEmulator

beforeAll(async () => {
  built = new BuiltPackage()
  built.build()
  emulator = await PageEmulator.start(inCheckout(built), start)
})

afterAll(() => {
  emulator[Symbol.dispose]()
  built[Symbol.dispose]()
})

test('the first command is the one that starts it', () => {
  expect(start.command).toMatch(/^npm ci && npx tristore-emulator --seed /)
  expect(steps.filter(isStart)).toEqual([])
})

test('the first answer stands by line 20', () => {
  const command = lines.findIndex((line) => line.startsWith('$ curl'))
  expect(lines[command + 1]).toMatch(/^\{/)
  expect(command + 2).toBeLessThanOrEqual(20)
})

test('it has 300 lines at most; what is deeper stands in docs/', () => {
  expect(lines.length).toBeLessThanOrEqual(300)
})

test('no link leads to a file that is not there', () => {
  expect(deadLinksOf(readme)).toEqual([])
})

describe('commands, in order', () => {
  test.each(steps)('$command', async (step) => {
    expect(await emulator.run(step)).toMatch(patternOf(step.expected))
  })
})

// The other YAML blocks are files of CI services and Compose.
test.each(blocksOf('yaml', readme.text).filter((text) => text.includes('namespaces:')))('seed %#', (text) => {
  expect(() => parseSeeds([{ name: 'README.md', text }])).not.toThrow()
})
