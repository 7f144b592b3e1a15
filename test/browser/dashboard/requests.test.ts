import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { visible } from '../../../dashboard/lib/visible-text.js'
import { Dashboards, HOSTILE, type OpenDashboard } from './dashboard.js'

/** Actions in the view of requests, while an app sends some. */

const dashboards = Dashboards.ofFile()

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

test('requests are shown as they come, newest first, with what was wrong', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await page.getByText('No requests yet').waitFor()
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await page.getByRole('button', { name: 'GET ns_a_1 › a' }).waitFor()
  await open.data('GET /v1/kv/ns_a_1/gone', KEY)
  await page.getByText('expired 1 h before').waitFor()
  await page.getByText('2 shown').waitFor()
  const rows = page.locator('.rows tbody tr')
  const [first, second] = await Promise.all([0, 1].map((index) => rows.nth(index).boundingBox()))
  expect(await rows.nth(0).innerText()).toContain('gone')
  expect(first?.y).toBeLessThan(second?.y ?? 0)
  expect(open.complaints).toEqual([])
})

test('shows which gates a request passed, with numbers, gaps, headers and exact bodies', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await page.getByRole('button', { name: 'GET ns_a_1 › a' }).click()
  const details = page.getByRole('complementary', { name: 'Request r1' })
  await details.getByText('4 of 10 used').waitFor()
  await details.getByText('kv.readTtl').waitFor()
  await details.getByText('9007199254740993').waitFor()
  await details.getByText('19.90').waitFor()
  await details
    .getByText(/\d headers?/)
    .first()
    .click()
  await details.locator('.pairs').getByText('kv_a', { exact: true }).waitFor()
  expect(page.url()).toContain('id=r1')
  await details.getByRole('button', { name: 'Close the request' }).click()
  expect(await details.count()).toBe(0)
})

test('shows that the clock of a client differs from that of the world', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/a', { ...KEY, date: 'Sun, 15 Feb 2026 12:00:00 GMT' })
  await page.getByRole('button', { name: 'GET ns_a_1 › a' }).click()
  await page
    .getByRole('complementary', { name: 'Request r1' })
    .getByText(
      "From another time: its Date header says 2026-02-15T12:00:00.000Z, 31d ahead of the world's clock.",
    )
    .waitFor()
})

test('holds still while one reads, and catches up', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await page.getByText('1 shown').waitFor()
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await open.data('GET /v1/kv/ns_a_1/b', KEY)
  await page.getByText('1 shown, 1 new').waitFor()
  expect(await rowTexts(open)).toHaveLength(1)
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('2 shown').waitFor()
})

test('saves a HAR file, and clears the journal', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await page.getByText('1 shown').waitFor()
  await open.pressInWorld('Save…')
  await page.getByRole('button', { name: 'Requests as a HAR' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('requests-2026-01-15T120000.har')
  const har = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(har.log.entries).toHaveLength(1)
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('button', { name: 'Clear journal' }).click()
  await page.getByRole('button', { name: 'Clear journal now' }).click()
  await page.getByText('No requests yet').waitFor()
  expect(await open.admin('GET /requests?count=true')).toEqual({ count: 0 })
  await open.data('GET /v1/kv/ns_a_1/b', KEY)
  await page.getByText('1 shown').waitFor()
  expect(await rowTexts(open)).toEqual([expect.stringMatching(/ns_a_1 ›\s*b/)])
})

test('begins again after a reset', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await open.page.getByText('1 shown').waitFor()
  await open.admin('POST /reset')
  await open.page.getByText('No requests yet').waitFor()
  await open.data('GET /v1/kv/ns_a_1/b', KEY)
  await open.page.getByText('1 shown').waitFor()
  await expect
    .poll(() => rowTexts(open))
    .toEqual([expect.stringMatching(/ns_a_1 ›\s*b/), expect.stringContaining('the world was reset')])
  await open.page.getByRole('button', { name: 'the world was reset' }).click()
  await open.page.getByText('started again at 2026-01-15 12:00:00 UTC').waitFor()
})

test('the title counts what failed while the view was not looked at', async () => {
  await using open = await dashboards.open('#/snapshots', { seed: SEED })
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await open.data('GET /v1/kv/ns_a_1/b', KEY)
  await open.data('GET /nowhere', KEY)
  await expect.poll(() => page.title()).toBe('(2) Snapshots · tristore emulator')
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect.poll(() => page.title()).toBe('Activity · tristore emulator')
  await open.data('GET /v1/kv/ns_a_1/b', KEY)
  await page.getByText('4 shown').waitFor()
  expect(await page.title()).toBe('Activity · tristore emulator')
})

