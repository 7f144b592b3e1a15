import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENTS_WAIT_MS } from '../../../dashboard/stream.js'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** How the page holds up with much in it: 100,000 entries, 2,000 requests, 200 worlds, 30 faults. */

const dashboards = Dashboards.ofFile()
let open: OpenDashboard
beforeAll(async () => {
  open = await dashboards.start(SEED, {}, {})
  await fill(open)
})
afterAll(() => open?.[Symbol.asyncDispose]())

const KEY = { 'x-kv-key': 'kv_a' }
const SEED = {
  namespaces: [
    {
      id: 'ns_a_1',
      owner: 'o'.repeat(330),
      keys: [{ key: 'kv_a', scope: 'admin' }],
      entries: [{ key: 'session:{{index}}', repeat: 100_000, value: { n: '{{index}}' }, ttlSeconds: 3600 }],
    },
    ...Array.from({ length: 60 }, (_, index) => ({ id: `ns_${index}_x` })),
  ],
  stores: Array.from({ length: 60 }, (_, index) => ({ id: `ec_${index}_x` })),
  database: {
    keys: Array.from({ length: 40 }, (_, index) => ({ key: `db_${index}` })),
    documents: [{ title: 'Document {{index}}', content: 'text', repeat: 300 }],
  },
  faults: Array.from({ length: 30 }, (_, index) => ({
    id: `f_${index}`,
    match: { key: `none${index}` },
    status: 503,
  })),
}

/** Something of each service, for the cards of the first run. */
const SMALL = {
  namespaces: [{ id: 'ns_a_1', keys: [{ key: 'kv_a', scope: 'admin' as const }] }],
  stores: [{ id: 'ec_a_1', keys: [{ key: 'kv_c', scope: 'admin' as const }] }],
  database: { keys: [{ key: 'db_a' }] },
}

async function fill({ admin, data }: OpenDashboard): Promise<void> {
  const call = admin.bind(open)
  for (let world = 0; world < 200; world++) await call('POST /worlds', {})
  const ask = data.bind(open)
  for (let tens = 0; tens < 200; tens++) {
    const sent = Array.from({ length: 10 }, (_, one) => ask(`GET /v1/kv/ns_a_1/session:${tens}${one}`, KEY))
    await Promise.all(sent.map(async (answer) => (await answer).arrayBuffer()))
  }
}

const OBSERVE = `
  window.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })`

const VIEWS = [
  ...['data', 'data?in=stores', 'data?in=documents', 'data?in=database-keys'],
  ...['snapshots', 'faults', 'gaps'],
]

test.each(VIEWS)('%s opens without a shift, and asks for what it shows', async (view) => {
  const { page } = open
  // Each view is opened in a new document.
  await page.goto('about:blank')
  const asked = new Map<string, number>()
  const listen = async (response: import('playwright-core').Response) => {
    const url = new URL(response.url())
    if (!url.pathname.includes('/_admin/') || url.pathname.endsWith('/events')) return
    asked.set(url.pathname + url.search, (await response.body().catch(() => Buffer.alloc(0))).length)
  }
  page.on('response', listen)
  await open.show(`#/${view}`)
  await page.evaluate(OBSERVE)
  await open.settled()
  await page.getByRole('heading', { level: 1 }).waitFor()
  page.off('response', listen)
  expect(await page.evaluate('window.shift')).toBeLessThan(0.05)
  for (const [call, length] of asked) expect([call, length < 200_000]).toEqual([call, true])
  await open.expectNoSidewaysScroll()
  expect(open.complaints).toEqual([])
})

test('an entry is found among 100,000, and the next that expire come first', async () => {
  const { page } = open
  await open.show('#/data?ns=ns_a_1')
  await page.getByLabel('Find entries').fill('SESSION:77777')
  await page.getByRole('button', { name: 'session:77777', exact: true }).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
  await page.getByLabel('Find entries').fill('')
  await open.admin('PUT /namespaces/ns_a_1/entries/session:50000', { value: 1, ttlSeconds: 60 })
  await page.getByRole('columnheader', { name: 'Expires' }).getByRole('button').click()
  await page.getByRole('row').nth(1).getByText('session:50000').waitFor()
})

