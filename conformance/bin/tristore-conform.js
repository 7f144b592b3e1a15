#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const main = new URL('../dist/tristore-conform.js', import.meta.url)
const build = fileURLToPath(new URL('../build.js', import.meta.url))
// A checkout is built when the command first runs. The published package is already built.
if (!existsSync(main) && existsSync(build)) {
  console.error('tristore-conform: building the checkout, once')
  spawnSync(process.execPath, [build], { stdio: ['ignore', 'ignore', 'inherit'] })
}
await import(main.href)
