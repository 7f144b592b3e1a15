import { describe, expect, test } from 'vitest'
import { run } from '../../../src/cli/run.js'
import { connectEmulator } from '../../../src/index.js'
import { FakeTerminal, systemError } from '../fake-terminal.js'
import {
  ARTICLES,
  exec,
  NAMESPACE,
  nothing,
  read,
  type Sample,
  showCatalogue,
  showCatalogueSlowly,
} from './exec-run.js'

test('--usage shows the counts with their requests, and the shares of the quotas', async () => {
  const { status, lines } = await exec(
    async (env) => {
      await showCatalogueSlowly(env)
      return showCatalogue(env)
    },
    ['--usage'],
  )
  expect(status).toBe(0)
  expect(lines).toEqual([
    'The run used, as the services count it:',
    '  kv.get  42',
    `      r1  GET /v1/kv/${NAMESPACE}/catalogue  2 times`,
    ...[1, 2, 3, 4].map((n) => `      r${n + 1}  GET /v1/kv/${NAMESPACE}/article%3A${n}`),
    '      and 36 more',
    `  ${NAMESPACE}  42 reads (4.2% of a month's)`,
  ])
})

test('--usage covers closed worlds, and the time before a reset', async () => {
  const { lines } = await exec(
    async ({ EMULATOR_URL = '', ...env }) => {
      const emulator = connectEmulator(EMULATOR_URL)
      await showCatalogue(env)
      await emulator.reset()
      await showCatalogue(env)
      for (let index = 0; index < 2; index++) {
        await using world = await emulator.world()
        await showCatalogue({ KV_BASE_URL: world.baseUrl })
      }
      return 0
    },
    ['--usage'],
  )
  expect(lines[1]).toBe('  kv.get  4')
  expect(lines.slice(-4)).toEqual([
    'In the first worlds that were used:',
    '  the default world  kv.get 2',
    '  w1                 kv.get 1',
    '  w2                 kv.get 1',
  ])
})

test('--usage reports that nothing counted', async () => {
  const { lines } = await exec(
    async (env) => (await read(env, 'catalogue', 'kv_read_wrong')) - 401,
    ['--usage'],
  )
  expect(lines).toEqual([
    'The run used nothing that the services count: 1 request arrived, all refused before they counted.',
  ])
})

