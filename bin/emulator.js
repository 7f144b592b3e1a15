#!/usr/bin/env node
const { existsSync } = require('node:fs')
const { enableCompileCache } = require('node:module')

const main = `${__dirname}/../dist/command-cli.cjs`
if (existsSync(main)) {
  // From Node 22 on the second start need not compile again what the first one did.
  enableCompileCache?.()
  require(main)
} else {
  console.error('emulator: dist/command-cli.cjs is missing; `npm run build` makes it')
  process.exitCode = 2
}
