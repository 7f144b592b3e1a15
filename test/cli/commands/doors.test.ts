import { afterEach, describe, expect, test } from 'vitest'
import { FakeTerminal, systemError } from '../fake-terminal.js'
import { ran } from '../ran.js'
import { serve, stopServed } from './served.js'

const SEED = 'stores: [{ id: ec_a_1 }]'

afterEach(stopServed)

test('a seed in the current folder is used without --seed, and the start says so', async () => {
  const terminal = new FakeTerminal({ 'fixtures.yaml': SEED })
  await serve([], terminal)
  expect(terminal.out.text).toContain(
    "Seeded from fixtures.yaml\n  fixtures.yaml was found in this folder; --seed FILE uses another seed, --seed '' the starter seed\n",
  )
  expect(terminal.out.text).toContain('ec_a_1')
})

test.each([[['--seed', '']], [['-s', 'other.yaml']]])(
  'a seed in the current folder is not used with %j',
  async (argv) => {
    const terminal = new FakeTerminal({ 'fixtures.yaml': SEED, 'other.yaml': 'version: 1' })
    await serve(argv, terminal)
    expect(terminal.out.text).not.toContain('fixtures.yaml')
    expect(terminal.out.text).not.toContain('ec_a_1')
  },
)

test('a seed in the current folder can be watched', async () => {
  const terminal = new FakeTerminal({ 'fixtures.yaml': SEED })
  await serve(['--watch'], terminal)
  terminal.files.change('fixtures.yaml', `${SEED}\n# changed\n`)
  terminal.pass(100)
  terminal.pass(100)
  await terminal.out.until(/Reloaded fixtures\.yaml/)
})

test('a seed folder without seeds is reported', async () => {
  const terminal = new FakeTerminal({ '/seed': null })
  await serve(['--seed', '/seed'], terminal)
  expect(terminal.out.text).toContain(
    'The starter seed\n  There is no seed (.yaml, .yml or .json) in /seed\n',
  )
})

describe('--export-on-exit is checked at start', () => {
  test.each([
    ['nowhere/state.yaml', 'there is no folder nowhere'],
    ['locked.yaml', 'this user is not allowed to write there'],
  ])('--export-on-exit is checked at start: %s', async (path, reason) => {
    const terminal = new FakeTerminal({ 'locked.yaml': systemError('EACCES') })
    const err = `cannot write the state to ${path}: ${reason}\n`
    expect(await ran(['--port', '0', '--export-on-exit', path], terminal)).toEqual({
      status: 2,
      out: '',
      err,
    })
  })

  test('a state that cannot be written at the end is saved in the temporary folder', async () => {
    const terminal = new FakeTerminal({ out: null, '/tmp': null, 'out/state.yaml': '' })
    const { status } = await serve(['--export-on-exit', 'out/state.yaml'], terminal)
    terminal.files.change('out', undefined)
    terminal.signal('SIGTERM')
    expect(await status).toBe(2)
    expect(terminal.err.text).toBe(
      'cannot write the state to out/state.yaml: there is no folder out; it is in /tmp/state.yaml.saved\n',
    )
    expect(terminal.files.read('/tmp/state.yaml.saved')).toContain('ns_demo_starter')
  })
})

describe('--export-on-exit and a file that others wrote in the meantime', () => {
  test.each([
    ['was not there at the start', undefined],
    ['is another now', 'old'],
  ])('--export-on-exit never overwrites what others wrote in the meantime: it %s', async (_, old) => {
    const terminal = new FakeTerminal({ 'state.yaml.saved': 'of an earlier run' })
    terminal.files.change('state.yaml', old)
    const { status } = await serve(['--export-on-exit', 'state.yaml'], terminal)
    terminal.files.change('state.yaml', 'of others')
    terminal.signal('SIGTERM')
    expect(await status).toBe(2)
    expect(terminal.err.text).toBe(
      'cannot write the state to state.yaml: it has changed since the start; it is in state.yaml.saved-2\n',
    )
    expect(terminal.files.read('state.yaml')).toBe('of others')
    expect(terminal.files.read('state.yaml.saved')).toBe('of an earlier run')
    expect(terminal.files.read('state.yaml.saved-2')).toContain('ns_demo_starter')
  })

  test('--export-on-exit says nothing of a file that is gone', async () => {
    const terminal = new FakeTerminal()
    terminal.files.change('state.yaml', 'old')
    const { status } = await serve(['--export-on-exit', 'state.yaml'], terminal)
    terminal.files.change('state.yaml', undefined)
    terminal.signal('SIGTERM')
    expect(await status).toBe(0)
    expect(terminal.files.read('state.yaml')).toContain('ns_demo_starter')
  })
})

