#!/usr/bin/env node
import { existsSync } from 'node:fs'

const main = new URL('../dist/cli.js', import.meta.url)
if (existsSync(main)) {
  await import(main.href)
} else {
  console.error('emulator: dist/cli.js is missing; `npm run build` makes it')
  process.exitCode = 2
}
