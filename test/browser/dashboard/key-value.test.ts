import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visible } from '../../../dashboard/lib/visible-text.js'
import { Dashboards, HOSTILE } from './dashboard.js'

/** Namespaces, their entries, keys and limits: what a person does there, seen through the data interface. */

let dashboards: Dashboards
beforeAll(async () => {
  dashboards = await Dashboards.build()
})
afterAll(() => dashboards?.[Symbol.asyncDispose]())

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_1',
      owner: 'user_alice',
      limits: { reads: 100 },
      usage: { reads: 7, writes: 3 },
      keys: [{ key: 'kv_admin_shop', scope: 'admin' as const }],
      entries: [
        { key: 'flag:a', value: { on: true }, ttlSeconds: 3600 },
        { key: 'flag:b', value: 'two', ttlSeconds: 90 },
        { key: 'price', json: '{"exact": 19.90, "order": 9007199254740993}', ttlSeconds: 7200 },
      ],
    },
    { id: 'ns_blog_2', keys: [{ key: 'kv_admin_blog', scope: 'admin' as const }] },
  ],
}
const ADMIN = { 'X-KV-Key': 'kv_admin_shop' }

test('an entry is added with all its digits, and one that is refused stays as it was typed', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Add entry' }).click()
  await page.getByLabel('Key', { exact: true }).fill('a/b c')
  await page.getByLabel('Value').fill('{"n": 12345678901234567890, "f": 1.0}')
  await page.getByLabel('Time to live, seconds').fill('5')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const refusal = page.locator('.field', { hasText: 'Time to live' }).locator('.wrong')
  expect(await refusal.textContent()).toContain('an integer from 60 up')
  expect(await page.getByLabel('Value').inputValue()).toContain('12345678901234567890')
  await page.getByLabel('Time to live, seconds').fill('600')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
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
  await page.getByText('There is an entry of this key already.').waitFor()
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

test('a value is changed: what is no JSON is told at its place, digits and expiry stay', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'price' }).click()
  await page.locator('.json-number', { hasText: '9007199254740993' }).waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await open.admin('POST /clock', { advance: 60 })
  const value = page.getByLabel('Value')
  expect(await value.inputValue()).toBe('{\n  "exact": 19.90,\n  "order": 9007199254740993\n}')
  await value.fill('{\n  "exact": 19.90,\n  "order": 9007199254740993,\n}')
  await page.getByText('line 4, column 1: expected a name in double quotes, found }').waitFor()
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
  await row.locator('.over', { hasText: '30 s ago' }).waitFor()
  await page.getByText('of which 1 expired and not yet removed').waitFor()
})

test('an entry is deleted, on the second press', async () => {
  await using open = await dashboards.open('#/data?key=flag:a', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Delete this entry' }).click()
  expect((await open.data('GET /v1/kv/ns_shop_1/flag:a', ADMIN)).status).toBe(200)
  await page.getByRole('button', { name: 'Yes, delete this entry' }).click()
  await page.getByRole('button', { name: 'flag:a' }).waitFor({ state: 'detached' })
  expect((await open.data('GET /v1/kv/ns_shop_1/flag:a', ADMIN)).status).toBe(404)
})

test('an entry is made to expire from its row, and is looked at 1 s before from its dialog', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'flag:a', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '1 s before' }).click()
  await dialog.getByText('flag:b', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Go there' }).click()
  await dialog.getByText('in 1 s').waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ iso: '2026-01-31T12:59:59.000Z' })
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: 'price' })
  await row.getByRole('button', { name: 'Actions' }).press('Enter')
  await row.getByRole('button', { name: 'Expire it now' }).press('Enter')
  await row.getByText('2 keys expire').waitFor()
  expect(await open.violations()).toEqual([])
  await row.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: 'Expire it now' }).click()
  await row.getByRole('button', { name: 'Go there' }).click()
  await row.locator('.over').waitFor()
  expect((await open.data('GET /v1/kv/ns_shop_1/price', ADMIN)).status).toBe(404)
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
  await using open = await dashboards.open('#/config?store=ec_b_2', { seed })
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
  await open.expectNoSidewaysScroll()
})

