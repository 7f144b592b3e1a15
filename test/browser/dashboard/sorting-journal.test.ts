import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** The order of the journal. */

let dashboards: Dashboards
beforeAll(async () => {
  dashboards = await Dashboards.build()
})
afterAll(() => dashboards?.[Symbol.asyncDispose]())

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
const PHONE = { viewport: { width: 390, height: 844 } }

const header = ({ page }: OpenDashboard, title: string) =>
  page.getByRole('columnheader', { name: title, exact: true })

const press = (open: OpenDashboard, title: string) => header(open, title).getByRole('button').click()

const directionOf = (open: OpenDashboard, title: string) => header(open, title).getAttribute('aria-sort')

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
    expect(await directionOf(open, 'Virtual time')).toBe('descending')
    await press(open, 'Waited')
    await expect.poll(() => ids(open, 1)).toEqual(['r3'])
    expect(await directionOf(open, 'Waited')).toBe('descending')
    expect(await directionOf(open, 'Virtual time')).toBe('none')
    expect(await page.getByRole('button', { name: 'Admin calls' }).isDisabled()).toBe(true)
    await open.admin('DELETE /faults/slow')
    await open.admin('POST /faults', { id: 'slower', match: { key: 'c' }, delay: 1500 })
    await open.data('GET /v1/kv/ns_a_1/c', KEY)
    await expect.poll(() => ids(open, 2)).toEqual(['r251', 'r3'])
    await press(open, 'Virtual time')
    await expect.poll(() => ids(open, 1)).not.toEqual(['r3'])
    await press(open, 'Virtual time')
    await expect.poll(() => ids(open, 3)).toEqual(['r1', 'r2', 'r3'])
    expect(page.url()).toContain('sort=at')
    expect(await open.violations()).toEqual([])
    expect(open.complaints).toEqual([])
  })

  test('a link shows the order, and scrolling has the rest', async () => {
    await using open = await used('#/activity?sort=at')
    const { page } = open
    await expect.poll(() => ids(open, 2)).toEqual(['r1', 'r2'])
    await page.getByText('The first 200; others as you scroll').waitFor()
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.getByText('250 shown').waitFor()
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.locator('[data-row="r250"]').waitFor()
  })

  test('at 390 px the titles are hidden, and a choice is there', async () => {
    await using open = await used('#/activity', PHONE)
    await open.page.getByLabel('Sort by', { exact: true }).selectOption('slowest first')
    await expect.poll(() => ids(open, 1)).toEqual(['r3'])
    expect(await open.violations()).toEqual([])
    await open.expectNoSidewaysScroll()
  })
})
