import { describe, expect, test, vi } from 'vitest'
import { run } from '../../../src/cli/run.js'
import { runQuietly } from '../../../src/cli/run-command.js'
import type { QuietRun, Terminal } from '../../../src/cli/terminal.js'
import { FakeTerminal, systemError } from '../fake-terminal.js'
import { ran } from '../ran.js'
import { parseXml } from '../well-formed.js'

const SEED = JSON.stringify({
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_shop_1', keys: [{ key: 'kv', scope: 'admin' }] }],
  database: { keys: [{ key: 'db' }] },
})

type Env = Terminal['env']

const orderOnce = async ({ DB_BASE_URL }: Env): Promise<QuietRun> => {
  const init = { method: 'POST', headers: { 'X-API-Key': 'db' }, body: '{"title":"Order 1"}' }
  const response = await fetch(`${DB_BASE_URL}/documents`, init).catch(() => undefined)
  return response?.ok === true ? { status: 0, output: '' } : { status: 3, output: 'not ordered\u001b[2J\n' }
}

const readOnly = async ({ KV_BASE_URL }: Env): Promise<QuietRun> => {
  const url = `${KV_BASE_URL}/v1/kv/ns_shop_1/a`
  await fetch(url, { headers: { 'X-KV-Key': 'kv' } }).catch(() => {})
  return { status: 0, output: '' }
}

async function sweep(command: FakeTerminal['quietly'], args: readonly string[] = [], isTTY = false) {
  const terminal = new FakeTerminal({ 'seed.json': SEED }, { PATH: '/bin' }, { isTTY })
  terminal.quietly = command
  const line = ['sweep', '--seed', 'seed.json', '--concurrency', '2', ...args, '--', 'npm', 'test']
  const status = await run(line, terminal)
  return { status, out: terminal.out.text, err: terminal.err.text, terminal }
}

test('emulator sweep ends with 1 if the command fails under a fault, and shows its output', async () => {
  const { status, out } = await sweep(orderOnce, ['--faults', '503,lost'])
  expect(status).toBe(1)
  expect(out).toBe(`1 request, 2 faults each (503, lost): 2 runs
2 findings in 2 disturbed runs

  documents.create#1 503: failed
    documents.create#1 was answered 503, and the run failed:
    the command ended with status 3
    not ordered\\x1b[2J
    to repeat it: --only 'documents.create#1 503'

  documents.create#1 lost: failed
    the answer to documents.create#1 was lost after it took effect, and the run failed:
    the command ended with status 3
    not ordered\\x1b[2J
    to repeat it: --only 'documents.create#1 lost'
`)
})

test('emulator sweep ends with 0 without findings', async () => {
  const { status, out } = await sweep(readOnly)
  expect(status).toBe(0)
  expect(out).toMatch(
    /^1 request, 4 faults each \(lost, 503, 429, reset\): 4 runs; .* boundar.* touched: .*used: .*\nno findings in /,
  )
})

test('emulator sweep calls its own emulator without a socket, so that too many open files do not stop it', async () => {
  const realFetch = fetch
  const asked: string[] = []
  vi.stubGlobal('fetch', (...given: Parameters<typeof fetch>) => {
    asked.push(new URL(String(given[0])).pathname.replace(/^\/_worlds\/\w+/, ''))
    return realFetch(...given)
  })
  try {
    expect(await sweep(readOnly)).toMatchObject({ status: 0 })
  } finally {
    vi.unstubAllGlobals()
  }
  expect(new Set(asked)).toEqual(new Set(['/v1/kv/ns_shop_1/a']))
})

test('emulator sweep runs each time in a new world', async () => {
  const seen: Env[] = []
  await sweep(
    (env) => {
      seen.push(env)
      return readOnly(env)
    },
    ['--faults', '503', '--faults', 'reset'],
  )
  expect(new Set(seen.map(({ KV_BASE_URL }) => KV_BASE_URL)).size).toBe(4)
  for (const { KV_BASE_URL, DB_BASE_URL, EMULATOR_URL, PATH } of seen) {
    expect([DB_BASE_URL, EMULATOR_URL, PATH]).toEqual([KV_BASE_URL, KV_BASE_URL, '/bin'])
  }
})

test('emulator sweep runs only one point with --only, and allows outcomes with --allow', async () => {
  const faults = ['--faults', '503,lost']
  const alone = await sweep(orderOnce, [...faults, '--only', 'documents.create#1 lost'])
  expect([alone.status, alone.out.split('\n')[1]]).toEqual([1, '1 finding in 1 disturbed run'])
  const allowed = ['--allow', 'documents.create 503=failed', '--allow', 'documents.create lost=failed']
  const { status, out } = await sweep(orderOnce, [...faults, ...allowed])
  expect([status, out]).toEqual([0, expect.stringContaining('failed, allowed (by "documents.create lost")')])
})

test('emulator sweep reports as JSON, and as JUnit XML', async () => {
  const args = ['--faults', '503,lost', '--allow', 'documents.create lost=failed', '--report']
  const { out: json } = await sweep(orderOnce, [...args, 'json'])
  expect(JSON.parse(json)).toMatchObject({
    coverage: '1 request, 2 faults each (503, lost): 2 runs',
    findings: [{ point: 'documents.create#1 503', kind: 'fault', outcome: 'failed' }],
    points: [{}, { allowed: 'by "documents.create lost"' }],
  })
  const { out: xml } = await sweep(orderOnce, [...args, 'junit'])
  expect(() => parseXml(xml)).not.toThrow()
  expect(xml).toContain(
    '<testsuites name="tristore-emulator sweep" tests="2" failures="1" errors="0" skipped="1">',
  )
  expect(xml).toContain('<testcase classname="fault" name="documents.create#1 503">')
})

