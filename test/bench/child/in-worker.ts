import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import { BY_KEY, benchSeed, entryPath } from '../subject.js'
import { responding } from './constant-response.js'

/**
 * A worker as a test runner starts it. With a root in its data it sends one request to an emulator and posts `done`.
 * Then it posts the ms that each of ten worlds takes, with a request and its end, or each of ten constant Responses.
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
