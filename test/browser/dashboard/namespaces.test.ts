import { expect, test } from 'vitest'
import { Dashboards, HOSTILE } from './dashboard.js'
import { ADMIN, SEED } from './key-value-seed.js'

/** Namespaces, their keys and limits: what a person does there, seen through the data interface. */

const dashboards = Dashboards.ofFile()

test('keys are made with a scope, and revoked', async () => {
  await using open = await dashboards.open('#/data?tab=keys', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Add key' }).click()
  await page.getByLabel('Scope').selectOption('write')
  await page.getByLabel('Key', { exact: true }).fill('kv_write_new')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const item = page.getByRole('row').filter({ hasText: 'kv_write_new' })
  await item.getByText('write', { exact: true }).waitFor()
  const put = () =>
    open.data('PUT /v1/kv/ns_shop_1/x', { 'X-KV-Key': 'kv_write_new' }, '{"value": 1, "ttlSeconds": 60}')
  expect((await put()).status).toBe(200)
  await item.getByRole('button', { name: 'Actions' }).click()
  await item.getByRole('button', { name: 'Revoke' }).click()
  await item.getByRole('button', { name: 'Revoke now' }).click()
  await item.waitFor({ state: 'detached' })
  expect((await put()).status).toBe(401)
})

test('a key in use elsewhere is refused at its field, which keeps it', async () => {
  await using open = await dashboards.open('#/data?tab=keys', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Add key' }).click()
  await page.getByLabel('Key', { exact: true }).fill('kv_admin_blog')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('the key kv_admin_blog is in use by ns_blog_2').waitFor()
  expect(await page.getByLabel('Key', { exact: true }).inputValue()).toBe('kv_admin_blog')
})

test('limits and counters are set, and the service keeps to them', async () => {
  await using open = await dashboards.open('#/data?tab=settings', { seed: SEED })
  const { page } = open
  const limits = page.getByRole('group', { name: 'Monthly and storage limits' })
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
  await page.getByText('No namespaces yet').waitFor()
  await page.getByRole('button', { name: 'New namespace' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('a b')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('did you mean a-b?').waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('fresh')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'ns_fresh_' }).waitFor()
  await page.getByText('No entries yet').waitFor()
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
  await page.getByRole('button', { name: 'Delete now' }).click()
  await page.getByText('No namespaces yet').waitFor()
  expect((await open.data(`GET ${path}`, headers)).status).toBe(404)
})

test('a link to what is gone says so, and nothing else is shown in its place', async () => {
  await using open = await dashboards.open('#/data?ns=ns_gone_1', { seed: SEED })
  await open.page.getByText('No namespace called ns_gone_1').waitFor()
  await open.page.getByRole('link', { name: 'ns_blog_2' }).click()
  await open.page.getByRole('heading', { name: 'ns_blog_2' }).waitFor()
})

test('the navigation has all data while that is open, and on a phone the page has it', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED }, {})
  const { page } = open
  const views = page.getByRole('navigation', { name: 'Views' })
  const all = page.getByRole('navigation', { name: 'All data' })
  await views.getByRole('link', { name: 'Data', exact: true }).click()
  await views.getByRole('link', { name: 'ns_blog_2' }).click()
  await page.getByRole('heading', { name: 'ns_blog_2' }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('main .tree > summary').click()
  await all.getByRole('link', { name: 'Documents' }).click()
  await page.getByRole('heading', { name: 'documents' }).waitFor()
  await all.waitFor({ state: 'hidden' })
  expect(await views.getByRole('link').count()).toBe(5)
  await page.setViewportSize({ width: 1280, height: 900 })
  await views.getByRole('link', { name: 'Activity' }).click()
  await all.waitFor({ state: 'detached' })
  expect(open.complaints).toEqual([])
})

test('an entry is copied as requests of a fitting key', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  await using open = await dashboards.open('#/data?key=price', { seed: SEED }, { permissions })
  const { page, emulator } = open
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

test('the parts of an entry are copied from the menu of its row', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  await using open = await dashboards.open('#/data', { seed: SEED }, { permissions })
  const { page } = open
  const row = page.getByRole('row').filter({ hasText: 'price' })
  await row.getByRole('button', { name: 'Actions' }).click()
  await row.getByRole('button', { name: 'Copy value' }).click()
  await row.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    '{"exact":19.90,"order":9007199254740993}',
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
  await page.getByText('No entries match “none”').waitFor()
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
  // The titles of the columns, which sort, come before the rows.
  for (let presses = 0; presses < 10 && (await focused()) !== 'flag:a'; presses++)
    await page.keyboard.press('Tab')
  expect(await focused()).toBe('flag:a')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'flag:a' }).waitFor()
  // As the dialog goes, not a frame later: a key that is pressed in between would go nowhere.
  await page.evaluate(`new MutationObserver(() => {
    if (document.querySelector('.side') === null) globalThis.focusedAtOnce ??= document.activeElement.textContent
  }).observe(document.body, { childList: true, subtree: true })`)
  await page.keyboard.press('Escape')
  await page.getByRole('complementary').waitFor({ state: 'detached' })
  expect(await page.evaluate('focusedAtOnce')).toBe('flag:a')
})

test('hostile keys and values are shown, not run, and break no rule of axe', async () => {
  const entries = [...HOSTILE, ' ', 'k'.repeat(8000)].map((text) => ({
    key: text,
    value: { [text]: text },
    ttlSeconds: 3600,
    literal: true,
  }))
  const seed = { ...SEED, namespaces: [{ id: 'ns_evil_1', owner: HOSTILE[0], entries }] }
  await using open = await dashboards.open('#/data', { seed }, { viewport: { width: 360, height: 800 } })
  const { page } = open
  for (const text of HOSTILE) await open.seeInRowOf(text, JSON.stringify(text))
  await page.getByRole('button', { name: '" "' }).waitFor()
  expect(await open.violations()).toEqual([])
  await open.expectNoSidewaysScroll()
  expect(await page.title()).toBe('Data · tristore emulator')
  expect(open.complaints).toEqual([])
})
