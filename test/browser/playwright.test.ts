import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmulator } from '../../src/emulator.js'
import { BuiltPackage } from '../cli/built.js'
import { outerEnvironment } from '../examples/example.js'
import { launchBrowserServer, THIRD_PARTY_NAME } from './browser.js'

/** The fixtures for @playwright/test, as the package brings them: many tests at once, against one application. */

const SUITE = resolve(import.meta.dirname, '../playwright')
const MODULES = resolve(import.meta.dirname, '../../node_modules')
const SEED = { namespaces: [{ id: 'ns_shop', keys: [{ key: 'kv_admin_shop', scope: 'admin' as const }] }] }
const TOGETHER = 20
const TIME_LIMIT_MS = 600_000

let built: BuiltPackage
let folder: string

beforeAll(() => {
  built = new BuiltPackage()
  built.build()
  folder = mkdtempSync(join(tmpdir(), 'emulator-playwright-'))
  cpSync(SUITE, folder, { recursive: true })
  const installed = join(folder, 'node_modules/tristore-emulator')
  mkdirSync(installed, { recursive: true })
  for (const part of ['package.json', 'dist'])
    cpSync(join(built.folder, part), join(installed, part), { recursive: true, dereference: true })
  symlinkSync(join(MODULES, '@playwright'), join(folder, 'node_modules/@playwright'))
}, TIME_LIMIT_MS)

afterAll(() => {
  built[Symbol.dispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** A test in the report of a run. */
interface Reported {
  readonly title: string
  readonly status: string
  readonly attachments: readonly { readonly name: string; readonly path: string }[]
}

test(
  'twenty tests at once, each in its world and time, against one application',
  async () => {
    await using emulator = await startEmulator({ seed: SEED, requireWorld: true })
    await using third = await serve((request, response) => {
      // What third parties do that were never asked about a header.
      response.writeHead(request.method === 'GET' ? 200 : 405, { 'Access-Control-Allow-Origin': '*' })
      response.end(request.headers.baggage ?? 'third')
    })
    const arrived: (() => void)[] = []
    await using together = await serve((_request, response) => {
      arrived.push(() => response.end())
      if (arrived.length === TOGETHER) for (const open of arrived) open()
    })
    await using browser = await launchBrowserServer()
    await using application = await start({
      KV_BASE_URL: emulator.baseUrl,
      THIRD_PARTY: `http://${THIRD_PARTY_NAME}:${third.port}/`,
    })
    const { status, output } = await playwright({
      EMULATOR_URL: emulator.baseUrl,
      BASE_URL: application.url,
      BROWSER: browser.wsEndpoint(),
      TOGETHER: `http://127.0.0.1:${together.port}/`,
    })
    const tests = reported()
    expect(
      tests.filter((one) => one.status !== 'passed').map(({ title }) => title),
      output,
    ).toEqual(['fails'])
    expect([tests.length, status]).toEqual([TOGETHER + 3, 1])
    expect(await emulator.requests()).toEqual([])

    const [failed] = tests.filter(({ title }) => title === 'fails')
    const pathOf = (name: string) => failed?.attachments.find((one) => one.name === name)?.path ?? ''
    expect(readFileSync(pathOf('journal'), 'utf8')).toMatch(
      /^The last request to the world of "fails":\n {2}\S+ {2}GET \/v1\/kv\/ns_shop\/cart {2}404 /,
    )
    const [line, printed = ''] = /^Run it again: npx tristore-emulator replay (\S+)$/m.exec(output) ?? []
    expect(output).toContain(`${readFileSync(pathOf('journal'), 'utf8')}\n${line}`)
    for (const bundle of [pathOf('bundle'), join(folder, printed)]) {
      const replay = built.start('replay', bundle)
      expect([await replay.ended, replay.out]).toEqual([
        0,
        expect.stringContaining('The answer is what was given, to the byte.'),
      ])
    }
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

async function start(env: NodeJS.ProcessEnv) {
  const child = fork(join(folder, 'application.mjs'), { env: { ...outerEnvironment(), ...env } })
  const [port] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** Runs the suite to its end, whatever comes of it. */
function playwright(env: NodeJS.ProcessEnv): Promise<{ status: unknown; output: string }> {
  const command = [join(MODULES, '@playwright/test/cli.js'), 'test']
  const options = { cwd: folder, env: { ...outerEnvironment(), ...env } }
  return new Promise((done) => {
    execFile(process.execPath, command, options, (error, stdout, stderr) =>
      done({ status: error?.code ?? 0, output: stdout + stderr }),
    )
  })
}

function reported(): Reported[] {
  const { suites } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
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
