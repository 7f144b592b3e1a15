import { describe, expect, test, vi } from 'vitest'
import { exec as execCommand } from '../../../src/cli/commands/exec.js'
import { run } from '../../../src/cli/run.js'
import type { Terminal } from '../../../src/cli/terminal.js'
import { connectEmulator } from '../../../src/index.js'
import { FakeTerminal, systemError } from '../fake-terminal.js'

/** `emulator exec` without a process: what it gives the command, and what it says of the run. */

const NAMESPACE = 'ns_shop_1'
const ARTICLES = Array.from({ length: 40 }, (_, index) => `article:${index + 1}`)
const SEED = JSON.stringify({
  clock: { now: '2026-01-31T23:00:00Z', freeze: true },
  namespaces: [
    {
      id: NAMESPACE,
      limits: { reads: 1000 },
      usage: { reads: 500 },
      keys: [{ key: 'kv_admin_shop', scope: 'admin' }],
      entries: ['catalogue', ...ARTICLES].map((key) => ({ key, value: 1, ttlSeconds: 60 })),
    },
  ],
})

type Env = Terminal['env']
type Sample = (env: Env) => Promise<number | undefined>

/** A read as an application makes it. */
async function read({ KV_BASE_URL }: Env, key: string, credential = 'kv_admin_shop'): Promise<number> {
  const url = `${KV_BASE_URL}/v1/kv/${NAMESPACE}/${encodeURIComponent(key)}`
  return (await fetch(url, { headers: { 'X-KV-Key': credential } })).status
}

/** A sample application: one read shows the whole catalogue. */
const showCatalogue: Sample = async (env) => {
  await read(env, 'catalogue')
  return 0
}

/** The same with the classic mistake: one more read for each article. */
const showCatalogueSlowly: Sample = async (env) => {
  await read(env, 'catalogue')
  for (const article of ARTICLES) await read(env, article)
  return 0
}

const nothing: Sample = async () => 0

async function exec(
  sample: Sample,
  args: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
) {
  const terminal = new FakeTerminal({ 'seed.json': SEED, ...files }, { PATH: '/bin' })
  const calls: { command: readonly string[]; env: Env }[] = []
  terminal.command = async (command, env) => {
    calls.push({ command, env })
    return (await sample(env)) ?? 0
  }
  const status = await run(['exec', '--seed', 'seed.json', ...args, '--', 'npm', 'test', '--watch'], terminal)
  const lines = terminal.err.lines.slice(1)
  return { status, calls, out: terminal.out.text, err: terminal.err.text, lines, terminal }
}

