import childProcess from 'node:child_process'
import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandFailure, runCommand, runQuietly } from '../../src/cli/run-command.js'
import { systemError } from './fake-terminal.js'

/** Fails as Node does if too many files are open: no process, no streams, and an error later. */
function spawnNothing() {
  const child = Object.assign(new EventEmitter(), { unref: () => {}, kill: () => false })
  process.nextTick(() => child.emit('error', systemError('EMFILE', 'spawn')))
  return child
}

const { spawn } = childProcess
beforeAll(() => {
  Object.assign(childProcess, { spawn: spawnNothing })
  syncBuiltinESMExports()
})
// Other test files share this module.
afterAll(() => {
  Object.assign(childProcess, { spawn })
  syncBuiltinESMExports()
})

const NEVER = new AbortController().signal

test.each([
  ['with its output', runCommand],
  ['quietly', runQuietly],
])('if too many files are open, a command run %s fails with the reason', async (_name, start) => {
  const error = await start(['true'], {}, NEVER).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'EMFILE' })
  expect(commandFailure(error, 'true')).toMatchObject({
    status: 126,
    message: 'cannot run "true": too many files are open (raise `ulimit -n`)',
  })
})
