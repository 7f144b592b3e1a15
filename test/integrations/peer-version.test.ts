import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BuiltPackage } from '../cli/built.js'

/** The optional entries of the installed package, with other versions of their tools. */

let app: string

beforeAll(() => {
  using built = new BuiltPackage()
  built.build()
  app = mkdtempSync(join(tmpdir(), 'emulator-peers-'))
  built.installInto(app)
})

afterAll(() => rmSync(app, { recursive: true, force: true }))

/** The exports that the entries use, as older versions of each tool have them. */
const OLDER = {
  vitest: 'const test = { extend: () => test }; export { test }',
  playwright: 'const test = { extend: () => test }; exports.test = test',
  msw: 'exports.rest = {}; exports.setupWorker = () => {}',
  testcontainers: 'exports.GenericContainer = class {}; exports.AbstractStartedContainer = class {}',
}

type Tool = keyof typeof OLDER

/** The package of a tool, if its entry has another name. */
const PACKAGES: Partial<Record<Tool, string>> = { playwright: '@playwright/test' }

const MENDS = {
  vitest: (version: string) => `tristore-emulator/vitest needs vitest 4.1 or newer; ${version} is installed`,
  playwright: (version: string) =>
    `tristore-emulator/playwright needs @playwright/test 1.45 or newer; ${version} is installed`,
  msw: () => 'tristore-emulator/msw needs msw 2 or newer; an older one, which has no `http`, is installed',
  testcontainers: (version: string) =>
    `tristore-emulator/testcontainers needs testcontainers 11 or newer; ${version} is installed`,
}

const USES = {
  vitest: 'entry.createTest()',
  playwright: 'entry.createTest()',
  msw: "entry.emulatorHandler('http://a', {})",
  testcontainers: 'entry.EmulatorContainer',
}

const BY_IMPORT = '(name) => import(name)'
const BY_REQUIRE = 'async (name) => require(name)'

/** The ways to load an entry. */
const WAYS: Readonly<Record<Tool, readonly string[]>> = {
  vitest: [BY_IMPORT],
  playwright: [BY_IMPORT, BY_REQUIRE],
  msw: [BY_IMPORT, BY_REQUIRE],
  testcontainers: [BY_IMPORT, BY_REQUIRE],
}

describe('with an older version, the entry names the one that it needs:', () => {
  test.each([
    ['vitest', '4.0.18'],
    ['playwright', '1.44.1'],
    ['msw', '1.3.5'],
    ['testcontainers', '10.28.0'],
  ] as const)('%s %s', (tool, version) => {
    install(tool, version, OLDER[tool])
    expect(uses(tool)).toEqual(WAYS[tool].map(() => MENDS[tool](version)))
  })
})

describe('with a new or unreadable version, the entry reports nothing:', () => {
  test.each([
    ['vitest', '4.1.0-beta.2'],
    ['vitest', 'next'],
    ['playwright', '1.45.0'],
    ['testcontainers', '11.0.0'],
  ] as const)('%s %s', (tool, version) => {
    install(tool, version, OLDER[tool])
    expect(uses(tool)).toEqual(WAYS[tool].map(() => ''))
  })

  test('msw 2', () => {
    install('msw', '2.15.0', 'exports.http = { all: () => ({}) }')
    expect(uses('msw')).toEqual(['', ''])
  })
})

function install(tool: Tool, version: string, code: string): void {
  const name = PACKAGES[tool] ?? tool
  const folder = join(app, 'node_modules', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const type = tool === 'vitest' ? 'module' : 'commonjs'
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, type, main: 'index.js' }))
  writeFileSync(join(folder, 'index.js'), code)
}

/** Returns the error of the entry for each way to load it; an empty text if there is none. */
function uses(tool: Tool): string[] {
  const script = `(async () => {
    const messages = []
    for (const load of [${WAYS[tool].join()}]) {
      const message = await load('tristore-emulator/${tool}').then((entry) => void ${USES[tool]}).catch((error) => error.message)
      messages.push(message ?? '')
    }
    process.stdout.write(JSON.stringify(messages))
  })()`
  const args = ['--input-type=commonjs', '--eval', script]
  return JSON.parse(execFileSync(process.execPath, args, { cwd: app, encoding: 'utf8' }))
}
