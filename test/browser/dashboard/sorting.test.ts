import { describe, expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** Lists in another order: by mouse, by keyboard, on a small screen, and by a link. */

const dashboards = Dashboards.ofFile()

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_a_1',
      keys: Array.from({ length: 10 }, (_, index) => ({ key: `kv_${index}`, scope: 'admin' as const })),
      entries: [
        { key: 'b', value: 'long '.repeat(20), ttlSeconds: 7200, createdAt: '-1h' },
        { key: 'c', value: 1, ttlSeconds: 3600, createdAt: '-2m' },
        { key: 'a', value: 22, ttlSeconds: 600 },
        { key: 'n{{index}}', repeat: 60, value: 'n', ttlSeconds: 90_000 },
      ],
    },
  ],
  database: {
    keys: [{ key: 'db' }],
    projects: [{ id: 10, name: 'P' }],
    documents: [
      { id: 5, title: 'Zebra', project: 10 },
      { id: '9223372036854775807', title: 'Bear' },
      { id: 7, title: 'aardvark' },
    ],
  },
}
const KEY = { 'x-kv-key': 'kv_1' }
const WIDE = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 } }

/** The texts of the first column. */
const firstOf = ({ page }: OpenDashboard, most = 3): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('.table tbody tr td:first-child')]
    .slice(0, ${most}).map((cell) => cell.textContent)`)

const expectFirst = (open: OpenDashboard, ...texts: string[]) =>
  expect.poll(() => firstOf(open, texts.length)).toEqual(texts)

const header = ({ page }: OpenDashboard, title: string) =>
  page.getByRole('columnheader', { name: title, exact: true })

const press = (open: OpenDashboard, title: string) => header(open, title).getByRole('button').click()

const directionOf = (open: OpenDashboard, title: string) => header(open, title).getAttribute('aria-sort')

const SHIFTS = `
  window.shift = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value
  }).observe({ type: 'layout-shift', buffered: false })`

/** Returns the positions of the titles of the columns, to the pixel. */
const titles = ({ page }: OpenDashboard): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('th, th button')].map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    return [left, right, top + scrollY, bottom + scrollY]
  })`)

test('by mouse: one way, the other way, and back, over all pages, without a shift', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED }, WIDE)
  const { page } = open
  await expectFirst(open, 'b', 'c', 'a')
  expect(await directionOf(open, 'Key')).toBe('none')
  expect(await directionOf(open, 'Value')).toBe(null)
  await page.evaluate(SHIFTS)
  const before = await titles(open)
  await press(open, 'Key')
  await expectFirst(open, 'a', 'b', 'c')
  expect(await directionOf(open, 'Key')).toBe('ascending')
  expect(page.url()).toContain('sort=key')
  await press(open, 'Key')
  await expectFirst(open, 'n9', 'n8', 'n7')
  expect(await directionOf(open, 'Key')).toBe('descending')
  expect(await titles(open)).toEqual(before)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect.poll(() => firstOf(open, 60)).toContain('a')
  await press(open, 'Size')
  await expectFirst(open, 'b')
  expect([await directionOf(open, 'Size'), await directionOf(open, 'Key')]).toEqual(['descending', 'none'])
  await press(open, 'Expires')
  await expectFirst(open, 'a', 'c', 'b')
  await press(open, 'Written')
  await press(open, 'Written')
  await expectFirst(open, 'b', 'c', 'a')
  await press(open, 'Written')
  expect(await directionOf(open, 'Written')).toBe('none')
  expect(page.url()).not.toContain('sort=')
  expect(await titles(open)).toEqual(before)
  expect(await page.evaluate('window.shift')).toBeLessThan(0.05)
  expect(open.complaints).toEqual([])
})

test('by keyboard: the title of a column is a button, and keeps the focus', async () => {
  await using open = await dashboards.open('#/data?sort=key', { seed: SEED }, WIDE)
  const { page } = open
  await page.getByLabel('Find entries').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate('document.activeElement.textContent')
  expect(await focused()).toBe('Key')
  await page.keyboard.press('Enter')
  await expectFirst(open, 'n9')
  expect(await focused()).toBe('Key')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Size')
  await page.keyboard.press('Space')
  await expectFirst(open, 'b')
  expect(await directionOf(open, 'Size')).toBe('descending')
  expect(await open.violations()).toEqual([])
})

test('at 390 px: a choice has every order, also those of columns that have no room', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED }, PHONE)
  const { page } = open
  const sort = page.getByLabel('Sort by', { exact: true })
  await sort.selectOption('largest')
  await expectFirst(open, 'b')
  await sort.selectOption('expires next')
  await expectFirst(open, 'a', 'c', 'b')
  expect(page.url()).toContain('sort=expiresAt')
  await page.reload()
  await expectFirst(open, 'a', 'c', 'b')
  expect(await sort.inputValue()).toBe('expiresAt')
  await sort.selectOption('creation order')
  await expectFirst(open, 'b', 'c', 'a')
  expect(await open.violations()).toEqual([])
  await open.expectNoSidewaysScroll()
})

