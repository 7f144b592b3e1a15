import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { launch } from '../../../src/server/launch.js'
import { BY_KEY, benchSeed, entryPath, PUT_BODY } from '../subject.js'
import { responding } from './constant-response.js'
import { answered, plainRequest } from './plain-request.js'
import { awaitedRateOf, rateOf } from './rate.js'

/**
 * Prints, round by round, the processor time of each call in µs, in a process that is warm. Nothing but the call itself
 * is awaited.
 */

const ROUND_MS = 150
const [root = '', rounds = ''] = process.argv.slice(2)

const { startEmulator } = (await import(
  pathToFileURL(join(root, 'dist/index.js')).href
)) as typeof import('../../../src/index.js')

const emulator = await startEmulator({ seed: benchSeed() })
const { plane, world, close } = await launch({ seed: benchSeed() })
const { text: gotten } = await answerTo({ headers: BY_KEY })
const { text: put } = await answerTo({ method: 'PUT', headers: BY_KEY, body: PUT_BODY })

async function answerTo(init: RequestInit): Promise<{ text: string }> {
  return { text: await (await emulator.fetch(entryPath(1), init)).text() }
}

const fetching = (client: Pick<typeof emulator, 'fetch'>, init: RequestInit) => async () => {
  const response = await client.fetch(entryPath(1), init)
  const answer = await response.json()
  if (response.status !== 200) throw new Error(`${response.status}: ${JSON.stringify(answer)}`)
}

const GET = { headers: BY_KEY }
const PUT = { method: 'PUT', headers: BY_KEY, body: PUT_BODY }

const calls: Record<string, () => Promise<number>> = {
  responseGet: () => awaitedRateOf(responding(gotten), ROUND_MS),
  operationGet: async () => rateOf(() => answered(plane, world, plainRequest('GET', entryPath(1))), ROUND_MS),
  fetchGet: () => awaitedRateOf(fetching(emulator, GET), ROUND_MS),
  responsePut: () => awaitedRateOf(responding(put), ROUND_MS),
  operationPut: async () => rateOf(() => answered(plane, world, plainRequest('PUT', entryPath(1))), ROUND_MS),
  fetchPut: () => awaitedRateOf(fetching(emulator, PUT), ROUND_MS),
  world: () => awaitedRateOf(inNewWorld, ROUND_MS),
  reset: () => awaitedRateOf(putAndReset, ROUND_MS),
}

async function inNewWorld(): Promise<void> {
  const made = await emulator.world()
  await fetching(made, GET)()
  await made.close()
}

/** Writes something first, so that there is something to undo. */
async function putAndReset(): Promise<void> {
  await fetching(emulator, PUT)()
  await emulator.reset()
}

const results: Record<string, number[]> = {}
// The first round warms them up.
for (let round = 0; round <= Number(rounds); round++) {
  for (const [name, call] of Object.entries(calls)) {
    const us = 1e6 / (await call())
    if (round > 0) results[name] = [...(results[name] ?? []), us]
  }
}
await Promise.all([emulator.close(), close()])
console.log(JSON.stringify(results))
