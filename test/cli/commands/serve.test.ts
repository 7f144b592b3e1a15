import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { run } from '../../../src/cli/run.js'
import { signToken } from '../../../src/identity/provider.js'
import { parseSeeds } from '../../../src/seed/parse.js'
import { FakeTerminal } from '../fake-terminal.js'

const SEED = `
clock: { now: 2026-01-31T23:59:00Z, freeze: true }
random: 42
namespaces:
  - id: ns_shop_1
    owner: user_alice
    limits: { reads: 1000, storageBytes: 65536 }
    keys: [{ key: kv_read_demo, scope: read }, { key: kv_admin_demo, scope: admin }]
    entries: [{ key: flag, value: 1, ttlSeconds: 60 }]
stores:
  - id: ec_web_1
    keys: [{ key: kv_admin_web, scope: admin }]
database:
  rateLimit: { requests: 60, per: 1m }
  keys: [{ key: db_dev }, { key: db_scoped, projects: [10], documents: [1, 2], outOfScope: forbidden }]
  documents: [{ repeat: 3, title: "Draft {{index}}" }]
`

/** Emulators that a test has started; each is stopped after it. */
const running: { terminal: FakeTerminal; status: Promise<number> }[] = []

afterEach(async () => {
  for (const { terminal, status } of running.splice(0)) {
    terminal.signal('SIGTERM')
    await status
  }
})

interface Served {
  readonly terminal: FakeTerminal
  readonly status: Promise<number>
  readonly kv: string
  readonly db: string
}

async function serve(
  argv: readonly string[],
  terminal = new FakeTerminal({ 'seed.yaml': SEED }),
): Promise<Served> {
  const status = run(['--port', '0', ...argv], terminal)
  running.push({ terminal, status })
  const [, kv = '', db = ''] = await terminal.out.until(
    /KV_BASE_URL=(\S+) DB_BASE_URL=(\S+)|"baseUrl":"(\S+?)"/,
  )
  return { terminal, status, kv, db }
}

async function serveJson(argv: readonly string[], terminal?: FakeTerminal) {
  const served = await serve(['--log', 'json', ...argv], terminal)
  const started = JSON.parse(served.terminal.out.lines[0] ?? '')
  return { ...served, started, kv: started.baseUrl as string, db: started.dbBaseUrl as string }
}

const KEY = { headers: { 'x-kv-key': 'kv_read_demo' } }

