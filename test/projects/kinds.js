// The kinds of projects to try the packed package in: the packages that each installs, its files and its command.

/** A namespace with a key, for the project's fixtures.yaml, and as an option. */
export const SEED = {
  namespaces: [{ id: 'ns_shop_k3v9x2', keys: [{ key: 'kv_admin_shop', scope: 'admin' }] }],
}
const OPTIONS = JSON.stringify({ seed: SEED })

/** The same test for every kind: in a new world, a key that was put is gone an hour later. */
const body = (assert) => `
  const emulator = await startEmulator(${OPTIONS})
  const world = await emulator.world()
  const url = world.baseUrl + '/v1/kv/ns_shop_k3v9x2/cart'
  const headers = { 'X-KV-Key': 'kv_admin_shop' }
  const put = await fetch(url, { method: 'PUT', headers, body: '{"value": 1, "ttlSeconds": 60}' })
  await world.clock.advance('1h')
  const get = await fetch(url, { headers })
  await emulator.close()
  ${assert('[put.status, get.status].join()', "'200,404'")}
`

const IMPORT = "import { startEmulator } from 'tristore-emulator'"
const REQUIRE = "const { startEmulator } = require('tristore-emulator')"
const strictly = (one, other) => `assert.equal(${one}, ${other})`
const expecting = (one, other) => `expect(${one}).toBe(${other})`
const throwing = (one, other) => `if (${one} !== ${other}) throw new Error(${one})`

const VITEST_FIXTURE = `import { expect } from 'vitest'
import { createTest } from 'tristore-emulator/vitest'
const test = createTest(${OPTIONS})
test('a key expires', async ({ world }) => {
  const headers = { 'X-KV-Key': 'kv_admin_shop' }
  const path = '/v1/kv/ns_shop_k3v9x2/cart'
  expect((await world.fetch(path, { method: 'PUT', headers, body: '{"value": 1, "ttlSeconds": 60}' })).status).toBe(200)
  await world.clock.advance('1h')
  expect((await world.fetch(path, { headers })).status).toBe(404)
})`
const VITEST = `import { expect, test } from 'vitest'\n${IMPORT}\ntest('a key expires', async () => {${body(expecting)}})`
const JEST = `${REQUIRE}\ntest('a key expires', async () => {${body(expecting)}})`
const SCRIPT = `${IMPORT}\n${body(throwing)}`
const TYPED = `${IMPORT}\nconst check = async (): Promise<void> => {${body(throwing)}}\nawait check()`

const vitest = (version, test) => ({
  install: [`vitest@${version}`],
  files: { 'a.test.mjs': test },
  run: ['npx', 'vitest', 'run'],
})

