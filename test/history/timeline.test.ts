import { beforeEach, describe, expect, test } from 'vitest'
import type { Timeline } from '../../src/history/timeline.js'
import { AdminCalls } from '../support/admin-calls.js'
import { Service } from '../support/service.js'

const NS = 'ns_shop_k3v9x2'
const KEY = { 'X-KV-Key': 'kv_admin_a' }
const START = Date.UTC(2026, 0, 31, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: NS,
      keys: [{ key: 'kv_admin_a', scope: 'admin' as const }],
      usage: { reads: 40, writes: 3 },
      entries: [
        { key: 'first', value: 1, ttlSeconds: 60 },
        { key: 'second', value: 2, ttlSeconds: 90 },
        { key: 'tomorrow', value: 3, ttlSeconds: 86_400 },
      ],
    },
    { id: 'ns_idle_a1' },
  ],
  faults: [
    { id: 'f_window', status: 503 as const, match: { operation: 'kv.list' }, from: '+30s', until: '+5m' },
    { id: 'f_always', status: 503 as const, match: { operation: 'kv.delete' } },
  ],
}

let service: Service
let calls: AdminCalls

beforeEach(async () => {
  service = await Service.start(SEED)
  calls = new AdminCalls(service)
})

const read = (key: string) => service.send(`GET /v1/kv/${NS}/${key}`, { headers: KEY })

async function timeline(query = ''): Promise<Timeline> {
  const { status, json } = await calls.send(`GET /timeline?${query}`)
  expect(status).toBe(200)
  return json as Timeline
}

describe('the past', () => {
  test('expired entries that still exist are listed, the last of them first', async () => {
    await calls.send('POST /clock', { advance: '1h' })
    const { expired, expiries } = await timeline('from=start')
    expect(expired.count).toBe(2)
    expect(expired.first.map(({ key }) => key)).toEqual(['second', 'first'])
    expect(expiries.first).toEqual([{ namespace: NS, key: 'tomorrow', at: START + 24 * HOUR }])
  })
})

describe('the future', () => {
  test('expiries are at their instants, the first with their names', async () => {
    const { expiries, expired } = await timeline('to=2026-01-31T12:01:59.999Z')
    expect(expiries).toEqual({
      count: 2,
      first: [
        { namespace: NS, key: 'first', at: START + MINUTE },
        { namespace: NS, key: 'second', at: START + 1.5 * MINUTE },
      ],
    })
    expect(expired).toEqual({ count: 0, first: [] })
  })

  test('an instant on the edge of a stretch is on it', async () => {
    const edge = new Date(START + MINUTE).toISOString()
    expect((await timeline(`from=${edge}&to=${edge}`)).expiries.count).toBe(1)
    const beyond = new Date(START + MINUTE + 1).toISOString()
    expect((await timeline(`from=${beyond}&to=${beyond}`)).expiries.count).toBe(0)
  })

  test('the end of the month lists the counters that fall to 0, if any were counted', async () => {
    await read('first')
    expect((await timeline()).months).toEqual([
      {
        at: START + 12 * HOUR,
        namespaces: [{ id: NS, reads: 41, writes: 3, deletes: 0, lists: 0 }],
      },
    ])
    await calls.send('POST /clock', { to: 'next-month' })
    expect((await timeline('to=2026-04-01')).months).toEqual([{ at: Date.UTC(2026, 2), namespaces: [] }])
  })

  test('windows of faults are listed with beginning and end if the stretch touches them', async () => {
    await calls.send('PATCH /faults/f_always', { enabled: false })
    const window = {
      id: 'f_window',
      enabled: true,
      from: START + 0.5 * MINUTE,
      until: START + 5 * MINUTE,
    }
    const always = { id: 'f_always', enabled: false }
    expect((await timeline()).faults).toEqual([window, always])
    expect((await timeline('from=2026-01-31T12:06:00Z&to=2026-01-31T13:00:00Z')).faults).toEqual([always])
  })

  test('tokens end where their exp says, each once', async () => {
    const { json } = await calls.send('POST /tokens', { expiresIn: '10m', sub: 'user_alice' })
    const { token } = json as { token: string }
    for (let count = 0; count < 2; count++) {
      await service.send('GET /v1/kv', { headers: { Authorization: `Bearer ${token}` } })
      await service.send(`GET /v1/kv/${NS}`, { headers: { Authorization: `Bearer ${token}` } })
    }
    const [end, ...others] = (await timeline()).tokens
    expect(end).toMatchObject({ at: START + 10 * MINUTE, sub: 'user_alice' })
    expect(others).toEqual([])
  })
})

describe('of a thousand entries', () => {
  const MANY = 1000
  const crowd = () =>
    Service.start({
      clock: { now: '2026-01-31T12:00:00Z', freeze: true },
      namespaces: Array.from({ length: 10 }, (_, index) => ({
        id: `ns_a_${index}`,
        // Later entries expire first: each is nearer than the ones before it.
        entries: [{ key: 'k{{index}}', value: 1, ttlSeconds: 7200 - 60 * index, repeat: MANY / 10 }],
      })),
    })
  test('the timeline names the number asked for', async () => {
    const admin = new AdminCalls(await crowd())
    const { expiries } = (await admin.send('GET /timeline?names=150')).json as Timeline
    expect(expiries.first).toHaveLength(150)
    expect((await admin.send('GET /timeline?names=201')).status).toBe(400)
  })
})
test('a stretch that ends before its beginning is refused', async () => {
  expect(await calls.refused('GET /timeline?from=2026-02-02&to=2026-02-01')).toMatchObject({
    code: 'invalid_request',
    hint: 'swap the two',
  })
})
