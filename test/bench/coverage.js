// node test/bench/coverage.js: prints how many functions of dist/ run for the second of two equal requests, and exits
// with 1 if that's more than allowed. Needs a build (npm run build). The figures are the same every time.
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { Session } from 'node:inspector/promises'
import { join, resolve } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'))
const dist = pathToFileURL(join(root, 'dist/')).href

const JSON_TYPE = { 'content-type': 'application/json' }
const KEY = { 'x-kv-key': 'kv_admin_a' }
const PATH = '/v1/kv/ns_a_1/k'
const ENTRY = { key: 'k', value: { n: 1 }, ttlSeconds: 86_400 }
const SEED = {
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_a_1', keys: [{ key: 'kv_admin_a', scope: 'admin' }], entries: [ENTRY] }],
}

/**
 * The maximum number of functions that may run for each request, which is as many as today. Lower it when there are
 * fewer.
 */
const CASES = [
  { name: 'GET of a key', most: 91, method: 'GET', path: PATH, headers: KEY },
  {
    name: 'PUT of a key',
    most: 123,
    method: 'PUT',
    path: PATH,
    headers: { ...KEY, ...JSON_TYPE },
    body: { value: { n: 2 }, ttlSeconds: 3600 },
  },
  {
    name: 'POST /_admin/clock',
    most: 108,
    method: 'POST',
    path: '/_admin/clock',
    headers: JSON_TYPE,
    body: { advance: '1s' },
  },
  {
    name: 'PUT /_admin/seed with one entry',
    most: 366,
    method: 'PUT',
    path: '/_admin/seed',
    headers: JSON_TYPE,
    body: SEED,
  },
]

/** Long enough for any work that's done after a response. */
const SETTLING_MS = 50

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

const { startEmulator } = await import(new URL('index.js', dist).href)
const emulator = await startEmulator({ seed: SEED, port: 0 })
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const rows = []
for (const { name, most, ...asked } of CASES) {
  await send(asked)
  await functionsRun()
  await send(asked)
  rows.push({ request: name, functions: (await functionsRun()).length, 'at most': most })
}
console.table(rows)
if (rows.some((row) => row.functions > row['at most'])) process.exitCode = 1

agent.destroy()
await emulator.close()
session.disconnect()

/** Returns the functions of dist/ that ran since the last call, leaving out module code. */
async function functionsRun() {
  await passed(SETTLING_MS)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => (url.startsWith('file:') ? url : pathToFileURL(url).href).startsWith(dist))
    .flatMap(({ functions }) => functions)
    .filter(({ ranges: [range] }) => range !== undefined && range.startOffset > 0 && range.count > 0)
}

async function send({ method, path, headers, body }) {
  const sent = request(emulator.baseUrl + path, { method, headers, agent })
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  const [response] = await once(sent, 'response')
  response.resume()
  await once(response, 'end')
  if (response.statusCode >= 400) throw new Error(`${method} ${path} answered ${response.statusCode}`)
}
