// Bundles the command into dist/, together with the licences of the bundled packages.
import { cpSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { licencesOf } from '../build/licences.js'
import { FolderInMaking } from '../build/place.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))
const made = new FolderInMaking(`${here}dist`)
const { output } = await build({
  cwd: here,
  input: { 'tristore-conform': 'command/main.ts' },
  platform: 'node',
  output: { dir: made.path, format: 'esm', codeSplitting: false },
  logLevel: 'warn',
})
const modules = output.flatMap((chunk) => Object.keys(chunk.modules ?? {}))
writeFileSync(`${made.path}/THIRD-PARTY-LICENSES`, licencesOf(root, modules))
cpSync(`${root}LICENSE`, `${made.path}/LICENSE`)
made.place({ replaces: true })
