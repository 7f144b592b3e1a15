import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BuiltPackage, Started } from '../cli/built.js'

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
})

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

test('the next run continues from the end of this one', async () => {
  const file = join(folder, 'state.yaml')
  using first = built.start('--port', '0', '--seed', seed, '--export-on-exit', file)
  const address = await addressOf(first)
  await use(address)
  const state = await stateOf(address)
  first.signal('SIGTERM')
  expect(await first.ended).toBe(0)

  // The second run overwrites the file that it starts from.
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
  expect(readdirSync(folder).sort()).toEqual(['seed.yaml', 'state.yaml'])
})

test.each(['> out.yaml', '| cat > out.yaml'])('the output of the process can be named: %s', async (into) => {
  const emulator = [process.execPath, join(built.folder, 'bin/emulator.js')].join(' ')
  const script = `${emulator} exec --seed ${seed} --export-on-exit /dev/stdout -- echo '# of the command' ${into}`
  using shell = new Started(spawn('bash', ['-c', `cd ${folder}; set -o pipefail; ${script}`]))
  expect(await shell.ended).toBe(0)
  expect(readFileSync(join(folder, 'out.yaml'), 'utf8')).toMatch(/^# of the command\nversion: 1\n/)
  using check = built.start('check', join(folder, 'out.yaml'))
  expect(await check.ended).toBe(0)
})

describe('if the state cannot be written, the file is unchanged and the status is 2', () => {
  test('an export whose folder is a file fails at the start and leaves that file unchanged', async () => {
    writeFileSync(join(folder, 'file'), 'kept')
    const file = join(folder, 'file/state.yaml')
    const before = readdirSync(folder, { recursive: true }).sort()
    using emulator = built.start('--port', '0', '--seed', seed, '--export-on-exit', file)
    expect(await emulator.ended).toBe(2)
    expect(emulator.err).toBe(
      `cannot write the state to ${file}: there is no folder ${join(folder, 'file')}\n`,
    )
    expect(emulator.out).not.toContain('KV_BASE_URL')
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before)
  })

  /** Starts an emulator with its own temporary folder. `command` runs first in the same shell. */
  function startBeside(temporary: string, file: string, command = ''): Started {
    mkdirSync(temporary)
    const args = [join(built.folder, 'bin/emulator.js'), '--port', '0', '--seed', seed]
    // Otherwise Node's compile cache would be among the temporary files.
    const env = { ...process.env, NO_COLOR: '1', TMPDIR: temporary, NODE_DISABLE_COMPILE_CACHE: '1' }
    const line = ['-c', `${command} exec "$0" "$@"`, process.execPath, ...args, '--export-on-exit', file]
    return new Started(spawn('bash', line, { env }))
  }

  test.each<[string, string, (file: string, temporary: string) => [reason: string, saved: string]]>([
    [
      'because the file is a folder now: the state is next to it',
      'state.yaml',
      (file) => {
        mkdirSync(file)
        return ['it is a folder; name a file in it', `${file}.saved`]
      },
    ],
    [
      'because its folder is gone: the state is in the temporary folder',
      'out/state.yaml',
      (file, temporary) => {
        rmdirSync(dirname(file))
        return [`there is no folder ${dirname(file)}`, join(temporary, 'state.yaml.saved')]
      },
    ],
  ])('an export fails at the end with status 2 %s', async (_, name, breakIt) => {
    const temporary = join(folder, 'tmp')
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    using emulator = startBeside(temporary, file)
    const address = await addressOf(emulator)
    await use(address)
    const state = await stateOf(address)
    const [reason, saved] = breakIt(file, temporary)
    emulator.signal('SIGTERM')
    expect(await emulator.ended).toBe(2)
    expect(emulator.err).toBe(`cannot write the state to ${file}: ${reason}; it is in ${saved}\n`)
    using next = built.start('--port', '0', '--seed', saved)
    expect(await stateOf(await addressOf(next))).toEqual(state)
  })

  test('an export that fails at the end, because no disk has room for it, leaves the file unchanged, and the state is lost', async () => {
    const file = join(folder, 'state.yaml')
    writeFileSync(file, 'version: 1\n')
    // A limit on the size of files stops a write in the middle, like a full disk.
    using emulator = startBeside(join(folder, 'tmp'), file, 'ulimit -f 4;')
    await addressOf(emulator)
    emulator.signal('SIGTERM')
    expect(await emulator.ended).toBe(2)
    expect(emulator.err).toBe(`cannot write the state to ${file}: EFBIG; it is lost\n`)
    expect(readFileSync(file, 'utf8')).toBe('version: 1\n')
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['seed.yaml', 'state.yaml', 'tmp'])
  })
})

describe('--watch', () => {
  const stores = (...ids: string[]) => `stores: [${ids.map((id) => `{ id: ${id} }`).join(', ')}]\n`

  test('--watch keeps the state while the seed is missing or invalid, and loads it once it is valid again', async () => {
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
    await emulator.untilError(/there is no such file\nThe last good state is kept/)
    writeFileSync(seed, 'store: []\n')
    await emulator.untilError(/did you mean stores\?\nThe last good state is kept/)
    expect(await ids()).toEqual(['ec_a_1'])
    writeFileSync(seed, stores('ec_b_1'))
    await emulator.until(/Reloaded .*: 1 store /)
    expect(await ids()).toEqual(['ec_b_1'])

    // The folder is removed and created again, so the watched one no longer exists.
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    writeFileSync(seed, stores('ec_c_1', 'ec_d_1'))
    await emulator.until(/Reloaded .*: 2 stores/)
    expect(await ids()).toEqual(['ec_c_1', 'ec_d_1'])
    emulator.signal('SIGTERM')
    expect(await emulator.ended).toBe(0)
  })
})
