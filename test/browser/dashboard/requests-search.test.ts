import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** Finding one of many requests. */

const dashboards = Dashboards.ofFile()

const KEY = { 'x-kv-key': 'kv_a' }
const SEED = {
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_a_1', keys: [{ key: 'kv_a', scope: 'admin' }] }],
}

const rowTexts = ({ page }: OpenDashboard) => page.locator('.rows tbody tr').allInnerTexts()
const searchBox = ({ page }: OpenDashboard) => page.getByRole('searchbox', { name: 'Search requests' })

/** Notes the lists of requests that the page asks for. */
function callsOf({ page }: OpenDashboard): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/_admin/requests' && !search.includes('count=')) calls.push(search)
  })
  return calls
}

test('one box finds by key, credential, reason, id and body, whatever else was asked', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  const put = (key: string, value: unknown) =>
    open.data(`PUT /v1/kv/ns_a_1/${key}`, KEY, JSON.stringify({ value, ttlSeconds: 60 }))
  await put('session%3A17', 'alice')
  await put('session%3A18', 'bob')
  await open.data('GET /v1/kv/ns_a_1/other', { 'x-kv-key': 'kv_wrong' })
  await page.getByText('3 shown').waitFor()
  for (const [text, found] of [
    ['session:17', 'session:17'],
    ['KV_WRONG', 'other'],
    ['bob', 'session:18'],
    ['r1', 'session:17'],
    ['unknown API', 'other'],
  ] as const) {
    await searchBox(open).fill(text)
    await page.getByText('1 shown').waitFor()
    expect(await rowTexts(open)).toEqual([expect.stringContaining(found)])
    await searchBox(open).fill('')
    await page.getByText('3 shown').waitFor()
  }
  await searchBox(open).fill('nowhere')
  await page.getByText('No requests match the filters').waitFor()
  expect(open.complaints).toEqual([])
})

test('what is typed is asked for once, and stays in the address without an entry for each letter', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  for (let index = 0; index < 3; index++) await open.data(`GET /v1/kv/ns_a_1/k${index}`, KEY)
  await page.getByText('3 shown').waitFor()
  const calls = callsOf(open)
  const entries = () => page.evaluate('history.length')
  const before = await entries()
  await searchBox(open).pressSequentially('ns_a_1/k2')
  await page.getByText('1 shown').waitFor()
  expect(calls).toHaveLength(1)
  expect(await entries()).toBe(before)
  expect(decodeURIComponent(page.url())).toContain('text=ns_a_1/k2')
  await page.reload()
  await page.getByText('1 shown').waitFor()
  expect(await searchBox(open).inputValue()).toBe('ns_a_1/k2')
})

test('under a filter new requests come without the others being loaded again', async () => {
  await using open = await dashboards.open('#/activity?status=4xx', { seed: SEED })
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/first', KEY)
  await page.getByText('1 shown').waitFor()
  const calls = callsOf(open)
  await open.data('PUT /v1/kv/ns_a_1/passes-not', KEY, '{"value":1,"ttlSeconds":60}')
  await open.data('GET /v1/kv/ns_a_1/second', KEY)
  await page.getByText('2 shown').waitFor()
  expect(await rowTexts(open)).toEqual([expect.stringContaining('second'), expect.stringContaining('first')])
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.filter((query) => !query.includes('since=r1') && !query.includes('since=r2'))).toEqual([])
})

