import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** The strip of time above every view, by mouse, finger and keyboard. */

let dashboards: Dashboards
beforeAll(async () => {
  dashboards = await Dashboards.build()
})
afterAll(() => dashboards?.[Symbol.asyncDispose]())

const START = Date.UTC(2026, 0, 20, 12)
const MINUTE = 60_000
const KEY = { 'x-kv-key': 'kv_a' }
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

const handleOf = ({ page }: OpenDashboard) => page.getByRole('slider', { name: 'Now' })
const noteOf = ({ page }: OpenDashboard) => page.locator('.timeline-note')
const nowOf = async (open: OpenDashboard) => ((await open.admin('GET /clock')) as { now: number }).now

/** Waits until the strip shows what it is to show, and stands still. */
async function settled(open: OpenDashboard): Promise<void> {
  const { page } = open
  await page.locator('.timeline-signs path').first().waitFor({ state: 'attached' })
  const look = async () => {
    await open.settled()
    return page.locator('.timeline-track svg').innerHTML()
  }
  await expect
    .poll(async () => {
      const before = await look()
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
      return before === (await look())
    })
    .toBe(true)
}

/** The place of an instant on the strip, px. */
async function placeOf(open: OpenDashboard, at: number): Promise<{ x: number; y: number }> {
  const [from, to] = await Promise.all(
    ['aria-valuemin', 'aria-valuemax'].map(async (name) => Number(await handleOf(open).getAttribute(name))),
  )
  const box = await open.page.locator('.timeline-track').boundingBox()
  if (box === null || from === undefined || to === undefined) throw new Error('the strip is not shown')
  return { x: box.x + (box.width * (at - from)) / (to - from), y: box.y + 20 }
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

type Touch = 'touchStart' | 'touchMove' | 'touchEnd'

/** Fingers that touch, move and leave at places of one height, px. */
async function fingersOf({ page }: OpenDashboard, y: number) {
  const device = await page.context().newCDPSession(page)
  return (type: Touch, ...places: readonly number[]) =>
    device.send('Input.dispatchTouchEvent', { type, touchPoints: places.map((x, id) => ({ x, y, id })) })
}

/** Takes the handle from one instant to another, and holds it there. */
async function drag(open: OpenDashboard, from: number, to: number): Promise<void> {
  await settled(open)
  const [begin, end] = [await placeOf(open, from), await placeOf(open, to)]
  await open.page.mouse.move(begin.x, begin.y)
  await open.page.mouse.down()
  await open.page.mouse.move((begin.x + end.x) / 2, end.y, { steps: 3 })
  await open.page.mouse.move(end.x, end.y, { steps: 3 })
}

/** Some time that was lived through: a request, a jump of ten minutes, another request. */
async function live(open: OpenDashboard): Promise<void> {
  await open.data('GET /v1/kv/ns_a_1/soon', KEY)
  await open.admin('POST /clock', { advance: '5m' })
  await open.data('PUT /v1/kv/ns_a_1/new', KEY, '{"value":9,"ttlSeconds":7200}')
  await open.admin('POST /clock', { advance: '3m' })
}

test('the present drawn ahead previews what expires; Escape puts it back, letting go jumps', async () => {
  await using open = await dashboards.open('#/key-value', { seed: SEED })
  const { page } = open
  await drag(open, START, START + 28 * MINUTE)
  await noteOf(open).getByText('keys expire').waitFor()
  await noteOf(open).getByText('soon', { exact: true }).waitFor()
  expect(await page.locator('.countdown.going').count()).toBeGreaterThan(0)
  expect(await nowOf(open)).toBe(START)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await noteOf(open).waitFor({ state: 'detached' })
  expect(await page.locator('.countdown.going').count()).toBe(0)
  expect(await nowOf(open)).toBe(START)
  await drag(open, START, START + 28 * MINUTE)
  await noteOf(open).getByText('keys expire').waitFor()
  await page.mouse.up()
  await noteOf(open).getByText('keys expired').waitFor()
  expect(await nowOf(open)).toBeGreaterThan(START + 20 * MINUTE)
  await noteOf(open).getByRole('button', { name: 'Undo' }).click()
  await page.locator('.readout-time', { hasText: '2026-01-20 12:00:00' }).waitFor()
  expect(open.complaints).toEqual([])
})

test('drawn back it shows what was in the views, read-only, and goes on from there', async () => {
  await using open = await dashboards.open('#/key-value', { seed: SEED })
  const { page } = open
  await live(open)
  await page.getByRole('cell', { name: '9', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Fit' }).click()
  const [now, then] = [START + 8 * MINUTE, START + 2 * MINUTE]
  await drag(open, now, then)
  // While it is held still, the views follow.
  const frame = page.getByRole('region', { name: 'The past' })
  await frame.getByText('As of 2026-01-20 12:0').waitFor()
  await page.getByRole('cell', { name: '9', exact: true }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await frame.waitFor({ state: 'detached' })
  await page.mouse.up()
  await drag(open, now, then)
  await page.mouse.up()
  await frame.getByText('As of 2026-01-20 12:0').waitFor()
  expect(await open.violations()).toEqual([])
  expect(await nowOf(open)).toBe(now)
  // From the past the handle leads back to the present.
  await drag(open, Number(await handleOf(open).getAttribute('aria-valuenow')), now)
  await page.mouse.up()
  await frame.waitFor({ state: 'detached' })
  expect(await nowOf(open)).toBe(now)
  expect(open.complaints).toEqual([])
})

test('a finger draws the present along', async () => {
  await using open = await dashboards.open('#/faults', { seed: SEED }, PHONE)
  await settled(open)
  const { x, y } = await placeOf(open, START)
  const end = await placeOf(open, START + 12 * MINUTE)
  const touch = await fingersOf(open, y)
  await touch('touchStart', x)
  for (const share of [0.3, 0.6, 1]) await touch('touchMove', x + share * (end.x - x))
  await noteOf(open).getByText('1 key expires').waitFor()
  expect(await nowOf(open)).toBe(START)
  await touch('touchEnd')
  await noteOf(open).getByText('1 key expired').waitFor()
  // It is drawn to the event that it comes near.
  expect(await nowOf(open)).toBe(START + 10 * MINUTE)
})

test('by keyboard: arrows step, n and p go to events, Enter goes there, Escape puts it back', async () => {
  await using open = await dashboards.open('#/faults', { seed: SEED })
  const { page } = open
  await settled(open)
  const handle = handleOf(open)
  await handle.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => handle.getAttribute('aria-valuetext')).toMatch(/ahead: Nothing expires/)
  await page.keyboard.press('n')
  await expect
    .poll(() => handle.getAttribute('aria-valuetext'))
    .toMatch(/12:10:00.*1 key expires.*soon expires/)
  await page.keyboard.press('n')
  await expect.poll(() => handle.getAttribute('aria-valuetext')).toMatch(/12:15:00.*Fault f_soon begins/)
  await page.keyboard.press('p')
  await expect.poll(() => handle.getAttribute('aria-valuetext')).toMatch(/12:10:00/)
  await page.keyboard.press('Escape')
  await expect.poll(() => handle.getAttribute('aria-valuenow')).toBe(String(START))
  await noteOf(open).waitFor({ state: 'detached' })
  await page.keyboard.press('n')
  await noteOf(open).getByText('1 key expires').waitFor()
  await page.keyboard.press('Enter')
  await noteOf(open).getByText('1 key expired').waitFor()
  expect(await nowOf(open)).toBe(START + 10 * MINUTE)
  // What lies behind is opened, before the jump that was made.
  await handle.focus()
  await page.keyboard.press('p')
  await page.keyboard.press('p')
  await noteOf(open).getByText('See it then').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'The past' }).getByText('As of 2026-01-20 12:00:00').waitFor()
  await handle.focus()
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'The past' }).waitFor({ state: 'detached' })
})

