import { describe, expect, test } from 'vitest'
import { run } from '../../src/cli/run.js'
import { FakeTerminal, systemError } from './fake-terminal.js'

const FILES = {
  fixtures: null,
  'fixtures/demo.yaml': 'version: 1\n',
  'fixtures/notes.txt': '',
  'secret.yaml': systemError('EACCES'),
  'unsound.yaml': 'namespaces:\n  - id: ns_a_b\n    ownr: me\n',
  'good.yaml': 'kv: { putStatus: 201 }\n',
  'bad.yaml': 'kv:\n  putStatu: 201\n  deleteStatus: 205\nkw: {}\n',
  'list.yaml': '- kv\n',
  'seed-profile.yaml': 'profile:\n  kv:\n    putStatus: 202\n',
}

interface Row {
  readonly argv: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly message: string
}

const rows: readonly Row[] = [
  { argv: ['--sed', 'x'], message: 'unknown option --sed: did you mean --seed?' },
  { argv: ['--sed=x'], message: 'unknown option --sed: did you mean --seed?' },
  {
    argv: ['--whatever'],
    message: 'unknown option --whatever: `npx tristore-emulator help --all` lists the options',
  },
  { argv: ['--seed.x', '1'], message: 'unknown option --seed.x: did you mean --seed?' },
  {
    argv: ['--__proto__', '1'],
    message: 'unknown option --__proto__: `npx tristore-emulator help --all` lists the options',
  },
  {
    argv: ['--constructor=1'],
    message: 'unknown option --constructor: `npx tristore-emulator help --all` lists the options',
  },
  { argv: ['--seed', 'a.yaml', '--seed.x', '1'], message: 'unknown option --seed.x: did you mean --seed?' },
  { argv: ['--dbPort', '1'], message: 'unknown option --dbPort: did you mean --db-port?' },
  { argv: ['-port', '1'], message: 'unknown option -port: did you mean --port?' },
  { argv: ['---port', '1'], message: 'unknown option ---port: did you mean --port?' },
  { argv: ['--all'], message: 'unknown option --all: `npx tristore-emulator help --all` lists the options' },
  {
    argv: ['--no-seed'],
    message: 'unknown option --no-seed: `npx tristore-emulator help --all` lists the options',
  },
  { argv: ['-x'], message: 'unknown option -x: `npx tristore-emulator help --all` lists the options' },
  { argv: ['-'], message: 'unknown option -: `npx tristore-emulator help --all` lists the options' },
  {
    argv: ['--lubricate'],
    message: 'unknown option --lubricate: `npx tristore-emulator help --all` lists the options',
  },
  {
    argv: ['--grease', 'lots'],
    message: '--grease: expected an integer from 1 up, or nothing for the random seed, found "lots"',
  },
  { argv: ['chek', 'a.yaml'], message: 'unknown command "chek": did you mean check?' },
  {
    argv: ['start'],
    message:
      'unknown command "start": `npx tristore-emulator` alone starts it, `npx tristore-emulator help` lists the commands',
  },
  {
    argv: ['fixtures/demo.yaml'],
    message:
      'unknown command "fixtures/demo.yaml": to start with this seed, write npx tristore-emulator --seed fixtures/demo.yaml',
  },
  {
    argv: ['a.tristore.json'],
    message:
      'unknown command "a.tristore.json": to run this bundle again, write npx tristore-emulator replay a.tristore.json',
  },
  {
    argv: ['check', '--port', '1', 'a.yaml'],
    message: '--port is not an option of `emulator check`: it belongs to `emulator` without a command',
  },
  {
    argv: ['stop', '--port', '4999'],
    message:
      '--port is not an option of `emulator stop`: it belongs to `emulator` without a command; name the emulator with --url http://127.0.0.1:4600',
  },
  { argv: ['--sub', 'x'], message: '--sub is not an option of `emulator`: it belongs to `emulator token`' },
  {
    argv: ['--freeze', 'check', 'a.yaml'],
    message: '--freeze is not an option of `emulator check`: it belongs to `emulator` without a command',
  },
  {
    argv: ['--freeze', '1'],
    message:
      'unknown command "1": `npx tristore-emulator` alone starts it, `npx tristore-emulator help` lists the commands',
  },
  { argv: ['check'], message: '`emulator check` needs a file: npx tristore-emulator check fixtures.yaml' },
  { argv: ['init', 'a.yaml', 'b.yaml'], message: '`emulator init` has no use for "b.yaml": leave it out' },
  { argv: ['token', 'me'], message: '`emulator token` has no use for "me": leave it out' },
  { argv: ['--port'], message: '--port needs a value: --port N' },
  { argv: ['--port='], message: '--port needs a value: --port N' },
  { argv: ['--port=', '5000'], message: '--port needs a value: --port N' },
  {
    argv: ['--port', ''],
    message: '--port: expected a port from 1 to 65535, or 0 for a free one, found ""',
  },
  { argv: ['--port', '5000', '--port'], message: '--port needs a value: --port N' },
  {
    argv: ['--sub', '--', 'x'],
    message: '--sub is not an option of `emulator`: it belongs to `emulator token`',
  },
  { argv: ['token', '--sub', '--', 'x'], message: '--sub needs a value: --sub SUB' },
  { argv: ['--seed', '--freeze'], message: '--seed needs a value: --seed FILE' },
  {
    argv: ['--port', 'x'],
    message: '--port: expected a port from 1 to 65535, or 0 for a free one, found "x"',
  },
  {
    argv: ['--port', '-1'],
    message: '--port: expected a port from 1 to 65535, or 0 for a free one, found "-1"',
  },
  {
    argv: ['--port', '1e3'],
    message: '--port: expected a port from 1 to 65535, or 0 for a free one, found "1e3"',
  },
  {
    argv: [],
    env: { EMULATOR_DB_PORT: '65536' },
    message: 'EMULATOR_DB_PORT: expected a port from 1 to 65535, or 0 for a free one, found "65536"',
  },
  { argv: ['--port', '1', '--port', '2'], message: '--port is given twice (1 and 2): leave one of them out' },
  {
    argv: ['--port', '4601', '--db-port', '4601'],
    message: '--port and --db-port are both 4601: give the database another one, or leave --db-port out',
  },
  { argv: ['--no-watch=1'], message: '--no-watch takes no value: leave "=1" out' },
  { argv: ['--watch=maybe'], message: '--watch: expected 1, true, 0 or false, found "maybe"' },
  { argv: ['--watch'], message: '--watch needs a file to watch: add --seed FILE' },
  {
    argv: ['--clock', 'yesterday'],
    message:
      '--clock: expected ISO 8601 such as 2026-01-31T23:59:00Z, or ms since 1970, up to the year 9999, found "yesterday"',
  },
  { argv: ['--random-seed', '1.5'], message: '--random-seed: expected an integer from 0 up, found "1.5"' },
  { argv: ['--log', 'loud'], message: '--log: expected one of pretty, json, off, found "loud"' },
  {
    argv: ['--host', 'http://localhost'],
    message:
      '--host: expected an address or a host name without scheme and port, such as 0.0.0.0, found "http://localhost"',
  },
  {
    argv: [],
    env: { EMULATOR_ALLOW_HOST: 'a.example.com, b.example.com:80' },
    message:
      'EMULATOR_ALLOW_HOST: expected a host name without scheme and port, such as emulator.example.com, found "b.example.com:80"',
  },
  {
    argv: ['--admin-token', 'two words'],
    message: '--admin-token: expected visible ASCII characters without spaces, found "two words"',
  },
  {
    argv: ['--cors', 'http://localhost:3000/'],
    message:
      '--cors: expected an origin without a path such as http://localhost:3000, or nothing for all, found "http://localhost:3000/"',
  },
  {
    argv: ['token', '--expires-in', 'soon'],
    message: '--expires-in: expected seconds, or a duration such as 90s, 1h30m, 2d or P1M, found "soon"',
  },
  {
    argv: ['--seed', 'fixtures/dmeo.yaml'],
    message:
      'cannot read the seed fixtures/dmeo.yaml: there is no such file; did you mean fixtures/demo.yaml?',
  },
  {
    argv: ['--seed', 'fixture/demo.yaml'],
    message: 'cannot read the seed fixture/demo.yaml: there is no such file, nor a folder fixture',
  },
  {
    argv: ['--profile', 'fixtures'],
    message: 'cannot read the profile fixtures: it is a folder; name a file in it (there is demo.yaml)',
  },
  {
    argv: ['--seed', 'secret.yaml'],
    message: 'cannot read the seed secret.yaml: this user may not read it (chmod a+r lets everyone)',
  },
  {
    argv: ['--profile', 'goood.yaml'],
    message: 'cannot read the profile goood.yaml: there is no such file; did you mean good.yaml?',
  },
]

