import { describe, expect, test } from 'vitest'
import { run } from '../../../conformance/command/run.js'
import { GAPS } from '../../../conformance/gaps/table.js'
import { readProfile } from '../../../src/cli/read-profile.js'
import { defaultProfile, type ProfilePatch, patchProfile } from '../../../src/domain/profile/profile.js'
import { startEmulator } from '../../../src/start-emulator.js'
import { FakeTerminal, systemError } from '../../cli/fake-terminal.js'
import { PlainService } from '../plain-service.js'

// Each run makes some hundred requests over sockets.

async function probe(argv: readonly string[], terminal = new FakeTerminal()) {
  const status = await run(['probe', ...argv], terminal)
  return { status, out: terminal.out.text, err: terminal.err.text }
}

const SEED = {
  version: 1,
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_shop_k3v9x2', keys: [{ key: 'kv_admin_shop', scope: 'admin' }] }],
}

const PROFILE: ProfilePatch = {
  kv: { putStatus: 201, deleteStatus: 204, ttlMissing: 90, defaultLimits: { reads: 7 } },
  errors: { shape: 'nested', codes: { '404': 'gone', '5xx': 'down' } },
  database: { maxPageSize: 50, next: 'cursor', codes: { '409': 'clash' } },
  limits: { keyBytes: 100 },
}

const KEY = ['--namespace', 'ns_shop_k3v9x2', '--kv-key', 'kv_admin_shop']

const unseen = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/^# {3}([\w.]+): (.*)$/gm)].map(([, option = '', why = '']) => [option, why]))

test('on an emulator, probe writes a profile that makes another one behave the same', async () => {
  await using emulator = await startEmulator({ seed: SEED, profile: PROFILE })
  const before = await emulator.state.get()
  const terminal = new FakeTerminal({ 'out.yaml': 'mine' })
  const result = await probe(['--base-url', emulator.baseUrl, '--out', 'out.yaml'], terminal)
  expect(result).toEqual({
    status: 0,
    out: 'Wrote out.yaml. Start with it: npx tristore-emulator --profile out.yaml\n',
    err: '',
  })
  const text = terminal.files.read('out.yaml')
  const learned = readProfile({ name: 'out.yaml', text })
  expect(patchProfile(defaultProfile, learned)).toEqual(patchProfile(defaultProfile, PROFILE))
  expect([...unseen(text).keys()].sort()).toEqual([
    'auth.audience',
    'auth.issuer',
    'auth.jwksFile',
    'auth.secret',
    'kv.deleteBody',
    'limits.bodyBytes',
    'limits.keyCharacters',
    'limits.valueBytes',
  ])
  expect(await emulator.state.get()).toEqual(before)
})

describe('on another service', () => {
  test('the gaps that a key shows are printed, and each other gap has a reason', async () => {
    await using emulator = await startEmulator({ seed: SEED, profile: PROFILE })
    await using service = await PlainService.before(emulator)
    const { status, out, err } = await probe(['--base-url', service.url, ...KEY])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    const learned = readProfile({ name: 'printed', text: out })
    expect(learned).toMatchObject({ kv: { putStatus: 201, ttlMissing: 90 }, errors: { shape: 'nested' } })
    expect(Object.keys(learned)).toEqual(['kv', 'auth', 'errors', 'limits', 'http'])
    const reasons = unseen(out)
    expect(reasons.get('kv.deleteBody')).toBe('deletes return no body')
    expect(reasons.get('kv.countMisses')).toBe("needs a token for the namespace's owner")
    expect(reasons.get('database.next')).toBe('needs a database key')
    expect(reasons.get('auth.secret')).toBe("no client can observe it: services don't reveal secrets")
    const [, seen, all] = /: (\d+) of (\d+)\.$/m.exec(out) ?? []
    expect([Number(all), Number(seen) + reasons.size]).toEqual([GAPS.length, GAPS.length])
    expect((await emulator.state.get()).namespaces?.[0]?.entries ?? []).toEqual([])
  })

  test('a response that is not a value of the option leaves it unseen', async () => {
    await using emulator = await startEmulator({ seed: SEED })
    await using service = await PlainService.before(emulator, (answer, method) => {
      if (method === 'PATCH') answer.status = 418
    })
    const { out } = await probe(['--base-url', service.url, ...KEY])
    expect(unseen(out).get('http.notShown')).toBe('the service returns 418')
  })
})

test.each([
  [[], /^specify the service's address /],
  [['--base-url', 'http://127.0.0.1:1'], /^no response from /],
  [['--report', 'json'], /^Unknown option '--report': `npx tristore-conform --help` shows the options\n$/],
])('probe cannot run with %j', async (argv, message) => {
  const { status, out, err } = await probe(argv)
  expect({ status, out }).toEqual({ status: 2, out: '' })
  expect(err).toMatch(message)
})

test('a file that cannot be written is reported', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  await using service = await PlainService.before(emulator)
  const terminal = new FakeTerminal()
  terminal.files.replace = () => {
    throw systemError('EACCES')
  }
  const { status, err } = await probe(['--base-url', service.url, ...KEY, '--out', 'out.yaml'], terminal)
  expect({ status, err }).toEqual({
    status: 2,
    err: 'cannot write the profile to out.yaml: EACCES: made up\n',
  })
})
