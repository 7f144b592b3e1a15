// npm run mutants: bundles the search for mutants that live, and runs it.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, stop } from 'esbuild'

const root = resolve(import.meta.dirname, '../..')
const scripts = join(root, 'node_modules/.cache/tristore-emulator-mutation')

await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['mutation.ts'],
  outdir: scripts,
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
})
await stop()

try {
  const { run } = await import(pathToFileURL(join(scripts, 'mutation.js')).href)
  process.exitCode = await run(root, process.argv.slice(2))
} catch (error) {
  console.error(error)
  process.exitCode = 2
}
