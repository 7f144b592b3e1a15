// npm run bench: bundles the benchmarks, builds the command if it is older than its sources, and runs them.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, stop } from 'esbuild'

const root = resolve(import.meta.dirname, '../..')
const scripts = join(root, 'test/node_modules/.cache/tristore-emulator-bench')

const options = {
  absWorkingDir: import.meta.dirname,
  outdir: scripts,
  outbase: import.meta.dirname,
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
}
await build({ ...options, entryPoints: ['bench.ts', 'child/*.ts'], format: 'esm' })
// CommonJS starts faster than an ES module.
await build({ ...options, entryPoints: ['floor/node-http.ts'], format: 'cjs' })
writeFileSync(join(scripts, 'floor/package.json'), '{ "type": "commonjs" }\n')

// Otherwise, esbuild's process would keep running during the measurements.
await stop()
// The bundled sources read their version from there.
copyFileSync(join(root, 'package.json'), join(scripts, 'package.json'))

try {
  if (isStale()) execFileSync(process.execPath, ['build/build.js'], { cwd: root, stdio: 'inherit' })
  const { run } = await import(pathToFileURL(join(scripts, 'bench.js')).href)
  process.exitCode = await run(root, scripts, process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? `bench: ${error.message}` : error)
  process.exitCode = 2
}

function isStale() {
  const built = join(root, 'dist/cli.cjs')
  if (!existsSync(built)) return true
  const sources = ['build', 'src', 'lab', 'conformance', 'dashboard'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const { mtimeMs } = statSync(built)
  return ['package-lock.json', ...sources].some((name) => statSync(join(root, name)).mtimeMs > mtimeMs)
}