test('each client has a line: its requests, those refused, and what it asks for most', async () => {
  await using open = await dashboards.open('#/clients', { seed: SEED })
  const { page } = open
  await page.getByText('No requests yet').waitFor()
  await open.admin('POST /faults', { match: { operation: 'kv.get' }, status: 503, retryAfter: 30, times: 1 })
  for (let times = 0; times < 2; times++)
    await open.data('GET /v1/kv/ns_a_1/a', { ...KEY, 'user-agent': 'flag-poller/0.3' })
  await open.data('GET /v1/kv/ns_a_1/a', { 'x-kv-key': 'other' })
  const own = page.getByRole('row').filter({ hasText: 'flag-poller/0.3' })
  await own.getByText('2 × GET ns_a_1 › a').waitFor()
  await own.getByRole('cell', { name: '1', exact: true }).waitFor()
  await page.getByRole('row').filter({ hasText: 'other' }).waitFor()
  await own.getByRole('button', { name: 'kv_a' }).click()
  await page.getByText('2 shown').waitFor()
  expect(page.url()).toContain('credential=kv_a')
})

test('a client leads to its own requests: one credential, one User-Agent, or none of them', async () => {
  await using open = await dashboards.open('#/clients', { seed: SEED })
  const { page } = open
  const read = (headers: Record<string, string>) => open.data('GET /v1/kv/ns_a_1/a', headers)
  for (const agent of ['poller/0.3', 'poller/0.3', 'shop/2.1']) await read({ ...KEY, 'user-agent': agent })
  await read({ 'user-agent': 'shop/2.1' })
  await page.getByRole('row', { name: 'poller/0.3' }).getByRole('button').click()
  await page.getByText('2 shown').waitFor()
  await page.getByRole('button', { name: 'Clear User-Agent' }).getByText('User-Agent poller/0.3').click()
  await page.getByText('3 shown').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'none' }).click()
  await page.getByText('1 shown').waitFor()
  await page.getByRole('button', { name: 'Clear Credential' }).click()
  await page.getByText('2 shown').waitFor()
})

test('a search shows admin calls that it finds, and no others', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  for (const key of ['a', 'wanted']) await open.data(`GET /v1/kv/ns_a_1/${key}`, KEY)
  for (let times = 0; times < 3; times++) await open.admin('POST /faults', { status: 503, times: 1 })
  await open.admin('POST /clock', { advance: '1h' })
  await page.getByText('2 shown, and 4 admin calls').waitFor()
  const search = page.getByRole('searchbox', { name: 'Search requests' })
  await search.fill('wanted')
  await page.getByText('1 shown', { exact: true }).waitFor()
  expect(await page.getByText('fault added').count()).toBe(0)
  await search.fill('clock +1 h')
  await page.getByText('0 shown, and 1 admin call').waitFor()
  await search.fill('')
  await page.getByRole('button', { name: 'Refused' }).click()
  await page.getByText('1 shown', { exact: true }).waitFor()
  expect(await page.getByText('fault added').count()).toBe(0)
})

test.each(HOSTILE.map((text) => [text.slice(0, 30), text]))(
  'shows %s, and does not run it',
  async (_, text) => {
    await using open = await dashboards.open(
      '#/activity',
      { seed: SEED },
      { viewport: { width: 360, height: 800 } },
    )
    const { page } = open
    await open.data(
      `PUT /v1/kv/ns_a_1/${encodeURIComponent(text)}`,
      { ...KEY, 'x-note': encodeURI(text) },
      JSON.stringify({ value: text, [text]: 1, ttlSeconds: 60 }),
    )
    await page.locator('.rows .link').click()
    await page.getByRole('complementary').getByText('Response body').waitFor()
    const shown = await page.locator('.code pre').first().textContent()
    expect(shown).toContain(visible(JSON.stringify(text)))
    await open.expectNoSidewaysScroll()
    expect(await page.title()).toBe('Activity · tristore emulator')
    expect(open.complaints).toEqual([])
  },
)

test('neighbours that are alike are one row, which opens to all of them', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  for (let times = 0; times < 4; times++) await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await page.getByText('4 shown').waitFor()
  await page.getByText('× 4').waitFor()
  expect(await rowTexts(open)).toHaveLength(1)
  await page.getByRole('button', { name: 'GET ns_a_1 › a' }).click()
  await expect.poll(async () => (await rowTexts(open)).length).toBe(4)
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await expect.poll(async () => (await rowTexts(open)).length).toBe(5)
})

