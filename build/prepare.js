// npm runs this after `npm ci`, and when a project installs the package from git. Only the latter needs a build.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
// A checkout is built when its command first runs. INIT_CWD is the folder in which npm was started.
const isCheckout = process.env.INIT_CWD?.startsWith(root)
if (!isCheckout && !existsSync(join(root, 'dist/cli.cjs'))) {
  for (const script of ['build/build.js', 'build/types.js']) {
    const { status } = spawnSync(process.execPath, [join(root, script)], { stdio: 'inherit' })
    if (status !== 0) process.exit(1)
  }
}
