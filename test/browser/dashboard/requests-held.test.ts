import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** Requests that faults delay or hold. */

let dashboards: Dashboards
beforeAll(async () => {
  dashboards = await Dashboards.build()
})
afterAll(() => dashboards?.[Symbol.asyncDispose]())

const KEY = { 'x-kv-key': 'kv_a' }
const SEED = {
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_a_1',
      owner: 'user_alice',
      limits: { reads: 2 },
      keys: [
        { key: 'kv_a', scope: 'admin' },
        { key: 'kv_r', scope: 'read' },
      ],
      entries: [
        { key: 'a', value: 1, ttlSeconds: 3600 },
        { key: 'gone', value: 1, createdAt: '-2h', expiresAt: '-3s' },
      ],
    },
  ],
}

const rowTexts = ({ page }: OpenDashboard) => page.locator('.rows tbody tr').allInnerTexts()
const details = ({ page }: OpenDashboard, id: string) =>
  page.getByRole('complementary', { name: `Request ${id}` })

test('a request that a fault delays is marked in the row and in the details, before and after its end', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await open.admin('POST /faults', { match: { operation: 'kv.get' }, connection: 'hang', times: 1 })
  const client = new AbortController()
  const hanging = fetch(`${open.emulator.baseUrl}/v1/kv/ns_a_1/a`, {
    headers: KEY,
    signal: client.signal,
  }).catch(() => {})
  await page.locator('.rows').getByText('hangs', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'GET /v1/kv/ns_a_1/a' }).click()
  await details(open, 'r1')
    .getByText(/so far; the client is waiting/)
    .first()
    .waitFor()
  client.abort()
  await hanging
  await page.locator('.rows').getByText('hung, client left').waitFor()
  await details(open, 'r1')
    .getByText(/The fault f_1 struck: it held the request for .*; the client left/)
    .waitFor()
  await details(open, 'r1')
    .getByText(/took .* held by f_1/)
    .waitFor()
  expect(await rowTexts(open)).toHaveLength(2)
})

test('held requests are shown, released, and failed', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await open.admin('POST /faults', { match: { operation: 'kv.put' }, hold: true })
  const body = '{"value":1,"ttlSeconds":60}'
  const first = open.data('PUT /v1/kv/ns_a_1/first', KEY, body)
  const held = page.getByRole('region', { name: /requests? held/ })
  await held.getByText('/v1/kv/ns_a_1/first').waitFor()
  const second = open.data('PUT /v1/kv/ns_a_1/second', KEY, body)
  await page.getByRole('link', { name: 'Activity 2 held' }).waitFor()
  expect(await open.violations()).toEqual([])
  await held.getByRole('button', { name: 'Release r1' }).click()
  expect((await first).status).toBe(200)
  await page.getByRole('link', { name: 'Activity 1 held' }).waitFor()
  await held.getByLabel('Fail r2 with').selectOption('429')
  await held.getByRole('button', { name: 'Fail it: r2' }).click()
  expect((await second).status).toBe(429)
  await held.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Activity', exact: true }).waitFor()
  const third = open.data('PUT /v1/kv/ns_a_1/third', KEY, body).catch(() => 'no answer')
  await held.getByLabel('Fail r3 with').selectOption('reset')
  await held.getByRole('button', { name: 'Fail it: r3' }).click()
  expect(await third).toBe('no answer')
  await expect
    .poll(() => rowTexts(open))
    .toEqual([
      expect.stringMatching(/none.*third.*f_1.*reset/s),
      expect.stringMatching(/429.*second.*f_1.*answered late/s),
      expect.stringMatching(/200.*first.*f_1.*answered late/s),
      expect.stringContaining('fault added: hold, kv.put'),
    ])
})
