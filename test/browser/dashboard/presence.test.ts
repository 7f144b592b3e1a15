import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** What the page shows is so, and where it may not be any more it says so. */

const dashboards = Dashboards.ofFile()

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_1',
      keys: [{ key: 'kv_admin_shop', scope: 'admin' as const }],
      entries: [{ key: 'flag:a', value: 1, ttlSeconds: 3600 }],
    },
    { id: 'ns_blog_2' },
  ],
  stores: [{ id: 'ec_web_1', entries: [{ key: 'banner', value: 'old' }] }],
  database: { documents: [{ id: 7, title: 'A document' }] },
}

const shows = (page: Page, text: string): Promise<void> => page.locator('#app', { hasText: text }).waitFor()

/** What calls change: the view, the calls, and what they are shown as. */
const CHANGES: readonly [view: string, call: string, body: unknown, shown: string][] = [
  ['data', 'PUT /namespaces/ns_shop_1/entries/new', { value: 2, ttlSeconds: 60 }, 'new'],
  ['data', 'POST /namespaces', { name: 'other' }, 'ns_other'],
  ['data?tab=keys', 'POST /namespaces/ns_shop_1/keys', { scope: 'read', key: 'kv_read_1' }, 'kv_read_1'],
  ['data', 'PATCH /namespaces/ns_shop_1', { owner: 'user_zoe' }, 'user_zoe'],
  ['data?ns=ns_blog_2', 'DELETE /namespaces/ns_blog_2', undefined, 'No namespace called ns_blog_2'],
  ['data?in=stores', 'PUT /stores/ec_web_1/entries/banner', { value: 'mended' }, 'mended'],
  ['data?in=documents', 'POST /documents', { title: 'Another' }, 'Another'],
  ['data?in=projects', 'POST /projects', { name: 'Onboarding' }, 'Onboarding'],
  ['data?in=database-keys', 'POST /database-keys', { key: 'db_1' }, 'db_1'],
  [
    'data?in=database-keys',
    'PATCH /database',
    { rateLimit: { requests: 5, per: '1m' } },
    'can send 5 requests',
  ],
  ['gaps', 'PATCH /profile', { kv: { putStatus: 201 } }, 'changed'],
  ['faults', 'POST /faults', { status: 503, match: { key: 'of-all' } }, 'of-all'],
  ['snapshots', 'POST /snapshots', { name: 'before-all' }, 'before-all'],
]

test.each(CHANGES)('%s shows %s without being asked to', async (view, call, body, shown) => {
  await using open = await dashboards.open(`#/${view}`, { seed: SEED })
  expect(await open.page.locator('main').textContent()).not.toContain(shown)
  await open.admin(call, body)
  await shows(open.page, shown)
})

test('an entry that another tab deletes says so in its dialog', async () => {
  await using open = await dashboards.open('#/data?key=flag:a', { seed: SEED })
  await open.page.getByRole('complementary').getByText('Time to live').waitFor()
  await open.admin('DELETE /namespaces/ns_shop_1/entries/flag:a')
  await open.page.getByRole('complementary').getByText('has no entry').waitFor()
})

test('a page loads again when it comes into sight', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  // Events that a sleeping machine lost are as good as none.
  await page.route('**/_admin/namespaces', (route) =>
    route.fulfill({ json: { namespaces: [] }, contentType: 'application/json' }),
  )
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await page.getByText('No namespaces yet').waitFor()
})

test('if a proxy holds the events back, the page shows its data, and reads it again once they come', async () => {
  await using open = await dashboards.start(SEED)
  const { page } = open
  const held = new Promise<Route>((resolve) => page.route('**/_admin/events', resolve))
  await page.goto(`${open.emulator.baseUrl}/_dashboard/#/data`)
  await shows(page, 'flag:a')
  await open.settled()
  await open.admin('PUT /namespaces/ns_shop_1/entries/unheard', { value: 2, ttlSeconds: 60 })
  expect(await page.locator('.connection.live').count()).toBe(0)
  expect(await page.locator('main').textContent()).not.toContain('unheard')
  await (await held).continue()
  await shows(page, 'unheard')
  expect(open.complaints).toEqual([])
})

/** Lets the page's clock pass the time after which an emulator that says nothing is stopped. */
async function beSilent({ page }: OpenDashboard): Promise<void> {
  await page.route('**/_admin/events', () => {})
  await page.clock.fastForward(26_000)
  await page.getByText('silent for 25 s').waitFor()
}

test('an emulator that says nothing for 25 s is said to be silent, and the clock stops', async () => {
  await using open = await dashboards.start({ ...SEED, clock: { now: '2026-01-31T12:00:00Z' } })
  const { page } = open
  await page.clock.install()
  await open.show('#/data')
  await beSilent(open)
  await page.getByText('No updates from the emulator.').waitFor()
  const time = () => page.locator('.readout-time').textContent()
  const stopped = await time()
  await page.clock.fastForward(10_000)
  expect(await time()).toBe(stopped)
  expect(await open.violations()).toEqual([])
  await page.unroute('**/_admin/events')
  await page.clock.fastForward(26_000)
  await page.locator('.connection.live').waitFor()
  await page.clock.fastForward(5000)
  expect(await time()).not.toBe(stopped)
})

test('while the emulator is gone, views show what they showed last', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page, emulator } = open
  await page.getByRole('button', { name: 'flag:a' }).waitFor()
  await page.getByRole('link', { name: 'Documents' }).click()
  await page.getByRole('button', { name: 'A document' }).waitFor()
  await emulator.close()
  await page.getByText("Can't reach the emulator.").waitFor()
  await page.getByRole('link', { name: 'ns_' }).first().click()
  await page.getByRole('button', { name: 'flag:a' }).waitFor()
  await page.getByRole('link', { name: 'Documents' }).click()
  await page.getByRole('button', { name: 'A document' }).waitFor()
  // One place says what is wrong.
  expect(await page.getByText("Can't reach the emulator.").count()).toBe(1)
})

test('the page of a world that is gone leads on after a reload', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page, emulator } = open
  await open.admin('POST /worlds', { id: 'brief' })
  await page.goto(`${emulator.baseUrl}/_worlds/brief/_dashboard/#/data`)
  await page.locator('.connection.live').waitFor()
  await open.admin('DELETE /worlds/brief')
  await page.reload()
  await page.getByRole('heading', { name: 'There is no world brief' }).waitFor()
  expect(await open.violations()).toEqual([])
  await page.getByRole('link', { name: 'Go to the default world' }).click()
  await page.waitForURL(`${emulator.baseUrl}/_dashboard/`)
  await page.locator('.connection.live').waitFor()
})
