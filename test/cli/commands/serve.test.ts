import { afterEach, describe, expect, test } from 'vitest'
import { parseSeeds } from '../../../src/seed/parse.js'
import { type ContractSeed, services } from '../../../src/services/index.js'
import { FakeTerminal } from '../fake-terminal.js'
import { ran } from '../ran.js'
import { KEY, SEED, serve, serveJson, stopServed } from './served.js'

afterEach(stopServed)

test('a start prints the addresses, the seeded records, the settings and lines to paste', async () => {
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
    'Strictness',
    '  bearer tokens  verified: signed by the built-in provider (`npx tristore-emulator token` prints one)',
    '  limits         1,000,000 reads, 100,000 writes, 10,000 lists a month, 100 MiB stored, for namespaces that set none',
    '  database       60 requests per key in 1m',
    '  clock          frozen at 2026-01-31T23:59:00.000Z',
    '',
    `  export KV_BASE_URL=${kv} DB_BASE_URL=${kv}`,
    '',
  ])
})

test('a start without a seed prints the starter seed and its keys', async () => {
  const { terminal } = await serve([])
  expect(terminal.out.text).toContain('The starter seed')
  expect(terminal.out.text).toMatch(/^ {4}admin +kv_admin_demo$/m)
  expect(terminal.out.text).toMatch(/^ {4}db_demo +sees everything$/m)
  expect(terminal.out.text).not.toContain('clock')
})

test('a start with --db-port prints another address for the database', async () => {
  const { kv, db } = await serve(['--db-port', '0'])
  expect(db).not.toBe(kv)
  expect((await fetch(`${db}/documents`, { headers: { 'x-api-key': 'db_demo' } })).status).toBe(200)
})

test('a start shortens long lists', async () => {
  const keys = Array.from({ length: 25 }, (_, index) => `{ key: key_${index}, scope: read }`).join(', ')
  const stores = Array.from({ length: 37 }, (_, index) => `  - id: ec_s${index}_1`).join('\n')
  const seed = `namespaces: [{ id: ns_a_1, keys: [${keys}] }]\nstores:\n${stores}\n`
  const { terminal } = await serve(['--seed', 'many.yaml'], new FakeTerminal({ 'many.yaml': seed }))
  expect(terminal.out.text).toMatch(/key_19, and 5 more$/m)
  expect(terminal.out.text).toMatch(/^ {2}and 18 more$/m)
  expect(terminal.out.text).not.toContain('ec_s30_1')
})

test('a start prints how bearer tokens are checked', async () => {
  const files = { 'profile.json': '{"auth": {"jwt": "decode"}}' }
  const { terminal } = await serve(['--profile', 'profile.json'], new FakeTerminal(files))
  expect(terminal.out.text).toContain('decoded: any well-formed JWT is accepted')
})

