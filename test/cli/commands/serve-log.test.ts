import { createServer } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { run } from '../../../src/cli/run.js'
import { signToken } from '../../../src/identity/provider.js'
import { FakeTerminal } from '../fake-terminal.js'
import { KEY, SEED, serve, serveJson, stopServed } from './served.js'

afterEach(stopServed)

describe('the request log', () => {
  test('the request log tells an expired key from one that never existed, although their responses are the same', async () => {
    const terminal = new FakeTerminal({ 'seed.yaml': SEED })
    const { kv } = await serve(['--seed', 'seed.yaml'], terminal)
    await fetch(`${kv}/_admin/clock`, { method: 'POST', body: '{"advance": "1m"}' })
    await fetch(`${kv}/v1/kv/ns_shop_1/flag`, KEY)
    await fetch(`${kv}/v1/kv/ns_shop_1/flog`, KEY)
    await terminal.out.until(/flog.*\n/)
    expect(terminal.out.lines.at(-2)).toMatch(/404 .* expired at 2026-02-01T00:00:00\.000Z$/)
    expect(terminal.out.lines.at(-1)).toMatch(/404 .* never existed$/)
  })

  test('pretty: one line for each request, with the reason of a refusal', async () => {
    const { terminal, kv } = await serve(['--seed', 'seed.yaml'])
    await fetch(`${kv}/v1/kv/ns_shop_1/flag`, KEY)
    await fetch(`${kv}/v1/kv/ns_shop_1/flag`, { ...KEY, method: 'DELETE' })
    const [, found = '', refused = ''] = await terminal.out.until(/\n(.*GET.*)\n(.*DELETE.*)\n/)
    expect(found).toMatch(
      /^2026-01-31T23:59:00\.000Z {2}GET +\/v1\/kv\/ns_shop_1\/flag +200 {2}kv\.get +\d+\.\d ms$/,
    )
    expect(refused).toMatch(
      / 403 {2}kv\.delete +\d+\.\d ms {2}the key has scope read; this needs write or admin$/,
    )
  })

  test('the request log names a parameter that the contract does not have', async () => {
    const { terminal, kv } = await serve(['--seed', 'seed.yaml'])
    await fetch(`${kv}/v1/kv/ns_shop_1/flag?fresh=1`, KEY)
    const [, line = ''] = await terminal.out.until(/\n(.*GET.*)\n/)
    expect(line).toMatch(/ 200 {2}kv\.get +\d+\.\d ms {2}kv\.get has no parameter fresh$/)
  })

  test('the request log names the world of a request, unless it is the default one', async () => {
    for (const argv of [[], ['--log', 'json']]) {
      const { terminal, kv } = argv.length === 0 ? await serve(argv) : await serveJson([])
      await fetch(`${kv}/_admin/worlds`, { method: 'POST', body: '{"id": "cart-1"}' })
      await fetch(`${kv}/_worlds/cart-1/documents`)
      await fetch(`${kv}/projects`)
      const [, inWorld, inDefault] = await terminal.out.until(/\n(.*\/documents.*)\n(.*\/projects.*)\n/)
      expect(inWorld).toMatch(argv.length === 0 ? / ms {2}world cart-1 {2}/ : /"world":"cart-1"/)
      expect(inDefault).not.toContain('world')
    }
  })

  test.each([
    { columns: undefined, shown: 80, from: '/v1/kv/ns_shop_1/xxx' },
    { columns: 300, shown: 80, from: '/v1/kv/ns_shop_1/xxx' },
    { columns: 100, shown: 30, from: '/v1/kv/ns_shop_' },
    { columns: 3, shown: 24, from: '/v1/kv/ns_sh' },
  ])('shortens a long path in the middle: %j', async ({ columns, shown, from }) => {
    const screen = columns === undefined ? {} : { columns }
    const { terminal, kv } = await serve([], new FakeTerminal({}, {}, screen))
    await fetch(`${kv}/v1/kv/ns_shop_1/${'x'.repeat(2000)}the-end`)
    const [, path = ''] = await terminal.out.until(/\n.*GET +(\/\S+) +\d{3} {2}kv\.get.*\n/)
    expect(path).toHaveLength(shown)
    expect(path).toMatch(new RegExp(`^${from}.*….*the-end$`))
  })

  test.each([[['-q']], [['--quiet', '--log', 'json']]])(
    'with %j the log shows only problems',
    async (argv) => {
      const terminal = new FakeTerminal({ address: '' }, { EMULATOR_SEDE: 'a.yaml' })
      const status = run(['--port', '0', '--address-file', 'address', ...argv], terminal)
      await vi.waitUntil(() => terminal.files.read('address') !== '')
      await fetch(`${terminal.files.read('address').trim()}/documents`)
      terminal.signal('SIGTERM')
      expect(await status).toBe(0)
      const [line = '', ...others] = [...terminal.out.lines, ...terminal.err.lines]
      expect(line).toContain('EMULATOR_SEDE has no effect here')
      expect(others).toEqual([])
    },
  )

  test('json: one object per line', async () => {
    const { terminal, kv } = await serveJson(['--seed', 'seed.yaml'])
    await fetch(`${kv}/v1/kv/ns_shop_1/gone?a=b`, KEY)
    await terminal.out.until(/"event":"request".*\n/)
    const at = Date.UTC(2026, 0, 31, 23, 59)
    expect(JSON.parse(terminal.out.lines[1] ?? '')).toMatchObject({
      event: 'request',
      id: 'r1',
      at,
      atIso: '2026-01-31T23:59:00.000Z',
      method: 'GET',
      path: '/v1/kv/ns_shop_1/gone',
      query: 'a=b',
      status: 404,
      operation: 'kv.get',
      credential: 'kv_read_demo',
      reason: expect.any(String),
      durationMs: expect.any(Number),
    })
  })

  test('off: the start is printed, requests are not', async () => {
    const { terminal, kv } = await serve(['--log', 'off'])
    const before = terminal.out.text
    await fetch(`${kv}/documents`)
    expect(terminal.out.text).toBe(before)
  })

  test('the request log shows a JWT without its signature', async () => {
    const { terminal, kv } = await serveJson(['--seed', 'seed.yaml'])
    const token = await signToken({ issuedAt: 0 })
    const [header, payload, signature] = token.split('.')
    await fetch(`${kv}/documents?token=${token}`, { headers: { 'x-api-key': token } })
    const [line] = await terminal.out.until(/"event":"request".*\n/)
    expect(line).not.toContain(signature)
    expect(JSON.parse(`{${line}`)).toMatchObject({
      query: `token=${header}.${payload}.…`,
      credential: `${header}.${payload}.…`,
    })
  })

  test('the request log reports a defect on the error output once, and goes on', async () => {
    const { terminal, kv } = await serve(['--trust-proxy', '--cors'])
    vi.spyOn(terminal.out, 'write').mockImplementationOnce(() => {
      throw new Error('no room')
    })
    const { status, headers } = await fetch(`${kv}/documents`)
    expect([status, headers.get('x-emulator-reason')]).toEqual([
      500,
      'a defect of the emulator: Error: no room',
    ])
    expect(terminal.err.text.match(/unexpected went wrong: Error: no room\n/g)).toHaveLength(1)
    expect(terminal.err.text).toContain('This is a bug in tristore-emulator')
    expect((await fetch(`${kv}/documents`)).status).toBe(401)
  })

  test('the request log names the option --cors at the first preflight only', async () => {
    const { terminal, kv } = await serve([])
    const preflight = () =>
      fetch(`${kv}/documents`, {
        method: 'OPTIONS',
        headers: { origin: 'http://app.test', 'access-control-request-method': 'GET' },
      })
    await preflight()
    await preflight()
    await terminal.out.until(/(OPTIONS[\s\S]*){2}/)
    expect(terminal.out.lines.filter((line) => line.includes('--cors'))).toHaveLength(1)
  })
})

