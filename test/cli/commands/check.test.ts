import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { SeedFinding } from '../../../src/cli/commands/check.js'
import { marked } from '../../seed/seeds.js'
import { FakeTerminal } from '../fake-terminal.js'
import { ran } from '../ran.js'

/** Returns the warnings of valid seeds, each with its hint. */
async function warnings(...texts: readonly string[]): Promise<string[]> {
  const names = texts.map((_, index) => `${'abc'[index]}.yaml`)
  const files = Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']))
  const terminal = new FakeTerminal(files)
  const { status, out, err } = await ran(['check', ...names, '--report', 'json'], terminal)
  expect({ status, err }).toEqual({ status: 0, err: '' })
  const report = JSON.parse(out) as { files: { problems: SeedFinding[] }[] }
  return report.files.flatMap(({ problems }) =>
    problems.map(({ file, line, column, message, hint = '', level }) => {
      expect(level).toBe('warning')
      return `${file}:${line}:${column}: ${message}${hint === '' ? '' : `; ${hint}`}`
    }),
  )
}

const fault = (match: string) => `faults: [{ id: f, status: 503, match: ${match} }]`
const HELD = 'namespaces: [{ id: ns_a }]\nstores: [{ id: ec_a }]\n'

describe('`emulator check` warns of', () => {
  test.each<[string, string, string]>([
    [
      'a project of a key',
      'database: { keys: [{ key: d, projects: §[9] }] }',
      'project 9 is not in the seed',
    ],
    [
      'the project of a document',
      'database: { documents: [{ id: 1, title: a, content: b, project: §9 }] }',
      'project 9 is not in the seed',
    ],
    [
      'the project of many documents, in one line',
      'database: { documents: [{ repeat: 3, title: a, content: b, project: §9 }] }',
      'project 9 is not in the seed (it is named 3 times)',
    ],
    ['a seed that is empty', '§', 'it is empty'],
    ['a seed of empty parts', '§version: 1\nnamespaces: []\ndatabase: {}', 'it is empty'],
    [
      'usage above a limit',
      'namespaces: [{ id: ns_a, limits: { reads: 5 }, usage: §{ reads: 6 } }]',
      'the usage of ns_a is above its limit: 6 reads of 5',
    ],
    [
      'usage of a month above a limit of the profile',
      'profile: { kv: { defaultLimits: { lists: 1 } } }\nnamespaces: [{ id: ns_a, usage: §{ 2026-01: { lists: 2 } } }]',
      'the usage of ns_a in 2026-01 is above its limit: 2 lists of 1',
    ],
    [
      'a fault for a path of no operation',
      fault('§{ path: /v1/kv }'),
      'no operation has this path, so the fault only fires for other requests; did you mean path: /v1/kv/**?',
    ],
    [
      'a fault for the method of another operation',
      fault('§{ operation: kv.get, method: PUT }'),
      'this fault never fires: no operation matches all of this',
    ],
    [
      'a fault for a method that no operation on an entry has',
      `${HELD}${fault('§{ namespace: ns_a, method: POST }')}`,
      'this fault never fires: no operation matches all of this',
    ],
    [
      'a fault for a namespace in another service',
      `${HELD}${fault('§{ operation: config.*, namespace: ns_a }')}`,
      'this fault never fires: no operation matches all of this',
    ],
    [
      'a fault for a namespace that is not there',
      fault('§{ namespace: ns_b }'),
      'there is no namespace ns_b',
    ],
    ['a fault for a store that is not there', fault('§{ store: ec_b }'), 'there is no store ec_b'],
    [
      'a fault without an id',
      'faults: [{ status: 503 }, { status: 503, match: §{ path: /v2/** } }]',
      'no operation has this path, so the fault only fires for other requests',
    ],
  ])('`emulator check` warns of %s', async (_, text, warning) => {
    const { text: seed, at } = marked(text)
    expect(await warnings(seed)).toEqual([`a.yaml:${at}: ${warning}`])
  })

  test.each([
    ['{ path: /v1/kv/** }'],
    ['{ path: /v1/*/ns_a/cart* }'],
    ['{ path: "**/42", operation: documents.* }'],
    ['{ path: /documents, method: post }'],
    ['{ namespace: ns_a, key: k, operation: "*.get" }'],
    ['{ store: ec_a, method: PUT }'],
    ['{ path: /documents/*, method: DELETE }'],
    ['{ path: /documents, method: HEAD }'],
    ['{ method: OPTIONS }'],
    ['{}'],
  ])('`emulator check` warns of nothing in a fault that can fire: %s', async (match) => {
    expect(await warnings(`${HELD}${fault(match)}`)).toEqual([])
  })

  test('`emulator check` warns of nothing that another of the files has', async () => {
    const keys = 'database: { keys: [{ key: d, projects: [9] }] }'
    expect(await warnings(keys, 'database: { projects: [{ id: 9, name: a }] }')).toEqual([])
    expect(await warnings(fault('{ namespace: ns_a }'), HELD)).toEqual([])
  })

  test('`emulator check` warns of nothing in usage at its limit, in a profile, or in a clock', async () => {
    expect(await warnings('namespaces: [{ id: ns_a, limits: { reads: 5 }, usage: { reads: 5 } }]')).toEqual(
      [],
    )
    expect(await warnings('profile: { kv: { putStatus: 201 } }', 'clock: { now: 0 }')).toEqual([])
  })

  test('`emulator check` warns of nothing as long as a file is wrong', async () => {
    const files = { 'a.yaml': '', 'b.yaml': 'stores: [{ idd: 1 }]' }
    const { status, out } = await ran(['check', 'a.yaml', 'b.yaml'], new FakeTerminal(files))
    expect(status).toBe(1)
    expect(out).not.toContain('warning')
  })

  test('check reports a problem with its place and line', async () => {
    const files = { 'a.yaml': fault('{ path: /v1/kv }') }
    const { out } = await ran(['check', 'a.yaml'], new FakeTerminal(files))
    expect(out).toMatch(
      /^a\.yaml:1:39: warning: no operation has this path.*\n.*\n.*\n {2}did you mean path: .*\na\.yaml: no data\n$/,
    )
  })

  test.each([['pretty'], ['github']])('`emulator check -q` prints only its warnings: %s', async (report) => {
    const sound = { 'a.yaml': HELD }
    const quiet = ['check', 'a.yaml', '-q', '--report', report]
    expect(await ran(quiet, new FakeTerminal(sound))).toEqual({ status: 0, out: '', err: '' })
    const { status, out } = await ran(quiet, new FakeTerminal({ 'a.yaml': fault('{ path: /v1/kv }') }))
    expect(status).toBe(0)
    expect(out).toMatch(/no operation has this path/)
    expect(out).not.toContain('a.yaml: ')
  })

  test.each(readdirSync('fixtures'))('check finds nothing wrong in fixtures/%s', async (name) => {
    expect(await warnings(readFileSync(`fixtures/${name}`, 'utf8'))).toEqual([])
  })
})
