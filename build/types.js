// Writes the types of the package: dist/types/ for ES modules, dist/types-cjs/ for those who require() it. Takes another
// folder than dist as its argument. npm run typecheck checks them: here testcontainers may be missing.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = resolve(process.argv[2] ?? join(root, 'dist'))
const [types, typesCjs] = ['types', 'types-cjs'].map((name) => join(dist, name))
const emitted = join(dist, `types-${process.pid}`)
for (const folder of [types, typesCjs]) rmSync(folder, { recursive: true, force: true })
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const { status } = spawnSync(
  process.execPath,
  [tsc, '--project', join(root, 'build/tsconfig.types.json'), '--outDir', emitted],
  { stdio: 'inherit' },
)
if (status === 0) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const entries = Object.values(exports).flatMap((entry) => entry.types ?? entry.import?.types ?? [])
  // The lab is put beside the folders of the library.
  const source = join(emitted, 'src')
  renameSync(join(emitted, 'lab'), join(source, 'lab'))
  const taken = new Set(entries.map((path) => join(source, path.replace('./dist/types/', ''))))
  // The compiler emits every source. Those that no entry imports stay here. A set also visits what is added while it is walked.
  for (const file of taken) {
    const text = withPaths(readFileSync(file, 'utf8'), relative(dirname(file), source) || '.')
    for (const [, path] of text.matchAll(/(?:from|import\()\s*["'](\.[^"']+)\.js["']/g))
      taken.add(join(dirname(file), `${path}.d.ts`))
    const target = file.replace(source, types)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  // The same declarations: which kind of module they speak of is told by the nearest package.json.
  cpSync(types, typesCjs, { recursive: true })
  for (const entry of ['vitest', 'clock']) rmSync(join(typesCjs, `integrations/${entry}.d.ts`))
  writeFileSync(join(typesCjs, 'package.json'), '{ "type": "commonjs" }\n')
}
rmSync(emitted, { recursive: true, force: true })
process.exitCode = status ?? 1

/** Turns imports of the package by its own name into paths: not every compiler finds it from within. */
function withPaths(text, top) {
  return text.replace(
    /^((?:import|export) [^'"]* from ['"])tristore-emulator(\/lab)?(?=['"])/gm,
    (_, before, lab) => `${before}${top}${lab ?? ''}/index.js`,
  )
}
