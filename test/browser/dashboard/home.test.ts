import { expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** What one sees first: the clock, the horizon, the vitals, the first run; and how much of it there is. */

const dashboards = Dashboards.ofFile()

const KEY = { 'x-kv-key': 'kv_a' }
const SEED = {
  clock: { now: '2026-01-20T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_a_1',
      limits: { reads: 10 },
      keys: [{ key: 'kv_a', scope: 'admin' as const }],
      entries: [
        { key: 'soon', value: 1, ttlSeconds: 600 },
        { key: 'session:{{index}}', repeat: 30, value: 1, ttlSeconds: 86_400 },
      ],
    },
  ],
  stores: [{ id: 'ec_a_1', keys: [{ key: 'kv_c', scope: 'admin' as const }] }],
  database: { keys: [{ key: 'db_a' }] },
}

const horizon = ({ page }: OpenDashboard) => page.locator('.horizon')

/** Four that are answered, two that are refused. */
async function ask(open: OpenDashboard): Promise<void> {
  for (let times = 0; times < 4; times++) await open.data('GET /v1/kv/ns_a_1/soon', KEY)
  for (let times = 0; times < 2; times++) await open.data('GET /v1/kv/ns_a_1/nothing', KEY)
}

test('the horizon tells what comes, previews a jump there, and asks about it', async () => {
  await using open = await dashboards.open('#/faults', { seed: SEED })
  const { page } = open
  await horizon(open).getByText('30 × session:').waitFor()
  const soon = horizon(open).locator('.horizon-mark', { hasText: 'soon' })
  await soon.hover()
  await page.locator('.time-note').getByText('1 key expires').waitFor()
  await soon.click()
  await page.getByRole('button', { name: 'Jump there', exact: true }).click()
  await page.locator('.readout-time', { hasText: '2026-01-20 12:10:00' }).waitFor()
  await soon.waitFor({ state: 'detached' })
  expect(open.complaints).toEqual([])
})

test('the horizon and the vitals ask once when something changed, and never with time alone', async () => {
  await using open = await dashboards.start({ ...SEED, clock: { now: '2026-01-20T12:00:00Z' } }, {}, {})
  const { page } = open
  await open.show('#/activity')
  await open.settled()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(/.*_admin/, '')))
  await page.waitForTimeout(6000)
  expect(asked).toEqual([])
  await open.admin('PUT /namespaces/ns_a_1/entries/first', { value: 1, ttlSeconds: 60 })
  await horizon(open).getByText('first').waitFor()
  await page.waitForTimeout(2500)
  expect(asked.filter((path) => path === '/timeline' || path === '/namespaces').sort()).toEqual([
    '/namespaces',
    '/timeline',
  ])
})

test('10,000 keys that expire one each second are no call each', async () => {
  const entries = Array.from({ length: 10_000 }, (_, n) => ({
    key: `k${n}`,
    value: 1,
    expiresAt: `+${n + 3}s`,
  }))
  const seed = {
    clock: { now: '2026-01-20T12:00:00Z' },
    namespaces: [{ id: 'ns_a_1', keys: [{ key: 'kv_a', scope: 'admin' as const }], entries }],
  }
  await using open = await dashboards.start(seed, {}, {})
  const { page } = open
  for (let times = 0; times < 40; times++)
    await Promise.all(Array.from({ length: 50 }, () => open.data('GET /v1/kv/ns_a_1/k9999', KEY)))
  await open.show('#/activity')
  await open.settled()
  await horizon(open).getByText('later keys not shown').waitFor()
  await page.getByRole('heading', { name: 'Last 200 requests' }).waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(/.*_admin/, '')))
  await page.waitForTimeout(6000)
  expect(asked.filter((path) => path !== '/namespaces')).toEqual([])
  expect(asked.length).toBeLessThanOrEqual(2)
  await open.admin('POST /clock', { advance: '5m' })
  await horizon(open)
    .getByText(/^9,[45]\d\d later keys not shown$/)
    .waitFor()
})

test('idle time before now is folded', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  await ask(open)
  await open.admin('POST /clock', { advance: '7m' })
  await ask(open)
  await horizon(open).getByText('+7 min').waitFor()
  expect(await horizon(open).locator('.horizon-bar').count()).toBeGreaterThan(1)
})

test('each vital is a filter or a link', async () => {
  await using open = await dashboards.start(SEED, {}, { viewport: { width: 1440, height: 900 } })
  const { page } = open
  await ask(open)
  await open.show('#/activity')
  const vitals = page.getByRole('region', { name: 'Vitals' })
  await vitals.getByText('4 ok · 2 refused · 0 failed').waitFor()
  await vitals.getByText('of 10', { exact: false }).first().waitFor()
  await vitals.getByText('100% by kv_a').waitFor()
  const hash = () => page.evaluate('location.hash')
  await vitals.getByRole('link', { name: /entry missing/ }).click()
  await expect.poll(() => page.locator('.rows tbody tr').count()).toBeLessThanOrEqual(2)
  expect(await hash()).toBe('#/activity?outcome=entry_missing')
  await vitals.getByRole('link', { name: /Quota of ns_a_1/ }).click()
  await page.getByRole('group', { name: 'Monthly and storage limits' }).waitFor()
})