test('a namespace far down is in sight when a link opens it, and is found by its name', async () => {
  const { page } = open
  await open.show('#/data?ns=ns_55_x')
  const chosen = page.locator('.holders [aria-current]')
  const isInSight = `(() => {
    const [item, list] = ['.holders [aria-current]', '.holders'].map((one) => document.querySelector(one).getBoundingClientRect())
    return item.top >= list.top - 1 && item.bottom <= list.bottom + 1
  })()`
  await expect.poll(() => page.evaluate(isInSight)).toBe(true)
  await page.getByLabel('Find namespaces and stores').fill('ns_7_x')
  await expect.poll(() => page.locator('.holders a').first().innerText()).toContain('ns_7_x')
  await page.getByLabel('Find namespaces and stores').fill('')
  await page.getByLabel('Sort namespaces and stores by').selectOption('-entries')
  await page.locator('.holders a').first().getByText('100,000 entries').waitFor()
  expect(await chosen.textContent()).toContain('ns_55_x')
})

test('an owner of 330 letters takes three lines, and the rest on demand', async () => {
  const { page } = open
  await open.show('#/data?ns=ns_a_1')
  const height = async () => (await page.locator('.holder-head bdi').boundingBox())?.height ?? 0
  expect(await height()).toBeLessThan(60)
  await page.getByRole('button', { name: 'more of the owner' }).click()
  expect(await height()).toBeGreaterThanOrEqual(18)
  await page.getByRole('button', { name: 'less of the owner' }).waitFor()
})

test('200 worlds can be searched, show their details, and are removed together', async () => {
  const { page } = open
  await open.show('#/data?in=stores')
  await page.getByRole('button', { name: 'World: default world' }).click()
  const dialog = page.getByRole('dialog', { name: 'Worlds' })
  await dialog.getByRole('link', { name: /^w200\b/ }).waitFor()
  expect(await dialog.getByRole('link', { name: /^w7\b/ }).textContent()).toMatch(
    /from seed · 2\d{3}-.*0 requests · created .* ago/,
  )
  await dialog.getByLabel('Find worlds').fill('w19')
  await dialog.getByRole('button', { name: 'Remove 11 worlds with w19' }).click()
  await dialog.getByRole('button', { name: 'Remove 11 worlds now: with w19' }).click()
  await dialog.getByRole('link', { name: /^w199\b/ }).waitFor({ state: 'detached' })
  const { worlds } = (await open.admin('GET /worlds')) as { worlds: object[] }
  expect(worlds).toHaveLength(189)
})

test.each(['full', 'empty'])(
  'the first page makes ten requests at most, with a journal that is %s',
  async (how) => {
    await using other = await dashboards.start(SMALL, {}, {})
    const shown = how === 'full' ? open : other
    const { page } = shown
    await page.goto('about:blank')
    // However slow the machine is, the page waits for its events: without them it would read its data twice.
    await page.addInitScript(`const { setInterval } = window
    window.setInterval = (run, ms) => (ms === ${EVENTS_WAIT_MS} ? 0 : setInterval(run, ms))`)
    const asked: string[] = []
    const listen = (request: import('playwright-core').Request) => asked.push(new URL(request.url()).pathname)
    page.on('request', listen)
    await shown.show('')
    await (how === 'full' ? page.getByRole('row').nth(1) : page.getByText('No requests yet')).waitFor()
    // Longer than any data rests before it is loaded again.
    await page.waitForTimeout(2500)
    page.off('request', listen)
    expect(asked.length, asked.join(' ')).toBeLessThanOrEqual(10)
    expect(new Set(asked).size).toBe(asked.length)
  },
)

test('all that the page begins with is less than 60 KiB on its way', async () => {
  const { baseUrl } = open.emulator
  const html = await (await fetch(`${baseUrl}/_dashboard/`)).text()
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name)
  expect(files).toHaveLength(3)
  const script = files.find((name) => name?.endsWith('.js'))
  const code = await (await fetch(`${baseUrl}/_dashboard/${script}`)).text()
  // What the script imports, if anything, comes with it; what it loads later, it loads by import().
  const imported = [...code.matchAll(/\bfrom"\.\/([^"]+)"/g)].map(([, name]) => name)
  const headers = { 'accept-encoding': 'gzip' }
  const lengths = [...files, ...imported].map(async (name) => {
    const answer = await fetch(`${baseUrl}/_dashboard/${name}`, { method: 'HEAD', headers })
    return Number(answer.headers.get('content-length'))
  })
  const total = (await Promise.all(lengths)).reduce((sum, one) => sum + one, 0)
  expect(total).toBeGreaterThan(20 * 1024)
  expect(total).toBeLessThan(60 * 1024)
})
