import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BY_KEY, benchSeed, entryPath, PUT_BODY } from '../subject.js'
import { awaitedRateOf } from './rate.js'

/** Prints, round by round, how often a second emulator.fetch answers, and how often an echo does. */

const ROUND_MS = 300
const [root = '', rounds = ''] = process.argv.slice(2)

const { startEmulator } = (await import(
  pathToFileURL(join(root, 'dist/index.js')).href
)) as typeof import('../../../src/index.js')

const emulator = await startEmulator({ seed: benchSeed() })
const url = `http://127.0.0.1${entryPath(1)}`
const ANSWER = '{"ok":true,"key":"k:1","value":{"n":1},"ttlSeconds":86400,"expiresAt":1800000000000}'

const echo: typeof fetch = async (input, init) => {
  const body = await new Request(input, init).text()
  return new Response(body === '' ? ANSWER : body, {
    status: 200,
    headers: { 'Content-Type': 'application/json' },
  })
}

const asking = (ask: typeof fetch, init: RequestInit) => async () => {
  const response = await ask(url, init)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${response.status}: ${text}`)
}
const GET = { headers: BY_KEY }
const PUT = { method: 'PUT', headers: BY_KEY, body: PUT_BODY }
const works = {
  echoGet: asking(echo, GET),
  get: asking(emulator.fetch, GET),
  echoPut: asking(echo, PUT),
  put: asking(emulator.fetch, PUT),
}

const results: Record<string, number[]> = {}
for (let round = 0; round < Number(rounds); round++) {
  for (const [name, work] of Object.entries(works)) {
    const rate = await awaitedRateOf(work, ROUND_MS)
    results[name] = [...(results[name] ?? []), rate]
  }
}
await emulator.close()
console.log(JSON.stringify(results))
