import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { testCommandsOf } from './page-commands.js'
import { blocksOf, deadLinksOf, readPage } from './pages.js'

/** Runs the commands of the pages for coding agents; test/docs/samples.test.ts runs their code. */

const SKILL = readPage('skills/tristore-emulator/SKILL.md')
const LLMS = readPage('llms.txt')
const pages = [SKILL, LLMS]

testCommandsOf(pages)

describe.each(pages)('$path', (page) => {
  test('no link leads to a missing file, and the page is part of the package', () => {
    expect(deadLinksOf(page)).toEqual([])
    expect(manifest.files.some((part) => page.path === part || page.path.startsWith(`${part}/`))).toBe(true)
  })

  test('it sets a project up as the tests of the pages do, with the archive of npm run pack', () => {
    const commands = blocksOf('sh', page.text).flatMap((block) => block.trim().split('\n'))
    expect(commands.map((command) => command.replace(/ +#.*/, ''))).toEqual([
      `npm install --save-dev ./tristore-emulator-${manifest.version}.tgz`,
      'npx tristore-emulator init',
    ])
  })
})

test('the skill has a name and a description, and both pages are short enough to read in one go', () => {
  expect(SKILL.text).toMatch(/^---\nname: tristore-emulator\ndescription: .{50,1024}\n---\n/)
  expect(SKILL.text.split('\n').length).toBeLessThanOrEqual(150)
  expect(LLMS.text.split('\n').length).toBeLessThanOrEqual(60)
})
