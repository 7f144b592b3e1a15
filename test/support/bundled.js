import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, stop } from 'esbuild'

/**
 * Bundles a test script with its imports and runs it with this process's arguments. Its exit status becomes ours.
 *
 * @param folder the script's folder
 * @param name the script's name without ".ts". It must export `run(root, args)`.
 */
export async function runBundled(folder, name) {
  const root = resolve(import.meta.dirname, '../..')
  const scripts = join(root, `test/node_modules/.cache/tristore-emulator-${name}`)
  await build({
    absWorkingDir: folder,
    entryPoints: [`${name}.ts`],
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
    const { run } = await import(pathToFileURL(join(scripts, `${name}.js`)).href)
    process.exitCode = await run(root, process.argv.slice(2))
  } catch (error) {
    console.error(error)
    process.exitCode = 2
  }
}
