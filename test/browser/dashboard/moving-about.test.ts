import { expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** The way through the page: Back and forward, the scroll position, presses, and the focus. */

const dashboards = Dashboards.ofFile()

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_1',
      keys: [
        { key: 'kv_admin_1', scope: 'admin' as const },
        { key: 'kv_admin_2', scope: 'admin' as const },
        { key: 'kv_admin_3', scope: 'admin' as const },
      ],
      entries: [{ key: 'k{{index}}', repeat: 40, value: 1, ttlSeconds: 3600 }],
    },
    { id: 'ns_blog_2' },
  ],
}

const hash = ({ page }: OpenDashboard) => page.evaluate('location.hash')
const scrolled = ({ page }: OpenDashboard) => page.evaluate('Math.round(scrollY)')
const focused = ({ page }: OpenDashboard) =>
  page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')

test('Back closes what was opened, and typing adds no entry to the history', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  await page.getByRole('link', { name: 'ns_blog_2' }).click()
  await page.getByRole('link', { name: 'ns_shop_1' }).click()
  await page.getByLabel('Find').first().fill('k1')
  await page.getByRole('button', { name: 'k1', exact: true }).click()
  await page.getByRole('complementary').waitFor()
  await page.goBack()
  await page.getByRole('complementary').waitFor({ state: 'detached' })
  expect(await hash(open)).toContain('ns=ns_shop_1')
  await page.goForward()
  await page.getByRole('complementary').waitFor()
  // Closing it is the way back as well.
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('complementary').waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByRole('heading', { name: 'ns_blog_2' }).waitFor()
})

test('an entry of the namespace that is open first has a link that names it', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  await open.page.getByRole('button', { name: 'k7', exact: true }).click()
  await open.page.getByRole('complementary').waitFor()
  expect(await hash(open)).toBe('#/data?key=k7&ns=ns_shop_1')
})

test('a new view begins at its top, and Back finds the place', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'k40', exact: true }).waitFor()
  await page.evaluate('scrollTo(0, 500)')
  await expect.poll(() => page.evaluate('history.state?.scroll')).toBe(500)
  await page.getByRole('link', { name: 'Snapshots' }).click()
  await page.getByRole('heading', { level: 1, name: 'Snapshots' }).waitFor()
  expect(await scrolled(open)).toBe(0)
  await page.goBack()
  await expect.poll(() => scrolled(open)).toBe(500)
  await page.reload()
  await expect.poll(() => scrolled(open)).toBe(500)
})

test('a press opens the row that it began on, though another comes above it before the release', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  const ask = (key: string) => open.data(`GET /v1/kv/ns_shop_1/${key}`, { 'x-kv-key': 'kv_admin_1' })
  const row = (key: string) => page.getByRole('button', { name: `GET ns_shop_1 › ${key}` })
  await ask('k1')
  await ask('k2')
  await row('k2').hover()
  await page.mouse.down()
  await row('k1').hover()
  await page.mouse.up()
  await row('k1').hover()
  await page.mouse.down()
  expect(await hash(open)).toBe('#/activity')
  await ask('k3')
  await row('k3').waitFor()
  await page.mouse.up()
  await page.getByRole('complementary', { name: 'Request r1' }).waitFor()
  expect(open.complaints).toEqual([])
})

test('the skip link leads to the contents, and the address stays', async () => {
  await using open = await dashboards.open('#/data?in=stores', { seed: SEED })
  const { page } = open
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.id')).toBe('main')
  expect(await hash(open)).toBe('#/data?in=stores')
})

test('the focus goes to the neighbour of a deleted row, or to the heading if it has none', async () => {
  await using open = await dashboards.open('#/data?tab=keys', { seed: SEED })
  const { page } = open
  for (const [key, next] of [
    ['kv_admin_2', 'kv_admin_3'],
    ['kv_admin_3', 'kv_admin_1'],
    ['kv_admin_1', 'ns_shop_1'],
  ] as const) {
    await page.getByRole('row', { name: key }).getByRole('button', { name: 'Actions' }).press('Enter')
    await page.getByRole('button', { name: `Revoke the key ${key}` }).press('Enter')
    await page.getByRole('button', { name: `Revoke now: the key ${key}` }).press('Enter')
    const around = 'document.activeElement.closest("tr, h2")?.textContent ?? ""'
    await expect.poll(() => page.evaluate(around)).toContain(next)
  }
})

test('a row that is deleted elsewhere takes no focus from where the reader is', async () => {
  await using open = await dashboards.open('#/data?tab=keys', { seed: SEED })
  const { page } = open
  const row = page.getByRole('row', { name: 'kv_admin_2' })
  await row.getByRole('button', { name: 'Actions' }).focus()
  // A click on nothing leaves the list.
  await page.mouse.click(5, 500)
  await open.admin('DELETE /namespaces/ns_shop_1/keys/kv_admin_2')
  await row.waitFor({ state: 'detached' })
  expect(await page.evaluate('document.activeElement === document.body')).toBe(true)
})

test('editing begins in the field, is saved by Ctrl+Enter, and comes back to its button', async () => {
  await using open = await dashboards.open('#/data?key=k1', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Edit' }).press('Enter')
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('2')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  await expect.poll(() => focused(open)).toBe('Edit')
  expect(await open.admin('GET /namespaces/ns_shop_1/entries/k1')).toMatchObject({ value: 2 })
})

test('if two tabs change one entry, the second gets a warning before it replaces the value of the first', async () => {
  await using open = await dashboards.open('#/data?key=k1', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Value').fill('"mine"')
  await open.admin('PUT /namespaces/ns_shop_1/entries/k1', { value: 'theirs', ttlSeconds: 60 })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('It was changed in the meantime').waitFor()
  await page.getByRole('region', { name: 'Current version' }).getByText('"theirs"').waitFor()
  expect(await open.admin('GET /namespaces/ns_shop_1/entries/k1')).toMatchObject({ value: 'theirs' })
  await open.admin('PUT /namespaces/ns_shop_1/entries/k1', { value: 'again', ttlSeconds: 60 })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('region', { name: 'Current version' }).getByText('"again"').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  expect(await open.admin('GET /namespaces/ns_shop_1/entries/k1')).toMatchObject({ value: 'mine' })
})

test('what has the focus is not beneath a bar that stays', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'k40', exact: true }).focus()
  for (let presses = 0; presses < 35; presses++) await page.keyboard.press('Shift+Tab')
  const top = await page.evaluate('document.activeElement.getBoundingClientRect().top')
  const bar = await page.evaluate(`document.querySelector('.top').getBoundingClientRect().bottom`)
  expect(top).toBeGreaterThanOrEqual(Number(bar))
})