test.each([1024, 390])('at %i px all vitals are a press away', async (width) => {
  await using open = await dashboards.start(SEED, {}, { viewport: { width, height: 844 } })
  const { page } = open
  await ask(open)
  await open.show('#/activity')
  const busiest = page.getByRole('heading', { name: 'Busiest client' })
  await page.getByText('4 ok · 2 refused · 0 failed').waitFor()
  expect(await busiest.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'All vitals' }).click()
  await busiest.waitFor()
  await open.expectNoSidewaysScroll()
  expect(await open.violations()).toEqual([])
})

test.each([
  ['no-preference', 'arrive'],
  ['reduce', 'none'],
] as const)('with %s of motion, a row that comes has the animation %s', async (reducedMotion, animation) => {
  await using open = await dashboards.start(SEED, {}, { reducedMotion })
  const { page } = open
  await ask(open)
  await open.show('#/activity')
  await page.locator('.rows tbody tr').first().waitFor()
  expect(await page.locator('.arrived').count()).toBe(0)
  await open.data('GET /v1/kv/ns_a_1/soon', KEY)
  await page.locator('.rows .arrived').waitFor()
  expect(
    await page.evaluate(`getComputedStyle(document.querySelector('.rows .arrived')).animationName`),
  ).toBe(animation)
})

test('the first run has the address and a key of each service, and a request to try', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  for (const service of ['Config store', 'Document database'])
    await page.getByRole('button', { name: `Show key of the ${service}` }).click()
  for (const text of ['/v1/kv', '/v1/ec', '/documents', 'kv_a', 'kv_c', 'db_a'])
    await page.locator('.services').getByText(text).first().waitFor()
  await page.getByText('curl -i -X PUT').waitFor()
  await horizon(open).getByText('soon').waitFor()
  expect(await open.violations()).toEqual([])
})

/** Where the first request is, in px from the top. */
const firstRow = async ({ page }: OpenDashboard) => {
  const row = page.locator('.rows tbody tr').first()
  await row.waitFor()
  return (await row.boundingBox())?.y
}

test('on a phone the first request is in the upper half, and all views are in reach of a thumb', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  await using open = await dashboards.start(SEED, {}, phone)
  const { page } = open
  await ask(open)
  await open.show('#/activity')
  await open.settled()
  expect(await firstRow(open)).toBeLessThanOrEqual(320)
  const views = page.getByRole('navigation', { name: 'Views' })
  for (const name of ['Clients', 'Data', 'Faults', 'Snapshots']) {
    await views.getByRole('link', { name, exact: true }).tap()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
  await views.getByRole('button', { name: 'Time' }).tap()
  await page.getByRole('button', { name: 'Month end', exact: true }).waitFor()
  await open.expectNoSidewaysScroll()
  expect(await open.violations()).toEqual([])
})

/** The controls above the first request. */
const CONTROLS = `[...document.querySelectorAll('a, button, input, select, summary')].filter((one) =>
  one.checkVisibility() && !one.disabled && !one.matches('.skip, .rows tbody *')).map((one) => one.textContent)`

test('at most 24 controls come before the first request, with a jump to undo and failures of all sorts', async () => {
  await using open = await dashboards.start(SEED, {}, { viewport: { width: 1440, height: 900 } })
  await ask(open)
  await open.admin('POST /faults', { match: { operation: 'kv.list' }, status: 503 })
  await open.data('GET /v1/kv/ns_a_1', KEY)
  await open.data('GET /documents', {})
  await open.data('PUT /v1/kv/ns_a_1/soon', KEY, '{')
  await open.admin('POST /clock', { advance: '1m' })
  await open.show('#/activity')
  await open.page.getByRole('button', { name: 'Undo clock +1 min' }).waitFor()
  await open.page.getByText('for 2 other reasons').waitFor()
  await open.settled()
  await firstRow(open)
  const controls = (await open.page.evaluate(CONTROLS)) as string[]
  expect(controls.length, controls.join(' | ')).toBeLessThanOrEqual(24)
})

test('a time is typed as one says it, and an invalid one is refused at its field', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: '+1 min', exact: true }).click()
  await page.locator('.readout-time', { hasText: '2026-01-20 12:01:00' }).waitFor()
  const field = page.getByLabel('Custom jump')
  await field.fill('someday')
  await page.getByText('Not a valid time. Try 90s').waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await field.fill('tomorrow 18:00')
  await field.press('Enter')
  await page.locator('.readout-time', { hasText: '2026-01-21 18:00:00' }).waitFor()
  expect(await field.getAttribute('aria-invalid')).toBeNull()
})
