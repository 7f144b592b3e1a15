import { describe, expect, test } from 'vitest'
import { FakeTerminal, systemError } from './fake-terminal.js'
import { ran } from './ran.js'

const FILES = {
  fixtures: null,
  'fixtures/demo.yaml': 'version: 1\n',
  'fixtures/notes.txt': '',
  'secret.yaml': systemError('EACCES'),
  'unsound.yaml': 'namespaces:\n  - id: ns_a_b\n    ownr: me\n',
  'bad.yaml': 'kv:\n  putStatu: 201\n  deleteStatus: 205\nkw: {}\n',
  'list.yaml': '- kv\n',
  'seed-profile.yaml': 'profile:\n  kv:\n    putStatus: 202\n',
}

const LISTED = '`npx tristore-emulator help --all` lists the options'
const ALONE = '`npx tristore-emulator` alone starts it, `npx tristore-emulator help` lists the commands'
const PORT = 'expected a port from 1 to 65535, or 0 for a free one'

const rows: readonly (readonly [argv: readonly string[], message: string, env?: Record<string, string>])[] = [
  [['--sed', 'x'], 'unknown option --sed: did you mean --seed?'],
  [['--whatever'], `unknown option --whatever: ${LISTED}`],
  [['--seed.x', '1'], 'unknown option --seed.x: did you mean --seed?'],
  [['--__proto__', '1'], `unknown option --__proto__: ${LISTED}`],
  [['--dbPort', '1'], 'unknown option --dbPort: did you mean --db-port?'],
  [['-port', '1'], 'unknown option -port: did you mean --port?'],
  [['--all'], `unknown option --all: ${LISTED}`],
  [['--no-seed'], `unknown option --no-seed: ${LISTED}`],
  [['-seed', 'a.yaml'], 'unknown option -seed: did you mean --seed?'],
  [['-qx'], `unknown option -x: ${LISTED}`],
  [['help', '--al'], `unknown option --al: ${LISTED}`],
  [['-x'], `unknown option -x: ${LISTED}`],
  [['-'], `unknown option -: ${LISTED}`],
  [
    ['--grease', 'lots'],
    '--grease: expected an integer of at least 1, or nothing for the random seed, found "lots"',
  ],
  [['chek', 'a.yaml'], 'unknown command "chek": did you mean check?'],
  [['help', 'chek'], 'unknown command "chek": did you mean check?'],
  [
    ['conform'],
    'unknown command "conform": the package tristore-conform, in conformance/ of the repository, has it',
  ],
  [
    ['probe'],
    'unknown command "probe": the package tristore-conform, in conformance/ of the repository, has it',
  ],
  [['start'], `unknown command "start": ${ALONE}`],
  [
    ['fixtures/demo.yaml'],
    'unknown command "fixtures/demo.yaml": to start with this seed, write npx tristore-emulator --seed fixtures/demo.yaml',
  ],
  [
    ['a.tristore.json'],
    'unknown command "a.tristore.json": to run this bundle again, write npx tristore-emulator replay a.tristore.json',
  ],
  [
    ['check', '--port', '1', 'a.yaml'],
    '--port is not an option of `npx tristore-emulator check`: it belongs to `npx tristore-emulator` without a command',
  ],
  [
    ['stop', '--port', '4999'],
    '--port is not an option of `npx tristore-emulator stop`: it belongs to `npx tristore-emulator` without a command; name the emulator with --url http://127.0.0.1:4600',
  ],
  [
    ['--sub', 'x'],
    '--sub is not an option of `npx tristore-emulator`: it belongs to `npx tristore-emulator token`',
  ],
  [['--freeze', '1'], `unknown command "1": ${ALONE}`],
  [['check'], '`check` needs a file: npx tristore-emulator check fixtures.yaml'],
  [['replay'], '`replay` needs a file: npx tristore-emulator replay failed.tristore.json'],
  [['init', 'a.yaml', 'b.yaml'], '`npx tristore-emulator init` does not expect "b.yaml": leave it out'],
  [['token', 'me'], '`npx tristore-emulator token` does not expect "me": leave it out'],
  [['--port'], '--port needs a value: --port N'],
  [['--port='], '--port needs a value: --port N'],
  [['--port', ''], `--port: ${PORT}, found ""`],
  [['--port', '5000', '--port'], '--port needs a value: --port N'],
  [['token', '--sub', '--', 'x'], '--sub needs a value: --sub SUB'],
  [['--seed', '--freeze'], '--seed needs a value: --seed FILE'],
  [['--port', 'x'], `--port: ${PORT}, found "x"`],
  [['--port', '-1'], `--port: ${PORT}, found "-1"`],
  [['--port', '1e3'], `--port: ${PORT}, found "1e3"`],
  [[], `EMULATOR_DB_PORT: ${PORT}, found "65536"`, { EMULATOR_DB_PORT: '65536' }],
  [['--port', '1', '--port', '2'], '--port is given twice (1 and 2): leave one of them out'],
  [
    ['--port', '4601', '--db-port', '4601'],
    '--port and --db-port are both 4601: give the database another one, or leave --db-port out',
  ],
  [['--no-watch=1'], '--no-watch takes no value: leave "=1" out'],
  [['--watch=maybe'], '--watch: expected 1, true, 0 or false, found "maybe"'],
  [['--watch'], '--watch needs a file to watch: add --seed FILE'],
  [['--watch', '--seed', '-'], '--watch needs a file to watch: standard input (--seed -) never changes'],
  [
    ['check', 'http://a.test/s.yaml'],
    'cannot read the seed http://a.test/s.yaml: seeds are files, so download it first: curl -o seed.yaml http://a.test/s.yaml',
  ],
  [
    ['--clock', '1769817600'],
    '--clock: expected ISO 8601 such as 2026-01-31T23:59:00Z, or ms since 1970, up to the year 9999, found "1769817600": is that in seconds? In ms it is 1769817600000; otherwise write 1970-01-21T11:36:57.600Z',
  ],
  [
    ['--clock', 'yesterday'],
    '--clock: expected ISO 8601 such as 2026-01-31T23:59:00Z, or ms since 1970, up to the year 9999, found "yesterday"',
  ],
  [['--random-seed', '1.5'], '--random-seed: expected an integer of at least 0, found "1.5"'],
  [['--log', 'loud'], '--log: expected one of pretty, json, off, found "loud"'],
  [
    ['--host', 'http://localhost'],
    '--host: expected an address or a host name without scheme and port, such as 0.0.0.0, found "http://localhost"',
  ],
  [
    [],
    'EMULATOR_ALLOW_HOST: expected a host name without scheme and port, such as emulator.example.com, found "b.example.com:80"',
    { EMULATOR_ALLOW_HOST: 'a.example.com, b.example.com:80' },
  ],
  [
    ['--admin-token', 'two words'],
    '--admin-token: expected visible ASCII characters without spaces, found "two words"',
  ],
  [
    ['--cors', 'http://localhost:3000/'],
    '--cors: expected an origin without a path such as http://localhost:3000, several separated by commas, or nothing for all, found "http://localhost:3000/"',
  ],
  [
    ['token', '--expires-in', 'soon'],
    '--expires-in: expected seconds, or a duration such as 90s, 1h30m, 2d or P1M, found "soon"',
  ],
  [
    ['--seed', 'fixtures/dmeo.yaml'],
    'cannot read the seed fixtures/dmeo.yaml: there is no such file; did you mean fixtures/demo.yaml?',
  ],
  [
    ['--seed', 'fixture/demo.yaml'],
    'cannot read the seed fixture/demo.yaml: there is no such file, nor a folder fixture',
  ],
  [
    ['--profile', 'fixtures'],
    'cannot read the profile fixtures: it is a folder; name a file in it (there is demo.yaml)',
  ],
  [
    ['--seed', 'secret.yaml'],
    'cannot read the seed secret.yaml: this user is not allowed to read it (chmod a+r allows everyone)',
  ],
]

