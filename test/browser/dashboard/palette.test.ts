import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Dashboards, HOSTILE, type OpenDashboard } from './dashboard.js'

/** The palette and the keys: everything is reached without a mouse. */

const dashboards = Dashboards.ofFile()

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_1',
      keys: [{ key: 'kv_admin_shop', scope: 'admin' as const }],
      entries: [
        { repeat: 40, key: 'session:{{index}}', value: 1, ttlSeconds: 600 },
        { key: HOSTILE[0], value: 1, ttlSeconds: 600 },
      ],
    },
  ],
  stores: [{ id: 'ec_web_1', entries: [{ key: 'banner', value: 'hi' }] }],
  database: {
    keys: [{ key: 'db' }],
    projects: [{ id: 10, name: 'Onboarding' }],
    documents: [{ id: 7, title: 'Weekly revenue' }],
  },
}

const field = ({ page }: OpenDashboard) => page.getByRole('combobox', { name: 'Find or run' })

/** Opens the palette, types, and takes what is called so. */
async function take(open: OpenDashboard, text: string, option: string | RegExp): Promise<void> {
  const { page } = open
  await page.keyboard.press('Control+k')
  await field(open).fill(text)
  await page.getByRole('option', { name: option }).first().waitFor()
  for (let presses = 0; presses < 30; presses++) {
    const chosen = page.getByRole('option', { name: option, selected: true })
    if ((await chosen.count()) > 0) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
}

describe('on one page', () => {
  let open: OpenDashboard
  beforeAll(async () => {
    open = await dashboards.open('', { seed: SEED })
    await open.data('GET /v1/kv/ns_shop_1/a', { 'X-KV-Key': 'kv_admin_shop' })
    await open.data('GET /documents', { 'X-API-Key': 'db' })
  })
  afterAll(() => open?.[Symbol.asyncDispose]())

  test.each([
    ['faults', 'Faults g then f', '#/faults'],
    ['session:17', /^session:17 /, '#/data?ns=ns_shop_1&key=session%3A17'],
    ['SHOP_1', /^ns_shop_1 /, '#/data?ns=ns_shop_1'],
    ['ec_web', /^ec_web_1 /, '#/data?store=ec_web_1'],
    ['banner', /^banner /, '#/data?store=ec_web_1&key=banner'],
    ['onboard', /^10 Onboarding/, '#/data?in=projects&id=10'],
    ['revenue', /^7 Weekly revenue/, '#/data?in=documents&id=7'],
    ['r2', /^r2 GET/, '#/activity?id=r2'],
    ['/documents', /^r2 GET/, '#/activity?id=r2'],
  ])('finds %j, and goes there', async (text, option, hash) => {
    await open.show('#/gaps')
    await take(open, text, option)
    await open.page.waitForURL(`**/${hash}`)
    expect(await open.page.getByRole('dialog', { name: 'Find or run' }).count()).toBe(0)
    expect(open.complaints).toEqual([])
  })

  test.each([
    ['+1 day', '2026-02-01 12:00:00'],
    ['+90s', '2026-01-31 12:01:30'],
    ['1h30m', '2026-01-31 13:30:00'],
    ['next month', '2026-02-01 00:00:00'],
    ['next expiry', '2026-01-31 12:10:00'],
    ['2026-03-01T05:00Z', '2026-03-01 05:00:00'],
  ])('%j moves the clock, shows the new time, and can be undone', async (text, then) => {
    const { page } = open
    await open.show('#/faults')
    await take(open, text, /^Jump/)
    await page.getByText(`now at ${then}`).waitFor()
    await page.getByRole('button', { name: 'Undo clock' }).click()
    // The message of the test before may still be there.
    const begin = { iso: '2026-01-31T12:00:00.000Z', mode: 'frozen' }
    await expect.poll(() => open.admin('GET /clock')).toMatchObject(begin)
    await page.getByText("It's now 2026-01-31 12:00:00.").waitFor()
  })
})

test('freezes the clock, lets it run, takes and restores snapshots, resets on the second press, undoes', async () => {
  await using open = await dashboards.open('#/faults', { seed: SEED })
  const { page } = open
  await take(open, 'run', /^Run the clock/)
  await page.getByText('Clock running').waitFor()
  await take(open, 'freeze', /^Freeze the clock/)
  await page.getByText('Clock frozen').waitFor()
  await take(open, 'snapshot before', /^Take snapshot before/)
  await page.getByText('Snapshot before taken').waitFor()
  const entries = () => open.admin('GET /namespaces/ns_shop_1') as Promise<{ entries: { live: number } }>
  await open.data('DELETE /v1/kv/ns_shop_1/session:1', { 'X-KV-Key': 'kv_admin_shop' })
  expect((await entries()).entries.live).toBe(40)
  await take(open, 'restore before', /^Restore before/)
  await page.getByText('Restored before').waitFor()
  expect((await entries()).entries.live).toBe(41)
  await page.keyboard.press('Control+k')
  await field(open).fill('reset')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /Press Enter again to confirm/ }).waitFor()
  expect(await open.admin('GET /requests')).toMatchObject({ requests: [{}] })
  await page.keyboard.press('Enter')
  await page.getByText('Reset to the seed').waitFor()
  expect(await open.admin('GET /requests')).toMatchObject({ requests: [] })
  await take(open, 'undo', /^Undo/)
  await page.getByText('Undid the reset').waitFor()
})