test('emulator sweep shows its progress on a terminal', async () => {
  const { err } = await sweep(readOnly, ['--faults', '503,lost'], true)
  expect(err).toBe('1 of 2 runs\n\u001b[1A\u001b[2K2 of 2 runs\n')
  expect((await sweep(readOnly, ['--faults', '503'])).err).toBe('')
})

test('emulator sweep shows a log every 30 s how far it has come', async () => {
  const terminal = new FakeTerminal({ 'seed.json': SEED }, { TERM: 'dumb' }, { isTTY: true })
  terminal.quietly = async (env) => {
    terminal.pass(12_000)
    return orderOnce(env)
  }
  const line = ['sweep', '--seed', 'seed.json', '--faults', '503,lost,429,500', '--concurrency', '1']
  await run([...line, '--', 'npm', 'test'], terminal)
  // Two runs without a fault come first.
  expect(terminal.err.lines).toEqual(['1 of 4 runs, 1 failed or differ', '4 of 4 runs, 4 failed or differ'])
  expect((await sweep(orderOnce, ['--faults', '503', '-q'], true)).err).toBe('')
})

test('emulator sweep stops its commands on a signal', async () => {
  const terminal = new FakeTerminal({ 'seed.json': SEED })
  terminal.quietly = (_env, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve({ status: 137, output: '' }))
      if (signal.aborted) resolve({ status: 137, output: '' })
      terminal.signal('SIGINT')
    })
  expect(await run(['sweep', '--seed', 'seed.json', '--', 'sleep', '100'], terminal)).toBe(130)
  expect(terminal.listeners).toBe(0)
})

test.each([
  [['sweep'], 'needs a command'],
  [['sweep', '--faults', 'sometimes', '--', 'true'], 'there is no fault "sometimes"'],
  [['sweep', '--allow', 'x=survived', '--', 'true'], 'expected a point and its outcome (failed or differs)'],
])('emulator sweep reports the mistake in %j', async (line, message) => {
  expect(await ran(line)).toEqual({ status: 2, out: '', err: expect.stringContaining(message) })
})

test('emulator sweep reports that there is nothing to sweep', async () => {
  const idle = await sweep(async () => ({ status: 0, output: '' }))
  expect([idle.status, idle.err]).toEqual([
    1,
    expect.stringMatching(/^nothing to sweep: the run made no request.*KV_BASE_URL/),
  ])
  const failing = await sweep(async () => ({ status: 1, output: 'no tests found' }))
  expect(failing.err).toContain('the undisturbed run failed: the command ended with status 1\nno tests found')
})

test('emulator sweep reports a missing command', async () => {
  const { status, err } = await sweep(async () => Promise.reject(systemError('ENOENT', 'spawn')))
  expect([status, err]).toEqual([127, expect.stringContaining('cannot run "npm": there is no such command')])
})

describe('if the emulator refuses a call of the sweep,', () => {
  test('the refusal is reported, but not as a defect', async () => {
    const { status, err } = await sweep(readOnly, ['--max-worlds', '0'])
    expect(status).toBe(1)
    expect(err).toMatch(/^POST \/_admin\/worlds: there can be at most 0 worlds .*\nremove one with DELETE/)
  })
})

test('a signal stops a sweep whose command does not end', async () => {
  const terminal = new FakeTerminal({ 'seed.json': SEED })
  const started = new Promise<void>((resolve) => {
    terminal.quietly = () => {
      resolve()
      return new Promise(() => {})
    }
  })
  const status = run(['sweep', '--seed', 'seed.json', '--timeout', '1d', '--', 'npm', 'test'], terminal)
  await started
  terminal.signal('SIGTERM')
  expect(await status).toBe(143)
})

describe('a command that is run quietly', () => {
  const NEVER = new AbortController().signal
  const node = (code: string) => [process.execPath, '-e', code] as const

  test('a swept command ends although a background process holds its output open', async () => {
    const { status, output } = await runQuietly(['sh', '-c', 'sleep 100 & echo $!'], process.env, NEVER)
    expect([status, process.kill(Number(output))]).toEqual([0, true])
  })

  test('a command that is run quietly returns its status and output', async () => {
    const code = 'console.log("out"); console.error("err"); process.exitCode = 3'
    const { status, output } = await runQuietly(node(code), process.env, NEVER)
    expect([status, output.split('\n').sort()]).toEqual([3, ['', 'err', 'out']])
  })

  test('a command that is run quietly is ended by the signal, with its children', async () => {
    const stop = new AbortController()
    const running = runQuietly(['sh', '-c', 'sleep 100 & sleep 100'], process.env, stop.signal)
    stop.abort()
    expect((await running).status).toBe(137)
  })

  test('a command that is run quietly rejects if it cannot be started', async () => {
    await expect(runQuietly(['/no/such/command'], process.env, NEVER)).rejects.toThrow('ENOENT')
  })
})

test('--bundles writes the runs of the findings only', async () => {
  const { out, terminal } = await sweep(orderOnce, ['--faults', '503,lost', '--bundles', 'found'])
  const [path = ''] = /found\/\S*documents-create-1-503-\w+\.tristore\.json/.exec(out) ?? []
  expect(out).toContain(`    bundle for npx tristore-emulator replay: ${path}\n`)
  expect(JSON.parse(terminal.files.read(path))).toMatchObject({
    format: 'tristore-bundle/3',
    answers: [{ status: 503 }],
  })
  expect(out.match(/bundle for npx tristore-emulator replay/g)).toHaveLength(2)
  expect((await sweep(readOnly, ['--faults', '503', '--bundles', 'found'])).out).not.toContain('bundle for')
})
