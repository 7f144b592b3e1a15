import { describe, expect, test } from 'vitest'
import { replayOptions, serveOptions, tokenOptions } from '../../../src/cli/options/options.js'
import { parse } from '../../../src/cli/options/parse.js'
import { misspeltVariables, readValues } from '../../../src/cli/options/values.js'

function called(argv: readonly string[]) {
  const invocation = parse(argv)
  if (typeof invocation === 'string' || !('call' in invocation))
    throw new Error(`${argv.join(' ')} calls no command`)
  return invocation
}

const valuesOf = (argv: readonly string[], env: Record<string, string> = {}) =>
  readValues(serveOptions, called(argv).call.given, env)

type Name = keyof typeof serveOptions

interface Row {
  readonly argv?: readonly string[]
  readonly env?: Record<string, string>
  readonly name: Name
  readonly value: unknown
}

const rows: readonly Row[] = [
  { name: 'port', value: 4600 },
  { name: 'host', value: '127.0.0.1' },
  { name: 'log', value: 'pretty' },
  { name: 'seed', value: undefined },
  { name: 'watch', value: undefined },
  { argv: ['--port', '0'], name: 'port', value: 0 },
  { argv: ['--port=65535'], name: 'port', value: 65_535 },
  { env: { EMULATOR_PORT: '5000' }, name: 'port', value: 5000 },
  { argv: ['--port', '5001'], env: { EMULATOR_PORT: '5000' }, name: 'port', value: 5001 },
  { argv: ['--port', '5001'], env: { EMULATOR_PORT: 'x' }, name: 'port', value: 5001 },
  { env: { EMULATOR_PORT: '' }, name: 'port', value: 4600 },
  { env: { EMULATOR_PORT: 'tcp://10.0.0.7:4600' }, name: 'port', value: 4600 },
  { argv: ['--seed', 'a.yaml', '--seed=b.yaml'], name: 'seed', value: ['a.yaml', 'b.yaml'] },
  { env: { EMULATOR_SEED: 'a.yaml, b.yaml' }, name: 'seed', value: ['a.yaml', 'b.yaml'] },
  { argv: ['--seed', 'c.yaml'], env: { EMULATOR_SEED: 'a.yaml' }, name: 'seed', value: ['c.yaml'] },
  { argv: ['--seed', '7', '--seed=07', '--seed', '7.0'], name: 'seed', value: ['7', '07', '7.0'] },
  { argv: ['--seed', 'a,b.yaml'], name: 'seed', value: ['a,b.yaml'] },
  { argv: ['--seed=a=b.yaml'], name: 'seed', value: ['a=b.yaml'] },
  { argv: ['--admin-token', '007'], name: 'admin-token', value: '007' },
  { argv: ['--admin-token', 'false'], name: 'admin-token', value: 'false' },
  { argv: ['--admin-token', '0x10'], name: 'admin-token', value: '0x10' },
  { argv: ['--admin-token=-dash'], name: 'admin-token', value: '-dash' },
  { argv: ['--admin-token==x'], name: 'admin-token', value: '=x' },
  {
    argv: ['--allow-host', 'a.test', '--allow-host', 'b.test'],
    name: 'allow-host',
    value: ['a.test', 'b.test'],
  },
  { argv: ['--freeze'], name: 'freeze', value: true },
  { argv: ['--freeze=false'], name: 'freeze', value: false },
  { env: { EMULATOR_FREEZE: '0' }, name: 'freeze', value: false },
  { argv: ['--freeze=1'], env: { EMULATOR_FREEZE: '0' }, name: 'freeze', value: true },
  { argv: ['--require-world=1'], name: 'require-world', value: true },
  { argv: ['--no-require-world'], env: { EMULATOR_REQUIRE_WORLD: '1' }, name: 'require-world', value: false },
  { argv: ['--no-freeze'], env: { EMULATOR_FREEZE: '1' }, name: 'freeze', value: false },
  { env: { EMULATOR_FREEZE: 'TRUE' }, name: 'freeze', value: true },
  { argv: ['--clock', '2026-01-31T23:59:00Z'], name: 'clock', value: Date.UTC(2026, 0, 31, 23, 59) },
  { argv: ['--clock', '1767225600000'], name: 'clock', value: 1_767_225_600_000 },
  { argv: ['--random-seed', '42'], name: 'random-seed', value: 42 },
  { name: 'grease', value: undefined },
  { argv: ['--grease'], name: 'grease', value: true },
  { argv: ['--grease', '--freeze'], name: 'grease', value: true },
  { argv: ['--grease', '1'], name: 'grease', value: 1 },
  { argv: ['--grease=77'], env: { EMULATOR_GREASE: '3' }, name: 'grease', value: 77 },
  { argv: ['--no-grease'], env: { EMULATOR_GREASE: '3' }, name: 'grease', value: false },
  { env: { EMULATOR_GREASE: '1' }, name: 'grease', value: 1 },
  { env: { EMULATOR_GREASE: 'true' }, name: 'grease', value: true },
  { env: { EMULATOR_GREASE: '0' }, name: 'grease', value: false },
  { argv: ['--cors'], name: 'cors', value: '*' },
  { argv: ['--cors', 'http://localhost:3000'], name: 'cors', value: 'http://localhost:3000' },
  { argv: ['--no-cors'], env: { EMULATOR_CORS: '1' }, name: 'cors', value: false },
  { env: { EMULATOR_CORS: 'true' }, name: 'cors', value: '*' },
  { argv: ['--cors', 'HTTP://App.TEST:80'], name: 'cors', value: 'http://app.test' },
  { argv: ['--cors', 'https://b\u00fccher.test'], name: 'cors', value: 'https://xn--bcher-kva.test' },
  { argv: ['--cors', 'Chrome-Extension://AbC'], name: 'cors', value: 'chrome-extension://abc' },
  {
    argv: ['--cors', 'http://a.test, http://B.test:81'],
    name: 'cors',
    value: 'http://a.test,http://b.test:81',
  },
  {
    env: { EMULATOR_CORS: 'http://a.test,https://b.test' },
    name: 'cors',
    value: 'http://a.test,https://b.test',
  },
  { env: { EMULATOR_CORS: 'https://app.test' }, name: 'cors', value: 'https://app.test' },
  { argv: ['--log', 'json'], name: 'log', value: 'json' },
  { argv: ['-p5000'], name: 'port', value: 5000 },
  { argv: ['-p=5000'], name: 'port', value: 5000 },
  { argv: ['-qp', '5000'], name: 'port', value: 5000 },
  { argv: ['-qp5000'], name: 'quiet', value: true },
  { argv: ['-q=0'], name: 'quiet', value: false },
  { argv: ['-sa.yaml', '-s', 'b.yaml'], name: 'seed', value: ['a.yaml', 'b.yaml'] },
  { argv: ['--seed', '-'], name: 'seed', value: ['-'] },
  { argv: ['--seed', ''], name: 'seed', value: [''] },
  { argv: ['--admin-token', '0123'], name: 'admin-token', value: '0123' },
]

