import { expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** Jumps of the clock from the bar above every view, and the emulator's state after them. */

const dashboards = Dashboards.ofFile()

const START = Date.UTC(2026, 0, 31, 23, 58)
const SEED = {
  clock: { now: '2026-01-31T23:58:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_a_1',
      owner: 'user_a',
      limits: { reads: 100, writes: 10 },
      usage: { reads: 40, writes: 10 },
      keys: [{ key: 'kv_a', scope: 'admin' }],
      entries: [
        { key: 'soon', value: 1, ttlSeconds: 60 },
        { key: '<img src=x onerror="document.title=\'run\'">', value: 2, ttlSeconds: 90 },
        { key: 'later', value: 3, ttlSeconds: 7200 },
      ],
    },
  ],
  faults: [{ id: 'f_soon', status: 503, from: '+30s', until: '+5m' }],
}

const MANY = Array.from({ length: 30 }, (_, index) => ({ id: `ns_a_${index}`, usage: { reads: index } }))

test('shows what a jump would cross before it is made, and what it crossed afterwards', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  const receipt = page.locator('.time-note')
  await page.getByRole('button', { name: '+1 h', exact: true }).hover()
  await receipt
    .getByText('2 keys expire, month rolls to 2026-02, fault f_soon begins, fault f_soon ends')
    .waitFor()
  await receipt.getByText('<img src=x').waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ now: START })
  await page.getByRole('button', { name: '+1 h', exact: true }).click()
  await receipt.getByText('2 keys expired, month rolled to 2026-02').waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ now: START + 3_600_000, mode: 'frozen' })
  await page.locator('.readout-time', { hasText: '2026-02-01 00:58:00' }).waitFor()
  expect(open.complaints).toEqual([])
})

test('a jump is previewed by keyboard too, and the preview taken back', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Next expiry', exact: true }).focus()
  await page.getByText('1 key expires, fault f_soon begins').waitFor()
  await page.keyboard.press('Shift+Tab')
  await page.getByText('+1 day: preview').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('1 key expired').waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ now: START + 60_000 })
})

test('a jump leaves a clock that runs running', async () => {
  await using open = await dashboards.open('', { seed: { ...SEED, clock: { now: '2026-01-10T00:00:00Z' } } })
  await open.page.getByRole('button', { name: 'Month end', exact: true }).click()
  await open.page.getByText('month rolled to 2026-02').waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ mode: 'running' })
})

test('lets the clock run, sets its speed, freezes it', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByLabel('Speed').selectOption('3600')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('button', { name: 'Freeze' }).waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ mode: 'running', rate: 3600 })
  await page.locator('.readout-time', { hasText: '2026-02-01' }).waitFor()
  await page.getByRole('button', { name: 'Freeze' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ mode: 'frozen' })
})

test('follows a clock that somebody else moves', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  await open.admin('POST /clock', { set: '2030-05-05T05:05:05Z' })
  await open.page.locator('.readout-time', { hasText: '2030-05-05 05:05:05' }).waitFor()
})

test('a custom jump is previewed while it is typed, and goes to the typed time', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const custom = page.getByLabel('Custom jump')
  const note = page.locator('.time-note')
  await custom.fill('1h30m')
  await note.getByText('2 keys expire').waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ now: START })
  await custom.press('Enter')
  await page.locator('.readout-time', { hasText: '2026-02-01 01:28:00' }).waitFor()
  await custom.fill('soon')
  await page.getByText('Not a valid time.').waitFor()
  expect(await custom.getAttribute('aria-invalid')).toBe('true')
  expect(await custom.inputValue()).toBe('soon')
  await page.getByLabel('Pick a date and time').fill('2026-02-03T04:05:06')
  expect(await custom.inputValue()).toBe('2026-02-03T04:05:06Z')
  await page.getByRole('button', { name: 'Jump', exact: true }).click()
  await page.locator('.readout-time', { hasText: '2026-02-03 04:05:06' }).waitFor()
})

test('goes back once it has asked, in words that people know, and undoes it', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const note = page.locator('.time-note')
  await page.getByLabel('Custom jump').fill('2019-03-04')
  await note.getByText('2,526 days back').waitFor()
  await page.getByLabel('Custom jump').press('Enter')
  expect(await open.admin('GET /clock')).toMatchObject({ now: START })
  await note.getByRole('button', { name: 'Jump back anyway' }).click()
  await page.locator('.readout-time', { hasText: '2019-03-04 00:00:00' }).waitFor()
  await page.getByRole('button', { name: 'Undo clock' }).click()
  await page.locator('.readout-time', { hasText: '2026-01-31 23:58:00' }).waitFor()
  await page.getByText('Undid clock').waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ now: START })
})

