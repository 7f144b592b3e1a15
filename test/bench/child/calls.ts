import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BY_KEY, benchSeed, entryPath } from '../subject.js'
import { responding } from './constant-response.js'
import { rateOf } from './rate.js'

/**
 * Prints two samples per round, in µs of processor time, once the process is warm. One is for creating a world, sending
 * it one request and closing it. The other is for a constant Response.
 */

const ROUND_MS = 150
/** Rounds until V8 has compiled what a world needs. */
const WARM_UP_ROUNDS = 8
const [root = '', rounds = ''] = process.argv.slice(2)

const { startEmulator } = (await import(
  pathToFileURL(join(root, 'dist/index.js')).href
)) as typeof import('../../../src/index.js')

const emulator = await startEmulator({ seed: benchSeed() })
const text = JSON.stringify(await get(emulator))

async function get({ fetch }: Pick<typeof emulator, 'fetch'>): Promise<unknown> {
  const response = await fetch(entryPath(1), { headers: BY_KEY })
  const answer: unknown = await response.json()
  if (response.status !== 200) throw new Error(`${response.status}: ${JSON.stringify(answer)}`)
  return answer
}

async function inNewWorld(): Promise<void> {
  const made = await emulator.world()
  await get(made)
  await made.close()
}

const results = { response: [] as number[], world: [] as number[] }
for (let round = -WARM_UP_ROUNDS; round < Number(rounds); round++) {
  const response = 1e6 / (await rateOf(responding(text), ROUND_MS))
  const world = 1e6 / (await rateOf(inNewWorld, ROUND_MS))
  if (round < 0) continue
  results.response.push(response)
  results.world.push(world)
}
await emulator.close()
console.log(JSON.stringify(results))
