import { execFile } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BuiltPackage } from '../cli/built.js'
import { isDeep } from '../support/extent.js'
import {
  commandOf,
  commandsOf,
  EXAMPLES,
  exampleNames,
  filesOf,
  outerEnvironment,
  patternOf,
  readExample,
} from './example.js'

/** The examples as their readers find them: copied, with the package installed, each run by the command it names. */

const modules = resolve(EXAMPLES, '../node_modules')
const run = promisify(execFile)

/** The examples that need nothing but Node, with what they have installed beside the package. */
const RUN_BY_NODE = {
  vitest: ['vitest'],
  guides: ['vitest'],
  'node-test': [],
  msw: ['msw'],
  jest: ['jest', 'babel-jest', 'ts-jest', 'typescript', '@babel', '@jest', '@types', 'jest-environment-node'],
}
/** What some need in another version than the tests themselves is installed there. */
const OF_JEST = resolve(import.meta.dirname, '../jest/node_modules')

let built: BuiltPackage
let copies: string

beforeAll(() => {
  built = new BuiltPackage()
  built.build()
  built.buildTypes()
  copies = mkdtempSync(join(tmpdir(), 'emulator-examples-'))
})

afterAll(() => {
  built[Symbol.dispose]()
  rmSync(copies, { recursive: true, force: true })
})

/** It takes as long as all others together, for it checks types: npm run test:deep runs it. */
const OF_TS_JEST = 'npx jest'

const runs = Object.entries(RUN_BY_NODE)
  .flatMap(([name, needed]) =>
    commandsOf(name).map(({ command, output }) => ({ name, needed, command, output })),
  )
  .filter(({ command }) => command !== OF_TS_JEST || isDeep)

test.each(runs)('$name: $command', async ({ name, needed, command, output }) => {
  const printed = await runExample(copyOf(name, needed), command)
  expect(printed.trimEnd()).toMatch(patternOf(output))
})

/** A test that fails, in the words of each runner whose example tells of such by itself. */
const FAILING = {
  'node-test': {
    file: 'sessions.test.mjs',
    command: 'node --test',
    code: "const { sessions } = await worldFor(t)\n  await sessions.begin('bob')\n  throw new Error('the cause')",
  },
  jest: {
    file: 'sessions.test.ts',
    command: 'npx jest --config jest.babel.json',
    code: "await sessions.begin('bob')\n  throw new Error('the cause')",
  },
} as const

test.each(['node-test', 'jest'] as const)('%s: of a test that fails, the run is kept', async (name) => {
  const { file, command, code } = FAILING[name]
  const folder = copyOf(name, RUN_BY_NODE[name])
  appendFileSync(join(folder, file), `\ntest('fails', async (t) => {\n  ${code}\n})\n`)
  const printed = await runExample(folder, `${command} || true`)
  expect(printed).toContain('the cause')
  expect(printed.match(/The last request to the world of ".*":/g)).toEqual([
    'The last request to the world of "fails":',
  ])
  const [, path = ''] =
    /Look at its run: npx tristore-emulator replay --serve (\S+\.json)/.exec(printed) ?? []
  const replay = built.start('replay', join(folder, path))
  expect(await replay.ended, replay.err).toBe(0)
})

/** Copies an example, and installs beside it what it needs. */
function copyOf(name: string, needed: readonly string[]): string {
  const folder = mkdtempSync(join(copies, `${name}-`))
  cpSync(join(EXAMPLES, name), folder, { recursive: true })
  install(folder, needed)
  return folder
}

/** @returns all that a command prints */
async function runExample(cwd: string, command: string): Promise<string> {
  const env = outerEnvironment()
  // The command is found as npx finds it, without asking a registry.
  const PATH = `${join(cwd, 'node_modules/.bin')}${delimiter}${env.PATH}`
  // Some print their results where errors go.
  const script = `{ ${command.replace(/^npx /, '')}; } 2>&1`
  const { stdout } = await run('bash', ['-c', script], { cwd, env: { ...env, PATH } })
  return stdout
}

/** Installs the built package, and links what else there is to have. */
function install(folder: string, needed: readonly string[]): void {
  built.installInto(folder)
  for (const name of [...needed, '.bin']) {
    const own = join(OF_JEST, name)
    const target = name !== '.bin' && existsSync(own) ? own : join(modules, name)
    symlinkSync(target, join(folder, 'node_modules', name))
  }
}

describe.each(exampleNames)('%s', (name) => {
  const readme = readExample(name, 'README.md')

  test('is listed', () => {
    expect(readFileSync(join(EXAMPLES, 'README.md'), 'utf8')).toContain(`| [${name}](${name}) |`)
  })

  test('its README says what it shows, its files, and how to run it', () => {
    expect(readme).toMatch(
      /^# \S.*\n\n\S[^|]*\n\n\| file \| \|\n\| --- \| --- \|\n(?:\| `.*` \| .+ \|\n)+\n## Run it\n/,
    )
    expect(commandOf(name).output).not.toBe('')
  })

  test('its README lists its files', () => {
    const listed = [...readme.matchAll(/^\| `([^`]*)` \|/gm)].map(([, file = '']) => file)
    expect(['README.md', ...listed].sort()).toEqual(filesOf(name))
  })

  test('its seed passes the check', async () => {
    const check = built.start('check', join(EXAMPLES, name, 'fixtures.yaml'))
    expect(await check.ended, check.out + check.err).toBe(0)
  })
})
