import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { BY_KEY, benchSeed, entryPath } from '../subject.js'

/**
 * A worker as a test runner starts it. With a root in its data it asks an emulator for something, says that it is done,
 * and then what each of ten worlds takes in ms, with a request and its end.
 */

const WORLDS = 10

const { root } = workerData as { root?: string }
if (root === undefined) parentPort?.postMessage('done')
else {
  const { startEmulator } = (await import(
    pathToFileURL(join(root, 'dist/index.js')).href
  )) as typeof import('../../../src/index.js')
  const emulator = await startEmulator({ seed: benchSeed({ documents: 1 }) })
  await ask(emulator)
  parentPort?.postMessage('done')
  const began = performance.now()
  for (let made = 0; made < WORLDS; made++) {
    const world = await emulator.world()
    await ask(world)
    await world.close()
  }
  parentPort?.postMessage((performance.now() - began) / WORLDS)
  await emulator.close()
}

async function ask({ fetch }: { fetch: typeof globalThis.fetch }): Promise<void> {
  const response = await fetch(entryPath(1), { headers: BY_KEY })
  await response.json()
}
