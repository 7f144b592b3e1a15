import { decodeJwt, importJWK, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { commands } from '../../../src/cli/options/commands.js'
import { publicKeys } from '../../../src/identity/provider.js'
import { version } from '../../../src/package-files.js'
import { STARTER_SEED } from '../../../src/seed/starter.js'
import { FakeTerminal, systemError } from '../fake-terminal.js'
import { printedHelp } from '../printed-help.js'
import { ran } from '../ran.js'

test.each([['--help'], ['-h'], ['--port', '1', '--help']])(
  'the options %s print the help',
  async (...argv) => {
    const help = await printedHelp(...argv)
    expect(help).toContain('Usage:\n  $ npx tristore-emulator [options]\n')
    expect(help).toMatch(/^ {2}-p, --port <N> +the port to listen on; 0 picks a free one \(4600\)$/m)
    expect(help).toMatch(/^ {2}--cors \[ORIGIN\] /m)
    expect(help).toMatch(/^ {2}--watch {2,}/m)
    for (const { name, args, help: sentence } of commands) {
      expect(help.split('\n').filter((line) => line.endsWith(sentence))).toHaveLength(1)
      expect(help).toContain(`\n  ${name} ${args}`.trimEnd())
    }
    expect(help).toContain('EMULATOR_DB_PORT for --db-port')
  },
)

test.each(commands)(
  'help of "$name" shows at most 15 options, and all of them with --all',
  async (command) => {
    const { name, options, usual = [] } = command
    const argv = [name].filter(Boolean)
    const shown = (help: string) => help.match(/^ {2}(?:-\w, )?--[\w-]+/gm)?.map((line) => line.trim()) ?? []
    const help = await printedHelp(...argv, '--help')
    expect(shown(help).length).toBeLessThanOrEqual(15)
    const all = shown(await printedHelp('help', ...argv, '--all'))
    expect(all).toHaveLength(Object.keys(options).length + (name === '' ? 2 : 1))
    expect(usual.filter((option) => !Object.hasOwn(options, option))).toEqual([])
    const hidden = all.length - shown(help).length
    const line = `${hidden} more options: npx tristore-emulator help ${[...argv, '--all'].join(' ')}\n`
    expect(help.includes(line)).toBe(hidden > 0)
    expect(await printedHelp(...argv, '--help', '--all')).toBe(await printedHelp('help', '--all', ...argv))
    expect(await printedHelp('help', ...argv)).toBe(help)
    expect(help).toMatch(/Examples:\n {2}.*tristore-emulator/)
  },
)

test('help of a command shows only its own options', async () => {
  const help = await printedHelp('token', '--help')
  expect(help).toContain('Usage:\n  $ npx tristore-emulator token [options]\n')
  expect(help).toContain('print a bearer token, signed by the built-in identity provider')
  expect(help).toContain('--expires-in <DURATION>')
  expect(help).not.toContain('--port')
})

test('help is shown even if an argument is missing', async () => {
  expect(await printedHelp('check', '--help')).toContain('$ npx tristore-emulator check <...FILE> [options]')
})

test.each(['--version', '-v'])('the option %s prints the version', async (option) => {
  expect(await ran([option])).toEqual({ status: 0, out: `tristore-emulator ${version}\n`, err: '' })
})

test('init writes the starter seed', async () => {
  const terminal = new FakeTerminal()
  expect(await ran(['init'], terminal)).toEqual({
    status: 0,
    out: 'Wrote fixtures.yaml. Start with it: npx tristore-emulator\n',
    err: '',
  })
  expect(terminal.files.read('fixtures.yaml')).toBe(STARTER_SEED)
})

test.each([
  ['fixtures.yaml', 'node_modules/tristore-emulator/seed.schema.json'],
  ['seeds/a.yaml', '../node_modules/tristore-emulator/seed.schema.json'],
])('init names the schema for editors if the package is installed: %s', async (path, schema) => {
  const files = { seeds: null, 'node_modules/tristore-emulator/seed.schema.json': '{}' }
  const terminal = new FakeTerminal(files)
  await ran(['init', path], terminal)
  expect(terminal.files.read(path)).toBe(`# yaml-language-server: $schema=${schema}\n${STARTER_SEED}`)
})

test('init writes the starter seed under another name', async () => {
  const terminal = new FakeTerminal({ seeds: null })
  expect((await ran(['init', 'seeds/a.yaml'], terminal)).status).toBe(0)
  expect(terminal.files.read('seeds/a.yaml')).toBe(STARTER_SEED)
})

test.each([
  [
    'fixtures.yaml',
    'fixtures.yaml already exists and was not changed: remove it first, or choose another name\n',
  ],
  ['none/a.yaml', 'cannot write none/a.yaml: there is no folder none\n'],
  ['a.json', 'the starter seed is YAML, not JSON: npx tristore-emulator init fixtures.yaml\n'],
])('init refuses to write %s', async (file, err) => {
  const terminal = new FakeTerminal({ 'fixtures.yaml': 'mine' })
  expect(await ran(['init', file], terminal)).toEqual({ status: 2, out: '', err })
  expect(terminal.files.read('fixtures.yaml')).toBe('mine')
})

test('init --service writes a service and its test, and prints the command that runs it', async () => {
  const installed = {
    'node_modules/tristore-emulator/package.json': '{}',
    'node_modules/vitest/package.json': '{}',
  }
  const terminal = new FakeTerminal(installed)
  expect(await ran(['init', '--service', 'open-doors'], terminal)).toEqual({
    status: 0,
    out: 'Wrote open-doors.ts and open-doors.test.ts. Test it: npx vitest run open-doors.test.ts\n',
    err: '',
  })
  expect(terminal.files.read('open-doors.ts')).toContain("route: 'GET /open-doors/:id'")
  expect(terminal.files.read('open-doors.test.ts')).toContain("from './open-doors.js'")
})

test('init --service names what to install first, as an archive, since the package is not published yet', async () => {
  const { out } = await ran(['init', '--service', 'leases'])
  expect(out).toMatch(
    /npm i -D \.\/tristore-emulator-\S+\.tgz vitest && npx vitest run leases\.test\.ts\nnpm run pack makes the archive/,
  )
})

test.each([
  [
    ['Leases'],
    '--service: service Leases: name: expected lower-case letters, digits and dashes, found "Leases"\n',
  ],
  [['kv'], '--service: service kv: this name is taken, use another\n'],
  [['projects'], '--service: service projects: this name is taken, use another\n'],
  [['leases', 'a.yaml'], '--service writes no seed: leave a.yaml out\n'],
  [['mine'], 'mine.ts already exists and was not changed: remove it first, or choose another name\n'],
])('init --service refuses %j', async (given, err) => {
  const terminal = new FakeTerminal({ 'mine.ts': 'mine' })
  expect(await ran(['init', '--service', ...given], terminal)).toEqual({ status: 2, out: '', err })
})

test('init --service writes neither file where one of them is there', async () => {
  const terminal = new FakeTerminal({ 'mine.test.ts': 'mine' })
  expect(await ran(['init', '--service', 'mine'], terminal)).toMatchObject({
    status: 2,
    err: expect.stringMatching(/^mine\.test\.ts already exists/),
  })
  expect(terminal.files.stamp('mine.ts')).toBeUndefined()
  expect(terminal.files.read('mine.test.ts')).toBe('mine')
})

describe('check', () => {
  const files = {
    'good.yaml': STARTER_SEED,
    'empty.yaml': '',
    'bad.yaml': 'stores:\n  - id: ns_a_b\n',
    'profile.yaml': 'profile: { kv: { putStatus: 202 } }\n',
    'template.yaml': 'database:\n  documents:\n    - { title: "{{lorem.sentense}}" }\n',
    'secret.yaml': systemError('EACCES'),
    'long.yaml': `database: { keys: [{ key: ${'x'.repeat(20_000)} }] }\n`,
  }

  test('check prints the contents of a valid file', async () => {
    expect(await ran(['check', 'good.yaml', 'empty.yaml'], new FakeTerminal(files))).toEqual({
      status: 0,
      out: 'good.yaml: 1 namespace (4 entries), 1 store (2 entries), 1 project, 5 documents\nempty.yaml:1:1: warning: it is empty\nempty.yaml: no data\n',
      err: '',
    })
  })

  test.each([
    ['bad.yaml', /^bad\.yaml:2:9: /],
    ['profile.yaml', /^profile\.yaml:1:29: expected one of 200, 201/],
    [
      'long.yaml',
      /^long\.yaml:1:27: keys and ids have at most 8000 characters, not 20000\n(?:.*\n)*.*shorten it/,
    ],
    ['template.yaml', /^template\.yaml:3:\d+: .*\n.*\n.*\n.*lorem\.sentence/],
  ])('check has status 1 for the wrong file %s', async (file, problem) => {
    const { status, out, err } = await ran(['check', file], new FakeTerminal(files))
    expect({ status, err }).toEqual({ status: 1, err: '' })
    expect(out).toMatch(problem)
  })

  test('check reports all files as one JSON document', async () => {
    const argv = ['check', '--report', 'json', 'secret.yaml', 'bad.yaml', 'good.yaml']
    const { status, out, err } = await ran(argv, new FakeTerminal(files))
    expect({ status, err }).toEqual({ status: 2, err: '' })
    expect(JSON.parse(out)).toEqual({
      files: [
        {
          file: 'secret.yaml',
          unreadable: expect.stringContaining('this user is not allowed to read it'),
          problems: [],
        },
        {
          file: 'bad.yaml',
          problems: [
            {
              level: 'error',
              file: 'bad.yaml',
              line: 2,
              column: 9,
              path: 'stores[0].id',
              message: expect.any(String),
              hint: 'did you mean ec_a_b?',
              source: '  - id: ns_a_b',
            },
          ],
        },
        {
          file: 'good.yaml',
          problems: [],
          contents: { namespaces: 1, stores: 1, projects: 1, documents: 5 },
        },
      ],
    })
  })

  test('check reports problems as annotations of GitHub, each on one line', async () => {
    const seeds = { ...files, 'odd,100%:x.yaml': 'stores:\n  - { idd: ec_a_b, "::error::100%": 1 }\n' }
    const argv = ['check', '--report', 'github', 'secret.yaml', 'odd,100%:x.yaml', 'good.yaml']
    const { status, out, err } = await ran(argv, new FakeTerminal(seeds))
    expect({ status, err }).toEqual({ status: 2, err: '' })
    const lines = out.split('\n')
    expect(lines[0]).toMatch(/^::error file=secret\.yaml::cannot read the seed secret\.yaml: /)
    expect(out).toMatch(
      /^::error file=odd%2C100%25%3Ax\.yaml,line=2,col=7::unknown field "idd"%0Adid you mean id\?$/m,
    )
    expect(out).toMatch(/^::error file=.*::unknown field "::error::100%25"/m)
    expect(lines.slice(-2)).toEqual([
      'good.yaml: 1 namespace (4 entries), 1 store (2 entries), 1 project, 5 documents',
      '',
    ])
  })

  test('check reads every file, and the worst one decides the status', async () => {
    const argv = ['check', 'secret.yaml', 'bad.yaml', 'good.yaml']
    const { status, out, err } = await ran(argv, new FakeTerminal(files))
    expect(status).toBe(2)
    expect(err).toContain('cannot read the seed secret.yaml')
    expect(out).toContain('bad.yaml:2:9')
    expect(out).toContain('good.yaml: 1 namespace')
  })
})

test('schema prints the JSON Schema of seeds', async () => {
  const { status, out } = await ran(['schema'])
  expect(status).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ type: 'object', properties: { namespaces: {}, database: {} } })
})

describe('token', () => {
  const issuedAt = new FakeTerminal().now() / 1000

  test('a token is signed by the built-in provider and does not expire', async () => {
    const { status, out } = await ran(['token'])
    expect(status).toBe(0)
    const [key] = publicKeys().keys
    const { payload } = await jwtVerify(out.trim(), await importJWK(key ?? {}, 'ES256'))
    expect(payload).toEqual({ sub: 'user_local', iat: issuedAt })
  })

  test.each([
    [['--expires-in', '1h'], { sub: 'user_local', iat: issuedAt, exp: issuedAt + 3600 }],
    [['--expires-in', '90'], { sub: 'user_local', iat: issuedAt, exp: issuedAt + 90 }],
    [['--expires-in', '-1h'], { sub: 'user_local', iat: issuedAt, exp: issuedAt - 3600 }],
    [['--sub', '007'], { sub: '007', iat: issuedAt }],
  ])('the options %j set the claims of a token', async (argv, claims) => {
    const { out } = await ran(['token', ...argv])
    expect(decodeJwt(out.trim())).toEqual(claims)
  })
})
