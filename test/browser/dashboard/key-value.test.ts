import { expect, test } from 'vitest'
import { Dashboards } from './dashboard.js'
import { ADMIN, SEED } from './key-value-seed.js'

/** Entries of namespaces: what a person does with them, seen through the data interface. */

const dashboards = Dashboards.ofFile()

test('an entry is added with all its digits, and one that is refused stays as it was typed', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Add entry' }).click()
  await page.getByLabel('Key', { exact: true }).fill('a/b c')
  await page.getByLabel('Value').fill('{"n": 12345678901234567890, "f": 1.0}')
  await page.getByLabel('Time to live (seconds)').fill('5')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const refusal = page.locator('.field', { hasText: 'Time to live' }).locator('.hint.bad')
  expect(await refusal.textContent()).toContain('an integer of at least 60')
  expect(await page.getByLabel('Value').inputValue()).toContain('12345678901234567890')
  await page.getByLabel('Time to live (seconds)').fill('600')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('complementary').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'a/b c' }).waitFor()
  const answer = await open.data('GET /v1/kv/ns_shop_1/a%2Fb%20c', ADMIN)
  expect(await answer.text()).toContain('"value":{"n":12345678901234567890,"f":1.0},"ttlSeconds":600')
  expect(open.complaints.filter((text) => !text.includes('400'))).toEqual([])
})

test('a key that is there already is not written over by adding it', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Add entry' }).click()
  await page.getByLabel('Key', { exact: true }).fill('flag:a')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('There is already an entry with this key.').waitFor()
  expect(await open.admin('GET /namespaces/ns_shop_1/entries/flag:a')).toMatchObject({ value: { on: true } })
})

test('names that no address holds are refused, and nothing else is touched', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Add entry' }).click()
  await page.getByLabel('Key', { exact: true }).fill('..')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('".." cannot be part of an address').waitFor()
  expect(await open.admin('GET /namespaces/ns_shop_1')).toMatchObject({ entries: { live: 3 } })
})

test('a value is changed: invalid JSON is reported with its place, and digits and expiry are kept', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'price' }).click()
  await page.locator('.json-number', { hasText: '9007199254740993' }).waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await open.admin('POST /clock', { advance: 60 })
  const value = page.getByLabel('Value')
  expect(await value.inputValue()).toBe('{\n  "exact": 19.90,\n  "order": 9007199254740993\n}')
  await value.fill('{\n  "exact": 19.90,\n  "order": 9007199254740993,\n}')
  await page.getByText('Line 4, column 1: expected a name in double quotes, found }').waitFor()
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  // A stray Escape loses nothing.
  await page.keyboard.press('Escape')
  await value.fill('{\n  "exact": 19.900,\n  "order": 9007199254740993\n}')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.json-number', { hasText: '19.900' }).waitFor()
  expect(await open.admin('GET /namespaces/ns_shop_1/entries/price')).toMatchObject({
    json: '{"exact":19.900,"order":9007199254740993}',
    createdAt: '2026-01-31T12:00:00.000Z',
    expiresAt: '2026-01-31T14:00:00.000Z',
    ttlSeconds: 7200,
  })
})

test('an entry is given a new time to live, counted from now', async () => {
  await using open = await dashboards.open('#/data?key=flag:b', { seed: SEED })
  const { page } = open
  await open.admin('POST /clock', { advance: 60 })
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Expiry').selectOption('ttl')
  await page.getByLabel('Seconds').fill('300')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  expect(await open.admin('GET /namespaces/ns_shop_1/entries/flag:b')).toMatchObject({
    createdAt: '2026-01-31T12:00:00.000Z',
    expiresAt: '2026-01-31T12:06:00.000Z',
    ttlSeconds: 300,
  })
})

test('expiry counts down in virtual time', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  const row = page.getByRole('row', { name: 'flag:b' })
  await row.getByText('in 1 min 30 s').waitFor()
  await open.admin('POST /clock', { advance: 60 })
  await row.getByText('in 30 s').waitFor()
  await open.admin('POST /clock', { advance: 60 })
  await row.locator('.countdown.warn', { hasText: '30 s ago' }).waitFor()
  await page.getByText('1 of them expired').waitFor()
})

