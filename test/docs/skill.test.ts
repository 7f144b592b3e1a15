import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { BuiltPackage } from '../cli/built.js'
import { blocksOf, deadLinksOf, isStart, PageEmulator, patternOf, readPage, stepsOf } from './pages.js'

/** What coding agents read is true: its commands are run, and its test is skill-sample.test.ts. */

const SKILL = 'skills/tristore-emulator/SKILL.md'
const pages = [readPage(SKILL), readPage('llms.txt')]

let built: BuiltPackage

beforeAll(() => {
  built = new BuiltPackage()
  built.build()
}, 120_000)

afterAll(() => built[Symbol.dispose]())

describe.each(pages)('$path', (page) => {
  const [start = { command: '', expected: '' }, ...steps] = stepsOf(page)
  let emulator: PageEmulator

  beforeAll(async () => {
    emulator = await PageEmulator.start(built, start)
  }, 120_000)

  afterAll(() => emulator[Symbol.dispose]())

  test('its first command starts the emulator that the others ask', () => {
    expect(isStart(start)).toBe(true)
    expect(steps.filter(isStart)).toEqual([])
  })

  describe('commands, in order', () => {
    test.each(steps)('$command', async (step) => {
      expect(await emulator.run(step)).toMatch(patternOf(step.expected))
    })
  })

  test('no link leads to a file that is not there, and it comes with the package', () => {
    expect(deadLinksOf(page)).toEqual([])
    expect(manifest.files.some((part) => page.path === part || page.path.startsWith(`${part}/`))).toBe(true)
  })
})

test('its vitest test is one that is run', () => {
  const sample = readFileSync(join(resolve(import.meta.dirname), 'skill-sample.test.ts'), 'utf8')
  const [block] = blocksOf('ts', readPage(SKILL).text)
  expect(sample.replace('../../src/integrations/vitest.js', 'tristore-emulator/vitest')).toBe(block)
})

test('an agent finds by its head what it is for, and reads it at once', () => {
  const { text } = readPage(SKILL)
  expect(text).toMatch(/^---\nname: tristore-emulator\ndescription: .{50,1024}\n---\n/)
  expect(text.split('\n').length).toBeLessThanOrEqual(150)
})