describe('stopping', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends it with status 0 and leaves nothing open',
    async (signal) => {
      const { terminal, status, kv } = await serve(['--seed', 'seed.yaml', '--watch'])
      terminal.signal(signal)
      expect(await status).toBe(0)
      expect({ exits: terminal.exits, listeners: terminal.listeners }).toEqual({ exits: [], listeners: 0 })
      await expect(fetch(kv)).rejects.toThrow()
    },
  )

  test('stopping does not wait for anything that still keeps the process running', async () => {
    const { terminal, status } = await serve([])
    terminal.signal('SIGTERM')
    await status
    terminal.pass(200)
    expect(terminal.exits).toEqual([0])
  })

  test('stopping ends at once with a second signal', async () => {
    const { terminal, status } = await serve([])
    terminal.signal('SIGINT')
    terminal.signal('SIGINT')
    expect(terminal.exits).toEqual([130])
    await status
  })

  test.each([
    ['SIGHUP', 'SIGHUP'],
    ['SIGHUP', 'SIGTERM'],
    ['SIGTERM', 'SIGHUP'],
  ] as const)(
    '%s and %s at once, as from a closed terminal or a service manager: the state is written',
    async (...sent) => {
      const { terminal, status } = await serve(['--export-on-exit', 'state.yaml'])
      for (const signal of sent) terminal.signal(signal)
      expect([terminal.exits, await status]).toEqual([[], 0])
      expect(terminal.files.read('state.yaml')).toContain('ns_demo_starter')
    },
  )

  test('a signal during the start stops it too', async () => {
    const terminal = new FakeTerminal()
    const status = run(['--port', '0'], terminal)
    terminal.signal('SIGTERM')
    expect(await status).toBe(0)
  })
})

test('a signal while seeds load ends it before it listens', async () => {
  const entries = Array.from({ length: 10_000 }, (_, index) => ({
    key: `k${index}`,
    value: 1,
    ttlSeconds: 60,
  }))
  const text = JSON.stringify({ namespaces: [{ id: 'ns_a_1', entries }] })
  const terminal = new FakeTerminal({ 'seed.json': text })
  const status = run(['--port', '0', '--seed', 'seed.json'], terminal)
  terminal.signal('SIGTERM')
  expect(await status).toBe(0)
  expect(terminal.out.lines).toEqual(['Stopped before the seeds were loaded.'])
})

test.each(['--port', '--db-port'])('it does not start on a taken port: %s', async (option) => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as { port: number }
  const terminal = new FakeTerminal()
  const argv = option === '--port' ? ['--port', `${port}`] : ['--port', '0', '--db-port', `${port}`]
  try {
    expect(await run(argv, terminal)).toBe(2)
    expect(terminal.err.text).toBe(
      `port ${port} on 127.0.0.1 is taken: try ${option} ${port + 1}; ${option} 0 picks a free one\n`,
    )
  } finally {
    taken.close()
  }
})

test('it does not start on the address of another machine', async () => {
  const terminal = new FakeTerminal()
  expect(await run(['--port', '0', '--host', '192.0.2.1'], terminal)).toBe(2)
  expect(terminal.err.lines).toEqual([
    '192.0.2.1 is not an address of this machine: --host 127.0.0.1 is for this machine only, --host 0.0.0.0 for all of its addresses',
  ])
})
