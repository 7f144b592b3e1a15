import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** How the page holds up while much happens. */

let dashboards: Dashboards
beforeAll(async () => {
  dashboards = await Dashboards.build()
})
afterAll(() => dashboards?.[Symbol.asyncDispose]())

const SEED = {
  namespaces: [
    {
      id: 'ns_a_1',
      keys: [{ key: 'kv_a', scope: 'admin' }],
      entries: [{ key: 'k{{index}}', repeat: 10_000, value: { n: '{{index}}' }, ttlSeconds: 3600 }],
    },
  ],
}

const OBSERVE = `
  window.seen = { shift: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: false })
  undefined`

/** Sends requests for a while, about 100 a second. */
async function load(open: OpenDashboard, seconds: number): Promise<void> {
  for (let tenths = 0; tenths < seconds * 10; tenths++) {
    const sent = Array.from({ length: 10 }, (_, index) =>
      open
        .data(`GET /v1/kv/ns_a_1/k${tenths}${index}`, { 'x-kv-key': 'kv_a' })
        .then((answer) => answer.text()),
    )
    await Promise.all([...sent, open.page.waitForTimeout(100)])
  }
}

test.each([
  ['#/activity', 10],
  ['#/activity?operation=kv.*', 3],
  ['#/settings', 3],
])('%s stands still at 100 requests a second', async (view, seconds) => {
  await using open = await dashboards.open(view, { seed: SEED })
  // The first rows replace the text of the empty list.
  await load(open, 0.3)
  await open.page.waitForTimeout(600)
  await open.page.evaluate(OBSERVE)
  await load(open, seconds)
  expect(await open.page.evaluate('seen.shift')).toBeLessThan(0.01)
  expect(await open.page.locator('.rows tbody tr').count()).toBeLessThanOrEqual(200)
  expect(open.complaints).toEqual([])
})