describe('values of options', () => {
  test.each(rows)('$argv $env sets $name', ({ argv = [], env = {}, name, value }) => {
    expect(valuesOf(argv, env)[name]).toEqual(value)
  })
})

test('every option of the emulator has an environment variable, named by one rule', () => {
  for (const [name, option] of Object.entries(serveOptions)) {
    const variable = `EMULATOR_${name.toUpperCase().replaceAll('-', '_')}`
    const text = { log: 'json', clock: '2026-01-31T23:59:00Z' }[name] ?? '1'
    expect(readValues({ [name]: option }, new Map(), { [variable]: text })[name]).toEqual(
      option.kind.read([text]),
    )
  }
})

test('options of one run alone have no environment variable', () => {
  const env = { EMULATOR_SUB: 'user_x', EMULATOR_EXPIRES_IN: '1h', EMULATOR_UNTIL: 'r1', EMULATOR_SERVE: '1' }
  const values = { ...readValues(tokenOptions, new Map(), env), ...readValues(replayOptions, new Map(), env) }
  expect(values).toMatchObject({
    sub: 'user_local',
    'expires-in': undefined,
    until: undefined,
    serve: undefined,
  })
})

test('words after -- are arguments of a command, even if they look like options', () => {
  const { command, call } = called(['check', 'a.yaml', '--', '--b.yaml', '007'])
  expect(command.name).toBe('check')
  expect(call.args).toEqual(['a.yaml', '--b.yaml', '007'])
})

test('a command may come after its options', () => {
  const { command, call } = called(['--sub', 'init', 'token'])
  expect(command.name).toBe('token')
  expect(readValues(tokenOptions, call.given, {}).sub).toBe('init')
})

test('a flag does not take a command as its value', () => {
  const { command, call } = called(['--serve', 'replay', 'failed.tristore.json'])
  expect(command.name).toBe('replay')
  expect(call.args).toEqual(['failed.tristore.json'])
  expect([...call.given]).toEqual([['serve', ['true']]])
})

test('a misspelt variable is reported, and other variables are ignored', () => {
  const env = {
    EMULATOR_SEEDS: 'a.yaml',
    EMULATOR_PORT: '1',
    EMULATOR_PORT_4600_TCP_ADDR: '10.0.0.7',
    EMULATOR_SERVICE_HOST: '10.0.0.7',
    EMULATOR_SERVICE_PORT: '4600',
    HOME: '/',
  }
  expect(misspeltVariables(serveOptions, env)).toEqual([
    'EMULATOR_SEEDS has no effect here: did you mean EMULATOR_SEED?',
  ])
})