test('the receipt of a month tells which counters fell from what to 0', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Month end', exact: true }).click()
  await page.getByRole('list', { name: 'Counters' }).getByText('reads 40 → 0, writes 10 → 0').waitFor()
})

test('a finger sees what a jump crosses before it jumps', async () => {
  await using open = await dashboards.open(
    '',
    { seed: SEED },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  )
  const { page } = open
  await page.getByRole('button', { name: 'Time' }).tap()
  await page.getByRole('button', { name: '+1 h', exact: true }).tap()
  const note = page.locator('.time-note')
  await note.getByText('2 keys expire').waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ now: START })
  await note.getByRole('button', { name: 'Jump there', exact: true }).tap()
  await page.locator('.readout-time', { hasText: '2026-02-01 00:58:00' }).waitFor()
})

test('does not move while it loads', async () => {
  await using open = await dashboards.start({ ...SEED, namespaces: MANY }, {}, {})
  const { page } = open
  await page.addInitScript(`window.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })`)
  await open.show('')
  await page.getByText('No requests yet').waitFor()
  expect(await page.evaluate('window.shift')).toBeLessThan(0.05)
})

test('a jump to the next expiry without one shows the reason', async () => {
  await using open = await dashboards.open('', { seed: {} })
  await open.page.getByText('No requests yet').waitFor()
  await open.page.getByRole('button', { name: 'Next expiry', exact: true }).click()
  await open.page.getByText('no key in any namespace expires').waitFor()
})

test.each([
  ['somebody else moves the clock', (open: OpenDashboard) => open.admin('POST /clock', { advance: '1m' })],
  [
    'the jump is undone',
    ({ page }: OpenDashboard) => page.getByRole('button', { name: 'Undo clock' }).click(),
  ],
  ['the world is reset', (open: OpenDashboard) => open.admin('POST /reset')],
  ['another view is opened', ({ page }: OpenDashboard) => page.getByRole('link', { name: 'Data' }).click()],
  ['8 s are over', ({ page }: OpenDashboard) => page.clock.fastForward(8000)],
])('a receipt goes once %s', async (_, happen) => {
  await using open = await dashboards.start(SEED, {}, {})
  const { page } = open
  await page.clock.install()
  await open.show('#/activity')
  await page.getByRole('button', { name: '+1 h', exact: true }).click()
  const receipt = page.locator('.time-note').getByText('2 keys expired')
  await receipt.waitFor()
  await page.getByRole('button', { name: 'Undo clock' }).waitFor()
  await page.clock.fastForward(4000)
  await receipt.waitFor()
  await happen(open)
  await receipt.waitFor({ state: 'detached' })
})

test('a receipt stays while it is pointed at', async () => {
  await using open = await dashboards.start(SEED, {}, {})
  const { page } = open
  await page.clock.install()
  await open.show('#/activity')
  await page.getByRole('button', { name: '+1 h', exact: true }).click()
  const receipt = page.locator('.time-note').getByText('2 keys expired')
  await receipt.hover()
  await page.clock.fastForward(60_000)
  await receipt.waitFor()
  await page.mouse.move(0, 0)
  await page.clock.fastForward(8000)
  await receipt.waitFor({ state: 'detached' })
})

test('what an undo came to goes after a while too', async () => {
  await using open = await dashboards.start(SEED, {}, {})
  const { page } = open
  await page.clock.install()
  await open.show('#/activity')
  await page.getByRole('button', { name: '+1 h', exact: true }).click()
  await page.getByRole('button', { name: 'Undo clock' }).click()
  const undone = page.getByText('Undid clock +1 h')
  await undone.waitFor()
  await page.clock.fastForward(8000)
  await undone.waitFor({ state: 'detached' })
})

test('a preview is made again once somebody else moves the clock', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  const note = page.locator('.time-note')
  await page.getByRole('button', { name: '+1 h', exact: true }).hover()
  await note.getByText('to 2026-02-01 00:58:00').waitFor()
  await open.admin('POST /clock', { advance: '1d' })
  await note.getByText('Nothing expires on the way').waitFor()
  await note.getByText('to 2026-02-02 00:58:00').waitFor()
})
