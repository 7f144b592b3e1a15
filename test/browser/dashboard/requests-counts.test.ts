import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** What the journal counts: clients, rows that are alike, statuses and limits. */

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
      limits: { reads: 10 },
      usage: { reads: 4 },
      keys: [{ key: 'kv_a', scope: 'admin' }],
      entries: [
        { key: 'a', json: '{"big": 9007199254740993, "price": 19.90}', ttlSeconds: 3600 },
        { key: 'gone', value: 1, createdAt: '-2h', expiresAt: '-1h' },
      ],
    },
  ],
}

const rowTexts = ({ page }: OpenDashboard) => page.locator('.rows tbody tr').allInnerTexts()

test('each client has a line: its requests, those refused, and what it asks for most', async () => {
  await using open = await dashboards.open('#/activity?tab=clients', { seed: SEED })
  const { page } = open
  await page.getByText('No request yet').waitFor()
  await open.admin('POST /faults', { match: { operation: 'kv.get' }, status: 503, retryAfter: 30, times: 1 })
  for (let times = 0; times < 2; times++)
    await open.data('GET /v1/kv/ns_a_1/a', { ...KEY, 'user-agent': 'flag-poller/0.3' })
  await open.data('GET /v1/kv/ns_a_1/a', { 'x-kv-key': 'other' })
  const own = page.getByRole('row').filter({ hasText: 'flag-poller/0.3' })
  await own.getByText('2 × GET ns_a_1 › a').waitFor()
  await own.getByRole('cell', { name: '1', exact: true }).waitFor()
  await page.getByRole('row').filter({ hasText: 'other' }).waitFor()
  expect(await open.violations()).toEqual([])
  await own.getByRole('button', { name: 'kv_a' }).click()
  await page.getByText('2 shown').waitFor()
  expect(page.url()).toContain('credential=kv_a')
})

test('neighbours that are alike are one row, which opens to all of them', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  for (let times = 0; times < 4; times++) await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await page.getByText('4 shown').waitFor()
  await page.getByText('× 4').waitFor()
  expect(await rowTexts(open)).toHaveLength(1)
  await page.getByRole('button', { name: 'GET /v1/kv/ns_a_1/a' }).click()
  await expect.poll(async () => (await rowTexts(open)).length).toBe(4)
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await expect.poll(async () => (await rowTexts(open)).length).toBe(5)
})

test('the chips count the requests of each status that pass the rest of the filter', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  const chip = (name: string) => page.getByRole('button', { name, exact: true })
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await open.data('GET /documents', {})
  await open.data('GET /nowhere', {})
  for (const name of ['2xx 1', '4xx 1', '5xx 1', 'none']) await chip(name).waitFor()
  await page.getByRole('button', { name: 'kv.*' }).click()
  for (const name of ['2xx 1', '4xx', '5xx']) await chip(name).waitFor()
})

test('limits that are more than half used are named above the journal, and lead there', async () => {
  const seed = {
    namespaces: [
      { id: 'ns_low_1', limits: { reads: 100 }, usage: { reads: 50 } },
      { id: 'ns_high_1', limits: { reads: 100, writes: 10 }, usage: { reads: 96, writes: 6 } },
    ],
  }
  await using open = await dashboards.open('', { seed })
  const strip = open.page.locator('.usage-strip a')
  await strip.first().waitFor()
  expect(await strip.allInnerTexts()).toEqual([
    expect.stringMatching(/96 %\s*96 of 100 reads in ns_high_1/),
    expect.stringMatching(/60 %\s*6 of 10 writes in ns_high_1/),
  ])
  expect(await open.violations()).toEqual([])
})
