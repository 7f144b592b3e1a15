import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtPackage } from '../cli/built-package.js'

const built = builtPackage()

test('under msw 1 the handler names the version that it needs', () => {
  const script = `
    const Module = require('node:module')
    const load = Module._load
    Module._load = (name, ...others) => (name === 'msw' ? { rest: {} } : load(name, ...others))
    const { emulatorHandler } = require(${JSON.stringify(join(built.folder, 'dist/msw.cjs'))})
    try {
      emulatorHandler('http://a', {})
    } catch (error) {
      process.stdout.write(error.message)
    }`
  expect(execFileSync(process.execPath, ['--eval', script], { encoding: 'utf8' })).toBe(
    'tristore-emulator/msw needs msw 2 or newer, but the installed version has no `http`',
  )
})
