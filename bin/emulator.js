#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`tristore-emulator needs Node 20.19 or newer; this is ${process.versions.node}`)
  process.exit(2)
}

const { existsSync } = require('node:fs')
const { enableCompileCache } = require('node:module')
const { join } = require('node:path')

const root = join(__dirname, '..')
if (process.permission?.has('fs.read', root) === false) {
  console.error(
    `tristore-emulator: node may not read ${root} under its permission model: start it with --allow-fs-read=${root}`,
  )
  process.exit(2)
}
const main = join(root, 'dist/cli.cjs')
// A checkout builds itself when its command first runs; the package comes built.
if (!existsSync(main)) buildCheckout()
if (existsSync(main)) {
  // Caches compiled code, so that later starts are faster. Node has this cache from version 22 on.
  enableCompileCache?.()
  require(main)
} else {
  console.error('emulator: dist/cli.cjs is missing; `npm ci && npm run build` creates it')
  process.exitCode = 2
}

function buildCheckout() {
  const script = join(root, 'build/build.js')
  if (!existsSync(script) || !existsSync(join(root, 'node_modules/rolldown'))) return
  console.error('emulator: building the checkout, once')
  // Several processes may build at the same time. The first to finish wins, and all of them use its result.
  require('node:child_process').spawnSync(process.execPath, [script, '--first'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