test('documents by id, to the digit, by title and by project', async () => {
  await using open = await dashboards.open('#/data?in=documents&sort=-id', { seed: SEED })
  await expectFirst(open, 'Bear', 'aardvark', 'Zebra')
  await press(open, 'Title')
  await expectFirst(open, 'Bear', 'Zebra', 'aardvark')
  await press(open, 'Project')
  await press(open, 'Project')
  await expectFirst(open, 'Zebra')
})

describe('the journal', () => {
  /** 250 requests, of which r3 was held. */
  async function used(view: string, context = {}) {
    const open = await dashboards.open('#/activity', { seed: SEED }, context)
    await open.admin('POST /faults', { id: 'slow', match: { key: 'c' }, delay: 500 })
    for (const key of ['a', 'b', 'c']) await open.data(`GET /v1/kv/ns_a_1/${key}`, KEY)
    const many = Array.from({ length: 247 }, (_, index) => open.data(`GET /v1/kv/ns_a_1/n${index}`, KEY))
    await Promise.all(many)
    await open.show(view)
    return open
  }

  const ids = ({ page }: OpenDashboard, most: number): Promise<unknown> =>
    page.evaluate(`(() => {
      const topOf = (row) => row.getBoundingClientRect().top
      const rows = [...document.querySelectorAll('.rows [data-row]')]
      return rows.sort((one, other) => topOf(one) - topOf(other)).slice(0, ${most}).map((row) => row.dataset.row)
    })()`)

  test('slowest first, as others come; oldest first; and newest first again', async () => {
    await using open = await used('#/activity')
    const { page } = open
    await press(open, 'Waited')
    await expect.poll(() => ids(open, 1)).toEqual(['r3'])
    expect(await directionOf(open, 'Waited')).toBe('descending')
    await page.getByRole('button', { name: 'More filters' }).click()
    expect(await page.getByLabel('Show admin calls').isDisabled()).toBe(true)
    await open.admin('DELETE /faults/slow')
    await open.admin('POST /faults', { id: 'slower', match: { key: 'c' }, delay: 1500 })
    await open.data('GET /v1/kv/ns_a_1/c', KEY)
    await expect.poll(() => ids(open, 2)).toEqual(['r251', 'r3'])
    await page.getByLabel('Sort by', { exact: true }).selectOption('newest first')
    await expect.poll(() => ids(open, 1)).not.toEqual(['r3'])
    await page.getByLabel('Sort by', { exact: true }).selectOption('oldest first')
    await expect.poll(() => ids(open, 3)).toEqual(['r1', 'r2', 'r3'])
    expect(page.url()).toContain('sort=at')
    expect(open.complaints).toEqual([])
  })

  test('a link shows the order, and scrolling has the rest', async () => {
    await using open = await used('#/activity?sort=at')
    const { page } = open
    await expect.poll(() => ids(open, 2)).toEqual(['r1', 'r2'])
    await page.getByText('First 200. Scroll for more.').waitFor()
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.getByText('250 shown').waitFor()
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.locator('[data-row="r250"]').waitFor()
  })

  test('at 390 px the titles are hidden, and a choice is there', async () => {
    await using open = await used('#/activity', PHONE)
    await open.page.getByRole('button', { name: 'More filters' }).click()
    await open.page.getByLabel('Sort by', { exact: true }).selectOption('slowest first')
    await expect.poll(() => ids(open, 1)).toEqual(['r3'])
    await open.expectNoSidewaysScroll()
  })
})

test('faults by their hits, and as they are tried', async () => {
  const faults = [1, 2, 3].map((index) => ({ id: `f${index}`, match: { key: `k${index}` }, status: 503 }))
  await using open = await dashboards.open('#/faults', { seed: { ...SEED, faults } })
  for (const key of ['k2', 'k2', 'k3']) await open.data(`GET /v1/kv/ns_a_1/${key}`, KEY)
  const shown = () => open.page.locator('.fault b').allInnerTexts()
  await press(open, 'Hits')
  await expect.poll(shown).toEqual(['f2', 'f3', 'f1'])
  await press(open, 'Hits')
  await expect.poll(shown).toEqual(['f1', 'f3', 'f2'])
  await press(open, 'Hits')
  await expect.poll(shown).toEqual(['f1', 'f2', 'f3'])
})

test('keys are sorted by their text', async () => {
  await using open = await dashboards.open('#/data?tab=keys', { seed: SEED })
  await press(open, 'Key')
  await press(open, 'Key')
  await expectFirst(open, 'kv_9')
})

test('many snapshots are searched', async () => {
  await using open = await dashboards.open('#/snapshots', { seed: SEED })
  const { page } = open
  const names = () => page.locator('td [data-row]').allInnerTexts()
  for (let taken = 10; taken > 0; taken--) await open.admin('POST /snapshots', { name: `s${taken}` })
  await expect.poll(async () => (await names()).length).toBe(10)
  await page.getByLabel('Find snapshots').fill('s10')
  await expect.poll(names).toEqual(['s10'])
})