test('neighbours of one kind of admin call are one row, which opens to all of them', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  for (let times = 0; times < 3; times++) await open.admin('POST /faults', { status: 503, times: 1 })
  await page.getByRole('button', { name: '3 faults added' }).click()
  await expect.poll(async () => (await rowTexts(open)).length).toBe(4)
  await page.getByRole('button', { name: 'fault added: 503' }).first().waitFor()
})

test('an empty list names what hides how many, and takes it away', async () => {
  await using open = await dashboards.open('#/activity?status=5xx&method=PUT', { seed: SEED })
  const { page } = open
  for (const key of ['a', 'b']) await open.data(`GET /v1/kv/ns_a_1/${key}`, KEY)
  const empty = page.locator('.empty')
  await empty.getByText('2 requests are hidden').waitFor()
  expect(await open.violations()).toEqual([])
  await empty.getByRole('button', { name: 'Status 5xx' }).click()
  await empty.getByRole('button', { name: 'Method PUT' }).click()
  await page.getByText('2 shown').waitFor()
})

test('Enter ends a search in its first row, and Escape empties it', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  for (const key of ['a', 'b']) await open.data(`GET /v1/kv/ns_a_1/${key}`, KEY)
  await page.getByText('2 shown').waitFor()
  const search = page.getByRole('searchbox')
  await search.pressSequentially('ns_a_1/a')
  await search.press('Enter')
  await page.getByText('1 shown').waitFor()
  expect(page.url()).toContain('text=')
  await search.press('Escape')
  await page.getByText('2 shown').waitFor()
  expect(await search.inputValue()).toBe('')
})

test('of a long path the holder is cut, and the key is whole', async () => {
  await using open = await dashboards.open(
    '#/activity',
    { seed: SEED },
    { viewport: { width: 390, height: 800 } },
  )
  const { page } = open
  await open.data(`GET /v1/kv/ns_of_a_shop_with_a_long_name_1/session:0123456789`, KEY)
  await page.locator('.row-key').waitFor()
  const isCut = (name: string) =>
    page.locator(name).evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  expect([await isCut('.row-holder'), await isCut('.row-key')]).toEqual([true, false])
})

test('what mends a refusal is above its checks, and the refused check is told by itself', async () => {
  await using open = await dashboards.start(SEED)
  await open.data('PUT /v1/kv/ns_a_1/b', KEY, '{"value": 1, "ttlSeconds": 60}')
  await open.admin('POST /clock', { advance: '63s' })
  await open.data('GET /v1/kv/ns_a_1/b', KEY)
  await open.show('#/activity?id=r2')
  const details = open.page.getByRole('complementary', { name: 'Request r2' })
  const mend = await details.getByRole('region', { name: 'Fixes' }).boundingBox()
  const checks = details.getByRole('region', { name: 'Why it got this response' })
  await checks.getByText('entry exists').waitFor()
  expect(mend?.y).toBeLessThan((await checks.boundingBox())?.y ?? 0)
  await details
    .getByRole('region', { name: 'History until then' })
    .getByText('expired', { exact: true })
    .waitFor()
  expect(await checks.getByRole('listitem').count()).toBe(0)
  await checks.getByText(/^All \d checks/).click()
  await expect.poll(() => checks.getByRole('listitem').count()).toBeGreaterThan(5)
})

test('the buttons count the requests of each outcome that pass the rest of the filter', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  const chip = (name: string) => page.getByRole('button', { name, exact: true })
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await open.data('GET /documents', {})
  await open.data('GET /nowhere', {})
  for (const name of ['Refused 1', 'Failed 1']) await chip(name).waitFor()
  await page.getByText('3 shown').waitFor()
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Operation').fill('kv.*')
  for (const name of ['Refused', 'Failed']) await chip(name).waitFor()
  await page.getByText('1 shown').waitFor()
})

test('limits that are more than half used are named above the journal, and lead there', async () => {
  const seed = {
    namespaces: [
      { id: 'ns_low_1', limits: { reads: 100 }, usage: { reads: 50 } },
      { id: 'ns_high_1', limits: { reads: 100, writes: 10 }, usage: { reads: 96, writes: 6 } },
    ],
  }
  await using open = await dashboards.open('', { seed })
  const vitals = open.page.getByRole('region', { name: 'Vitals' })
  const link = vitals.getByRole('link', { name: 'Quota of ns_high_1' })
  await link.waitFor()
  const [first, second] = await vitals.locator('.meter:has(.quota)').allInnerTexts()
  expect([first, second]).toEqual([
    expect.stringMatching(/reads\s*96 of 100/),
    expect.stringMatching(/writes\s*6 of 10/),
  ])
  expect(await link.getAttribute('href')).toBe('#/data?ns=ns_high_1&tab=settings')
  expect(await open.violations()).toEqual([])
})
