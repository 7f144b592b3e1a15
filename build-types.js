// Writes the types of the package: dist/types/ for ES modules, dist/types-cjs/ for those who require() it. Takes another
// folder than dist as its argument.
import { spawnSync } from 'node:child_process'
import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('.', import.meta.url))
const dist = resolve(process.argv[2] ?? join(root, 'dist'))
const [types, typesCjs] = ['types', 'types-cjs'].map((name) => join(dist, name))
const emitted = join(dist, `types-${process.pid}`)
for (const folder of [types, typesCjs]) rmSync(folder, { recursive: true, force: true })
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const { status } = spawnSync(
  process.execPath,
  [tsc, '--project', join(root, 'tsconfig.types.json'), '--outDir', emitted],
  { stdio: 'inherit' },
)
if (status === 0) {
  // The compiler also emits the parts of conformance/ that the sources load; no type of the package refers to them.
  renameSync(join(emitted, 'src'), types)
  // The same declarations: which kind of module they speak of is told by the nearest package.json.
  cpSync(types, typesCjs, { recursive: true })
  for (const entry of ['vitest', 'clock']) rmSync(join(typesCjs, `integrations/${entry}.d.ts`))
  writeFileSync(join(typesCjs, 'package.json'), '{ "type": "commonjs" }\n')
}
rmSync(emitted, { recursive: true, force: true })
process.exitCode = status ?? 1
