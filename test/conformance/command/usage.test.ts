import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readOptions } from '../../../conformance/command/options.js'
import { run } from '../../../conformance/command/run.js'
import { conformOptions, probeOptions } from '../../../conformance/command/service-options.js'
import { FakeTerminal } from '../../cli/fake-terminal.js'
import { STATEMENTS } from '../statements/all-statements.js'

const conformance = resolve(import.meta.dirname, '../../../conformance')

const valuesOf = (argv: readonly string[], env: Record<string, string> = {}) =>
  readOptions(conformOptions, argv, env)

describe('options', () => {
  test.each([
    [['--base-url', 'http://a.test/x/'], {}, { 'base-url': 'http://a.test/x' }],
    [['--base-url=http://a.test'], { EMULATOR_BASE_URL: 'http://b.test' }, { 'base-url': 'http://a.test' }],
    [[], { EMULATOR_BASE_URL: 'http://b.test/' }, { 'base-url': 'http://b.test' }],
    [[], { EMULATOR_BASE_URL: ' ' }, { 'base-url': undefined }],
    [['--create'], {}, { create: true, wait: undefined }],
    [[], { EMULATOR_CREATE: 'TRUE', EMULATOR_WAIT: '0' }, { create: true, wait: false }],
    [['--walk', '007'], {}, { walk: 7 }],
    [['--db-key', '007'], {}, { 'db-key': '007' }],
    [['--report', 'junit'], {}, { report: 'junit' }],
    [
      ['--kv-key', 'kv_read_a', '--kv-key', 'admin:b'],
      {},
      {
        'kv-key': [
          { scope: 'read', key: 'kv_read_a' },
          { scope: 'admin', key: 'b' },
        ],
      },
    ],
    [
      [],
      { EMULATOR_STORE_KEY: 'read:a, write:b' },
      {
        'store-key': [
          { scope: 'read', key: 'a' },
          { scope: 'write', key: 'b' },
        ],
      },
    ],
  ])('the options %j with the environment %j are read', (argv, env, values) => {
    expect(valuesOf(argv, env)).toMatchObject(values)
  })

  test.each([
    [['--bse-url', 'x'], "Unknown option '--bse-url'"],
    [['--__proto__'], "Unknown option '--__proto__'"],
    [['here'], "Unexpected argument 'here'"],
    [['statements', '--walk', '1'], "Unknown option '--walk'"],
    [['--store'], "Option '--store <value>' argument missing"],
    [['--create=1'], "Option '--create' does not take an argument"],
    [['--store', 'a', '--store', 'b'], '--store is given twice (a and b): leave one of them out'],
    [['--walk', '-1'], "Option '--walk' argument is ambiguous"],
    [['--walk=-1'], '--walk: expected an integer of at least 0, found "-1"'],
    [['--kv-key', 'read:a', '--kv-key', 'nothing'], 'found "nothing"'],
    [['--bearer', 'a b'], '--bearer: expected visible ASCII characters without spaces, found "a b"'],
  ])('the options %j are refused: %s', async (argv, message) => {
    const terminal = new FakeTerminal()
    expect(await run(argv, terminal)).toBe(2)
    expect(terminal.out.text).toBe('')
    expect(terminal.err.lines).toEqual([expect.stringContaining(message)])
  })
})

describe('help', () => {
  test.each([
    [[], conformOptions],
    [['probe'], probeOptions],
    [['statements'], {}],
  ])('the help of %j has a line for each option', async (command, options) => {
    const terminal = new FakeTerminal()
    expect(await run([...command, '--base-url', 'x', '--help'], terminal)).toBe(0)
    const shown = terminal.out.lines.flatMap((line) => /^ {2}--([\w-]+)/.exec(line)?.[1] ?? [])
    expect(shown).toEqual(Object.keys(options))
  })
})

test('statements prints the statements of the contract without a service', async () => {
  const terminal = new FakeTerminal()
  expect(await run(['statements'], terminal)).toBe(0)
  const printed = JSON.parse(terminal.out.text)
  expect(printed.map(({ id }: { id: string }) => id)).toEqual(STATEMENTS.map(({ id }) => id))
  expect(printed[0]).toEqual({
    id: 'ab.base',
    area: 'general',
    section: 'Introduction',
    sentence: 'Both stores have the same base address.',
    service: 'kv and config',
    needs: STATEMENTS[0]?.needs,
  })
})

test('the command of the package shows its version', () => {
  const command = join(conformance, 'bin/tristore-conform.js')
  const shown = execFileSync(process.execPath, [command, '--version'], { encoding: 'utf8' })
  expect(shown).toMatch(/^tristore-conform \d+\.\d+\.\d+\n$/)
})
