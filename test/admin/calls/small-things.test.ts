import { expect, test } from 'vitest'
import { answer } from '../../../src/admin/router.js'
import { launch } from '../../../src/server/launch.js'
import { dataRequest } from '../../support/data-request.js'

/** Things that take far more memory than the text that brings them, of which there may be very many. */

const MEMORY = 1_000_000
/** More than anything of the kind takes in the heap. */
const TIMES_MAX = 4

type Bring = (method: string, path: string, body: unknown) => Promise<number>

async function broughtUntilFull(bring: (call: Bring, index: number) => Promise<number>): Promise<number> {
  const seed = {
    clock: { now: '2026-01-31T12:00:00Z', freeze: true },
    namespaces: [{ id: 'ns_a_1', keys: [{ key: 'kv_a', scope: 'admin' }] }],
  }
  const emulator = await launch({ seed, bounds: { memory: MEMORY, requests: 100 } })
  const call: Bring = async (method, path, content) => {
    const body = JSON.stringify(content)
    if (path.startsWith('/_admin'))
      return (await answer(emulator.home, { method, path, body, origin: 'http://a.test' })).status
    const request = dataRequest(method, path, { 'x-kv-key': 'kv_a' }, body)
    return (await emulator.plane.answer(emulator.world, request)).reply?.status ?? 0
  }
  try {
    for (let index = 0; ; index++) {
      const status = await bring(call, index)
      if (status >= 400) return status === 503 ? index : Number.POSITIVE_INFINITY
    }
  } finally {
    await emulator.close()
  }
}

test.each<[string, number, (call: Bring, index: number) => Promise<number>]>([
  ['entries', 200, (call, index) => call('PUT', `/v1/kv/ns_a_1/k${index}`, { value: index, ttlSeconds: 60 })],
  ['namespaces', 1500, (call) => call('POST', '/_admin/namespaces', { name: 'n' })],
  ['keys', 200, (call) => call('POST', '/_admin/namespaces/ns_a_1/keys', { scope: 'read' })],
  [
    'faults',
    1000 * 10,
    (call) =>
      call(
        'POST',
        '/_admin/faults',
        Array.from({ length: 10 }, () => ({ status: 503 })),
      ),
  ],
  [
    'ids in the scopes of keys',
    40 * 500,
    (call) =>
      call('POST', '/_admin/database-keys', { documents: Array.from({ length: 500 }, (_, id) => `${id}`) }),
  ],
])(
  '%s are refused before they take all memory, however short the text is that brings them',
  async (_what, bytes, bring) => {
    const brought = await broughtUntilFull(bring)
    expect(brought).toBeGreaterThan(MEMORY / bytes / TIMES_MAX)
    expect(brought).toBeLessThan(MEMORY / bytes)
  },
)