describe('the command', () => {
  test('gets its own arguments, the environment, and the addresses of an emulator that runs', async () => {
    const { status, calls, out } = await exec(async (env) => read(env, 'catalogue'))
    expect(status).toBe(200)
    expect(out).toBe('')
    expect(calls).toHaveLength(1)
    expect(calls[0]?.command).toEqual(['npm', 'test', '--watch'])
    expect(calls[0]?.env).toMatchObject({
      PATH: '/bin',
      KV_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      DB_BASE_URL: calls[0]?.env.KV_BASE_URL,
      EMULATOR_URL: calls[0]?.env.KV_BASE_URL,
    })
  })

  test('may steer an emulator that asks for a token', async () => {
    const { status } = await exec(
      async ({ EMULATOR_URL, EMULATOR_ADMIN_TOKEN }) => {
        const headers = { Authorization: `Bearer ${EMULATOR_ADMIN_TOKEN}` }
        return (await fetch(`${EMULATOR_URL}/_admin/clock`, { headers })).status
      },
      ['--admin-token', 's3cret'],
    )
    expect(status).toBe(200)
  })

  test('finds the database at an address of its own, where it has one', async () => {
    const { calls } = await exec(nothing, ['--db-port', '0'])
    const { KV_BASE_URL, DB_BASE_URL } = calls[0]?.env ?? {}
    expect(DB_BASE_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(DB_BASE_URL).not.toBe(KV_BASE_URL)
  })

  test('leaves no emulator behind', async () => {
    const { calls } = await exec(showCatalogue)
    await expect(read(calls[0]?.env ?? {}, 'catalogue')).rejects.toThrow()
  })

  test('is not run if a signal comes while seeds are read', async () => {
    const terminal = new FakeTerminal({ 'seed.json': '{}' })
    const read = terminal.files.read.bind(terminal.files)
    vi.spyOn(terminal.files, 'read').mockImplementation((path) => {
      terminal.signal('SIGTERM')
      return read(path)
    })
    terminal.command = () => Promise.reject(new Error('it is not to be run'))
    expect(await run(['exec', '--seed', 'seed.json', '--', 'npm', 'test'], terminal)).toBe(143)
  })

  test('leaves none behind where it could not be started either', async () => {
    let address: Env = {}
    const { status, lines } = await exec(async (env) => {
      address = env
      throw systemError('ENOENT', 'spawn npm')
    })
    expect(status).toBe(127)
    expect(lines).toEqual(['cannot run "npm": there is no such command'])
    await expect(read(address, 'catalogue')).rejects.toThrow()
  })

  test('may not be run: 126', async () => {
    const { status, lines } = await exec(() => Promise.reject(systemError('EACCES', 'spawn npm')))
    expect({ status, lines }).toEqual({ status: 126, lines: ['cannot run "npm": EACCES'] })
  })

  test.each([
    [['exec'], '`emulator exec` needs a command: npx tristore-emulator exec -- npm test\n'],
    [['exec', 'npm', 'test'], 'write -- before the command: npx tristore-emulator exec -- npm test\n'],
    [['exec', '--update', '--', 'npm'], '--update writes a budget: add --budget FILE\n'],
  ])('%j is told how to write it', async (args, message) => {
    const terminal = new FakeTerminal()
    expect(await run(args, terminal)).toBe(2)
    expect(terminal.err.text).toBe(message)
  })

  test('a stop that comes before it is not run', async () => {
    const terminal = new FakeTerminal({ 'seed.json': SEED })
    terminal.command = () => Promise.reject(new Error('it ran'))
    const ended = execCommand(
      { args: [], given: new Map([['seed', ['seed.json']]]), command: ['npm'] },
      terminal,
    )
    terminal.signal('SIGTERM')
    expect(await ended).toBe(143)
    expect(terminal.listeners).toBe(0)
    expect(terminal.err.text).not.toContain('The command ended')
  })
})

describe('a command that failed', () => {
  test('is shown the last ten requests that were refused, and how to see more', async () => {
    const { status, lines } = await exec(async (env) => {
      for (let index = 1; index <= 12; index++) await read(env, `none:${index}`)
      await read(env, 'catalogue', 'kv_read_wrong')
      await read(env, 'catalogue')
      return 3
    })
    expect(status).toBe(3)
    expect(lines[0]).toBe('The command ended with 3; the last 10 of 13 refused requests:')
    expect(lines).toHaveLength(12)
    expect(lines[1]).toMatch(/^ {2}r13 .* 401 {2}credential_invalid {2}/)
    // Missed entries come last: tests that pass make many.
    expect(lines[2]).toBe(
      `  r4  2026-01-31T23:00:00.000Z  GET /v1/kv/${NAMESPACE}/none%3A4  404  entry_missing  the key is missing or expired  (never existed)`,
    )
    expect(lines[10]).toContain('/none%3A12  404  entry_missing')
    expect(lines[11]).toContain('npx tristore-emulator why r13')
  })

  test('in a world: its requests are named with it', async () => {
    const { lines } = await exec(async ({ EMULATOR_URL = '' }) => {
      await using world = await connectEmulator(EMULATOR_URL).world()
      await read({ KV_BASE_URL: world.baseUrl }, 'none')
      return 1
    })
    expect(lines[1]).toMatch(/^ {2}w1\/r1 /)
    expect(lines[2]).toContain('npx tristore-emulator why w1/r1')
  })

  test('without a request, or without a refused one, is told so', async () => {
    expect((await exec(async () => 1)).lines).toEqual([
      'The command ended with 1. No request came: does it use KV_BASE_URL and DB_BASE_URL?',
    ])
    const { lines } = await exec(async (env) => Math.min(1, await read(env, 'catalogue')))
    expect(lines).toEqual(['The command ended with 1. None of its 1 request was refused.'])
  })
})

describe('--usage', () => {
  test('tells the figures with the requests behind them, and the shares', async () => {
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

  test('covers worlds that are gone and lives that are over', async () => {
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
      'In the worlds that were used first:',
      '  the default world  kv.get 2',
      '  w1                 kv.get 1',
      '  w2                 kv.get 1',
    ])
  })

  test('says where nothing counted', async () => {
    const { lines } = await exec(
      async (env) => (await read(env, 'catalogue', 'kv_read_wrong')) - 401,
      ['--usage'],
    )
    expect(lines).toEqual([
      'The run used nothing that the services count: all of the 1 request were refused first.',
    ])
  })
})

describe('a budget', () => {
  const BUDGET = ['--budget', 'budget.yaml']

  test('that the run keeps to', async () => {
    const { status, lines } = await exec(showCatalogue, BUDGET, {
      'budget.yaml': `kv.get: 1\nkv.list: 3\n${NAMESPACE}: { reads: 1, storageBytes: 0 }\n`,
    })
    expect(status).toBe(0)
    expect(lines).toEqual([
      `Within the budget budget.yaml: kv.get 1 of 1, kv.list 0 of 3, ${NAMESPACE} reads 1 of 1, ${NAMESPACE} storageBytes 0 of 0`,
      '  nothing counted towards kv.list',
    ])
  })

  test('names all 40 reads of an N+1', async () => {
    const { status, lines } = await exec(showCatalogueSlowly, BUDGET, { 'budget.yaml': 'kv.get: 1\n' })
    expect(status).toBe(1)
    expect(lines).toEqual([
      'Over the budget budget.yaml:',
      '  kv.get 41 of 1',
      `    r1  GET /v1/kv/${NAMESPACE}/catalogue`,
      ...ARTICLES.map(
        (key, index) => `    r${index + 2}  GET /v1/kv/${NAMESPACE}/${encodeURIComponent(key)}`,
      ),
      'Where they are meant to be: --update writes the figures of this run into the budget.',
    ])
  })

  test('by namespace names those of it', async () => {
    const { status, lines } = await exec(showCatalogueSlowly, BUDGET, {
      'budget.yaml': `kv.get: 100\n${NAMESPACE}: { reads: 12 }\n`,
    })
    expect(status).toBe(1)
    expect(lines.slice(1, 3)).toEqual([
      `  ${NAMESPACE} reads 41 of 12`,
      `    r1  GET /v1/kv/${NAMESPACE}/catalogue`,
    ])
  })

  test('that nothing counted towards fails', async () => {
    const { status, lines } = await exec(nothing, BUDGET, { 'budget.yaml': 'kv.get: 12\n' })
    expect(status).toBe(1)
    expect(lines).toEqual([
      'Nothing counted towards the budget budget.yaml: no request came: does the command use KV_BASE_URL and DB_BASE_URL?',
    ])
    const other = await exec(showCatalogue, BUDGET, { 'budget.yaml': 'documents.list: 12\n' })
    expect(other.status).toBe(1)
    expect(other.lines).toEqual([
      'Nothing counted towards the budget budget.yaml: none of its operations was used',
    ])
  })

  test('that only forbids is kept by a run that used something else', async () => {
    const forbids = { 'budget.yaml': 'kv.list: 0\n' }
    expect((await exec(showCatalogue, BUDGET, forbids)).status).toBe(0)
    expect((await exec(nothing, BUDGET, forbids)).status).toBe(1)
  })

  test('tells which operations it does not bound', async () => {
    const { lines } = await exec(
      async ({ DB_BASE_URL, ...env }) => {
        await showCatalogue(env)
        await fetch(`${env.KV_BASE_URL}/v1/kv/${NAMESPACE}/catalogue`, {
          method: 'DELETE',
          headers: { 'X-KV-Key': 'kv_admin_shop' },
        })
        return 0
      },
      BUDGET,
      { 'budget.yaml': 'kv.get: 1\n' },
    )
    expect(lines[1]).toBe('  without a bound: kv.delete (--update adds 1 line)')
  })

  test('does not hide how the command ended', async () => {
    const { status } = await exec(
      async (env) => {
        await showCatalogueSlowly(env)
        return 7
      },
      BUDGET,
      { 'budget.yaml': 'kv.get: 1\n' },
    )
    expect(status).toBe(7)
  })

  test('that is wrong is told with its places before the command runs', async () => {
    const { status, calls, err } = await exec(showCatalogue, BUDGET, {
      'budget.yaml': `kv.gett: 12\nkv.put: many\n${NAMESPACE}: { read: 1 }\n`,
    })
    expect(status).toBe(2)
    expect(calls).toEqual([])
    expect(err).toBe(`budget.yaml:1:1: unknown field "kv.gett"
  1 | kv.gett: 12
    | ^
  did you mean kv.get?

budget.yaml:2:9: expected an integer from 0 up, found the text "many"
  2 | kv.put: many
    |         ^

budget.yaml:3:14: unknown field "read"
  3 | ${NAMESPACE}: { read: 1 }
    |              ^
  did you mean reads?
`)
  })

  test.each([[[]], [['--update']]])(
    'that this user may not see is none that %j would write',
    async (update) => {
      const terminal = new FakeTerminal()
      const refuse = (): never => {
        throw systemError('EACCES')
      }
      Object.assign(terminal.files, { read: refuse, size: refuse, assertWritable: refuse })
      expect(await run(['exec', '--budget', 'budget.yaml', ...update, '--', 'true'], terminal)).toBe(2)
      expect(terminal.err.text).toBe(
        'cannot read the budget budget.yaml: this user may not read it (chmod a+r lets everyone)\n',
      )
    },
  )

  test.each<[what: string, text: string | undefined, message: unknown]>([
    ['is empty', '', 'the budget budget.yaml bounds nothing: write kv.get: 12, or run once with --update\n'],
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
    [
      'is a text',
      '\n  none',
      expect.stringContaining(
        'budget.yaml:2:3: expected a budget (a mapping such as kv.get: 12), found the text "none"',
      ),
    ],
  ])('that %s is told before the command runs', async (_, text, message) => {
    const { status, calls, err } = await exec(
      showCatalogue,
      BUDGET,
      text === undefined ? {} : { 'budget.yaml': text },
    )
    expect(status).toBe(2)
    expect(calls).toEqual([])
    expect(err).toEqual(message)
  })
})

describe('--update', () => {
  const UPDATE = ['--budget', 'budget.yaml', '--update']

  test('writes a new budget', async () => {
    const { status, lines, terminal } = await exec(showCatalogueSlowly, UPDATE)
    expect({ status, lines }).toEqual({ status: 0, lines: ['Wrote what the run used into budget.yaml.'] })
    expect(terminal.files.read('budget.yaml')).toBe('kv.get: 41\n')
  })

  test('changes the figures of one that is there, and leaves its comments', async () => {
    const { terminal } = await exec(showCatalogue, UPDATE, {
      'budget.yaml': `# What a visit costs.\nkv.list: 3 # none any more\n${NAMESPACE}: { reads: 12 }\n`,
    })
    expect(terminal.files.read('budget.yaml')).toBe(
      `# What a visit costs.\nkv.list: 0 # none any more\n${NAMESPACE}: { reads: 1 }\nkv.get: 1\n`,
    )
  })

  test('leaves it as it is where the command failed, or nothing counted', async () => {
    const before = { 'budget.yaml': 'kv.get: 12\n' }
    const failed = await exec(async (env) => (await read(env, 'catalogue')) - 199, UPDATE, before)
    expect(failed.status).toBe(1)
    expect(failed.lines).toContain('budget.yaml stays as it is, since the command failed.')
    const idle = await exec(nothing, UPDATE, before)
    expect(idle.status).toBe(1)
    for (const { terminal } of [failed, idle]) expect(terminal.files.read('budget.yaml')).toBe('kv.get: 12\n')
  })

  test('says before the command runs where the file cannot be written', async () => {
    const { status, calls, err } = await exec(showCatalogue, ['--budget', 'none/budget.yaml', '--update'])
    expect({ status, calls }).toEqual({ status: 2, calls: [] })
    expect(err).toBe('cannot write the budget to none/budget.yaml: there is no folder none\n')
  })
})

describe('the log', () => {
  test('goes to the error output where it is asked for', async () => {
    const { out, err } = await exec(showCatalogue, ['--log', 'pretty'])
    expect(out).toBe('')
    expect(err).toMatch(/^tristore-emulator .*\n/)
    expect(err).toMatch(/GET +\/v1\/kv\/ns_shop_1\/catalogue +200/)
  })
})

test('a defect is told, ends the command, and leaves the state written; no figures of the run are told', async () => {
  const terminal = new FakeTerminal({ 'seed.json': SEED }, { PATH: '/bin' })
  terminal.command = async (_command, env, end) => {
    await read(env, 'catalogue')
    const ended = new Promise<number>((resolve) => end.addEventListener('abort', () => resolve(143)))
    terminal.defect(new Error('made up'))
    return ended
  }
  const options = ['--seed', 'seed.json', '--usage', '--export-on-exit', 'state.yaml']
  expect(await run(['exec', ...options, '--', 'npm', 'test'], terminal)).toBe(1)
  expect(terminal.err.text).toMatch(/Error: made up\n.*at [\s\S]*please report it/)
  expect(terminal.err.text).not.toContain('kv.get')
  expect(terminal.files.read('state.yaml')).toContain('catalogue')
})

test('once the command has ended, a signal leaves the state to be written', async () => {
  const terminal = new FakeTerminal({ 'seed.json': SEED }, { PATH: '/bin' })
  const { files } = terminal
  const heard: number[] = []
  const replace = files.replace.bind(files)
  files.replace = (...given) => {
    heard.push(terminal.listeners)
    terminal.signal('SIGTERM')
    replace(...given)
  }
  const options = ['--seed', 'seed.json', '--export-on-exit', 'state.yaml']
  expect(await run(['exec', ...options, '--', 'npm', 'test'], terminal)).toBe(0)
  expect({ heard, exits: terminal.exits, after: terminal.listeners }).toEqual({
    heard: [1],
    exits: [],
    after: 0,
  })
  expect(files.read('state.yaml')).toContain('catalogue')
})

describe('--bundles', () => {
  const failing: Sample = async (env) => {
    await read(env, 'catalogue')
    await using world = connectEmulator(env.EMULATOR_URL ?? '')
    await world.world({ id: 'unused' })
    const used = await world.world({ id: 'used' })
    await used.clock.advance('1h')
    return 3
  }

  test('writes the run of each world that was used if the command fails, and says how to run it again', async () => {
    const { status, lines, terminal } = await exec(failing, ['--bundles', 'results/runs'])
    expect(status).toBe(3)
    expect(lines.slice(1)).toEqual([
      'Run it again: npx tristore-emulator replay results/runs/default.tristore.json',
      'Run it again: npx tristore-emulator replay results/runs/used.tristore.json',
    ])
    expect(terminal.files.list('results/runs')).toEqual(['default.tristore.json', 'used.tristore.json'])
    const again = new FakeTerminal({ it: terminal.files.read('results/runs/default.tristore.json') })
    expect(await run(['replay', 'it'], again)).toBe(0)
    expect(again.out.text).toContain('1 request and 0 admin calls run, of 1;')
  })

  test('writes nothing where it does not fail', async () => {
    const { lines, terminal } = await exec(showCatalogue, ['--bundles', 'runs'])
    expect(lines).toEqual([])
    expect(() => terminal.files.list('runs')).toThrow()
  })

  test('that cannot be written change no status', async () => {
    const terminal = new FakeTerminal({ 'seed.json': SEED, runs: systemError('EACCES') })
    terminal.command = async (_, env) => (await failing(env)) ?? 0
    expect(await run(['exec', '--seed', 'seed.json', '--bundles', 'runs', '--', 'x'], terminal)).toBe(3)
    expect(terminal.err.lines.at(-1)).toBe('The run cannot be written to runs: this user may not write there')
  })
})
