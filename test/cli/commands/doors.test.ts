import { afterEach, describe, expect, test } from 'vitest'
import { FakeTerminal, systemError } from '../fake-terminal.js'
import { ran } from '../ran.js'
import { serve, stopServed } from './served.js'

/** What a person meets who types the obvious. */

const SEED = 'stores: [{ id: ec_a_1 }]'

afterEach(stopServed)

describe('a seed that lies there', () => {
  test('is used without being named, and that is said', async () => {
    const terminal = new FakeTerminal({ 'fixtures.yaml': SEED })
    await serve([], terminal)
    expect(terminal.out.text).toContain(
      "Seeded from fixtures.yaml\n  fixtures.yaml was found here; --seed FILE names another, --seed '' takes the starter seed\n",
    )
    expect(terminal.out.text).toContain('ec_a_1')
  })

  test.each([[['--seed', '']], [['-s', 'other.yaml']]])('%j leaves it out', async (argv) => {
    const terminal = new FakeTerminal({ 'fixtures.yaml': SEED, 'other.yaml': 'version: 1' })
    await serve(argv, terminal)
    expect(terminal.out.text).not.toContain('fixtures.yaml')
    expect(terminal.out.text).not.toContain('ec_a_1')
  })

  test('can be watched', async () => {
    const terminal = new FakeTerminal({ 'fixtures.yaml': SEED })
    await serve(['--watch'], terminal)
    terminal.files.change('fixtures.yaml', `${SEED}\n# changed\n`)
    terminal.pass(100)
    terminal.pass(100)
    await terminal.out.until(/Reloaded fixtures\.yaml/)
  })
})

test('an empty folder is said', async () => {
  const terminal = new FakeTerminal({ '/seed': null })
  await serve(['--seed', '/seed'], terminal)
  expect(terminal.out.text).toContain(
    'The starter seed\n  There is no seed (.yaml, .yml or .json) in /seed\n',
  )
})

describe('--export-on-exit is tried at start', () => {
  test.each([
    ['nowhere/state.yaml', 'there is no folder nowhere'],
    ['locked.yaml', 'this user may not write there'],
  ])('%s', async (path, reason) => {
    const terminal = new FakeTerminal({ 'locked.yaml': systemError('EACCES') })
    const err = `cannot write the state to ${path}: ${reason}\n`
    expect(await ran(['--port', '0', '--export-on-exit', path], terminal)).toEqual({
      status: 2,
      out: '',
      err,
    })
  })

  test('what cannot be written at the end is kept elsewhere', async () => {
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

describe('--address-file', () => {
  test('holds the base address as long as it listens', async () => {
    const terminal = new FakeTerminal()
    const { kv: url, status } = await serve(['--address-file', 'address'], terminal)
    expect(terminal.files.read('address')).toBe(`${url}\n`)
    terminal.signal('SIGTERM')
    await status
    expect(() => terminal.files.read('address')).toThrow('ENOENT')
  })

  test('that cannot be written is said, and keeps nothing from starting', async () => {
    const terminal = new FakeTerminal()
    await serve(['--address-file', 'nowhere/address'], terminal)
    expect(terminal.err.text).toBe(
      'cannot write the address to nowhere/address: there is no folder nowhere\n',
    )
  })
})

describe('--faketime-file', () => {
  test('has the time of the default world, and keeps it when stopped', async () => {
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

  test('that cannot be written keeps it from starting', async () => {
    const err = 'cannot write the time to nowhere/time: there is no folder nowhere\n'
    expect(await ran(['--faketime-file', 'nowhere/time', '--port', '0'])).toEqual({ status: 2, out: '', err })
  })
})

describe('emulator stop', () => {
  test('stops it as a signal does, export included', async () => {
    const terminal = new FakeTerminal()
    const { kv: url, status } = await serve(['--export-on-exit', 'state.yaml'], terminal)
    const out = `Stopped the emulator at ${url}\n`
    expect(await ran(['stop', '--url', url])).toEqual({ status: 0, out, err: '' })
    expect(await status).toBe(0)
    expect(terminal.files.read('state.yaml')).toContain('ns_demo_starter')
  })

  test('where none runs', async () => {
    const terminal = new FakeTerminal()
    const { kv: url, status } = await serve([], terminal)
    terminal.signal('SIGTERM')
    await status
    const err = expect.stringContaining('nothing answers at')
    expect(await ran(['stop', '--url', url])).toEqual({ status: 1, out: '', err })
  })

  test('needs the admin token', async () => {
    const { kv: url } = await serve(['--admin-token', 'secret'])
    const err = expect.stringContaining('takes admin calls with its token only')
    expect(await ran(['stop', '--url', url])).toEqual({ status: 2, out: '', err })
    expect((await ran(['stop', '--url', url, '--admin-token', 'secret'])).status).toBe(0)
  })
})

test('check takes a folder', async () => {
  const files = { seeds: null, 'seeds/a.yaml': SEED, 'seeds/b.yaml': 'stors: []', none: null }
  const { status, out } = await ran(['check', 'seeds'], new FakeTerminal(files))
  expect(status).toBe(1)
  expect(out).toContain('seeds/a.yaml: 1 store (0 entries)\n')
  expect(out).toContain('seeds/b.yaml:1:1: unknown field "stors"')
  const err = 'there is no seed (.yaml, .yml or .json) in none\n'
  expect(await ran(['check', 'none'], new FakeTerminal(files))).toEqual({ status: 2, out: '', err })
})
