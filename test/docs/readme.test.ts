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

/** The commands of the README are run, in order, with the emulator that its first command starts. */

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

test('the first command starts the emulator', () => {
  expect(start.command).toMatch(/^npm ci && npx tristore-emulator --seed /)
  expect(steps.filter(isStart)).toEqual([])
})

test('the first answer is within the first 20 lines', () => {
  const command = lines.findIndex((line) => line.startsWith('$ curl'))
  expect(lines[command + 1]).toMatch(/^\{/)
  expect(command + 2).toBeLessThanOrEqual(20)
})

test('it has at most 300 lines, since details belong into docs/', () => {
  expect(lines.length).toBeLessThanOrEqual(300)
})

test('no link leads to a missing file', () => {
  expect(deadLinksOf(readme)).toEqual([])
})

describe('commands, in order', () => {
  test.each(steps)('$command', async (step) => {
    expect(await emulator.run(step)).toMatch(patternOf(step.expected))
  })
})

// The other YAML blocks are for CI services and Compose.
test.each(blocksOf('yaml', readme.text).filter((text) => text.includes('namespaces:')))('seed %#', (text) => {
  expect(() => parseSeeds([{ name: 'README.md', text }])).not.toThrow()
})
