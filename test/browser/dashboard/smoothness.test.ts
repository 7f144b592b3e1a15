import { expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** How the page holds up while much happens. */

const dashboards = Dashboards.ofFile()

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

/** Sends requests, ten at a time: the page draws what it learns of them before the next ten. */
async function load(open: OpenDashboard, tens: number): Promise<void> {
  for (let ten = 0; ten < tens; ten++) {
    const sent = Array.from({ length: 10 }, (_, index) =>
      open.data(`GET /v1/kv/ns_a_1/k${ten}${index}`, { 'x-kv-key': 'kv_a' }).then((answer) => answer.text()),
    )
    await Promise.all(sent)
    await open.settled()
  }
}

test.each(['#/activity', '#/activity?operation=kv.*', '#/snapshots'])(
  '%s does not shift while hundreds of requests arrive',
  async (view) => {
    await using open = await dashboards.open(view, { seed: SEED })
    // The first requests replace the text of the empty list.
    await load(open, 10)
    await open.page.evaluate(OBSERVE)
    await load(open, 40)
    expect(await open.page.evaluate('seen.shift')).toBeLessThan(0.01)
    expect(await open.page.locator('.rows tbody tr').count()).toBeLessThanOrEqual(200)
    expect(open.complaints).toEqual([])
  },
)
