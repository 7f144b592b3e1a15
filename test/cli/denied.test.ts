import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { run } from '../../src/cli/run.js'
import { commandFailure } from '../../src/cli/run-command.js'
import { deniedText } from '../../src/core/denied.js'
import { builtPackage } from './built-package.js'
import { FakeTerminal } from './fake-terminal.js'

/** Uses Node's permission model. Node 20 has it under another name, and it covers the network only from Node 25 on. */

const built = builtPackage()
const folder = mkdtempSync(join(tmpdir(), 'denied-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const denied = (permission: string, resource = '') =>
  Object.assign(new Error('Access to this API has been restricted.'), {
    code: 'ERR_ACCESS_DENIED',
    permission,
    resource,
  })

test.each([
  [
    'FileSystemRead',
    '/a.yaml',
    'read /a.yaml under its permission model: start it with --allow-fs-read=/a.yaml',
  ],
  ['FileSystemWrite', '/b/a', 'write to /b under its permission model: start it with --allow-fs-write=/b'],
  ['ChildProcess', 'npm', 'run a command under its permission model: start it with --allow-child-process'],
  ['Net', '', 'use the network under its permission model: start it with --allow-net'],
  ['Inspector', '', 'use Inspector under its permission model: see node --help'],
])('the right %s to %j is asked for', (permission, resource, text) => {
  expect(deniedText(denied(permission, resource))).toBe(`node may not ${text}`)
})

test('no other error is taken for one', () => {
  for (const error of [undefined, 'ERR_ACCESS_DENIED', new Error('a'), { code: 'EACCES' }])
    expect(deniedText(error)).toBeUndefined()
})

test('a command that may not read a file ends with status 2 and one sentence', async () => {
  const terminal = new FakeTerminal({ 'a.yaml': denied('FileSystemRead', 'a.yaml') })
  expect(await run(['check', 'a.yaml'], terminal)).toBe(2)
  expect(terminal.err.text).toBe(`${deniedText(denied('FileSystemRead', 'a.yaml'))}\n`)
})

test('a command that may not write a file ends with status 2 and one sentence', async () => {
  const terminal = new FakeTerminal({ 'a.yaml': denied('FileSystemWrite', 'a.yaml') })
  expect(await run(['--port', '0', '--export-on-exit', 'a.yaml'], terminal)).toBe(2)
  expect(terminal.err.text).toBe(
    `cannot write the state to a.yaml: ${deniedText(denied('FileSystemWrite', 'a.yaml'))}\n`,
  )
})

test('a command that may not run another ends with status 2 and one sentence', () => {
  expect(commandFailure(denied('ChildProcess', 'npm'), 'npm')).toMatchObject({
    status: 2,
    message: `cannot run "npm": ${deniedText(denied('ChildProcess'))}`,
  })
})

test('a command that may not listen, which Node says outside of any call, ends with status 2 and one sentence', async () => {
  const terminal = new FakeTerminal()
  const listened = terminal.err.until(/--allow-net\n/)
  const status = run(['--port', '0'], terminal)
  await terminal.out.until(/dashboard/)
  terminal.defect(denied('Net'))
  await listened
  expect(terminal.err.text).toBe(`${deniedText(denied('Net'))}\n`)
  expect(await status).toBe(2)
})

const [major = 0] = process.versions.node.split('.').map(Number)
const MODEL = major < 22 ? '--experimental-permission' : '--permission'

test('a real process may not read, and a file of its own is not missing', async () => {
  const own = [MODEL, `--allow-fs-read=${built.folder}`, '--no-warnings']
  using checking = built.startIn(folder, ['check', '/etc/hostname'], own)
  expect(await checking.ended).toBe(2)
  expect(checking.err).toBe(`${deniedText(denied('FileSystemRead', '/etc/hostname'))}\n`)
  using blind = built.startIn(
    folder,
    ['check', 'a.yaml'],
    [
      MODEL,
      `--allow-fs-read=${join(built.folder, 'bin')}`,
      `--allow-fs-read=${join(built.folder, 'package.json')}`,
      '--no-warnings',
    ],
  )
  expect(await blind.ended).toBe(2)
  expect(blind.err).toMatch(/^tristore-emulator: node may not read .*: start it with --allow-fs-read=\S+\n$/)
})

test('a command that comes to no end does not end with 0', async () => {
  const never = "require('node:http').Server.prototype.listen = function () { return this }"
  const preload = join(folder, 'never.cjs')
  writeFileSync(preload, never)
  using starting = built.startIn(folder, ['--port', '0'], ['--require', preload])
  expect(await starting.ended).toBe(2)
})
