import { expect, test } from 'vitest'
import { Dashboards } from './dashboard.js'

/** How the page looks to whom: one scale of type, large fingers, chosen colours, long keys, paper. */

const dashboards = Dashboards.ofFile()

const SEED = 'fixtures/demo.yaml'
const VIEWS = [
  'faults',
  'data',
  'data?tab=settings',
  'data?in=stores',
  'data?in=documents',
  'snapshots',
  'gaps',
]

/** The sizes of all text that is seen, in px. */
const SIZES = `[...new Set([...document.querySelectorAll('body *')]
  .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  .map((one) => Math.round(parseFloat(getComputedStyle(one).fontSize) * 100) / 100))].sort((a, b) => a - b)`

/** The heights of all controls that are seen, in px. */
const HEIGHTS = `[...new Set([...document.querySelectorAll('main :is(.button:not(.presets *), input:not([type=checkbox]), select)')]
  .filter((one) => one.checkVisibility() && !one.closest('.unseen, .presets') && one.className !== 'unseen')
  .map((one) => Math.round(one.getBoundingClientRect().height)))].sort((a, b) => a - b)`

test('every text has a size of the scale, and every control one of two heights', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  for (const view of VIEWS) {
    await open.show(`#/${view}`)
    const sizes = (await page.evaluate(SIZES)) as number[]
    expect([view, sizes.filter((size) => ![11, 12, 13, 15, 19, 24].includes(size))]).toEqual([view, []])
    const heights = (await page.evaluate(HEIGHTS)) as number[]
    expect([view, heights.filter((height) => ![24, 28].includes(height))]).toEqual([view, []])
  }
})

test('the sizes follow the font size of the reader', async () => {
  await using open = await dashboards.open('#/data?in=stores', { seed: SEED })
  await open.page.evaluate(`document.documentElement.style.fontSize = '175%'`)
  const title = await open.page.evaluate(`getComputedStyle(document.querySelector('h1')).fontSize`)
  expect(title).toBe('38px')
  await open.expectNoSidewaysScroll()
})

test('fingers find controls of 44 px', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  await using open = await dashboards.open('', { seed: SEED }, phone)
  for (const view of VIEWS) {
    await open.show(`#/${view}`)
    const heights = (await open.page.evaluate(HEIGHTS)) as number[]
    expect([view, heights.filter((height) => height < 44)]).toEqual([view, []])
    await open.expectNoSidewaysScroll()
  }
})

test('on a phone the buttons of the top share a line with the world', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  await using open = await dashboards.open('#/faults', { seed: SEED }, phone)
  const { page } = open
  const middle = async (name: RegExp) => {
    const { y = 0, height = 0 } = (await page.getByRole('button', { name }).boundingBox()) ?? {}
    return Math.round(y + height / 2)
  }
  const lines = new Set([await middle(/^World: /), await middle(/^Connect$/), await middle(/^Find$/)])
  expect([...lines]).toHaveLength(1)
})

test('on a phone what was done is said above the bar at the bottom', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  await using open = await dashboards.open('#/faults', { seed: SEED }, phone)
  await open.page.getByRole('button', { name: 'Outage' }).tap()
  const said = await open.page.locator('.said-box').boundingBox()
  const bar = await open.page.locator('.nav').boundingBox()
  expect((said?.y ?? 999) + (said?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
})

test('a long key stays inside its dialog on a phone', async () => {
  const key = `session_${'0123456789abcdef'.repeat(4)}`
  const seed = { namespaces: [{ id: 'ns_a_1', entries: [{ key, value: 1, ttlSeconds: 60 }] }] }
  await using open = await dashboards.open(
    `#/data?key=${key}`,
    { seed },
    { viewport: { width: 390, height: 800 } },
  )
  const dialog = open.page.getByRole('complementary', { name: key })
  await dialog.getByText('Time to live').waitFor()
  expect(
    await open.page.evaluate(
      `(({ scrollLeft, scrollWidth, clientWidth }) => [scrollLeft, scrollWidth - clientWidth])(document.querySelector('.side'))`,
    ),
  ).toEqual([0, 0])
  const close = await dialog.getByRole('button', { name: 'Close' }).boundingBox()
  expect((close?.x ?? 999) + (close?.width ?? 0)).toBeLessThanOrEqual(390)
})

/** Texts of a kind that are wider than their cells. */
const cutTexts = (kind: string) =>
  `[...document.querySelectorAll('td ${kind}')].filter((one) => one.parentElement.scrollWidth > one.parentElement.clientWidth).map((one) => one.textContent)`

test('an instant is whole in its column', async () => {
  await using open = await dashboards.open('#/data?in=stores', { seed: SEED })
  expect(await open.page.evaluate(cutTexts('.instant'))).toEqual([])
  expect(await open.page.locator('td .instant').count()).toBeGreaterThan(0)
})

test('how long ago an entry was written is whole in its column, in wide fonts too', async () => {
  const HOUR = 3_600_000
  const now = Date.UTC(2031, 2, 3)
  const ago = [235_000, 24 * HOUR - 60_000, 48 * HOUR - HOUR, 400 * 24 * HOUR - HOUR]
  const entries = ago.map((ms) => ({
    key: `k${ms}`,
    value: 1,
    createdAt: new Date(now - ms).toISOString(),
    expiresAt: new Date(now + ms).toISOString(),
  }))
  const seed = { clock: { now, freeze: true }, namespaces: [{ id: 'ns_a_1', entries }] }
  const wide = { viewport: { width: 1440, height: 900 } }
  await using open = await dashboards.open('#/data', { seed }, wide)
  await open.page.getByText('23 h 59 min ago').waitFor()
  await open.page.evaluate(`document.body.style.fontFamily = 'Verdana, "DejaVu Sans"'`)
  expect(await open.page.evaluate(cutTexts('.countdown'))).toEqual([])
})

test('with colours of the reader, what is chosen and what is used is still seen', async () => {
  await using open = await dashboards.open('#/data?tab=settings', { seed: SEED }, { forcedColors: 'active' })
  const { page } = open
  const chosen = await page.evaluate(
    `getComputedStyle(document.querySelector('.holders [aria-current]')).backgroundColor`,
  )
  const other = await page.evaluate(
    `getComputedStyle(document.querySelector('.holders a:not([aria-current])')).backgroundColor`,
  )
  expect(chosen).not.toBe(other)
  const [fill, track] = (await page.evaluate(
    `['.quota > span', '.quota'].map((one) => getComputedStyle(document.querySelector(one)).backgroundColor)`,
  )) as string[]
  expect(fill).not.toBe(track)
})
