import { expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** The view of requests by keyboard, and the way back. */

const dashboards = Dashboards.ofFile()

const KEY = { 'x-kv-key': 'kv_a' }
const SEED = {
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_a_1', keys: [{ key: 'kv_a', scope: 'admin' }] }],
}

/** Opens the view with `count` requests in it: k0, k1, … */
async function openWith(count: number, width = 1280): Promise<OpenDashboard> {
  const open = await dashboards.start(SEED, {}, { viewport: { width, height: 700 } })
  for (let index = 0; index < count; index++) await open.data(`GET /v1/kv/ns_a_1/k${index}`, KEY)
  await open.show('#/activity')
  await open.page.getByText(`${count} shown`).waitFor()
  return open
}

const focused = ({ page }: OpenDashboard) => page.evaluate('document.activeElement.textContent')

test('the tab key comes to one row; j, k, arrows, Home and End go from row to row', async () => {
  await using open = await openWith(5)
  const { page } = open
  await page.keyboard.press('j')
  expect(await focused(open)).toContain('› k4')
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  expect(await focused(open)).toContain('› k2')
  await page.keyboard.press('k')
  expect(await focused(open)).toContain('› k3')
  await page.keyboard.press('End')
  expect(await focused(open)).toContain('› k0')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  expect(await focused(open)).toContain('› k4')
  expect(await page.locator('.rows [data-row][tabindex="0"]').count()).toBe(1)
})

test('Enter opens with the focus on the heading, j goes on to the next, Escape leads back to the row', async () => {
  await using open = await openWith(5)
  const { page } = open
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Request r4' }).waitFor()
  await expect.poll(() => focused(open)).toBe('Request r4')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(`document.activeElement.closest('.side') !== null`)).toBe(true)
  await page.keyboard.press('j')
  await page.getByRole('complementary', { name: 'Request r3' }).waitFor()
  await expect.poll(() => focused(open)).toBe('Request r3')
  await page.keyboard.press('Escape')
  await page.getByRole('complementary').waitFor({ state: 'detached' })
  await expect.poll(() => focused(open)).toContain('› k2')
})

test('a slash goes to the search box, where letters are letters', async () => {
  await using open = await openWith(2)
  const { page } = open
  await page.keyboard.press('/')
  await page.keyboard.type('k1')
  await page.getByText('1 shown').waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('k1')
})

test('in a narrow window Back closes the request, and leads back to its row', async () => {
  await using open = await openWith(60, 390)
  const { page } = open
  const row = page.getByRole('button', { name: 'GET ns_a_1 › k5', exact: true })
  await row.scrollIntoViewIfNeeded()
  await row.click()
  await page.getByRole('complementary', { name: 'Request r6' }).waitFor()
  expect(await row.isVisible()).toBe(false)
  await open.expectNoSidewaysScroll()
  await page.goBack()
  await row.waitFor()
  await expect.poll(() => focused(open)).toContain('k5')
  const place = await row.boundingBox()
  expect(place?.y).toBeGreaterThan(0)
  expect(place?.y).toBeLessThan(700)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Close the request' }).click()
  await row.waitFor()
  await expect.poll(() => focused(open)).toContain('k5')
  expect(page.url()).not.toContain('id=')
})

test('a narrow row has what was asked on one line, and what came of it and when on the other', async () => {
  await using open = await dashboards.open(
    '#/activity',
    { seed: SEED },
    { viewport: { width: 390, height: 700 } },
  )
  const { page } = open
  await open.data(`GET /v1/kv/ns_a_1/${encodeURIComponent('rtl:\u202egnp\n')}`, KEY)
  const row = page.locator('.rows tbody tr').first()
  await row.waitFor()
  const box = async (cell: string) => row.locator(cell).boundingBox()
  const [title, outcome, time] = [await box('.row-title'), await box('.row-outcome'), await box('.row-time')]
  expect(await row.locator('.row-title').textContent()).toBe('GET ns_a_1 › rtl:\\u202egnp\\n')
  expect(outcome?.y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0) - 2)
  expect(Math.abs((outcome?.y ?? 0) - (time?.y ?? 0))).toBeLessThan(6)
  expect(await row.locator('.row-time').innerText()).toMatch(/12:00:00/)
  await open.expectNoSidewaysScroll()
})
