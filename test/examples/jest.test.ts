import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ExampleCopies, runExample } from './copies.js'
import { commandsOf, patternOf } from './example.js'
import { expectKeptRun } from './kept-run.js'

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
  copies.built.buildTypes()
})

afterAll(() => copies[Symbol.dispose]())

test.each(commandsOf('jest'))(
  'the Jest example prints what its README shows: $command',
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