describe('wrong usage is one line that says how to mend it, and status 2', () => {
  test.each(rows)('$argv $env', async ({ argv, env = {}, message }) => {
    const terminal = new FakeTerminal(FILES, env)
    expect(await run(argv, terminal)).toBe(2)
    expect(terminal.err.text).toBe(`${message}\n`)
    expect(terminal.out.text).toBe('')
  })
})

test('a bad seed is shown with its problems, and status 2', async () => {
  const terminal = new FakeTerminal(FILES)
  expect(await run(['--seed', 'unsound.yaml'], terminal)).toBe(2)
  expect(terminal.err.text).toContain('unsound.yaml:3:5: unknown field "ownr"')
  expect(terminal.err.text).toContain('did you mean owner?')
})

test('a bad profile file: every wrong option at its place', async () => {
  const terminal = new FakeTerminal(FILES)
  expect(await run(['--profile', 'bad.yaml'], terminal)).toBe(2)
  expect(terminal.err.text).toContain('bad.yaml:2:3: there is no such option')
  expect(terminal.err.text).toContain('did you mean putStatus?')
  expect(terminal.err.text).toContain('bad.yaml:3:17: must be one of 200, 204')
  expect(terminal.err.text).toContain('bad.yaml:4:1: there is no such option')
})

test.each(['list.yaml', 'word.yaml'])('%s is no profile', async (file) => {
  const terminal = new FakeTerminal({ ...FILES, 'word.yaml': 'kv' })
  expect(await run(['--profile', file], terminal)).toBe(2)
  expect(terminal.err.lines).toEqual([
    `${file}: expected options by section, such as { kv: { putStatus: 201 } }`,
  ])
})

test("a wrong option of a seed's profile is shown at its place", async () => {
  const terminal = new FakeTerminal(FILES)
  expect(await run(['--seed', 'seed-profile.yaml'], terminal)).toBe(2)
  expect(terminal.err.text).toContain('seed-profile.yaml:3:16: must be one of 200, 201')
})