test('opens another world, and shows why a command failed', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  await open.admin('POST /worlds', { id: 'spare' })
  // Before its first request a clock may go back.
  await open.data('GET /documents', {})
  await take(open, 'next month', /^Jump to the next month/)
  await open.page.getByText('now at 2026-02-01').waitFor()
  await take(open, '2020-01-01', /^Jump to 2020-01-01/)
  await open.page.getByText('before it').first().waitFor()
  await take(open, 'spare', /^spare/)
  await open.page.waitForURL('**/_worlds/spare/_dashboard/')
})

test('keys lead to every view, to the search of the view, to Connect and to the list of keys', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  const keys = [...['data d', 'clients c', 'snapshots s', 'faults f', 'gaps t', 'activity r']]
  for (const line of keys) {
    const [view = '', key = ''] = line.split(' ')
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await page.waitForURL((url) => url.hash === `#/${view}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.locator('main input').first().waitFor()
  await page.keyboard.press('/')
  await expect.poll(() => page.evaluate("document.activeElement.matches('main input')")).toBe(true)
  await page.keyboard.press('Escape')
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('c')
  await page.getByRole('dialog', { name: 'Connect' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
})

test('no letter does anything while one types, nor beneath a dialog, nor once they are turned off', async () => {
  await using open = await dashboards.open('#/snapshots', { seed: SEED })
  const { page } = open
  const name = page.getByLabel('Name')
  await name.focus()
  await page.keyboard.type('gr?c/')
  expect(await page.getByRole('dialog').count()).toBe(0)
  // A key with Ctrl types nothing.
  await page.keyboard.press('Control+k')
  await field(open).waitFor()
  await page.keyboard.press('Escape')
  expect(await name.inputValue()).toBe('gr?c/')
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('?')
  await page.getByLabel('Single-letter shortcuts').uncheck()
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  for (const key of ['g', 'r', 'c', '?']) await page.keyboard.press(key)
  expect(page.url()).toContain('#/snapshots')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('Control+k')
  await field(open).waitFor()
})

test('the palette shows text as text, and gives the focus back', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await field(open).fill('img')
  await page.getByRole('option', { name: '<img' }).waitFor()
  // The field names the chosen option to screen readers.
  const active = await field(open).getAttribute('aria-activedescendant')
  expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true')
  await field(open).fill('no such thing')
  await page.getByText('No results').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Find')
  expect(await page.title()).toBe('Activity · tristore emulator')
  expect(open.complaints).toEqual([])
})

test('what was found for another text is never taken for what is typed', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await open.data('GET /documents', { 'X-API-Key': 'db' })
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: /^r1 GET/ }).waitFor()
  // The emulator takes its time to answer.
  await page.route('**/_admin/find*', () => {})
  await field(open).fill('session')
  await page.getByText('No results').waitFor()
  await page.keyboard.press('Enter')
  expect(await page.getByRole('dialog', { name: 'Find or run' }).count()).toBe(1)
})

test('is there for fingers too', async () => {
  const context = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  await using open = await dashboards.open('', { seed: SEED }, context)
  const { page } = open
  await page.getByRole('button', { name: 'Find', exact: true }).tap()
  await field(open).fill('faults')
  await page.getByRole('option', { name: /^Faults/ }).tap()
  await page.waitForURL('**/#/faults')
  await page.getByRole('button', { name: 'Find', exact: true }).tap()
  await page.getByRole('button', { name: 'Close' }).tap()
  await open.expectNoSidewaysScroll()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Ctrl', { exact: true }).waitFor()
})