describe('wrong usage prints one line with the fix, and the status is 2', () => {
  const named = rows.map(([argv, message, env = {}]) => ({ argv, message, env }))
  test.each(named)('wrong usage prints one line with the fix: $argv $env', async ({ argv, message, env }) => {
    expect(await ran(argv, new FakeTerminal(FILES, env))).toEqual({ status: 2, out: '', err: `${message}\n` })
  })
})

test('a bad seed is shown with its problems, and the status is 2', async () => {
  const { status, err } = await ran(['--seed', 'unsound.yaml'], new FakeTerminal(FILES))
  expect(status).toBe(2)
  expect(err).toMatch(/unsound\.yaml:3:5: unknown field "ownr"[\s\S]*did you mean owner\?/)
})

test('a bad profile file is shown with each wrong option in its place', async () => {
  const { status, err } = await ran(['--profile', 'bad.yaml'], new FakeTerminal(FILES))
  expect(status).toBe(2)
  expect(err).toMatch(/bad\.yaml:2:3: there is no such option[\s\S]*did you mean putStatus\?/)
  expect(err).toContain('bad.yaml:3:17: expected one of 200, 204')
  expect(err).toContain('bad.yaml:4:1: there is no such option')
})

test('the text of a bad profile is refused with the place of the wrong option', async () => {
  const { status, err } = await ran(['--profile', '{ kv: { putStatu: 201 } }'], new FakeTerminal(FILES))
  expect(status).toBe(2)
  expect(err).toMatch(/the profile:1:9: there is no such option[\s\S]*did you mean putStatus\?/)
})

test('a key file that is not there is refused with the fix', async () => {
  const files = { 'a.yaml': 'profile: { auth: { jwksFile: none.json } }' }
  const { err } = await ran(['--seed', 'a.yaml', '--port', '0'], new FakeTerminal(files))
  expect(err).toMatch(/^the profile: auth.jwksFile: there is no file none.json\nuse a path relative to/)
})

test.each([
  ['list.yaml', 'a list'],
  ['word.yaml', 'the text "kv"'],
])('%s is refused, since it is not a profile', async (file, found) => {
  const terminal = new FakeTerminal({ ...FILES, 'word.yaml': 'kv' })
  const err = `${file}:1:1: expected options by section, such as { kv: { putStatus: 201 } }, found ${found}\n`
  expect(await ran(['--profile', file], terminal)).toEqual({
    status: 2,
    out: '',
    err: expect.stringContaining(err),
  })
})

test("a wrong option of a seed's profile is shown in its place", async () => {
  const { status, err } = await ran(['--seed', 'seed-profile.yaml'], new FakeTerminal(FILES))
  expect(status).toBe(2)
  expect(err).toContain('seed-profile.yaml:3:16: expected one of 200, 201')
})
