import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { services } from '../../src/services/index.js'
import { ask } from './attacker.js'

/** Targets that different parsers read differently. */

const SECRET = 'not for everybody'

let folder: string
let emulator: LaunchedEmulator
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'emulator-attack-'))
  mkdirSync(join(folder, 'dashboard'))
  writeFileSync(join(folder, 'package.json'), SECRET)
  writeFileSync(join(folder, 'dashboard/index.html'), 'page')
  const seed = {
    clock: { now: '2026-01-15T12:00:00Z', freeze: true },
    namespaces: [
      {
        id: 'ns_a_1',
        keys: [{ key: 'k', scope: 'admin' }],
        entries: [{ key: 'a', value: SECRET, ttlSeconds: 600 }],
      },
    ],
  }
  emulator = await launch(
    { services, seed, adminToken: 'secret' },
    { dashboardFolder: join(folder, 'dashboard') },
  )
  for (const id of ['w1', 'w2']) {
    await ask(emulator, 'POST /_admin/worlds', ['Authorization: Bearer secret'], JSON.stringify({ id }))
  }
})
afterAll(async () => {
  await emulator.close()
  rmSync(folder, { recursive: true })
})

const DOTS = ['..', '%2e%2e', '.%2e', '%2E%2E', '..%00', '%252e%252e', '..;', '%c0%ae%c0%ae']
const SLASHES = ['/', '//', '%2f', '%5c', '\\', '/./', '%255c']

const FILES = DOTS.flatMap((dots) =>
  SLASHES.flatMap((slash) =>
    ['/_dashboard', '/_worlds/w1/_dashboard', '/_dashboard/index.html'].map(
      (base) => `${base}${slash === '\\' ? '/' : slash}${dots}${slash}package.json`,
    ),
  ),
)

test('no target leads out of the folder of the dashboard', async () => {
  for (const path of FILES) {
    const answer = await ask(emulator, `GET ${path}`)
    expect([path, [400, 401, 404, 501].includes(answer.status)]).toEqual([path, true])
    expect(answer.body).not.toContain(SECRET)
  }
})

/** Spellings of the clock's address. Without the token, each is refused or isn't an admin call. */
const CLOCKS = [
  '/_worlds/../_admin/clock',
  '/_worlds/w1/../../_admin/clock',
  '/_worlds/%2e%2e/_admin/clock',
  '/_worlds/w1/_worlds/w2/_admin/clock',
  '/_worlds//_admin/clock',
  '//_admin/clock',
  '/./_admin/clock',
  '/_admin//clock',
  '/_admin/./clock',
  '/_admin/health/../clock',
  '/_admin/health/%2e%2e/clock',
  '/_admin/health%2f..%2fclock',
  '/_admin/health/..;/clock',
  '/_admin/clock%00/health',
  '/_admin/clock#/_admin/health',
  '/_admin/clock?/_admin/health',
  '/%5fadmin/clock',
  '/_%61dmin/clock',
  '/_ADMIN/clock',
  '/v1/kv/../../_admin/clock',
  '/_dashboard/../_admin/clock',
  '/_dashboard/%2e%2e/_admin/clock',
  'http://localhost/_admin/clock',
  'http://localhost/_worlds/w1/_admin/clock',
  'http://localhost/%5fadmin/clock',
  'HTTP://user:pass@localhost/_admin/clock',
  'http:///_admin/clock',
  'http:\\\\localhost\\_admin\\clock',
]

test.each(CLOCKS)('%s does not bypass the token', async (target) => {
  for (const method of ['GET', 'POST']) {
    const answer = await ask(emulator, `${method} ${target}`, [], method === 'POST' ? '{"advance":"1d"}' : '')
    expect([400, 401, 404, 501]).toContain(answer.status)
    expect(answer.body).not.toContain('"mode"')
  }
  const clock = await ask(emulator, 'GET /_admin/clock', ['Authorization: Bearer secret'])
  expect(JSON.parse(clock.body).iso).toBe('2026-01-15T12:00:00.000Z')
})

test('a query after the root of a world reads nothing', async () => {
  const answer = await ask(emulator, 'GET /_worlds/w1?/v1/kv/ns_a_1/a', ['X-KV-Key: kv_a'])
  expect(answer.body).toContain('tristore-emulator')
  expect(answer.body).not.toContain(SECRET)
})

test.each([
  '/_worlds/w1/_worlds/w2/v1/kv/ns_a_1/a',
  '/_worlds/w1%2f..%2fw2/v1/kv/ns_a_1/a',
  '/_worlds/w1/../w2/v1/kv/ns_a_1/a',
  '/_worlds/__proto__/v1/kv/ns_a_1/a',
  '/_worlds/constructor/v1/kv/ns_a_1/a',
  '/_worlds/w1;w2/v1/kv/ns_a_1/a',
  '/_worlds/W1/v1/kv/ns_a_1/a',
  '/_worlds/w1/v1//kv/ns_a_1/a',
  '/_worlds/w1/v1/kv/ns_a_1/./a',
  '/_worlds/w1/v1/kv/ns_a_1/x/../a',
])('%s reads nothing: paths are taken as they are written', async (target) => {
  const answer = await ask(emulator, `GET ${target}`, ['X-KV-Key: k'])
  expect([400, 404, 501]).toContain(answer.status)
  expect(answer.body).not.toContain(SECRET)
})

test('the redirect to the dashboard never leads elsewhere', async () => {
  for (const target of [
    '//evil.example',
    '//evil.example/',
    '/\\evil.example',
    '/_worlds/w1/',
    '/',
    '/_worlds/..',
    '/_worlds/%0d%0aX-Evil:1/',
  ]) {
    const answer = await ask(emulator, `GET ${target}`, ['Accept: text/html', 'Host: evil.example'])
    const location = answer.headers.get('location')
    if (location !== undefined) expect(location).toMatch(/^\/(?:_worlds\/[^/]+\/)?_dashboard\/$/)
    expect(answer.headers.has('x-evil')).toBe(false)
  }
})
