import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BY_KEY, benchSeed, entryPath } from '../subject.js'

/** Imports the library, starts an emulator and sends one request, like the first test in a file. */

const [root = ''] = process.argv.slice(2)
const { startEmulator } = (await import(
  pathToFileURL(join(root, 'dist/index.js')).href
)) as typeof import('../../../src/index.js')
const emulator = await startEmulator({ seed: benchSeed({ documents: 1 }) })
await (await emulator.fetch(entryPath(1), { headers: BY_KEY })).json()
await emulator.close()