test('buttons of outcomes and fields add up, and Clear filters', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await open.data('PUT /v1/kv/ns_a_1/a', KEY, '{"value":1,"ttlSeconds":60}')
  await open.data('GET /v1/kv/ns_a_1/a', { 'x-kv-key': 'wrong' })
  await open.data('GET /documents', {})
  await open.data('GET /nowhere', {})
  await page.getByText('4 shown').waitFor()
  await page.getByRole('button', { name: 'Refused' }).click()
  await page.getByText('2 shown').waitFor()
  await page.getByRole('button', { name: 'Failed' }).click()
  await page.getByText('3 shown').waitFor()
  await page.getByRole('button', { name: 'More filters' }).click()
  await expect.poll(() => page.evaluate('document.activeElement.placeholder')).toBe('kv.*')
  await page.reload()
  await page.getByLabel('Operation').fill('kv.*')
  await page.getByText('1 shown').waitFor()
  expect(decodeURIComponent(page.url())).toMatch(/status=4xx,5xx,none&.*operation=kv\.\*/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('4 shown').waitFor()
  await page.getByLabel('Slower than').fill('1h')
  await page.getByText('No requests match the filters').waitFor()
  await page.getByRole('textbox', { name: 'Slower than' }).fill('')
  await page.getByLabel('Path').fill('/v1/kv/?')
  await page.getByRole('alert').getByText('without a query').waitFor()
  expect(await open.violations()).toEqual([])
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('4 shown').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('times are typed as one says them, and an invalid one is refused at its field', async () => {
  await using open = await dashboards.open('#/activity?more=1', { seed: SEED })
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/early', KEY)
  await open.admin('POST /clock', { advance: '2d' })
  await open.data('GET /v1/kv/ns_a_1/late', KEY)
  await page.getByText('2 shown').waitFor()
  const from = page.getByRole('textbox', { name: 'From' })
  await from.fill('-1 day')
  await page.getByText('1 shown').waitFor()
  expect(await rowTexts(open)).toEqual([expect.stringContaining('late')])
  await from.fill('')
  await page.getByRole('textbox', { name: 'Until' }).fill('yesterday 18:00')
  await expect.poll(async () => (await rowTexts(open)).join()).toContain('early')
  await from.fill('someday')
  await page.getByText('Not a valid time.').waitFor()
  expect(await from.getAttribute('aria-invalid')).toBe('true')
})

test('a divider tells what expired with its jump', async () => {
  const entries = ['a', 'b', 'c', 'd'].map((key) => ({ key, value: 1, ttlSeconds: 60 }))
  const [namespace] = SEED.namespaces
  await using open = await dashboards.open('#/activity', {
    seed: { ...SEED, namespaces: [{ ...namespace, id: 'ns_a_1', entries }] },
  })
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await open.admin('POST /clock', { advance: '1h' })
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await open.page.locator('.rows .clock').getByText('4 keys expired: a, b, c, …').waitFor()
})

test('a HAR file has what the filter lets through', async () => {
  await using open = await dashboards.open('#/activity?text=wanted', { seed: SEED })
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/wanted', KEY)
  await open.data('GET /v1/kv/ns_a_1/other', KEY)
  await page.getByText('1 shown').waitFor()
  await open.pressInWorld('Save…')
  await page.getByRole('button', { name: 'Requests as a HAR' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save file' }).click(),
  ])
  const { log } = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(log.entries).toHaveLength(1)
  expect(log.entries[0].request.url).toContain('/wanted')
})

test('older requests come as one scrolls, of which those in sight are in the page', async () => {
  await using open = await dashboards.start(SEED)
  const { page } = open
  for (let hundreds = 0; hundreds < 7; hundreds++) {
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        open.data(`GET /v1/kv/ns_a_1/k${hundreds * 100 + index}`, KEY),
      ),
    )
  }
  await open.show('#/activity')
  await page.getByText('Newest 200').waitFor()
  await expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      return page.locator('.journal-count').innerText()
    })
    .toBe('700 shown')
  await expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      return (await rowTexts(open)).at(-1)
    })
    .toMatch(/GET\s*ns_a_1 ›\s*k\d\d?\s/)
  expect(await page.locator('.rows tbody tr').count()).toBeLessThan(200)
  // What is read stays in its place while others come.
  const row = page.locator('.rows tbody tr').last()
  const before = await row.boundingBox()
  await open.data('GET /v1/kv/ns_a_1/newest', KEY)
  await page.getByText('701 shown').waitFor()
  expect((await row.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
})

test('admin calls are shown between the requests, even if there are more than a thousand', async () => {
  await using open = await dashboards.start(SEED)
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  for (let hundreds = 0; hundreds < 11; hundreds++) {
    await Promise.all(
      Array.from({ length: 100 }, () => open.admin('PATCH /profile', { kv: { putStatus: 200 } })),
    )
  }
  await open.admin('POST /clock', { advance: '1d' })
  await open.data('GET /v1/kv/ns_a_1/b', KEY)
  await open.show('#/activity')
  await page.locator('.rows').getByRole('button', { name: 'clock +1 d' }).waitFor()
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Show admin calls').uncheck()
  await page.getByText('2 shown').waitFor()
  expect(await rowTexts(open)).toHaveLength(2)
  await page.getByLabel('Show admin calls').check()
  await page.locator('.rows').getByRole('button', { name: 'clock +1 d' }).waitFor()
  await page.getByRole('button', { name: 'ns_a_1 › b' }).focus()
  await page.keyboard.press('End')
  await page.locator('.rows :focus').getByText('a', { exact: true }).waitFor()
})

test('admin calls are shown between the requests, with dates if the day differs', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await page.getByText('1 shown').waitFor()
  await open.admin('POST /clock', { advance: '1d' })
  await open.admin('POST /faults', { match: { operation: 'kv.list' }, status: 503 })
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await expect.poll(async () => (await rowTexts(open)).length).toBe(4)
  const [second = '', fault = '', jump = '', first = ''] = await rowTexts(open)
  expect(second).toMatch(/12:00:00\.000.*404/s)
  expect(fault).toMatch(/2026-01-16 12:00:00.*fault added/s)
  expect(jump).toMatch(/clock \+1 d, to 2026-01-16 12:00:00/)
  expect(first).toContain('2026-01-15 12:00:00')
  await page.locator('.rows').getByRole('button', { name: 'clock +1 d' }).press('Enter')
  const details = page.getByRole('complementary', { name: 'Admin call a1' })
  await details.getByRole('link', { name: 'See data before a1' }).waitFor()
  expect(await open.violations()).toEqual([])
})