test('keys are made with a scope, and revoked', async () => {
  await using open = await dashboards.open('#/data?tab=keys', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Add key' }).click()
  await page.getByLabel('Scope').selectOption('write')
  await page.getByLabel('Text').fill('kv_write_new')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const item = page.getByRole('row').filter({ hasText: 'kv_write_new' })
  await item.getByText('write', { exact: true }).waitFor()
  const put = () =>
    open.data('PUT /v1/kv/ns_shop_1/x', { 'X-KV-Key': 'kv_write_new' }, '{"value": 1, "ttlSeconds": 60}')
  expect((await put()).status).toBe(200)
  await item.getByRole('button', { name: 'Actions' }).click()
  await item.getByRole('button', { name: 'Revoke' }).click()
  await item.getByRole('button', { name: 'Yes, revoke' }).click()
  await item.waitFor({ state: 'detached' })
  expect((await put()).status).toBe(401)
})

test('a key in use elsewhere is refused where it was typed', async () => {
  await using open = await dashboards.open('#/data?tab=keys', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Add key' }).click()
  await page.getByLabel('Text').fill('kv_admin_blog')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('the key kv_admin_blog is in use by ns_blog_2').waitFor()
  expect(await page.getByLabel('Text').inputValue()).toBe('kv_admin_blog')
})

test('limits and counters are set, and the service keeps to them', async () => {
  await using open = await dashboards.open('#/data?tab=settings', { seed: SEED })
  const { page } = open
  const limits = page.getByRole('group', { name: 'Limits a month' })
  const used = page.getByRole('group', { name: 'Used in 2026-01' })
  await limits.getByLabel('Reads').fill('many')
  await used.getByLabel('Reads').fill('9')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await limits.getByText('found the text "many"').waitFor()
  expect(await used.getByLabel('Reads').inputValue()).toBe('9')
  await limits.getByLabel('Reads').fill('10')
  await limits.getByLabel('Lists').fill('0')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('9 of 10', { exact: true }).waitFor()
  const statuses = [1, 2].map(() => open.data('GET /v1/kv/ns_shop_1/flag:a', ADMIN))
  expect((await Promise.all(statuses)).map(({ status }) => status).sort()).toEqual([200, 429])
  // Requests of the app show without a reload, and an emptied limit is the profile's.
  await page.getByText('10 of 10', { exact: true }).waitFor()
  await limits.getByLabel('Reads').fill('')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('10 of 1,000,000').waitFor()
  expect(await open.admin('GET /namespaces/ns_shop_1')).toMatchObject({
    limits: { lists: 0 },
    usage: { reads: 10, writes: 3 },
  })
})

test('the owner is changed', async () => {
  await using open = await dashboards.open('#/data?tab=settings', { seed: SEED })
  await open.page.getByLabel('Owner').fill('user_carol')
  await open.page.getByRole('button', { name: 'Save settings' }).click()
  await open.page.getByText('owned by user_carol').waitFor()
  expect(await open.admin('GET /namespaces/ns_shop_1')).toMatchObject({ owner: 'user_carol' })
})

test('a namespace is made with a key to use at once, and deleted with what is in it', async () => {
  await using open = await dashboards.open('#/data', { seed: { ...SEED, namespaces: [] } })
  const { page } = open
  await page.getByText('No namespace yet').waitFor()
  await page.getByRole('button', { name: 'New namespace' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('a b')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('did you mean a-b?').waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('fresh')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'ns_fresh_' }).waitFor()
  await page.getByText('No entry yet').waitFor()
  const { namespaces } = (await open.admin('GET /namespaces')) as {
    namespaces: { id: string; keys: { key: string }[] }[]
  }
  const [made] = namespaces
  const path = `/v1/kv/${made?.id}/k`
  const headers = { 'X-KV-Key': made?.keys[0]?.key ?? '' }
  expect((await open.data(`PUT ${path}`, headers, '{"value": 1, "ttlSeconds": 60}')).status).toBe(200)
  // It appears as it comes.
  await page.getByRole('button', { name: 'k', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes, delete' }).click()
  await page.getByText('No namespace yet').waitFor()
  expect((await open.data(`GET ${path}`, headers)).status).toBe(404)
})

test('a link to what is gone says so, and nothing else is shown in its place', async () => {
  await using open = await dashboards.open('#/data?ns=ns_gone_1', { seed: SEED })
  await open.page.getByText('There is no namespace ns_gone_1').waitFor()
  await open.page.getByRole('link', { name: 'ns_blog_2' }).click()
  await open.page.getByRole('heading', { name: 'ns_blog_2' }).waitFor()
})

test('an entry is copied as requests of a fitting key', async () => {
  await using open = await dashboards.open('#/data?key=price', { seed: SEED })
  const { page, emulator } = open
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate('navigator.clipboard.readText()')
  await page.getByRole('button', { name: 'Copy GET as curl' }).click()
  await page.getByRole('button', { name: 'Copied' }).first().waitFor()
  const address = `'${emulator.baseUrl}/v1/kv/ns_shop_1/price' \\\n  -H 'X-KV-Key: kv_admin_shop'`
  expect(await copied()).toBe(`curl -i ${address}`)
  await page.getByRole('button', { name: 'Copy PUT as curl' }).click()
  await page.getByRole('button', { name: 'Copied' }).nth(1).waitFor()
  expect(await copied()).toBe(
    `curl -i -X PUT ${address} \\\n  --data-raw '{"value": {"exact":19.90,"order":9007199254740993}, "ttlSeconds": 7200}'`,
  )
})

test('ten thousand entries are seen page by page', async () => {
  const entries = [{ key: 'k:{{index}}', repeat: 10_000, ttlSeconds: 3600, value: '{{index}}' }]
  const seed = { ...SEED, namespaces: [{ id: 'ns_many_1', entries }] }
  await using open = await dashboards.open('#/data', { seed })
  const { page } = open
  await page.getByRole('button', { name: 'k:50', exact: true }).waitFor()
  expect(await page.getByRole('row').count()).toBe(51)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('button', { name: 'k:51', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.getByRole('button', { name: 'k:1', exact: true }).waitFor()
  await page.getByLabel('Find entries').fill('K:999')
  await page.getByRole('button', { name: 'k:9999', exact: true }).waitFor()
  expect(await page.getByRole('row').count()).toBe(12)
  await page.getByLabel('Find entries').fill('none')
  await page.getByText('No entry contains this').waitFor()
})

test('what the app does moves nothing on the page', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'price' }).waitFor()
  await page.evaluate(
    `window.shifts = []; new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value))).observe({ type: 'layout-shift' })`,
  )
  for (const n of [1, 2, 3]) {
    await open.data('PUT /v1/kv/ns_shop_1/flag:a', ADMIN, `{"value": ${n}, "ttlSeconds": 600${n}}`)
    await page.getByRole('row', { name: 'flag:a' }).getByText(String(n), { exact: true }).waitFor()
  }
  // A figure may be a hundredth of a px wider than the one before.
  const shifts = (await page.evaluate('window.shifts')) as number[]
  expect(shifts.filter((shift) => shift > 0.0001)).toEqual([])
})

test('all of it is reached by keyboard, and the focus comes back', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  await page.getByLabel('Find entries').focus()
  const focused = () => page.evaluate('document.activeElement.textContent')
  // The titles of the columns, which sort, come ahead of the rows.
  for (let presses = 0; presses < 10 && (await focused()) !== 'flag:a'; presses++)
    await page.keyboard.press('Tab')
  expect(await focused()).toBe('flag:a')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'flag:a' }).waitFor()
  // As the dialog goes, not a frame later: a key that is pressed meanwhile would go nowhere.
  await page.evaluate(`new MutationObserver(() => {
    if (document.querySelector('dialog') === null) globalThis.focusedAtOnce ??= document.activeElement.textContent
  }).observe(document.body, { childList: true, subtree: true })`)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.evaluate('focusedAtOnce')).toBe('flag:a')
})

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  test('hostile keys and values are shown, not run, and break no rule of axe', async () => {
    const entries = [...HOSTILE, ' ', 'k'.repeat(8000)].map((text) => ({
      key: text,
      value: { [text]: text },
      ttlSeconds: 3600,
      literal: true,
    }))
    const seed = { ...SEED, namespaces: [{ id: 'ns_evil_1', owner: HOSTILE[0], entries }] }
    await using open = await dashboards.open(
      '#/data',
      { seed },
      { colorScheme, viewport: { width: 360, height: 800 } },
    )
    const { page } = open
    for (const text of HOSTILE) {
      await open.openRowOf(text)
      await page
        .getByRole('dialog')
        .getByText(visible(JSON.stringify(text)))
        .first()
        .waitFor()
      expect(await open.violations()).toEqual([])
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: '" "' }).waitFor()
    await open.expectNoSidewaysScroll()
    expect(await page.title()).toBe('Data · tristore emulator')
    expect(open.complaints).toEqual([])
  })

  test('no part breaks a rule of axe', async () => {
    await using open = await dashboards.open('', { seed: SEED }, { colorScheme })
    const { page } = open
    for (const tab of ['', 'keys', 'settings']) {
      await open.show(`#/data?tab=${tab}`)
      await page.getByRole('heading', { name: 'ns_shop_1' }).waitFor()
      expect(await open.violations()).toEqual([])
    }
    await open.show('#/data?key=price')
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Value').fill('{')
    await page.getByText('it ends too early').waitFor()
    expect(await open.violations()).toEqual([])
    expect(open.complaints).toEqual([])
  })
})