describe('--address-file', () => {
  test('--address-file has the base address for as long as the emulator listens', async () => {
    const terminal = new FakeTerminal()
    const { kv: url, status } = await serve(['--address-file', 'address'], terminal)
    expect(terminal.files.read('address')).toBe(`${url}\n`)
    terminal.signal('SIGTERM')
    await status
    expect(() => terminal.files.read('address')).toThrow('ENOENT')
  })

  test('an address file that cannot be written is reported, and the emulator starts all the same', async () => {
    const terminal = new FakeTerminal()
    await serve(['--address-file', 'nowhere/address'], terminal)
    expect(terminal.err.text).toBe(
      'cannot write the address to nowhere/address: there is no folder nowhere\n',
    )
  })
})

describe('--faketime-file', () => {
  test('--faketime-file has the time of the default world, and keeps it when stopped', async () => {
    const terminal = new FakeTerminal()
    const { status } = await serve(
      ['--faketime-file', 'time', '--freeze', '--clock', '2030-01-31T12:00:00'],
      terminal,
    )
    const text = terminal.files.read('time')
    expect(new Date(text.trim()).toISOString()).toBe('2030-01-31T12:00:00.000Z')
    terminal.signal('SIGTERM')
    await status
    expect(terminal.files.read('time')).toBe(text)
  })

  test('a faketime file that cannot be written keeps the emulator from starting', async () => {
    const err = 'cannot write the time to nowhere/time: there is no folder nowhere\n'
    expect(await ran(['--faketime-file', 'nowhere/time', '--port', '0'])).toEqual({ status: 2, out: '', err })
  })
})

test('emulator stop ends the emulator like a signal, including the export', async () => {
  const terminal = new FakeTerminal()
  const { kv: url, status } = await serve(['--export-on-exit', 'state.yaml'], terminal)
  const out = `Stopped the emulator at ${url}\n`
  expect(await ran(['stop', '--url', url])).toEqual({ status: 0, out, err: '' })
  expect(await status).toBe(0)
  expect(terminal.files.read('state.yaml')).toContain('ns_demo_starter')
})

test('emulator stop fails if no emulator runs', async () => {
  const terminal = new FakeTerminal()
  const { kv: url, status } = await serve([], terminal)
  terminal.signal('SIGTERM')
  await status
  const err = expect.stringMatching(/^nothing to stop at \S+: .*--url/)
  expect(await ran(['stop', '--url', url])).toEqual({ status: 1, out: '', err })
})

test('emulator stop needs the admin token', async () => {
  const { kv: url } = await serve(['--admin-token', 'secret'])
  const err = expect.stringMatching(/requires its admin token .*\n.*EMULATOR_ADMIN_TOKEN/)
  expect(await ran(['stop', '--url', url])).toEqual({ status: 2, out: '', err })
  expect((await ran(['stop', '--url', url, '--admin-token', 'other'])).err).toContain(
    'the admin token is wrong',
  )
  expect((await ran(['stop', '--url', url, '--admin-token', 'secret'])).status).toBe(0)
})

test('check reads all seeds of a folder', async () => {
  const files = { seeds: null, 'seeds/a.yaml': SEED, 'seeds/b.yaml': 'stors: []', none: null }
  const { status, out } = await ran(['check', 'seeds'], new FakeTerminal(files))
  expect(status).toBe(1)
  expect(out).toContain('seeds/a.yaml: 1 store (0 entries)\n')
  expect(out).toContain('seeds/b.yaml:1:1: unknown field "stors"')
  const err =
    'there is no seed (.yaml, .yml or .json) in none: `npx tristore-emulator init FILE` writes one\n'
  expect(await ran(['check', 'none'], new FakeTerminal(files))).toEqual({ status: 2, out: '', err })
})
