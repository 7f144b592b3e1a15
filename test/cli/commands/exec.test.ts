import { describe, expect, test, vi } from 'vitest'
import { exec as execCommand } from '../../../src/cli/commands/exec.js'
import { run } from '../../../src/cli/run.js'
import { connectEmulator } from '../../../src/index.js'
import { FakeTerminal, systemError } from '../fake-terminal.js'
import { ran } from '../ran.js'
import { type Env, exec, NAMESPACE, nothing, read, type Sample, SEED, showCatalogue } from './exec-run.js'

describe('the command', () => {
  test('the command of exec gets its arguments, the environment, and the addresses of a running emulator', async () => {
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

  test('the command of exec may control an emulator that needs a token', async () => {
    const { status } = await exec(
      async ({ EMULATOR_URL, EMULATOR_ADMIN_TOKEN }) => {
        const headers = { Authorization: `Bearer ${EMULATOR_ADMIN_TOKEN}` }
        return (await fetch(`${EMULATOR_URL}/_admin/clock`, { headers })).status
      },
      ['--admin-token', 's3cret'],
    )
    expect(status).toBe(200)
  })

  test('the command of exec gets the address of the database, if it has its own port', async () => {
    const { calls } = await exec(nothing, ['--db-port', '0'])
    const { KV_BASE_URL, DB_BASE_URL } = calls[0]?.env ?? {}
    expect(DB_BASE_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(DB_BASE_URL).not.toBe(KV_BASE_URL)
  })

  test('the command of exec runs alone on the screen if nothing is wrong', async () => {
    expect(await exec(nothing, ['-q'])).toMatchObject({ status: 0, out: '', err: '' })
  })

  test('the command of exec reaches the emulator past the proxy of the environment', async () => {
    const terminal = new FakeTerminal({}, { http_proxy: 'http://127.0.0.1:9', NO_PROXY: 'a.test' })
    const seen: Env[] = []
    terminal.command = async (_, env) => seen.push(env)
    await run(['exec', '--', 'true'], terminal)
    const list = 'a.test,localhost,127.0.0.1,::1,[::1]'
    expect(seen).toMatchObject([{ http_proxy: 'http://127.0.0.1:9', NO_PROXY: list, no_proxy: list }])
  })

  test('the command of exec reaches the emulator past the proxy at another address of this machine', async () => {
    const terminal = new FakeTerminal({}, { http_proxy: 'http://127.0.0.1:9' })
    const seen: Env[] = []
    terminal.command = async (_, env) => seen.push(env)
    await run(['exec', '--host', '127.0.0.2', '--', 'true'], terminal)
    const list = 'localhost,127.0.0.1,::1,[::1],127.0.0.2'
    expect(seen).toMatchObject([{ NO_PROXY: list, no_proxy: list }])
  })

  test('exec leaves no emulator running', async () => {
    const { calls } = await exec(showCatalogue)
    await expect(read(calls[0]?.env ?? {}, 'catalogue')).rejects.toThrow()
  })

  test('the command of exec is not run if a signal comes while seeds are read', async () => {
    const terminal = new FakeTerminal({ 'seed.json': '{}' })
    const read = terminal.files.read.bind(terminal.files)
    vi.spyOn(terminal.files, 'read').mockImplementation((path) => {
      terminal.signal('SIGTERM')
      return read(path)
    })
    terminal.command = () => Promise.reject(new Error('it is not to be run'))
    expect(await run(['exec', '--seed', 'seed.json', '--', 'npm', 'test'], terminal)).toBe(143)
  })

  test('the command of exec leaves no emulator running if it could not be started', async () => {
    let address: Env = {}
    const { status, lines } = await exec(async (env) => {
      address = env
      throw systemError('ENOENT', 'spawn npm')
    })
    expect(status).toBe(127)
    expect(lines).toEqual(['cannot run "npm": there is no such command'])
    await expect(read(address, 'catalogue')).rejects.toThrow()
  })

  test('exec says how to mend a command that is not executable', async () => {
    const { status, lines } = await exec(() => Promise.reject(systemError('EACCES', 'spawn npm')))
    expect([status, lines]).toEqual([
      126,
      ['cannot run "npm": it is not an executable file (chmod +x makes it one)'],
    ])
  })

  test.each([
    [['exec'], '`exec` needs a command: npx tristore-emulator exec -- npm test\n'],
    [['exec', 'npm', 'test'], 'write -- before the command: npx tristore-emulator exec -- npm test\n'],
    [['exec', '--update', '--', 'npm'], '--update writes a budget: add --budget FILE\n'],
  ])('a wrong %j prints how to write it', async (args, message) => {
    expect(await ran(args)).toEqual({ status: 2, out: '', err: message })
  })

  test('the command of exec is not run if a stop comes before it', async () => {
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

test('for a command that failed, exec shows the last ten refused requests, and how to see more', async () => {
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

test('for a command that failed, exec names the requests of a world with the world', async () => {
  const { lines } = await exec(async ({ EMULATOR_URL = '' }) => {
    await using world = await connectEmulator(EMULATOR_URL).world()
    await read({ KV_BASE_URL: world.baseUrl }, 'none')
    return 1
  })
  expect(lines[1]).toMatch(/^ {2}w1\/r1 /)
  expect(lines[2]).toContain('npx tristore-emulator why w1/r1')
})

test('for a command that failed, exec reports that no requests arrived, or that none was refused', async () => {
  expect((await exec(async () => 1)).lines).toEqual([
    'The command ended with 1. No requests arrived: does it use KV_BASE_URL and DB_BASE_URL?',
  ])
  const { lines } = await exec(async (env) => Math.min(1, await read(env, 'catalogue')))
  expect(lines).toEqual(['The command ended with 1. None of its 1 request was refused.'])
})

test('the log goes to the error output with --log', async () => {
  const { out, err } = await exec(showCatalogue, ['--log', 'pretty'])
  expect(out).toBe('')
  expect(err).toMatch(/^tristore-emulator .*\n/)
  expect(err).toMatch(/GET +\/v1\/kv\/ns_shop_1\/catalogue +200/)
})

test('a defect is reported and ends the command; the state is written, and no usage is reported', async () => {
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

test('a signal after the end of the command does not keep the state from being written', async () => {
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

  test('--bundles writes the run of each used world if the command fails, and shows how to run it again', async () => {
    const { status, lines, terminal } = await exec(failing, ['--bundles', 'results/runs'])
    expect(status).toBe(3)
    expect(lines.slice(1)).toEqual([
      'Run it again: npx tristore-emulator replay results/runs/default.tristore.json',
      'Run it again: npx tristore-emulator replay results/runs/used.tristore.json',
    ])
    expect(terminal.files.list('results/runs')).toEqual(['default.tristore.json', 'used.tristore.json'])
    const again = new FakeTerminal({ it: terminal.files.read('results/runs/default.tristore.json') })
    expect(await run(['replay', 'it'], again)).toBe(0)
    expect(again.out.text).toContain('replayed 1 request and 0 admin calls, out of 1;')
  })

  test('--bundles writes nothing if the command succeeds', async () => {
    const { lines, terminal } = await exec(showCatalogue, ['--bundles', 'runs'])
    expect(lines).toEqual([])
    expect(() => terminal.files.list('runs')).toThrow()
  })

  test('bundles that cannot be written do not change the status', async () => {
    const terminal = new FakeTerminal({ 'seed.json': SEED, runs: systemError('EACCES') })
    terminal.command = async (_, env) => (await failing(env)) ?? 0
    expect(await run(['exec', '--seed', 'seed.json', '--bundles', 'runs', '--', 'x'], terminal)).toBe(3)
    expect(terminal.err.lines.at(-1)).toBe(
      'The run cannot be written to runs: this user is not allowed to write there',
    )
  })
})
