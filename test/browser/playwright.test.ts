import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmulator } from '../../src/start-emulator.js'
import { BuiltPackage } from '../cli/built.js'
import { commandOf, EXAMPLES, outerEnvironment, patternOf } from '../examples/example.js'
import { reusablePort } from '../support/reusable-port.js'
import { CHROMIUM, launchBrowserServer, THIRD_PARTY_NAME } from './browser.js'

/** The fixtures for @playwright/test from the package: many tests at once, with one application. */

const SUITE = resolve(import.meta.dirname, '../playwright')
const MODULES = resolve(import.meta.dirname, '../../node_modules')
const SEED = { namespaces: [{ id: 'ns_shop', keys: [{ key: 'kv_admin_shop', scope: 'admin' as const }] }] }
const TOGETHER = 8
const TIME_LIMIT_MS = 600_000

let built: BuiltPackage
let folder: string

beforeAll(() => {
  built = new BuiltPackage()
  built.build()
  folder = mkdtempSync(join(tmpdir(), 'emulator-playwright-'))
}, TIME_LIMIT_MS)

afterAll(() => {
  built[Symbol.dispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** Copies a suite, and installs the packages that it needs. */
function copyOf(suite: string): string {
  const copy = mkdtempSync(join(folder, 'suite-'))
  cpSync(suite, copy, { recursive: true })
  const installed = built.installInto(copy)
  const modules = join(copy, 'node_modules')
  symlinkSync(join(MODULES, '@playwright'), join(modules, '@playwright'))
  mkdirSync(join(modules, '.bin'))
  symlinkSync(join(MODULES, '@playwright/test/cli.js'), join(modules, '.bin/playwright'))
  symlinkSync(join(installed, 'bin/emulator.js'), join(modules, '.bin/tristore-emulator'))
  return copy
}

/** A test in the report of a run. */
interface Reported {
  readonly title: string
  readonly status: string
  readonly attachments: readonly { readonly name: string; readonly path: string }[]
}

test(
  'eight tests run at once with one application, each with its own world and time',
  async () => {
    await using emulator = await startEmulator({ seed: SEED, requireWorld: true })
    await using third = await serve((request, response) => {
      // Like a third party that does not allow extra headers.
      response.writeHead(request.method === 'GET' ? 200 : 405, { 'Access-Control-Allow-Origin': '*' })
      response.end(request.headers.baggage ?? 'third')
    })
    const arrived: (() => void)[] = []
    await using together = await serve((_request, response) => {
      arrived.push(() => response.end())
      if (arrived.length === TOGETHER) for (const open of arrived) open()
    })
    await using browser = await launchBrowserServer()
    const suite = copyOf(SUITE)
    await using application = await start(suite, {
      KV_BASE_URL: emulator.baseUrl,
      THIRD_PARTY: `http://${THIRD_PARTY_NAME}:${third.port}/`,
    })
    const { status, output } = await run('playwright test', suite, {
      EMULATOR_URL: emulator.baseUrl,
      BASE_URL: application.url,
      BROWSER: browser.wsEndpoint(),
      TOGETHER: `http://127.0.0.1:${together.port}/`,
    })
    const tests = reported(suite)
    expect(
      tests.filter((one) => one.status !== 'passed').map(({ title }) => title),
      output,
    ).toEqual(['fails', 'fails if its journal cannot be written', 'fails if a fault never fired'])
    expect([tests.length, status]).toEqual([TOGETHER + 7, 1])
    expect(output).toContain('Error: the fault for kv.put (503) never fired: no request that matches ')
    expect(output).toMatch(/Error: the cause in \w+/)
    expect(await emulator.requests()).toEqual([])
    const left = await emulator.fetch('/_admin/worlds')
    expect(await left.json()).toEqual({ worlds: [] })

    const [failed] = tests.filter(({ title }) => title === 'fails')
    const pathOf = (name: string) => failed?.attachments.find((one) => one.name === name)?.path ?? ''
    expect(readFileSync(pathOf('journal'), 'utf8')).toMatch(
      /^The last request to the world of "fails":\n {2}\S+ {2}GET \/v1\/kv\/ns_shop\/cart {2}404 /,
    )
    const [line, printed = ''] =
      /^Inspect the run: npx tristore-emulator replay --serve (\S+)$/m.exec(output) ?? []
    expect(output).toContain(`${readFileSync(pathOf('journal'), 'utf8')}\n${line}`)
    for (const bundle of [pathOf('bundle'), join(suite, printed)]) {
      const replay = built.start('replay', bundle)
      expect([await replay.ended, replay.out]).toEqual([
        0,
        expect.stringContaining('The answer matches the recorded one, byte for byte.'),
      ])
    }
  },
  TIME_LIMIT_MS,
)

test(
  'the example runs with the command of its README',
  async () => {
    const { command, output: shown } = commandOf('playwright')
    const port = await reusablePort()
    const { status, output } = await run(command.replace(/^npx /, ''), copyOf(join(EXAMPLES, 'playwright')), {
      CHROMIUM,
      PORT: `${port}`,
    })
    expect(output.trimEnd()).toMatch(patternOf(shown))
    expect(status).toBe(0)
  },
  TIME_LIMIT_MS,
)

interface Served extends AsyncDisposable {
  readonly port: number
}

async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function start(suite: string, env: NodeJS.ProcessEnv) {
  const child = fork(join(suite, 'application.mjs'), { env: { ...outerEnvironment(), ...env } })
  const [port] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** Runs a command to its end, even if it fails. Installed commands are found as by npx. */
function run(command: string, cwd: string, added: NodeJS.ProcessEnv) {
  const env = outerEnvironment()
  const PATH = `${join(cwd, 'node_modules/.bin')}${delimiter}${env.PATH}`
  return new Promise<{ status: unknown; output: string }>((done) => {
    const options = { cwd, env: { ...env, PATH, ...added } }
    execFile('bash', ['-c', `${command} 2>&1`], options, (error, output) =>
      done({ status: error?.code ?? 0, output }),
    )
  })
}

function reported(suite: string): Reported[] {
  const { suites } = JSON.parse(readFileSync(join(suite, 'report.json'), 'utf8'))
  return suites.flatMap(testsIn)
}

/** A part of Playwright's report. */
interface ReportedSuite {
  readonly suites?: readonly ReportedSuite[]
  readonly specs: readonly {
    readonly title: string
    readonly tests: readonly { readonly results: readonly Omit<Reported, 'title'>[] }[]
  }[]
}

const testsIn = ({ suites = [], specs }: ReportedSuite): Reported[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ results }) => results.map((one) => ({ ...one, title }))),
  ),
  ...suites.flatMap(testsIn),
]
