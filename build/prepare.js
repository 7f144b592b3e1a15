// npm runs this after its own npm ci, and for a project that installs the package from git: only the latter needs it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
// A checkout is built when its command is first used. npm names here the folder that it was started in.
const isCheckout = process.env.INIT_CWD?.startsWith(root)
if (!isCheckout && !existsSync(join(root, 'dist/cli.cjs'))) {
  for (const script of ['build/build.js', 'build/types.js']) {
    const { status } = spawnSync(process.execPath, [join(root, script)], { stdio: 'inherit' })
    if (status !== 0) process.exit(1)
  }
}