test('a start prints the number that responses are greased with', async () => {
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

test('a start on all addresses warns that anyone may control it, unless it has an admin token', async () => {
  const open = await serve(['--host', '0.0.0.0'])
  expect(open.terminal.out.text).toContain('--admin-token T protects it')
  const closed = await serve(['--host', '0.0.0.0', '--admin-token', '007'])
  expect(closed.terminal.out.text).not.toContain('--admin-token')
  const status = async (token: string) =>
    (await fetch(`${closed.kv}/_admin/clock`, { headers: { authorization: `Bearer ${token}` } })).status
  expect([await status('007'), await status('7')]).toEqual([200, 401])
})

test('a start warns of a variable that is probably misspelt', async () => {
  const { terminal } = await serve([], new FakeTerminal({}, { EMULATOR_SEDE: 'a.yaml' }))
  expect(terminal.err.lines).toEqual(['EMULATOR_SEDE has no effect here: did you mean EMULATOR_SEED?'])
})

test('emphasis is that of the output', async () => {
  const { terminal } = await serve([], new FakeTerminal({}, {}, { isTTY: true }))
  expect(terminal.out.text).toMatch(/^<bold>tristore-emulator \S+<\/>\n/)
})

describe('options reach the emulator', () => {
  test('the clock and the random seed override the seed', async () => {
    const argv = ['--seed', 'seed.yaml', '--clock', '2030-01-01', '--no-freeze', '--random-seed', '7']
    const { started } = await serveJson(argv)
    expect(started).toMatchObject({ randomSeed: 7, clock: { mode: 'running', rate: 1 } })
    expect(started.clock.iso).toMatch(/^2030-01-01T00:00:0/)
  })

  test('a moved clock is printed', async () => {
    const { terminal } = await serve(['--clock', '2030-01-01'])
    expect(terminal.out.text).toMatch(/^ {2}clock +runs from 2030-01-01T00:00:0/m)
  })

  test('options may come from the environment', async () => {
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

  test.each([
    ['a profile file', 'profile.yaml'],
    ['the text of a profile', ' { kv: { putStatus: 201 } }'],
  ])('the emulator can be started with %s', async (_, profile) => {
    const files = { 'seed.yaml': SEED, 'profile.yaml': 'kv: { putStatus: 201 }' }
    const { kv } = await serve(['--seed', 'seed.yaml', '--profile', profile], new FakeTerminal(files))
    const put = await fetch(`${kv}/v1/kv/ns_shop_1/k`, {
      method: 'PUT',
      headers: { 'x-kv-key': 'kv_admin_demo' },
      body: '{"value":1,"ttlSeconds":60}',
    })
    expect(put.status).toBe(201)
  })

  test('the options for bounds reach the emulator', async () => {
    const { kv } = await serve(['--seed', 'seed.yaml', '--max-requests', '1', '--max-faults', '0'])
    for (const key of ['a', 'b']) await fetch(`${kv}/v1/kv/ns_shop_1/${key}`, KEY)
    const journal = await (await fetch(`${kv}/_admin/requests`)).json()
    expect(journal).toMatchObject({ requests: [{ path: '/v1/kv/ns_shop_1/b' }], dropped: 1 })
    const fault = await fetch(`${kv}/_admin/faults`, { method: 'POST', body: '{"status":503}' })
    expect(await fault.json()).toMatchObject({
      message: 'a world can have at most 0 faults (--max-faults, in code bounds.faults)',
    })
  })

  test('the option for CORS reaches the emulator', async () => {
    const { kv } = await serve(['--cors', 'http://app.test'])
    const answer = await fetch(`${kv}/documents`, { headers: { origin: 'http://app.test' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://app.test')
  })
})

test('a folder given as seed loads the seeds in it, in the order of their names', async () => {
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

describe('--export-on-exit', () => {
  const FROZEN =
    'clock: { now: 2026-01-31T23:59:00Z, freeze: true }\nstores: [{ id: ec_a_1, keys: [{ key: k, scope: write }] }]'
  const put = { method: 'PUT', headers: { 'x-kv-key': 'k' }, body: '{"value":1.0}' }

  test.each(['state.yaml', 'state.json'])('--export-on-exit writes the state as a seed: %s', async (path) => {
    const terminal = new FakeTerminal({ 'seed.yaml': FROZEN, [path]: 'of an earlier run' })
    const { kv, status } = await serve(['--seed', 'seed.yaml', '--export-on-exit', path], terminal)
    await fetch(`${kv}/v1/ec/ec_a_1/price`, put)
    terminal.signal('SIGTERM')
    expect(await status).toBe(0)
    const { data } = parseSeeds([{ name: path, text: terminal.files.read(path) }], services)
    const { stores } = data as ContractSeed
    expect(stores?.[0]?.entries).toMatchObject([{ key: 'price', json: '1.0' }])
    expect(data.clock).toEqual({ now: '2026-01-31T23:59:00.000Z', freeze: true })
  })

  test('--export-on-exit writes the state to the standard output for -', async () => {
    const terminal = new FakeTerminal({ 'seed.yaml': FROZEN })
    const { status } = await serve(['--seed', 'seed.yaml', '--export-on-exit', '-'], terminal)
    terminal.signal('SIGTERM')
    expect(await status).toBe(0)
    expect(terminal.out.text).toMatch(/^version: 1$/m)
    expect(() => terminal.files.read('-')).toThrow()
  })

  test('--export-on-exit writes the state after a defect too, which is reported once and ends the command with status 1', async () => {
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

describe('--until-stdin-ends', () => {
  test('--until-stdin-ends stops the emulator as SIGTERM does once the standard input ends, and says so', async () => {
    const terminal = new FakeTerminal()
    const { kv, status } = await serve(['--until-stdin-ends', '--export-on-exit', 'state.yaml'], terminal)
    expect((await fetch(`${kv}/_admin/health`)).status).toBe(200)
    terminal.endInput()
    expect(await status).toBe(0)
    expect(terminal.out.lines.at(-1)).toBe(
      'Standard input has ended, so the emulator stops (--until-stdin-ends).',
    )
    expect(terminal.files.read('state.yaml')).toContain('ns_demo_starter')
  })

  test('without --until-stdin-ends the standard input is left alone', async () => {
    const { terminal, kv } = await serve([])
    terminal.endInput()
    expect((await fetch(`${kv}/_admin/health`)).status).toBe(200)
  })

  test('EMULATOR_UNTIL_STDIN_ENDS sets it, and means nothing to `emulator exec`, whose command has the input', async () => {
    const env = { EMULATOR_UNTIL_STDIN_ENDS: '1' }
    const { terminal, status } = await serve([], new FakeTerminal({}, env))
    terminal.endInput()
    expect(await status).toBe(0)
    expect(await ran(['exec', '--until-stdin-ends', '--', 'true'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('--until-stdin-ends is not an option of `npx tristore-emulator exec`'),
    })
  })
})
