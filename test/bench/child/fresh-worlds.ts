import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BY_KEY, benchSeed, entryPath } from '../subject.js'

/** Prints how long each of twenty worlds takes in ms, including an in-process request and closing it. */

const [root = ''] = process.argv.slice(2)
const { startEmulator } = (await import(
  pathToFileURL(join(root, 'dist/index.js')).href
)) as typeof import('../../../src/index.js')
const emulator = await startEmulator({ seed: benchSeed({ documents: 1 }) })
const samples: number[] = []
for (let round = 0; round < 20; round++) {
  const began = performance.now()
  const world = await emulator.world()
  await (await world.fetch(entryPath(1), { headers: BY_KEY })).json()
  await world.close()
  samples.push(performance.now() - began)
}
await emulator.close()
console.log(JSON.stringify(samples))
