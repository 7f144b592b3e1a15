import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dashboards } from './dashboard.js'

/** What the pages of the past keep up with, and what fits them. */

let dashboards: Dashboards
beforeAll(async () => {
  dashboards = await Dashboards.build()
})
afterAll(() => dashboards?.[Symbol.asyncDispose]())

const KEY = { 'x-kv-key': 'kv_a' }
const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_a_1',
      keys: [{ key: 'kv_a', scope: 'admin' as const }],
      entries: [{ key: 'a', value: 'first', ttlSeconds: 3600 }],
    },
  ],
  stores: [
    { id: 'ec_a_1', keys: [{ key: 'ec_a', scope: 'admin' as const }], entries: [{ key: 'c', value: 1 }] },
  ],
  database: { documents: [{ id: 1, title: 'one', content: 'text' }] },
  faults: [{ match: { operation: 'documents.list' }, status: 503 }],
}
const put = (value: string) =>
  ['PUT /v1/kv/ns_a_1/a', KEY, `{"value": "${value}", "ttlSeconds": 7200}`] as const

test('admin calls are shown between the requests, with dates if the day differs', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  const texts = () => page.locator('.rows tbody tr').allInnerTexts()
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await page.getByText('1 shown').waitFor()
  await open.admin('POST /clock', { advance: '1d' })
  await open.admin('POST /faults', { match: { operation: 'kv.list' }, status: 503 })
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await expect.poll(async () => (await texts()).length).toBe(4)
  const [second = '', fault = '', jump = '', first = ''] = await texts()
  expect(second).toMatch(/404.*12:00:00\.000/s)
  expect(fault).toMatch(/fault added.*2026-02-01 12:00:00/s)
  expect(jump).toMatch(/clock \+1 d, to 2026-02-01 12:00:00/)
  expect(first).toContain('2026-01-31 12:00:00')
  await page.locator('.rows').getByRole('button', { name: 'clock +1 d' }).press('Enter')
  const details = page.getByRole('complementary', { name: 'Admin call a1' })
  await details.getByRole('link', { name: 'See it before a1' }).waitFor()
  expect(await open.violations()).toEqual([])
})

test.each([
  ['#/data', 'PUT /namespaces/ns_a_1/entries/beside', { value: 9, ttlSeconds: 60 }, 'beside'],
  ['#/data', 'POST /namespaces', { name: 'new' }, 'ns_new_'],
  ['#/data?in=stores', 'PUT /stores/ec_a_1/entries/beside', { value: 9 }, 'beside'],
  ['#/data?in=documents', 'POST /documents', { title: 'made beside' }, 'made beside'],
  ['#/data?in=database-keys', 'POST /database-keys', { key: 'db_beside' }, 'db_beside'],
  ['#/settings', 'POST /snapshots', { name: 'beside' }, 'beside'],
  ['#/settings?tab=gaps', 'PATCH /profile', { kv: { putStatus: 201 } }, 'Back to 200'],
] as const)('%s follows %s by others', async (view, call, body, text) => {
  await using open = await dashboards.open(view, { seed: SEED })
  const main = open.page.locator('main')
  // Else the text would be there whatever the page does.
  await expect(main.textContent()).resolves.not.toContain(text)
  await open.admin(call, body)
  await main.getByText(text).first().waitFor()
})

test('a page that was hidden looks again as it is shown', async () => {
  await using open = await dashboards.open('#/settings', { seed: SEED })
  const { page } = open
  const asked = page.waitForRequest('**/_admin/snapshots')
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await asked
})

test.each(['light', 'dark'] as const)('%s: the past fits a narrow window', async (colorScheme) => {
  await using open = await dashboards.open(
    '#/activity',
    { seed: SEED },
    { colorScheme, viewport: { width: 390, height: 800 } },
  )
  await open.data(...put('second'))
  await open.admin('POST /clock', { advance: '1d' })
  for (const view of [
    '#/data?at=r1',
    '#/activity?from=start&to=now',
    '#/activity',
    '#/activity?id=r1',
    '#/activity?id=a1',
  ]) {
    await open.show(view)
    await open.page.locator('.loading').first().waitFor({ state: 'detached' })
    await open.expectNoSidewaysScroll()
    expect(await open.violations(), view).toEqual([])
  }
})
