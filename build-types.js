// Writes the types of the package: dist/types/ for ES modules, dist/types-cjs/ for those who require() it.
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('.', import.meta.url))
for (const folder of ['types', 'types-cjs']) rmSync(`${root}dist/${folder}`, { recursive: true, force: true })
const tsc = `${root}node_modules/typescript/bin/tsc`
const { status } = spawnSync(process.execPath, [tsc, '--project', `${root}tsconfig.types.json`], {
  stdio: 'inherit',
})
if (status === 0) {
  // The same declarations: which kind of module they speak of is told by the nearest package.json.
  cpSync(`${root}dist/types`, `${root}dist/types-cjs`, { recursive: true })
  rmSync(`${root}dist/types-cjs/integrations/vitest.d.ts`)
  writeFileSync(`${root}dist/types-cjs/package.json`, '{ "type": "commonjs" }\n')
}
process.exitCode = status ?? 1
