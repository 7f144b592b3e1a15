import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDeep } from '../support/extent.js'
import { ExampleCopies, runExample } from './copies.js'
import { commandsOf, patternOf } from './example.js'
import { expectKeptRun } from './kept-run.js'

/** The commands of the example for Jest are run. */

const NEEDED = [
  'jest',
  'babel-jest',
  'ts-jest',
  'typescript',
  '@babel',
  '@jest',
  '@types',
  'jest-environment-node',
]

let copies: ExampleCopies

beforeAll(() => {
  copies = new ExampleCopies()
})

afterAll(() => copies[Symbol.dispose]())

/** This command checks types and takes as long as all others together, so only npm run test:deep runs it. */
const OF_TS_JEST = 'npx jest'

test.each(commandsOf('jest').filter(({ command }) => command !== OF_TS_JEST || isDeep))(
  '$command',
  async ({ command, output }) => {
    const printed = await runExample(copies.copyOf('jest', NEEDED), command)
    expect(printed.trimEnd()).toMatch(patternOf(output))
  },
)

test('the run of a failed test is kept', async () => {
  const folder = copies.copyOf('jest', NEEDED)
  const code = "await sessions.begin('bob')\n  throw new Error('the cause')"
  appendFileSync(join(folder, 'sessions.test.ts'), `\ntest('fails', async () => {\n  ${code}\n})\n`)
  await expectKeptRun(copies, folder, 'npx jest --config jest.babel.json')
})