describe('what a start prints', () => {
  test('addresses, what was seeded, how strict it is, lines to paste', async () => {
    const { terminal, kv } = await serve(['--seed', 'seed.yaml'])
    expect(terminal.err.text).toBe('')
    expect(terminal.out.lines.slice(2)).toEqual([
      `  key-value, config  ${kv}`,
      `  database           ${kv}`,
      `  admin              ${kv}/_admin`,
      `  dashboard          ${kv}/_dashboard/`,
      '',
      'Seeded from seed.yaml',
      '  1 namespace (1 entry), 1 store (0 entries), 3 documents',
      '',
      '  ns_shop_1  1 entry, owner user_alice',
      '    read    kv_read_demo',
      '    admin   kv_admin_demo',
      '    limits  1,000 reads a month, 64 KiB stored',
      '  ec_web_1  0 entries, owner user_local',
      '    admin  kv_admin_web',
      '  database',
      '    db_dev     sees everything',
      '    db_scoped  sees project 10; documents 1, 2 (else forbidden)',
      '',
      'How strict',
      '  bearer tokens  verified: signed by the built-in provider (`npx tristore-emulator token` prints one)',
      '  limits         1,000,000 reads, 100,000 writes, 10,000 lists a month, 100 MiB stored, if a namespace has none of its own',
      '  database       60 requests a key in 1m',
      '  clock          frozen at 2026-01-31T23:59:00.000Z',
      '',
      `  export KV_BASE_URL=${kv} DB_BASE_URL=${kv}`,
      '',
    ])
  })

  test('without a seed: the starter seed and its keys', async () => {
    const { terminal } = await serve([])
    expect(terminal.out.text).toContain('The starter seed')
    expect(terminal.out.text).toMatch(/^ {4}admin +kv_admin_demo$/m)
    expect(terminal.out.text).toMatch(/^ {4}db_demo +sees everything$/m)
    expect(terminal.out.text).not.toContain('clock')
  })

  test('a port of its own for the database', async () => {
    const { kv, db } = await serve(['--db-port', '0'])
    expect(db).not.toBe(kv)
    expect((await fetch(`${db}/documents`, { headers: { 'x-api-key': 'db_demo' } })).status).toBe(200)
  })

  test('long lists are shortened', async () => {
    const keys = Array.from({ length: 25 }, (_, index) => `{ key: key_${index}, scope: read }`).join(', ')
    const stores = Array.from({ length: 37 }, (_, index) => `  - id: ec_s${index}_1`).join('\n')
    const seed = `namespaces: [{ id: ns_a_1, keys: [${keys}] }]\nstores:\n${stores}\n`
    const { terminal } = await serve(['--seed', 'many.yaml'], new FakeTerminal({ 'many.yaml': seed }))
    expect(terminal.out.text).toMatch(/key_19, and 5 more$/m)
    expect(terminal.out.text).toMatch(/^ {2}and 18 more$/m)
    expect(terminal.out.text).not.toContain('ec_s30_1')
  })

  test('how bearer tokens are taken, by a profile', async () => {
    const files = { 'profile.json': '{"auth": {"jwt": "decode"}}' }
    const { terminal } = await serve(['--profile', 'profile.json'], new FakeTerminal(files))
    expect(terminal.out.text).toContain('decoded: any well-formed JWT is taken')
  })

  test('that answers are greased, and by which number', async () => {
    const greased = await serve(['--seed', 'seed.yaml', '--grease'])
    expect(greased.terminal.out.text).toMatch(/^ {2}grease +on: 42; /m)
    const paths = ['/documents', '/projects', '/v1/kv/a', '/v1/kv/a/b', '/v1/ec/a/b']
    const texts = await Promise.all(paths.map(async (path) => (await fetch(greased.kv + path)).text()))
    expect(texts.join()).toContain('grease_')
    const { started } = await serveJson(['--grease', '7'])
    expect(started).toMatchObject({ randomSeed: 1, grease: 7 })
    const plain = await serve([])
    expect(plain.terminal.out.text).not.toContain('grease')
  })

  test('that anyone may steer what listens everywhere, unless it asks for a token', async () => {
    const open = await serve(['--host', '0.0.0.0'])
    expect(open.terminal.out.text).toContain('--admin-token T closes it')
    const closed = await serve(['--host', '0.0.0.0', '--admin-token', '007'])
    expect(closed.terminal.out.text).not.toContain('--admin-token')
    const status = async (token: string) =>
      (await fetch(`${closed.kv}/_admin/clock`, { headers: { authorization: `Bearer ${token}` } })).status
    expect([await status('007'), await status('7')]).toEqual([200, 401])
  })

  test('a variable that was probably misspelt', async () => {
    const { terminal } = await serve([], new FakeTerminal({}, { EMULATOR_SEDE: 'a.yaml' }))
    expect(terminal.err.lines).toEqual(['EMULATOR_SEDE means nothing here: did you mean EMULATOR_SEED?'])
  })

  test.each([
    { isTTY: true, env: {}, isColoured: true },
    { isTTY: true, env: { NO_COLOR: '1' }, isColoured: false },
    { isTTY: true, env: { NO_COLOR: '' }, isColoured: true },
    { isTTY: false, env: {}, isColoured: false },
  ])('colour: %j', async ({ isTTY, env, isColoured }) => {
    const { terminal } = await serve([], new FakeTerminal({}, env, { isTTY }))
    expect(terminal.out.text.includes('\u001b[')).toBe(isColoured)
  })
})

