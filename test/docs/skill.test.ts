import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { testCommandsOf } from './page-commands.js'
import { blocksOf, deadLinksOf, readPage } from './pages.js'

/** What coding agents read is true: its commands are run, and its test is skill-sample.test.ts. */

const SKILL = 'skills/tristore-emulator/SKILL.md'
const pages = [readPage(SKILL), readPage('llms.txt')]

testCommandsOf(pages)

describe.each(pages)('$path', (page) => {
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