export const KINDS = {
  'vitest 4': vitest('4', VITEST_FIXTURE),
  'vitest 5': vitest('>=5.0.0-0', VITEST_FIXTURE),
  'vitest 3, the library alone': vitest('3', VITEST),
  'Jest 30, babel': {
    install: ['jest@30'],
    files: { 'a.test.js': JEST },
    run: ['npx', 'jest'],
  },
  'Jest 30, ts-jest': {
    install: ['jest@30', 'ts-jest@29', 'typescript@5', '@types/jest@30', '@types/node@22'],
    files: {
      'a.test.ts': JEST.replace(REQUIRE, IMPORT),
      'jest.config.js': "module.exports = { preset: 'ts-jest' }",
      'tsconfig.json': JSON.stringify({
        compilerOptions: { module: 'commonjs', target: 'es2022', strict: true },
      }),
    },
    run: ['npx', 'jest'],
  },
  'node:test': {
    install: [],
    files: {
      'a.test.mjs': `import assert from 'node:assert'\nimport { test } from 'node:test'\n${IMPORT}\ntest('a key expires', async () => {${body(strictly)}})`,
    },
    run: ['node', '--test'],
  },
  tsx: { install: ['tsx@4'], files: { 'a.mts': TYPED }, run: ['npx', 'tsx', 'a.mts'] },
  'pnpm, strict': {
    install: [],
    manager: ['npx', '--yes', 'pnpm@10', 'add'],
    files: { 'a.mjs': SCRIPT },
    run: ['node', 'a.mjs'],
  },
  'yarn 1': {
    install: [],
    manager: ['npx', '--yes', 'yarn@1.22.22', 'add'],
    files: { 'a.mjs': SCRIPT },
    run: ['node', 'a.mjs'],
  },
  "yarn 4, plug'n'play": {
    install: [],
    manager: ['npx', '--yes', '@yarnpkg/cli-dist@4', 'add'],
    files: { 'a.mjs': SCRIPT, 'yarn.lock': '', '.yarnrc.yml': 'nodeLinker: pnp\nenableTelemetry: false\n' },
    run: ['npx', '--yes', '@yarnpkg/cli-dist@4', 'node', 'a.mjs'],
  },
  Bun: { install: ['bun@1'], scripts: true, files: { 'a.mjs': SCRIPT }, run: ['npx', 'bun', 'a.mjs'] },
  Deno: {
    install: ['deno@2'],
    scripts: true,
    files: { 'a.mjs': SCRIPT },
    run: ['npx', 'deno', 'run', '--allow-all', '--node-modules-dir=manual', 'a.mjs'],
  },
  'Express and Chromium': {
    needs: 'chromium',
    install: ['express@5', '@playwright/test@1'],
    files: {
      'app.mjs': `import express from 'express'
const app = express()
app.get('/', async (request, response) => {
  const baggage = request.get('baggage')
  const headers = { 'X-KV-Key': 'kv_admin_shop', ...(baggage === undefined ? {} : { baggage }) }
  const url = process.env.KV_BASE_URL + '/v1/kv/ns_shop_k3v9x2/cart'
  const { status } = await fetch(url, { method: 'PUT', headers, body: '{"value": 1, "ttlSeconds": 60}' })
  response.send('<h1>' + status + '</h1>')
})
app.listen(Number(process.env.APP_PORT))`,
      'playwright.config.mjs': `const port = String(20000 + process.pid % 20000)
process.env.APP_PORT ??= port
export default {
  webServer: { command: 'node app.mjs', port: Number(process.env.APP_PORT) },
  use: { baseURL: 'http://127.0.0.1:' + process.env.APP_PORT, launchOptions: { executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] } },
}`,
      'a.spec.mjs': `import { expect } from '@playwright/test'
import { createTest } from 'tristore-emulator/playwright'
const test = createTest()
test('the page writes to the world of its test', async ({ page, world }) => {
  await page.goto('/')
  await expect(page.locator('h1')).toHaveText('200')
  expect(await world.requests()).toHaveLength(1)
})`,
    },
    run: ['npx', 'tristore-emulator', 'exec', '--', 'npx', 'playwright', 'test'],
  },
  Vite: {
    install: ['vite@7'],
    files: {
      'a.mjs': `import { createServer } from 'vite'\n${IMPORT}
const emulator = await startEmulator(${OPTIONS})
const server = await createServer({ server: { port: 0, proxy: { '/v1': emulator.baseUrl } } })
await server.listen()
const { port } = server.httpServer.address()
const { status } = await fetch('http://localhost:' + port + '/v1/kv/ns_shop_k3v9x2/cart', {
  method: 'PUT', headers: { 'X-KV-Key': 'kv_admin_shop' }, body: '{"value": 1, "ttlSeconds": 60}',
})
await server.close()
await emulator.close()
if (status !== 200) throw new Error(String(status))`,
    },
    run: ['node', 'a.mjs'],
  },
  Python: {
    needs: 'python3',
    install: [],
    files: {
      'a.py': `import os, urllib.request
url = os.environ["KV_BASE_URL"] + "/v1/kv/ns_shop_k3v9x2/cart"
headers = {"X-KV-Key": "kv_admin_shop"}
urllib.request.urlopen(urllib.request.Request(url, b'{"value": 1, "ttlSeconds": 60}', headers, method="PUT"))
`,
    },
    run: ['npx', 'tristore-emulator', 'exec', '--', 'python3', 'a.py'],
  },
  Testcontainers: {
    needs: 'docker',
    install: ['testcontainers@11'],
    files: {
      'a.mjs': `import { EmulatorContainer } from 'tristore-emulator/testcontainers'
const container = await new EmulatorContainer('tristore-emulator').start()
const { keys } = await container.emulator.state.get()
await container.stop()`,
    },
    run: ['node', 'a.mjs'],
  },
}
