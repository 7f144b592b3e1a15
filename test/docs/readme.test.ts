import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseSeeds } from '../../src/seed/parse.js'
import { services } from '../../src/services/index.js'
import { blocksOf, deadLinksOf, isStart, PageEmulator, patternOf, readPage, stepsOf } from './pages.js'
import { Project } from './project.js'

const readme = readPage('README.md')
const lines = readme.text.split('\n')
const [start = { command: '', expected: '' }, ...steps] = stepsOf(readme)
const next = stepsOf(readPage('docs/index.md'))

let project: Project
let emulator: PageEmulator

beforeAll(async () => {
  project = await Project.make()
  emulator = await PageEmulator.start(project, start)
})

afterAll(() => {
  emulator[Symbol.dispose]()
  project[Symbol.dispose]()
})

test('the first command starts the emulator', () => {
  expect(start.command).toBe('npm ci && npx tristore-emulator')
  expect(steps.filter(isStart)).toEqual([])
})

test('the first answer is within the first 20 lines', () => {
  const command = lines.findIndex((line) => line.startsWith('$ curl'))
  expect(lines[command + 1]).toMatch(/^\{/)
  expect(command + 2).toBeLessThanOrEqual(20)
})

test('README has at most 1,100 words, since details belong into docs/', () => {
  expect(readme.text.match(/\S+/g)?.length).toBeLessThanOrEqual(1100)
})

test('no link leads to a missing file', () => {
  expect(deadLinksOf(readme)).toEqual([])
})

describe('commands, in order', () => {
  test.each(steps)('README shows what `$command` prints', async (step) => {
    expect(await emulator.run(step)).toMatch(patternOf(step.expected))
  })
})

describe('who goes on to Getting started with the same emulator finds it as it began', () => {
  test.each(next.filter((step) => !isStart(step)))(
    'README’s emulator also gives Getting started what `$command` prints',
    async (step) => {
      expect(await emulator.run(step)).toMatch(patternOf(step.expected))
    },
  )
})

test.each(blocksOf('yaml', readme.text))('the seed %# of README is valid', (text) => {
  expect(() => parseSeeds([{ name: 'README.md', text }], services)).not.toThrow()
})
