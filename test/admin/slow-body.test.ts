import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readBundle } from '../../src/history/bundle/read.js'
import { launch } from '../../src/server/launch.js'
import { replay } from '../../src/server/replay.js'
import { services } from '../../src/services/index.js'
import { askAdmin } from './ask-admin.js'

/** A call takes effect once its whole body has arrived, at one instant, however fast the clock runs. */

const NS = 'ns_shop_k3v9x2'
const START = Date.UTC(2026, 0, 31)
const SEED = {
  clock: { now: START, rate: 3600 },
  namespaces: [{ id: NS, keys: [{ key: 'kv_a', scope: 'admin' as const }] }],
}
const ENTRIES = Array.from({ length: 200 }, (_, index) => ({ key: `k${index}`, value: 1, expiresAt: '+90s' }))
const PATCH = { namespaces: [{ id: NS, entries: ENTRIES }], faults: [{ status: 503, from: '+1h' }] }

test.each<[line: string, body: object]>([
  ['PATCH /state', PATCH],
  ['PUT /state', { ...SEED, ...PATCH, namespaces: [{ ...SEED.namespaces[0], entries: ENTRIES }] }],
  ['POST /clock', { advance: '1d' }],
  ['POST /faults', { status: 503, from: '+1h', match: { operation: 'kv.put' } }],
  [`PUT /namespaces/${NS}/entries/k0`, { value: 1, ttlSeconds: 90 }],
])('%s with a slow body is replayed to the same answers', async (line, body) => {
  // Each reading moves the time on.
  const machine = { now: START }
  const emulator = await launch({ services, seed: SEED }, { realNow: () => machine.now++ })
  try {
    const [method = '', path = ''] = line.split(' ')
    const sent = request(`${emulator.adminUrl}${path}`, { method, headers: { Expect: '100-continue' } })
    sent.flushHeaders()
    await once(sent, 'continue')
    machine.now += 10_000
    sent.end(JSON.stringify(body))
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect(answer.statusCode, await text(answer)).toBeLessThan(300)
    await fetch(`${emulator.baseUrl}/v1/kv/${NS}/k0`, { headers: { 'X-KV-Key': 'kv_a' } })
    await fetch(`${emulator.baseUrl}/v1/kv/${NS}`, { headers: { 'X-KV-Key': 'kv_a' } })
    const bundle = readBundle(await (await askAdmin(emulator, 'GET /bundle')).text())
    expect(bundle.commands[0]?.at).toBeGreaterThanOrEqual(START + 10_000 * 3600)
    const { run } = await replay(bundle, { services })
    expect(run).toEqual({ requests: 2, calls: 1 })
  } finally {
    await emulator.close()
  }
})