test.each([
  ['from the buttons, whose previews it gives way to', '#/overview', '+1 h'],
  ['from the handle', '#/faults', undefined],
])('the Undo of a jump is reached by the Tab key, %s', async (_name, view, button) => {
  await using open = await dashboards.open(view, { seed: SEED })
  const { page } = open
  await settled(open)
  if (button === undefined) {
    await handleOf(open).focus()
    await page.keyboard.press('n')
    await noteOf(open).getByText('1 key expires').waitFor()
  } else await page.getByRole('button', { name: button }).focus()
  await page.keyboard.press('Enter')
  const undo = noteOf(open).getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  if (button !== undefined) {
    await page.keyboard.press('Tab')
    await noteOf(open).getByText('+1 day: preview').waitFor()
  }
  const isThere = () =>
    page.evaluate(
      `document.activeElement.matches('.timeline-note button') && document.activeElement.textContent === 'Undo'`,
    )
  for (let presses = 0; presses < 15 && !(await isThere()); presses++) await page.keyboard.press('Tab')
  expect(await isThere()).toBe(true)
  await page.keyboard.press('Enter')
  await page.locator('.readout-time', { hasText: '2026-01-20 12:00:00' }).waitFor()
  await undo.waitFor()
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
  await using open = await dashboards.open('#/overview', { seed: SEED })
  const { page } = open
  await settled(open)
  await page.getByRole('button', { name: '+1 h' }).focus()
  await page.keyboard.press('Enter')
  const undo = noteOf(open).getByRole('button', { name: 'Undo' })
  await undo.waitFor()
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
  await using open = await dashboards.open('#/overview', { seed: SEED })
  const { page } = open
  await settled(open)
  const button = page.getByRole('button', { name: '+1 h' })
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

test('n finds what lies far beyond the strip', async () => {
  const namespaces = [
    { id: 'ns_a_1', entries: [{ key: 'far', value: 1, expiresAt: '2031-05-06T07:08:09Z' }] },
  ]
  await using open = await dashboards.open('#/faults', { seed: { clock: SEED.clock, namespaces } })
  await settled(open)
  await handleOf(open).focus()
  for (const time of ['2026-02-01 00:00:00', '2031-05-06 07:08:09']) {
    await open.page.keyboard.press('n')
    await expect.poll(() => handleOf(open).getAttribute('aria-valuetext')).toContain(time)
  }
})

test('wheel, buttons and keys zoom, and what is drawn pans; the scale says where one is', async () => {
  await using open = await dashboards.open('#/faults', { seed: SEED })
  const { page } = open
  await settled(open)
  const span = async () => {
    const [from, to] = await Promise.all(
      ['aria-valuemin', 'aria-valuemax'].map((name) => handleOf(open).getAttribute(name)),
    )
    return Number(to) - Number(from)
  }
  const before = await span()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  expect(await span()).toBeCloseTo(before / 2, -2)
  await handleOf(open).focus()
  await page.keyboard.press('-')
  expect(await span()).toBeCloseTo(before, -2)
  const track = await page.locator('.timeline-track').boundingBox()
  if (track === null) throw new Error('the strip is not shown')
  await page.mouse.move(track.x + track.width * 0.8, track.y + 20)
  await page.mouse.wheel(0, 400)
  await expect.poll(span).toBeGreaterThan(before * 1.5)
  const place = await placeOf(open, START)
  await page.mouse.down()
  await page.mouse.move(track.x + track.width * 0.7, track.y + 20, { steps: 4 })
  await page.mouse.up()
  expect((await placeOf(open, START)).x).toBeCloseTo(place.x - track.width * 0.1, -1)
  expect(await nowOf(open)).toBe(START)
  // Far away, one button leads back.
  for (let times = 0; times < 3; times++)
    await page.getByRole('button', { name: 'Later', exact: true }).click()
  expect(await open.violations()).toEqual([])
  await page.getByRole('button', { name: 'Back to now' }).click()
  await expect.poll(() => page.locator('.timeline-now.out').count()).toBe(0)
})

test('two fingers zoom: what lies below each stays there', async () => {
  await using open = await dashboards.open('#/faults', { seed: SEED }, PHONE)
  await settled(open)
  const { y } = await placeOf(open, START)
  const instantAt = async (x: number) => {
    const [one, other] = [await placeOf(open, START), await placeOf(open, START + MINUTE)]
    return START + ((x - one.x) / (other.x - one.x)) * MINUTE
  }
  const touch = await fingersOf(open, y)
  const before = [await instantAt(150), await instantAt(220)]
  await touch('touchStart', 150)
  await touch('touchStart', 150, 220)
  for (const far of [10, 20, 30]) await touch('touchMove', 150 - far, 220 + far)
  await touch('touchEnd', 120)
  await touch('touchEnd')
  expect((await instantAt(120)) / MINUTE).toBeCloseTo((before[0] ?? 0) / MINUTE, 0)
  expect((await instantAt(250)) / MINUTE).toBeCloseTo((before[1] ?? 0) / MINUTE, 0)
  const span = (await instantAt(250)) - (await instantAt(120))
  expect(span).toBeCloseTo((before[1] ?? 0) - (before[0] ?? 0), -4)
  // A finger that was one of two neither draws nor taps.
  expect(await noteOf(open).count()).toBe(0)
  expect(await nowOf(open)).toBe(START)
})

test('a mark opens what it stands for', async () => {
  await using open = await dashboards.open('#/faults', { seed: SEED })
  const { page } = open
  await settled(open)
  const { x, y } = await placeOf(open, START + 10 * MINUTE)
  await page.mouse.move(x, y)
  await noteOf(open).getByText('soon expires').waitFor()
  await page.mouse.click(x, y)
  await page.getByRole('dialog').getByText('soon').first().waitFor()
  expect(page.url()).toContain('ns=ns_a_1&key=soon')
})

test('a bar of several keys opens their names, each a link to its entry; so does the list', async () => {
  const namespaces = [
    {
      id: 'ns_a_1',
      entries: [{ key: 'cart:{{index}}', repeat: 15, value: 1, ttlSeconds: 600 }],
    },
    { id: 'ns_b_1', entries: [{ key: 'other', value: 1, ttlSeconds: 600 }] },
  ]
  await using open = await dashboards.open('#/overview', { seed: { clock: SEED.clock, namespaces } })
  const { page } = open
  await settled(open)
  const { x, y } = await placeOf(open, START + 10 * MINUTE)
  await page.mouse.move(x, y)
  await noteOf(open).getByText('16 keys expire').waitFor()
  await page.mouse.click(x, y)
  const keys = noteOf(open).getByRole('list', { name: '16 keys' })
  await keys.getByRole('link', { name: 'cart:15' }).waitFor()
  expect(await keys.getByRole('listitem').count()).toBe(16)
  expect(await open.violations()).toEqual([])
  await keys.getByRole('link', { name: 'other' }).click()
  await page.getByRole('dialog', { name: 'other' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await noteOf(open).waitFor({ state: 'detached' })
  await open.show('#/overview')
  await page.getByRole('button', { name: 'Events as a list' }).click()
  await page
    .getByRole('list', { name: 'Events' })
    .getByRole('button', { name: /^16 keys expire/ })
    .click()
  await keys.getByRole('link', { name: 'cart:1', exact: true }).waitFor()
  expect(await nowOf(open)).toBe(START)
})

test('all that stands on it is in a list: each leads there, and two are compared', async () => {
  await using open = await dashboards.open('#/overview', { seed: SEED })
  const { page } = open
  await live(open)
  await page.getByRole('button', { name: 'Events as a list' }).click()
  const list = page.getByRole('list', { name: 'Events' })
  for (const text of [
    'The world begins',
    'Clock on by 5 min',
    '1 request: 1 × 2xx',
    'soon expires',
    'Fault f_soon begins',
  ])
    await list.getByText(text).first().waitFor()
  expect(await open.violations()).toEqual([])
  await list.getByRole('button', { name: 'Compare from here: The world begins' }).click()
  await list.getByRole('link', { name: 'Compare up to here: Clock on by 3 min' }).click()
  await page.getByRole('heading', { name: 'From at the beginning of this life to before a2' }).waitFor()
  await page.getByText('ns_a_1 › entries › new').waitFor()
  await open.show('#/overview')
  await list.getByRole('button', { name: 'Jump there: 2026-01-20 12:10:00' }).click()
  await noteOf(open).getByRole('button', { name: 'Go there' }).click()
  await noteOf(open).getByText('1 key expired').waitFor()
  expect(await nowOf(open)).toBe(START + 10 * MINUTE)
})

test('a stretch that is marked with Shift is zoomed in on, and its ends compared', async () => {
  await using open = await dashboards.open('#/faults', { seed: SEED })
  const { page } = open
  await live(open)
  await page.getByRole('button', { name: 'Fit' }).click()
  await settled(open)
  const [begin, end] = [await placeOf(open, START + MINUTE), await placeOf(open, START + 6 * MINUTE)]
  await page.keyboard.down('Shift')
  await page.mouse.move(begin.x, begin.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await noteOf(open).getByRole('link', { name: 'Compare the two ends' }).click()
  await page.getByText('ns_a_1 › entries › new').waitFor()
})

test('a reset stands on it, and what others do comes by itself', async () => {
  await using open = await dashboards.open('#/overview', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Events as a list' }).click()
  await page.getByText('The world begins').waitFor()
  await open.admin('POST /reset')
  await page.getByRole('list', { name: 'Events' }).getByText('Reset to the seed').waitFor()
  await open.admin('POST /clock', { advance: '1h' })
  await page.getByText('Clock on by 1 h, to 2026-01-20 13:00:00').waitFor()
})

test('while the past is shown, the present of a clock that runs goes on', async () => {
  const seed = { ...SEED, clock: { now: '2026-01-20T12:00:00Z', rate: 60 } }
  await using open = await dashboards.open('#/faults?at=start', { seed })
  await open.page.getByText('As of 2026-01-20 12:00:00').waitFor()
  const present = () => open.page.locator('.timeline-present').getAttribute('x1')
  const before = Number(await present())
  await expect.poll(async () => Number(await present())).toBeGreaterThan(before)
  expect(await handleOf(open).getAttribute('aria-valuenow')).toBe(String(START))
})

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const)('%s, %d px wide: fits, and keeps the rules of accessibility', async (colorScheme, width) => {
  await using open = await dashboards.open(
    '#/overview',
    { seed: SEED },
    { colorScheme, viewport: { width, height: 844 }, reducedMotion: 'reduce' },
  )
  const { page } = open
  await live(open)
  await page.getByRole('button', { name: 'Events as a list' }).click()
  await page.getByLabel('Custom jump').fill('20m')
  await noteOf(open).getByRole('button', { name: 'Go there' }).waitFor()
  await open.expectNoSidewaysScroll()
  expect(await open.violations()).toEqual([])
  await page.keyboard.press('Escape')
  await noteOf(open).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Fold the timeline' }).click()
  await open.show('#/requests?at=r1')
  await open.expectNoSidewaysScroll()
  expect(await open.violations()).toEqual([])
  expect(open.complaints).toEqual([])
})

test('in forced colours the handle and the bars are seen', async () => {
  await using open = await dashboards.open('#/overview', { seed: SEED }, { forcedColors: 'active' })
  await settled(open)
  const colour = (selector: string, property: string) =>
    open.page.evaluate(
      `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).getPropertyValue('${property}')`,
    )
  const back = await colour('body', 'background-color')
  expect(await colour('.timeline-grip', 'background-color')).not.toBe(back)
  expect(await colour('.timeline-expiries rect', 'fill')).not.toBe(back)
})

test('while the present is loaded, as in a large world, the clock asks for it no second time', async () => {
  await using open = await dashboards.start(SEED)
  const { page } = open
  let asked = 0
  let go = () => {}
  const waiting = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(/timeline\?.*buckets=1$/, async (route) => {
    asked++
    await waiting
    await route.continue()
  })
  await open.show('#/faults')
  for (const time of ['12:00:01', '12:00:02', '12:00:03']) {
    await open.admin('POST /clock', { advance: '1s' })
    await page.locator('.readout-time', { hasText: time }).waitFor()
  }
  expect(asked).toBe(1)
  go()
  await settled(open)
})