describe('a budget', () => {
  /** Runs the sample with this budget. Without a text, the file doesn't exist. */
  const budgeted = (sample: Sample, text?: string) =>
    exec(sample, ['--budget', 'budget.yaml'], text === undefined ? {} : { 'budget.yaml': text })

  test('a budget that the run keeps is reported with the counts', async () => {
    const { status, lines } = await budgeted(
      showCatalogue,
      `kv.get: 1\nkv.list: 3\n${NAMESPACE}: { reads: 1, storageBytes: 0 }\n`,
    )
    expect(status).toBe(0)
    expect(lines).toEqual([
      `Within the budget budget.yaml: kv.get 1 of 1, kv.list 0 of 3, ${NAMESPACE} reads 1 of 1, ${NAMESPACE} storageBytes 0 of 0`,
      '  nothing counted towards kv.list',
    ])
  })

  test('a broken budget names all 40 reads of an N+1 mistake', async () => {
    const { status, lines } = await budgeted(showCatalogueSlowly, 'kv.get: 1\n')
    expect(status).toBe(1)
    expect(lines).toEqual([
      'Over the budget budget.yaml:',
      '  kv.get 41 of 1',
      `    r1  GET /v1/kv/${NAMESPACE}/catalogue`,
      ...ARTICLES.map(
        (key, index) => `    r${index + 2}  GET /v1/kv/${NAMESPACE}/${encodeURIComponent(key)}`,
      ),
      'If that is intended, --update writes the numbers of this run to the budget.',
    ])
  })

  test('a budget for a namespace names its requests', async () => {
    const { status, lines } = await budgeted(
      showCatalogueSlowly,
      `kv.get: 100\n${NAMESPACE}: { reads: 12 }\n`,
    )
    expect(status).toBe(1)
    expect(lines.slice(1, 3)).toEqual([
      `  ${NAMESPACE} reads 41 of 12`,
      `    r1  GET /v1/kv/${NAMESPACE}/catalogue`,
    ])
  })

  test('a budget fails if nothing counted towards it', async () => {
    const { status, lines } = await budgeted(nothing, 'kv.get: 12\n')
    expect(status).toBe(1)
    expect(lines).toEqual([
      'Nothing counted towards the budget budget.yaml: no requests arrived: does the command use KV_BASE_URL and DB_BASE_URL?',
    ])
    const other = await budgeted(showCatalogue, 'documents.list: 12\n')
    expect(other.status).toBe(1)
    expect(other.lines).toEqual([
      'Nothing counted towards the budget budget.yaml: the run used none of its operations',
    ])
  })

  test('a budget that only forbids an operation is kept by a run with other operations', async () => {
    expect((await budgeted(showCatalogue, 'kv.list: 0\n')).status).toBe(0)
    expect((await budgeted(nothing, 'kv.list: 0\n')).status).toBe(1)
  })

  test('a broken budget names the operations that it does not limit', async () => {
    const { lines } = await budgeted(async (env) => {
      await showCatalogue(env)
      const headers = { 'X-KV-Key': 'kv_admin_shop' }
      await fetch(`${env.KV_BASE_URL}/v1/kv/${NAMESPACE}/catalogue`, { method: 'DELETE', headers })
      return 0
    }, 'kv.get: 1\n')
    expect(lines[1]).toBe('  without a bound: kv.delete (--update adds 1 line)')
  })

  test('a broken budget does not hide the exit status of the command', async () => {
    const failing: Sample = async (env) => {
      await showCatalogueSlowly(env)
      return 7
    }
    expect((await budgeted(failing, 'kv.get: 1\n')).status).toBe(7)
  })

  test('mistakes in a budget are reported with their places before the command runs', async () => {
    const { status, calls, err } = await budgeted(
      showCatalogue,
      `kv.gett: 12\nkv.put: many\n${NAMESPACE}: { read: 1 }\n`,
    )
    expect(status).toBe(2)
    expect(calls).toEqual([])
    expect(err).toBe(`budget.yaml:1:1: unknown field "kv.gett"
  1 | kv.gett: 12
    | ^
  did you mean kv.get?

budget.yaml:2:9: expected an integer of at least 0, found the text "many"
  2 | kv.put: many
    |         ^

budget.yaml:3:14: unknown field "read"
  3 | ${NAMESPACE}: { read: 1 }
    |              ^
  did you mean reads?
`)
  })

  test.each([[[]], [['--update']]])(
    'a budget that this user is not allowed to read is reported, and %j does not write it',
    async (update) => {
      const terminal = new FakeTerminal()
      const refuse = (): never => {
        throw systemError('EACCES')
      }
      Object.assign(terminal.files, { read: refuse, size: refuse, assertWritable: refuse })
      expect(await run(['exec', '--budget', 'budget.yaml', ...update, '--', 'true'], terminal)).toBe(2)
      expect(terminal.err.text).toBe(
        'cannot read the budget budget.yaml: this user is not allowed to read it (chmod a+r allows everyone)\n',
      )
    },
  )

  test.each<[what: string, text: string | undefined, message: unknown]>([
    ['is empty', '', 'the budget budget.yaml sets no limits: write kv.get: 12, or run once with --update\n'],
    [
      'is not there',
      undefined,
      'cannot read the budget budget.yaml: there is no such file (--update writes a new one)\n',
    ],
    [
      'is a list',
      '- kv.get',
      expect.stringContaining(
        'budget.yaml:1:1: expected a budget (a mapping such as kv.get: 12), found a list',
      ),
    ],
  ])('a budget that %s is reported before the command runs', async (_, text, message) => {
    const { status, calls, err } = await budgeted(showCatalogue, text)
    expect({ status, calls, err }).toEqual({ status: 2, calls: [], err: message })
  })
})

describe('--update', () => {
  const UPDATE = ['--budget', 'budget.yaml', '--update']

  test('--update writes a new budget', async () => {
    const { status, lines, terminal } = await exec(showCatalogueSlowly, UPDATE)
    expect({ status, lines }).toEqual({ status: 0, lines: ['Wrote what the run used to budget.yaml.'] })
    expect(terminal.files.read('budget.yaml')).toBe('kv.get: 41\n')
  })

  test('--update changes the counts of an existing budget, and leaves its comments', async () => {
    const { terminal } = await exec(showCatalogue, UPDATE, {
      'budget.yaml': `# What a visit costs.\nkv.list: 3 # none any more\n${NAMESPACE}: { reads: 12 }\n`,
    })
    expect(terminal.files.read('budget.yaml')).toBe(
      `# What a visit costs.\nkv.list: 0 # none any more\n${NAMESPACE}: { reads: 1 }\nkv.get: 1\n`,
    )
  })

  test('--update leaves the budget as it is if the command failed, or nothing counted', async () => {
    const before = { 'budget.yaml': 'kv.get: 12\n' }
    const failed = await exec(async (env) => (await read(env, 'catalogue')) - 199, UPDATE, before)
    expect(failed.status).toBe(1)
    expect(failed.lines).toContain('budget.yaml was left unchanged, since the command failed.')
    const idle = await exec(nothing, UPDATE, before)
    expect(idle.status).toBe(1)
    for (const { terminal } of [failed, idle]) expect(terminal.files.read('budget.yaml')).toBe('kv.get: 12\n')
  })

  test('--update reports before the command runs that the file cannot be written', async () => {
    const { status, calls, err } = await exec(showCatalogue, ['--budget', 'none/budget.yaml', '--update'])
    expect({ status, calls }).toEqual({ status: 2, calls: [] })
    expect(err).toBe('cannot write the budget to none/budget.yaml: there is no folder none\n')
  })
})
