import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { Dashboards } from './dashboard.js'

/** Data that answers a former question: it stays, dimmed, until the next answer is there, and no longer. */

const dashboards = Dashboards.ofFile()

const KEY = { 'x-kv-key': 'kv_a' }
const entries = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    key: `${prefix}-${100 + index}`,
    value: index,
    ttlSeconds: 60,
  }))
const SEED = {
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [
    { id: 'ns_a_1', keys: [{ key: 'kv_a', scope: 'admin' as const }], entries: entries('a', 60) },
    { id: 'ns_b_1', entries: entries('b', 2) },
  ],
}

test('a filter that is refused shows why, and no request of the filter before it', async () => {
  await using open = await dashboards.open('#/activity?status=4xx', { seed: SEED })
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/none', KEY)
  await page.getByText('1 shown').waitFor()
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('From', { exact: true }).fill('abc')
  await page.getByText('since: expected an instant').waitFor()
  expect(await page.locator('.rows').count()).toBe(0)
  expect(await page.locator('.journal-count').textContent()).toBe('')
  await page.getByLabel('From', { exact: true }).fill('')
  await page.getByText('1 shown').waitFor()
})

test('the page before is dimmed until the next one is there', async () => {
  await using open = await dashboards.open('#/data?ns=ns_a_1', { seed: SEED })
  const { page } = open
  const held = new Promise<Route>((resolve) => page.route('**/entries?*after=*', resolve))
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  const route = await held
  const dimmed = page.locator('[aria-busy="true"]').getByRole('button', { name: 'a-100' })
  await dimmed.waitFor()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await route.continue()
  await page.getByRole('button', { name: 'a-150' }).waitFor()
  expect(await page.locator('[aria-busy="true"]').count()).toBe(0)
  await page.getByText('Page 2').waitFor()
})

test('a list that is refused is gone, and so is that of another namespace while one waits', async () => {
  await using open = await dashboards.open('#/data?ns=ns_a_1', { seed: SEED })
  const { page } = open
  const rows = page.getByRole('button', { name: /^[ab]-1/ })
  await rows.first().waitFor()
  const held = new Promise<Route>((resolve) => page.route('**/ns_b_1/entries?*', resolve))
  await page.getByRole('link', { name: 'ns_b_1' }).click()
  const route = await held
  expect(await rows.count()).toBe(0)
  await route.continue()
  await page.getByRole('button', { name: 'b-101' }).waitFor()
  await page.route('**/ns_b_1/entries?*find=*', (found) =>
    found.fulfill({ status: 400, json: { error: 'invalid_request', message: 'not so' } }),
  )
  await page.getByLabel('Find entries').fill('b-100')
  await page.getByText('not so').waitFor()
  expect(await rows.count()).toBe(0)
})
