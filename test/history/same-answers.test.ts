import { request } from 'node:http'
import { expect, test } from 'vitest'
import type { RequestRecord } from '../../src/domain/requests/record.js'
import { type Past, walk } from '../../src/history/replay.js'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { services } from '../../src/services/index.js'
import { adminRouter } from '../support/admin-calls.js'

const NS = 'ns_shop_k3v9x2'
const SEED = {
  clock: { now: '2026-01-31T23:59:00Z', freeze: true },
  random: 5,
  namespaces: [{ id: NS, keys: [{ key: 'kv_admin_a', scope: 'admin' as const }] }],
  database: { keys: [{ key: 'db' }], documents: [{ repeat: 30, title: 'D' }] },
  faults: [
    { match: { operation: 'projects.list' }, status: 503, probability: 0.5 },
    { match: { header: { 'x-twice': 'a, b' } }, status: 418 },
  ],
}

/** The answer as its client got it. */
const given = ({ status, replyHeaders, replyBody, reason }: RequestRecord) => ({
  status,
  replyHeaders,
  body: replyBody?.text,
  reason,
})

/** Runs the log again from its beginning, and compares each answer with the one given before. */
async function hold({ home, world }: Pick<LaunchedEmulator, 'home' | 'world'>): Promise<number> {
  const past: Past = {
    context: home,
    callAdmin: (context, call) => adminRouter.answer(context, { ...call, origin: 'http://emulator.test' }),
  }
  const { history } = world
  const answers = new Map(world.journal.list().map((record) => [record.id, given(record)]))
  let held = 0
  const from = { index: 0, at: history.startedAt }
  const to = { index: history.length, at: world.clock.now() }
  await walk(past, { from, to }, ({ command, record }) => {
    if (record === undefined) return
    expect(given(record), command.id).toEqual(answers.get(record.id))
    held++
  })
  return held
}

test('a replayed log gives the same answers, whatever decided them', async () => {
  const options = { seed: SEED, port: 0, dbPort: 0, trustProxy: true, grease: 7, randomSeed: 3 }
  const emulator = await launch({ services, ...options })
  const { baseUrl, dbBaseUrl, adminUrl } = emulator
  try {
    const key = { 'x-kv-key': 'kv_admin_a' }
    const admin = async (path: string, body: object) =>
      (await fetch(`${adminUrl}${path}`, { method: 'POST', body: JSON.stringify(body) })).json()
    const { token } = (await admin('/tokens', { expiresIn: '60s' })) as { token: string }
    const bearer = { authorization: `Bearer ${token}` }
    const proxied = {
      'x-api-key': 'db',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'db.example',
      'x-forwarded-prefix': '/db',
    }
    const put = (name: string, body: Buffer | string) =>
      send(`${baseUrl}/v1/kv/${NS}/${name}`, 'PUT', key, body)
    await put('a', '{"value": "ü", "ttlSeconds": 60}')
    await put('b', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]))
    await put('long', JSON.stringify({ value: 'ß'.repeat(80_000), ttlSeconds: 90 }))
    for (let count = 0; count < 6; count++) await send(`${dbBaseUrl}/projects`, 'GET', { 'x-api-key': 'db' })
    await send(`${dbBaseUrl}/documents?limit=5`, 'GET', proxied)
    await send(`${baseUrl}/documents`, 'GET', { 'x-api-key': 'db' })
    await send(`${dbBaseUrl}/nowhere`, 'GET', {})
    await send(`${baseUrl}/v1/kv/${NS}/a`, 'GET', { ...key, 'X-Twice': ['a', 'b'] })
    await send(`${baseUrl}/v1/kv/${NS}/a`, 'GET', { 'x-kv-key': ['kv_admin_a', 'kv_admin_a'] })
    await send(`${baseUrl}/v1/kv/${NS}/a`, 'GET', { ...key, 'x-emulator-fault': '503; effect=after' })
    await send(`${baseUrl}/v1/kv/${NS}`, 'GET', bearer)
    await admin('/clock', { to: 'next-expiry' })
    await send(`${baseUrl}/v1/kv/${NS}`, 'GET', bearer)
    await send(`${baseUrl}/v1/kv/${NS}/a`, 'GET', key)
    await send(`${baseUrl}/v1/kv/${NS}/a?x=1`, 'OPTIONS', {})
    expect(await hold(emulator)).toBe(19)
  } finally {
    await emulator.close()
  }
})

function send(url: string, method: string, headers: object, body?: Buffer | string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...headers } }, (response) => {
      response.resume().on('end', resolve)
    })
    sent.on('error', reject).end(body)
  })
}
