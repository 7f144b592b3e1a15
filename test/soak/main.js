// node test/soak/main.js --minutes 10: bundles the soak and runs it. The command is built in a folder of its own.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, stop } from 'esbuild'

const here = import.meta.dirname
const scripts = resolve(here, '../../node_modules/.cache/tristore-emulator-soak')

await build({
  absWorkingDir: here,
  entryPoints: ['soak.ts'],
  outdir: scripts,
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // The bundled code finds the checkout relative to its sources, which are all as deep in it as this folder.
  define: { 'import.meta.dirname': JSON.stringify(here) },
  logLevel: 'warning',
})
// Its process would otherwise run on during the measurements.
await stop()

try {
  const { run } = await import(pathToFileURL(join(scripts, 'soak.js')).href)
  process.exitCode = await run(resolve(here, '../..'), process.argv.slice(2))
} catch (error) {
  console.error(error)
  process.exitCode = 2
}
