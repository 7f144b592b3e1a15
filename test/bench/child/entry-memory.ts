import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { write } from '../floor/handlers.js'
import { BY_KEY, benchSeed, entryKey, entryPath, NAMESPACE, PUT_BODY } from '../subject.js'

/** Prints the bytes that an entry costs its holder: `floor`, or the emulator where it was `put` or `seeded`. */

const ENTRIES = 100_000
const [holder = '', root = ''] = process.argv.slice(2)

const { startEmulator } = (await import(
  pathToFileURL(join(root, 'dist/index.js')).href
)) as typeof import('../../../src/index.js')

/** The journal would be measured too. */
const bounds = { requests: 1, bodyBytes: 1, journalBytes: 1 }
const started = await startEmulator({ seed: benchSeed({ entries: 1, documents: 1 }), bounds })
// All code that takes part has run once.
await put(started, 1)
write(NAMESPACE, 'warm', PUT_BODY)

const before = held()
const holding = await hold()
const after = held()
await Promise.all([holding?.close(), started.close()])
console.log((after - before) / ENTRIES)

async function hold() {
  if (holder === 'seeded') {
    return startEmulator({ seed: benchSeed({ entries: ENTRIES, documents: 1 }), bounds })
  }
  for (let index = 1; index <= ENTRIES; index++) {
    if (holder === 'floor') write(NAMESPACE, entryKey(index), PUT_BODY)
    else await put(started, index)
  }
  return undefined
}

async function put(emulator: typeof started, index: number): Promise<void> {
  const response = await emulator.fetch(entryPath(index), { method: 'PUT', headers: BY_KEY, body: PUT_BODY })
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

/** Bytes in use once the garbage is gone. */
function held(): number {
  for (let times = 0; times < 4; times++) globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
