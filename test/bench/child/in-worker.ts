import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import { BY_KEY, benchSeed, entryPath } from '../subject.js'
import { responding } from './constant-response.js'

/**
 * A worker like those that test runners start. Posts `done` once it's ready. If its data contains a root, it first
 * sends a request to an emulator, and after `done` it posts the average ms that it takes to create a world, send a
 * request and close the world, or else to read a constant Response.
 */

const TIMES = 10

const { root, isFloor } = workerData as { root?: string; isFloor?: boolean }
if (root === undefined) parentPort?.postMessage('done')
else {
  const { startEmulator } = (await import(
    pathToFileURL(join(root, 'dist/index.js')).href
  )) as typeof import('../../../src/index.js')
  const emulator = await startEmulator({ seed: benchSeed({ documents: 1 }) })
  const text = JSON.stringify(await ask(emulator))
  parentPort?.postMessage('done')
  const work = isFloor === true ? responding(text) : () => inNewWorld(emulator)
  const began = performance.now()
  for (let done = 0; done < TIMES; done++) await work()
  parentPort?.postMessage((performance.now() - began) / TIMES)
  await emulator.close()
}

async function inNewWorld(emulator: EmulatorClient): Promise<void> {
  const world = await emulator.world()
  await ask(world)
  await world.close()
}

async function ask({ fetch }: { fetch: typeof globalThis.fetch }): Promise<unknown> {
  const response = await fetch(entryPath(1), { headers: BY_KEY })
  return response.json()
}
