import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BuiltPackage, Started } from '../cli/built.js'

/** A state that is written when the process stops, and taken up again by the next. */

const SEED = `
clock: { now: 2026-01-31T23:59:00Z, freeze: true }
random: 42
namespaces:
  - id: ns_a_1
    limits: { reads: 1000 }
    keys: [{ key: k, scope: admin }]
    entries:
      - { key: "k{{index}}", value: { at: "{{index}}" }, ttlSeconds: 90, repeat: 200 }
      - { key: exact, json: '[1.0, 9007199254740993]', ttlSeconds: 3600 }
database:
  rateLimit: { requests: 60, per: 1m }
  keys: [{ key: db }]
  documents: [{ repeat: 30, title: "{{lorem.sentence}}" }]
faults:
  - { id: f, match: { operation: kv.put }, status: 503, after: 1, times: 1 }
`

let built: BuiltPackage
let folder: string
let seed: string

beforeAll(() => {
  built = new BuiltPackage()
  built.build()
}, 60_000)

afterAll(() => built[Symbol.dispose]())

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emulator-export-'))
  seed = join(folder, 'seed.yaml')
  writeFileSync(seed, SEED)
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function addressOf(emulator: Started): Promise<string> {
  const [, address = ''] = await emulator.until(/KV_BASE_URL=(\S+)/)
  return address
}

const stateOf = async (address: string): Promise<unknown> =>
  (await fetch(`${address}/_admin/state?format=json`)).json()

async function use(address: string): Promise<string[]> {
  const kv = `${address}/v1/kv/ns_a_1`
  const headers = { 'X-KV-Key': 'k' }
  const put = { method: 'PUT', headers, body: '{"value":2,"ttlSeconds":60}' }
  const answers = [
    await fetch(`${kv}/k1`, put),
    await fetch(`${kv}/k2`, { headers }),
    await fetch(`${kv}/exact`, { headers }),
    await fetch(`${kv}/k3`, { method: 'DELETE', headers }),
    await fetch(`${address}/documents`, {
      method: 'POST',
      headers: { 'X-API-Key': 'db' },
      body: '{"title":"T"}',
    }),
    await fetch(`${address}/_admin/clock`, { method: 'POST', body: '{"advance":"40s"}' }),
  ]
  return Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`))
}

test.each(['state.yaml', 'state.json'])('the next run goes on where this one ended: %s', async (name) => {
  const file = join(folder, name)
  using first = built.start('--port', '0', '--seed', seed, '--export-on-exit', file)
  const address = await addressOf(first)
  await use(address)
  const state = await stateOf(address)
  first.signal('SIGTERM')
  expect(await first.ended).toBe(0)

  // The run after writes over what it began with.
  using second = built.start('--port', '0', '--seed', file, '--export-on-exit', file)
  const again = await addressOf(second)
  expect(await stateOf(again)).toEqual(state)
  const answers = await use(again)
  expect(answers[0]).toContain('503')
  expect(answers[2]).toContain('[1.0,9007199254740993]')
  expect(answers[4]).toContain('"id":32')
  second.signal('SIGTERM')
  expect(await second.ended).toBe(0)

  using check = built.start('check', file)
  expect(await check.ended).toBe(0)
  expect(readdirSync(folder).sort()).toEqual(['seed.yaml', name].sort())
})

describe('a file that cannot be written is as it was, and status 2 says so', () => {
  test.each<[string, string, () => string]>([
    ['a folder that is not there', 'ENOENT', () => join(folder, 'nowhere/state.yaml')],
    [
      'a folder that is a file',
      'ENOTDIR',
      () => {
        writeFileSync(join(folder, 'file'), 'kept')
        return join(folder, 'file/state.yaml')
      },
    ],
    [
      'a file that is a folder',
      'EISDIR',
      () => {
        mkdirSync(join(folder, 'state.yaml'))
        writeFileSync(join(folder, 'state.yaml/kept'), 'kept')
        return join(folder, 'state.yaml')
      },
    ],
  ])('%s', async (_, code, prepare) => {
    const file = prepare()
    const before = readdirSync(folder, { recursive: true }).sort()
    using emulator = built.start('--port', '0', '--seed', seed, '--export-on-exit', file)
    await addressOf(emulator)
    emulator.signal('SIGTERM')
    expect(await emulator.ended).toBe(2)
    expect(emulator.err).toBe(`cannot write the state to ${file}: ${code}\n`)
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before)
  })

  test('no room for all of it', async () => {
    const file = join(folder, 'state.yaml')
    writeFileSync(file, 'version: 1\n')
    // A limit on the size of files ends a write in the middle, as a full disk does.
    const command = `ulimit -f 4; exec "$0" "$@"`
    const args = [
      join(built.folder, 'bin/emulator.js'),
      '--port',
      '0',
      '--seed',
      seed,
      '--export-on-exit',
      file,
    ]
    const env = { ...process.env, NO_COLOR: '1' }
    using emulator = new Started(spawn('bash', ['-c', command, process.execPath, ...args], { env }))
    await addressOf(emulator)
    emulator.signal('SIGTERM')
    expect(await emulator.ended).toBe(2)
    expect(emulator.err).toBe(`cannot write the state to ${file}: EFBIG\n`)
    expect(readFileSync(file, 'utf8')).toBe('version: 1\n')
    expect(readdirSync(folder).sort()).toEqual(['seed.yaml', 'state.yaml'])
  })
})

describe('--watch', () => {
  const stores = (...ids: string[]) => `stores: [${ids.map((id) => `{ id: ${id} }`).join(', ')}]\n`

  test('a seed that vanishes, turns bad and is good again', async () => {
    writeFileSync(seed, stores('ec_a_1'))
    using emulator = built.start('--port', '0', '--seed', seed, '--watch')
    const address = await addressOf(emulator)
    const ids = async () => {
      const { stores } = (await (await fetch(`${address}/_admin/stores`)).json()) as {
        stores: { storeId: string }[]
      }
      return stores.map(({ storeId }) => storeId)
    }
    rmSync(seed)
    await emulator.untilError(/there is no such file\nThe last good state stays/)
    writeFileSync(seed, 'store: []\n')
    await emulator.untilError(/did you mean stores\?\nThe last good state stays/)
    expect(await ids()).toEqual(['ec_a_1'])
    writeFileSync(seed, stores('ec_b_1'))
    await emulator.until(/Reloaded .*: 1 store /)
    expect(await ids()).toEqual(['ec_b_1'])

    // Its folder goes, and comes back as another one: what was watched is there no more.
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    writeFileSync(seed, stores('ec_c_1', 'ec_d_1'))
    await emulator.until(/Reloaded .*: 2 stores/)
    expect(await ids()).toEqual(['ec_c_1', 'ec_d_1'])
    emulator.signal('SIGTERM')
    expect(await emulator.ended).toBe(0)
  })
})
