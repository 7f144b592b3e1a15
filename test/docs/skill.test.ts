import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { BuiltPackage } from '../cli/built.js'
import { outerEnvironment } from '../examples/example.js'
import { testCommandsOf } from './page-commands.js'
import { blocksOf, deadLinksOf, readPage } from './pages.js'

/** The commands and code of the pages for coding agents are run in a project with the package, not in a checkout. */

const SKILL = readPage('skills/tristore-emulator/SKILL.md')
const LLMS = readPage('llms.txt')
const pages = [SKILL, LLMS]

const modules = resolve(import.meta.dirname, '../../node_modules')
const project = mkdtempSync(join(tmpdir(), 'emulator-agent-'))
const installed = join(project, 'node_modules/tristore-emulator')
const run = promisify(execFile)

beforeAll(async () => {
  using built = new BuiltPackage()
  built.build()
  built.buildTypes()
  built.installInto(project)
  for (const name of ['vitest', '@types', '.bin'])
    symlinkSync(join(modules, name), join(project, 'node_modules', name))
  await runInProject('npx tristore-emulator init')
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

testCommandsOf(pages, () => ({ installed, cwd: project }))

describe.each(pages)('$path', (page) => {
  test('no link leads to a missing file, and the page is part of the package', () => {
    expect(deadLinksOf(page)).toEqual([])
    expect(manifest.files.some((part) => page.path === part || page.path.startsWith(`${part}/`))).toBe(true)
  })

  test('it sets a project up as this test does, with the archive of npm pack', () => {
    const commands = blocksOf('sh', page.text).flatMap((block) => block.trim().split('\n'))
    expect(commands.map((command) => command.replace(/ +#.*/, ''))).toEqual([
      `npm install --save-dev ./tristore-emulator-${manifest.version}.tgz`,
      'npx tristore-emulator init',
    ])
  })
})

test('its test for vitest passes, types included', async () => {
  writeBlock(SKILL, 'ts', 'orders.test.ts')
  await runInProject('vitest run')
  await runInProject('tsc --noEmit --strict --module nodenext --target es2023 --skipLibCheck orders.test.ts')
})

test('its test for other runners passes', async () => {
  writeBlock(SKILL, 'js', 'quota.test.mjs')
  await runInProject('node --test quota.test.mjs')
})

test('the program of llms.txt runs to its end', async () => {
  writeBlock(LLMS, 'js', 'program.mjs')
  await runInProject('node program.mjs')
})

test('the skill has a name and a description, and both pages are short enough to read in one go', () => {
  expect(SKILL.text).toMatch(/^---\nname: tristore-emulator\ndescription: .{50,1024}\n---\n/)
  expect(SKILL.text.split('\n').length).toBeLessThanOrEqual(150)
  expect(LLMS.text.split('\n').length).toBeLessThanOrEqual(60)
})

/** Writes the only block of a language in a page to a file. */
function writeBlock({ text }: { text: string }, language: string, file: string): void {
  const [block = '', ...others] = blocksOf(language, text)
  expect(others).toEqual([])
  writeFileSync(join(project, file), block)
}

async function runInProject(command: string): Promise<void> {
  const env = outerEnvironment()
  const PATH = `${join(project, 'node_modules/.bin')}${delimiter}${env.PATH}`
  const script = command.replace('npx tristore-emulator', `node ${join(installed, 'bin/emulator.js')}`)
  await run('bash', ['-c', `{ ${script}; } >&2`], { cwd: project, env: { ...env, PATH } })
}