test('an entry is deleted, on the second press', async () => {
  await using open = await dashboards.open('#/data?key=flag:a', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Delete this entry' }).click()
  expect((await open.data('GET /v1/kv/ns_shop_1/flag:a', ADMIN)).status).toBe(200)
  await page.getByRole('button', { name: 'Delete now: this entry' }).click()
  await page.getByRole('button', { name: 'flag:a' }).waitFor({ state: 'detached' })
  expect((await open.data('GET /v1/kv/ns_shop_1/flag:a', ADMIN)).status).toBe(404)
})

test('an entry is made to expire from its row, and is looked at 1 s before from its dialog', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'flag:a', exact: true }).click()
  const dialog = page.getByRole('complementary')
  await dialog.getByRole('button', { name: '1 s before' }).click()
  await dialog.getByText('flag:b', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Jump there', exact: true }).click()
  await dialog.getByText('in 1 s').waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ iso: '2026-01-31T12:59:59.000Z' })
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: 'price' })
  await row.getByRole('button', { name: 'Actions' }).press('Enter')
  await row.getByRole('button', { name: 'Expire now' }).press('Enter')
  await row.getByText('2 keys expire').waitFor()
  expect(await open.violations()).toEqual([])
  await row.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: 'Expire now' }).click()
  await row.getByRole('button', { name: 'Jump there', exact: true }).click()
  await row.locator('.countdown.warn').waitFor()
  expect((await open.data('GET /v1/kv/ns_shop_1/price', ADMIN)).status).toBe(404)
  expect(open.complaints).toEqual([])
})

test('reads of one credential that follow each other are one line of its life', async () => {
  await using open = await dashboards.open('#/data?key=flag:a', { seed: SEED })
  for (let times = 0; times < 3; times++) await open.data('GET /v1/kv/ns_shop_1/flag:a', ADMIN)
  const life = open.page.getByRole('region', { name: 'History' })
  await life.getByText('× 3, last').waitFor()
  expect(await life.getByRole('listitem').filter({ hasText: 'read' }).count()).toBe(1)
  await life.getByRole('link', { name: 'r3' }).waitFor()
})

test('an entry that the clock cannot outlive has no jumps to its end', async () => {
  const entries = [{ key: 'for-ever', value: 1, ttlSeconds: Number.MAX_SAFE_INTEGER }]
  await using open = await dashboards.open('#/data', { seed: { namespaces: [{ id: 'ns_shop_1', entries }] } })
  const { page } = open
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('button', { name: 'Delete the entry for-ever' }).waitFor()
  expect(await page.getByRole('button', { name: '1 ms before' }).count()).toBe(0)
  expect(open.complaints).toEqual([])
})

test('a search marks what it finds, also far into a value', async () => {
  const entries = [{ key: 'long', value: `${'x'.repeat(400)} needle`, ttlSeconds: 3600 }]
  const seed = { ...SEED, namespaces: [{ id: 'ns_a_1', entries }] }
  await using open = await dashboards.open('#/data?find=NEEDLE', { seed })
  await open.page.getByRole('row', { name: 'long' }).locator('mark', { hasText: 'needle' }).waitFor()
  const [left, right] = (await open.page.evaluate(`(() => {
    const [mark, cell] = ['mark', 'td:has(mark)'].map((one) => document.querySelector(one).getBoundingClientRect())
    return [mark.left - cell.left, cell.right - mark.right]
  })()`)) as [number, number]
  expect(Math.min(left, right)).toBeGreaterThan(0)
})

test('an old address leads to the same data', async () => {
  const seed = { ...SEED, stores: [{ id: 'ec_a_1', entries: [{ key: 'c', value: 1 }] }, { id: 'ec_b_2' }] }
  await using open = await dashboards.open('#/data?store=ec_b_2', { seed })
  await open.page.getByRole('heading', { level: 2, name: 'ec_b_2' }).waitFor()
  expect(await open.page.evaluate('location.hash')).toBe('#/data?store=ec_b_2')
})

test.each([
  [1440, ['Key', 'Value', 'Size', 'Written', 'Expires', 'Actions']],
  [1024, ['Key', 'Value', 'Expires', 'Actions']],
  [390, ['Key', 'Expires', 'Actions']],
])('at %i px the columns are %o, and an entry is in the first window', async (width, titles) => {
  const viewport = { width, height: 844 }
  await using open = await dashboards.open('#/data', { seed: SEED }, { viewport })
  const { page } = open
  const shown = await page.getByRole('columnheader').allInnerTexts()
  expect(shown.map((text) => text.trim())).toEqual(titles)
  const row = await page.getByRole('row').nth(1).boundingBox()
  expect((row?.y ?? 999) + (row?.height ?? 0)).toBeLessThan(844)
  await open.expectNoSidewaysScroll()
})

test('at 390 px a long key is shown whole', async () => {
  const entries = [{ key: 'session:of-a-name-that-is-long:0123456789', value: 1, ttlSeconds: 60 }]
  const seed = { ...SEED, namespaces: [{ id: 'ns_shop_1', entries }] }
  await using open = await dashboards.open('#/data', { seed }, { viewport: { width: 390, height: 844 } })
  const key = open.page.getByRole('button', { name: /^session:/ })
  const width = await key.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(width).toBe(0)
  expect(await key.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(30)
  const menu = open.page.locator('td:last-child').first()
  expect(await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await open.expectNoSidewaysScroll()
})
