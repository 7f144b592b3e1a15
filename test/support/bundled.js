import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, stop } from 'esbuild'

/**
 * Bundles a script of the tests with the sources that it imports, and runs it with the arguments of this process. Its
 * exit status becomes that of this process.
 *
 * @param folder the folder of the script
 * @param name the name of the script, without ".ts"; it exports `run(root, args)`
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
