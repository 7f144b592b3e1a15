import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STARTER_SEED } from '../../src/seed/starter.js'
import { ExampleCopies, runExample } from './copies.js'
import { commandOf, commandsOf, EXAMPLES, exampleNames, filesOf, patternOf, readExample } from './example.js'
import { expectKeptRun } from './kept-run.js'

/** Examples that need nothing but Node, with the packages that they need besides the emulator. */
const RUN_BY_NODE = {
  vitest: ['vitest'],
  'node-test': [],
  msw: ['msw'],
  'own-service': [],
}

let copies: ExampleCopies

beforeAll(() => {
  copies = new ExampleCopies()
})

afterAll(() => copies[Symbol.dispose]())

const runs = Object.entries(RUN_BY_NODE).flatMap(([name, needed]) =>
  commandsOf(name).map(({ command, output }) => ({ name, needed, command, output })),
)

test.each(runs)(
  'the example $name prints what its README shows: $command',
  async ({ name, needed, command, output }) => {
    const printed = await runExample(copies.copyOf(name, needed), command)
    expect(printed.trimEnd()).toMatch(patternOf(output))
  },
)

test('node-test: the run of a failed test is kept', async () => {
  const folder = copies.copyOf('node-test', [])
  const code =
    "const { sessions } = await worldFor(t)\n  await sessions.begin('bob')\n  throw new Error('the cause')"
  appendFileSync(join(folder, 'sessions.test.mjs'), `\ntest('fails', async (t) => {\n  ${code}\n})\n`)
  await expectKeptRun(copies, folder, 'node --test')
})

test.each(exampleNames)(
  '%s is listed, and its README explains its purpose, its files and how to run it',
  (name) => {
    const readme = readExample(name, 'README.md')
    expect(readFileSync(join(EXAMPLES, 'README.md'), 'utf8')).toContain(`| [${name}](${name}) |`)
    expect(readme).toMatch(
      /^# \S.*\n\n\S[^|]*\n\n\| file \| \|\n\| --- \| --- \|\n(?:\| `.*` \| .+ \|\n)+\n## Run it\n/,
    )
    expect(commandOf(name).output).not.toBe('')
    const listed = [...readme.matchAll(/^\| `([^`]*)` \|/gm)].map(([, file = '']) => file)
    expect(['README.md', ...listed].sort()).toEqual(filesOf(name))
  },
)

test('the seed of each example is the one that init writes', () => {
  for (const name of exampleNames) expect(readExample(name, 'fixtures.yaml'), name).toBe(STARTER_SEED)
})
