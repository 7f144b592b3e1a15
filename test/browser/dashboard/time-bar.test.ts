import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** The bar of jumps, and of what comes next, above every view. */

const dashboards = Dashboards.ofFile()

const START = Date.UTC(2026, 0, 20, 12)
const MINUTE = 60_000
const SEED = {
  clock: { now: '2026-01-20T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_a_1',
      keys: [{ key: 'kv_a', scope: 'admin' }],
      entries: [
        { key: 'soon', value: 1, ttlSeconds: 600 },
        { key: 'late', value: 2, ttlSeconds: 1500 },
        { key: 'last', value: 3, ttlSeconds: 3000 },
      ],
    },
  ],
  faults: [{ id: 'f_soon', status: 503, match: { operation: 'kv.list' }, from: '+15m', until: '+20m' }],
}

const noteOf = ({ page }: OpenDashboard) => page.locator('.time-note')

/** Jumps an hour by keyboard, and gives the button that undoes it. */
async function jumpAnHour(open: OpenDashboard) {
  await open.settled()
  await open.page.getByRole('button', { name: '+1 h', exact: true }).focus()
  await open.page.keyboard.press('Enter')
  const undo = open.page.getByRole('button', { name: 'Undo clock' })
  await undo.waitFor()
  return undo
}

const nowOf = async (open: OpenDashboard) => ((await open.admin('GET /clock')) as { now: number }).now

test('the Undo of a jump is reached by the Tab key, past buttons whose previews give way to it', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await jumpAnHour(open)
  await page.keyboard.press('Tab')
  await noteOf(open).getByText('+1 day: preview').waitFor()
  const isThere = () => page.evaluate(`document.activeElement.textContent.startsWith('Undo clock')`)
  for (let presses = 0; presses < 20 && !(await isThere()); presses++) await page.keyboard.press('Tab')
  expect(await isThere()).toBe(true)
  await page.keyboard.press('Enter')
  await page.locator('.readout-time', { hasText: '2026-01-20 12:00:00' }).waitFor()
  await page.getByRole('button', { name: 'Redo clock' }).waitFor()
})

/** Keeps moves of the clock, and previews of them, from reaching the emulator until each is continued. */
async function holdMoves(page: Page): Promise<Route[]> {
  const held: Route[] = []
  await page.route('**/_admin/clock', (route) => {
    if (route.request().method() === 'POST') held.push(route)
    else void route.continue()
  })
  return held
}

test('a preview that comes once its button is left does not cover the receipt', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const undo = await jumpAnHour(open)
  const held = await holdMoves(page)
  await page.keyboard.press('Tab')
  await expect.poll(() => held.length).toBe(1)
  await page.getByRole('textbox', { name: 'Custom jump' }).focus()
  const answered = page.waitForResponse('**/_admin/clock')
  await held[0]?.continue()
  await (await answered).finished()
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
  expect(await noteOf(open).textContent()).not.toContain('preview')
  expect(await undo.count()).toBe(1)
})

test('the receipt of a jump is shown though its button was left before it came', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await open.settled()
  const button = page.getByRole('button', { name: '+1 h', exact: true })
  await button.click()
  await noteOf(open).getByText('now at 2026-01-20 13:00:00').waitFor()
  await page.mouse.move(0, 0)
  await button.hover()
  await noteOf(open).getByText('+1 h: preview').waitFor()
  const held = await holdMoves(page)
  await page.mouse.down()
  await page.mouse.up()
  await expect.poll(() => held.length).toBe(1)
  await page.mouse.move(0, 0)
  await held[0]?.continue()
  await noteOf(open).getByText('now at 2026-01-20 14:00:00').waitFor()
})

test('a jump previews what expires in the lists below; Escape takes the preview away', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: '+1 h', exact: true }).hover()
  await noteOf(open).getByText('3 keys expire').waitFor()
  await noteOf(open).getByText('soon', { exact: true }).waitFor()
  expect(await page.locator('.countdown.going').count()).toBe(3)
  await page.keyboard.press('Escape')
  await noteOf(open).waitFor({ state: 'detached' })
  expect(await page.locator('.countdown.going').count()).toBe(0)
  expect(await nowOf(open)).toBe(START)
  expect(open.complaints).toEqual([])
})

test('all that comes next is in a list: each leads there', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const list = page.getByRole('list', { name: 'Upcoming events' })
  for (const text of [
    'soon expires',
    'fault f_soon begins',
    'fault f_soon ends',
    'late expires',
    'the month ends',
  ])
    await list.getByText(text).waitFor()
  await list.getByRole('button', { name: 'Jump there: 2026-01-20 12:10:00' }).click()
  await noteOf(open).getByText('1 key expires').waitFor()
  expect(await nowOf(open)).toBe(START)
  await noteOf(open).getByRole('button', { name: 'Jump there', exact: true }).click()
  await noteOf(open).getByText('1 key expired').waitFor()
  expect(await nowOf(open)).toBe(START + 10 * MINUTE)
  await list.getByText('soon expires').waitFor({ state: 'detached' })
})

test('several keys of one instant open as a list of their names, each a link to its entry', async () => {
  const namespaces = [
    { id: 'ns_a_1', entries: [{ key: 'cart:{{index}}', repeat: 15, value: 1, ttlSeconds: 600 }] },
    { id: 'ns_b_1', entries: [{ key: 'other', value: 1, ttlSeconds: 600 }] },
  ]
  await using open = await dashboards.open('#/activity', { seed: { clock: SEED.clock, namespaces } })
  const { page } = open
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: /^16 keys expire/ }).click()
  const keys = page.getByRole('list', { name: '16 keys' })
  await keys.getByRole('link', { name: 'cart:15' }).waitFor()
  expect(await keys.getByRole('listitem').count()).toBe(16)
  expect(await open.violations()).toEqual([])
  await keys.getByRole('link', { name: 'other' }).click()
  await page.getByRole('complementary', { name: 'other' }).waitFor()
  expect(await nowOf(open)).toBe(START)
})

test('while the past is shown there is nothing to jump with', async () => {
  await using open = await dashboards.open('#/faults?at=start', { seed: SEED })
  await open.page.getByText('As of 2026-01-20 12:00:00').waitFor()
  expect(await open.page.getByRole('region', { name: 'Time' }).count()).toBe(0)
})

test.each([1280, 390])('the time bar fits a window of %d px', async (width) => {
  await using open = await dashboards.open(
    '#/activity',
    { seed: SEED },
    { viewport: { width, height: 844 }, reducedMotion: 'reduce' },
  )
  const { page } = open
  await page.getByRole('button', { name: width < 700 ? 'Time' : 'More', exact: true }).click()
  await page.getByLabel('Custom jump').fill('20m')
  await noteOf(open).getByRole('button', { name: 'Jump there', exact: true }).waitFor()
  await open.expectNoSidewaysScroll()
  await page.keyboard.press('Escape')
  await noteOf(open).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: width < 700 ? 'Time' : 'Less', exact: true }).click()
  await open.show('#/activity?at=start')
  await open.expectNoSidewaysScroll()
  expect(open.complaints).toEqual([])
})