describe('options reach the emulator', () => {
  test('the clock and the random seed win over the seed', async () => {
    const argv = ['--seed', 'seed.yaml', '--clock', '2030-01-01', '--no-freeze', '--random-seed', '7']
    const { started } = await serveJson(argv)
    expect(started).toMatchObject({ randomSeed: 7, clock: { mode: 'running', rate: 1 } })
    expect(started.clock.iso).toMatch(/^2030-01-01T00:00:0/)
  })

  test('a clock that was moved is told', async () => {
    const { terminal } = await serve(['--clock', '2030-01-01'])
    expect(terminal.out.text).toMatch(/^ {2}clock +runs from 2030-01-01T00:00:0/m)
  })

  test('from the environment', async () => {
    const terminal = new FakeTerminal(
      { 'a.yaml': 'random: 3', 'b.yaml': 'random: 4' },
      {
        EMULATOR_SEED: 'a.yaml,b.yaml',
        EMULATOR_LOG: 'json',
        EMULATOR_CLOCK: '2030-01-01',
        EMULATOR_FREEZE: '1',
      },
    )
    const { started } = await serveJson([], terminal)
    expect(started).toMatchObject({
      seeds: ['a.yaml', 'b.yaml'],
      randomSeed: 4,
      clock: { mode: 'frozen', iso: '2030-01-01T00:00:00.000Z' },
    })
  })

  test('a profile file', async () => {
    const files = { 'seed.yaml': SEED, 'profile.yaml': 'kv: { putStatus: 201 }' }
    const { kv } = await serve(['--seed', 'seed.yaml', '--profile', 'profile.yaml'], new FakeTerminal(files))
    const put = await fetch(`${kv}/v1/kv/ns_shop_1/k`, {
      method: 'PUT',
      headers: { 'x-kv-key': 'kv_admin_demo' },
      body: '{"value":1,"ttlSeconds":60}',
    })
    expect(put.status).toBe(201)
  })

  test('bounds', async () => {
    const { kv } = await serve(['--seed', 'seed.yaml', '--max-requests', '1', '--max-faults', '0'])
    for (const key of ['a', 'b']) await fetch(`${kv}/v1/kv/ns_shop_1/${key}`, KEY)
    const journal = await (await fetch(`${kv}/_admin/requests`)).json()
    expect(journal).toMatchObject({ requests: [{ path: '/v1/kv/ns_shop_1/b' }], dropped: 1 })
    const fault = await fetch(`${kv}/_admin/faults`, { method: 'POST', body: '{"status":503}' })
    expect(await fault.json()).toMatchObject({ message: 'a world holds 0 faults at most (--max-faults)' })
  })

  test('CORS', async () => {
    const { kv } = await serve(['--cors', 'http://app.test'])
    const answer = await fetch(`${kv}/documents`, { headers: { origin: 'http://app.test' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://app.test')
  })
})

describe('a folder as seed', () => {
  test('stands for the seeds in it, in order of their names', async () => {
    const terminal = new FakeTerminal({
      seeds: null,
      'seeds/b.yml': 'namespaces: [{ id: ns_a_1, owner: user_b }]',
      'seeds/a.yaml': 'namespaces: [{ id: ns_a_1, owner: user_a }]',
      'seeds/c.json': '{"stores": [{"id": "ec_c_1"}]}',
      'seeds/.hidden.yaml': 'stores: [{ id: ec_hidden_1 }]',
      'seeds/notes.txt': 'no seed',
    })
    const { started } = await serveJson(['--seed', 'seeds/'], terminal)
    expect(started.seeds).toEqual(['seeds/a.yaml', 'seeds/b.yml', 'seeds/c.json'])
    expect(started.held.namespaces).toMatchObject([{ id: 'ns_a_1', owner: 'user_b' }])
    expect(started.held.stores).toMatchObject([{ id: 'ec_c_1' }])
  })

  test('that holds none leaves the starter seed', async () => {
    const { started } = await serveJson(['--seed', 'seeds'], new FakeTerminal({ seeds: null }))
    expect(started.seeds).toEqual([])
    expect(started.held.namespaces).toMatchObject([{ id: 'ns_demo_starter' }])
  })
})

describe('--export-on-exit', () => {
  const FROZEN =
    'clock: { now: 2026-01-31T23:59:00Z, freeze: true }\nstores: [{ id: ec_a_1, keys: [{ key: k, scope: write }] }]'
  const put = { method: 'PUT', headers: { 'x-kv-key': 'k' }, body: '{"value":1.0}' }

  test.each(['state.yaml', 'state.json'])('writes the state as a seed: %s', async (path) => {
    const terminal = new FakeTerminal({ 'seed.yaml': FROZEN, [path]: 'of an earlier run' })
    const { kv, status } = await serve(['--seed', 'seed.yaml', '--export-on-exit', path], terminal)
    await fetch(`${kv}/v1/ec/ec_a_1/price`, put)
    terminal.signal('SIGTERM')
    expect(await status).toBe(0)
    const { data } = parseSeeds([{ name: path, text: terminal.files.read(path) }])
    expect(data.stores?.[0]?.entries).toMatchObject([{ key: 'price', json: '1.0' }])
    expect(data.clock).toEqual({ now: '2026-01-31T23:59:00.000Z', freeze: true })
  })

  test('is written after a defect too, which is told once and ends the command with status 1', async () => {
    const terminal = new FakeTerminal({ 'seed.yaml': FROZEN })
    const { kv, status } = await serve(['--seed', 'seed.yaml', '--export-on-exit', 'state.yaml'], terminal)
    await fetch(`${kv}/v1/ec/ec_a_1/price`, put)
    for (const text of ['first', 'second']) terminal.defect(new Error(text))
    expect(await status).toBe(1)
    expect(terminal.err.text).toMatch(/Error: first\n.*at /)
    expect(terminal.err.text).toContain('please report it')
    expect(terminal.err.text).not.toContain('second')
    expect(terminal.files.read('state.yaml')).toContain('price')
  })
})

describe('the request log', () => {
  test('tells an expired key from one that never was, though their answers are alike', async () => {
    const terminal = new FakeTerminal({ 'seed.yaml': SEED })
    const { kv } = await serve(['--seed', 'seed.yaml'], terminal)
    await fetch(`${kv}/_admin/clock`, { method: 'POST', body: '{"advance": "1m"}' })
    await fetch(`${kv}/v1/kv/ns_shop_1/flag`, KEY)
    await fetch(`${kv}/v1/kv/ns_shop_1/flog`, KEY)
    await terminal.out.until(/flog.*\n/)
    expect(terminal.out.lines.at(-2)).toMatch(/404 .* expired at 2026-02-01T00:00:00\.000Z$/)
    expect(terminal.out.lines.at(-1)).toMatch(/404 .* never existed$/)
  })

  test('pretty: one line a request, with the reason of a refusal', async () => {
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

  test('the world of a request is named where it is not the default one', async () => {
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
  ])('a long path keeps its beginning and its end: %j', async ({ columns, shown, from }) => {
    const screen = columns === undefined ? {} : { isTTY: true, columns }
    const { terminal, kv } = await serve([], new FakeTerminal({}, { NO_COLOR: '1' }, screen))
    await fetch(`${kv}/v1/kv/ns_shop_1/${'x'.repeat(2000)}the-end`)
    const [, path = ''] = await terminal.out.until(/\n.*GET +(\/\S+) +\d{3} {2}kv\.get.*\n/)
    expect(path).toHaveLength(shown)
    expect(path).toMatch(new RegExp(`^${from}.*….*the-end$`))
  })

  test('json: one object a line', async () => {
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

  test('off: the start is told, requests are not', async () => {
    const { terminal, kv } = await serve(['--log', 'off'])
    const before = terminal.out.text
    await fetch(`${kv}/documents`)
    expect(terminal.out.text).toBe(before)
  })

  test('a JWT is shown without its signature', async () => {
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

  test('the first CORS preflight names the option, once', async () => {
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
    '%s ends it with status 0 and leaves nothing behind',
    async (signal) => {
      const { terminal, status, kv } = await serve(['--seed', 'seed.yaml', '--watch'])
      terminal.signal(signal)
      expect(await status).toBe(0)
      expect({ exits: terminal.exits, listeners: terminal.listeners }).toEqual({ exits: [], listeners: 0 })
      expect(terminal.files.watchedFolders).toEqual([])
      await expect(fetch(kv)).rejects.toThrow()
    },
  )

  test('whatever still keeps the process is not waited for', async () => {
    const { terminal, status } = await serve([])
    terminal.signal('SIGTERM')
    await status
    terminal.pass(200)
    expect(terminal.exits).toEqual([0])
  })

  test('a second signal ends it at once', async () => {
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
    '%s and %s at once, as of a closed terminal or a service: the state is written',
    async (...sent) => {
      const { terminal, status } = await serve(['--export-on-exit', 'state.yaml'])
      for (const signal of sent) terminal.signal(signal)
      expect([terminal.exits, await status]).toEqual([[], 0])
      expect(terminal.files.read('state.yaml')).toContain('ns_demo_starter')
    },
  )

  test('a signal that comes while it starts is kept', async () => {
    const terminal = new FakeTerminal()
    const status = run(['--port', '0'], terminal)
    terminal.signal('SIGTERM')
    expect(await status).toBe(0)
  })
})

test('a signal that comes while seeds load ends it before it listens', async () => {
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

describe('where it cannot listen', () => {
  test.each(['--port', '--db-port'])('a taken port: %s', async (option) => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    const terminal = new FakeTerminal()
    const argv = option === '--port' ? ['--port', `${port}`] : ['--port', '0', '--db-port', `${port}`]
    try {
      expect(await run(argv, terminal)).toBe(2)
      expect(terminal.err.text).toBe(
        `port ${port} of 127.0.0.1 is taken: try ${option} ${port + 1}; ${option} 0 picks a free one\n`,
      )
    } finally {
      taken.close()
    }
  })

  test('an address that is not ours', async () => {
    const terminal = new FakeTerminal()
    expect(await run(['--port', '0', '--host', '192.0.2.1'], terminal)).toBe(2)
    expect(terminal.err.lines).toEqual([
      '192.0.2.1 is not an address of this machine: --host 127.0.0.1 is for this machine alone, --host 0.0.0.0 for all of its addresses',
    ])
  })
})
