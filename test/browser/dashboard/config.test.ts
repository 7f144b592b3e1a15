import { expect, test } from 'vitest'
import { Dashboards, HOSTILE } from './dashboard.js'

/** The config stores: what a person does there, seen through the data interface. */

const dashboards = Dashboards.ofFile()

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  stores: [
    {
      id: 'ec_web_1',
      owner: 'user_alice',
      keys: [{ key: 'kv_admin_web', scope: 'admin' as const }],
      entries: [{ key: 'banner', value: { text: 'Sale' }, updatedAt: '-3d' }],
    },
  ],
}
const ADMIN = { 'X-KV-Key': 'kv_admin_web' }

test('an entry is added, changed to the digit, and deleted', async () => {
  await using open = await dashboards.open('#/data?in=stores', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Add entry' }).click()
  await page.getByLabel('Key', { exact: true }).fill('limit')
  await page.getByLabel('Value').fill('null')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('the config store cannot hold null').waitFor()
  await page.getByLabel('Value').fill('50')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'limit' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Value').fill('9007199254740993.0')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.json-number', { hasText: '9007199254740993.0' }).waitFor()
  const read = () => open.data('GET /v1/ec/ec_web_1/limit', ADMIN)
  expect(await (await read()).text()).toContain('"value":9007199254740993.0,"updatedAt":"2026-01-31T12')
  await page.getByRole('button', { name: 'Delete this entry' }).click()
  await page.getByRole('button', { name: 'Delete now: this entry' }).click()
  await page.getByRole('button', { name: 'limit' }).waitFor({ state: 'detached' })
  expect((await read()).status).toBe(404)
})

test('what the app puts appears as it comes', async () => {
  await using open = await dashboards.open('#/data?in=stores', { seed: SEED })
  await open.page
    .getByRole('row', { name: 'banner' })
    .getByText('2026-01-28 12:00:00')
    .waitFor({ state: 'attached' })
  await open.data('PUT /v1/ec/ec_web_1/currency', ADMIN, '{"value": "EUR"}')
  await open.page.getByRole('row', { name: 'currency' }).getByText('"EUR"').waitFor()
})

test('a store is made, its owner and keys are changed, and it is deleted', async () => {
  await using open = await dashboards.open('#/data?in=stores', { seed: { ...SEED, stores: [] } })
  const { page } = open
  await page.getByText('No stores yet').waitFor()
  await page.getByRole('button', { name: 'New store' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('fresh')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'ec_fresh_' }).waitFor()
  await page.getByRole('link', { name: 'Owner' }).click()
  await page.getByLabel('Owner').fill('user_carol')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('owned by user_carol').waitFor()
  await page
    .getByRole('navigation', { name: /^Parts of/ })
    .getByRole('link', { name: 'Keys' })
    .click()
  await page.getByRole('button', { name: 'Add key' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('kv_read_').waitFor()
  const { stores } = (await open.admin('GET /stores')) as {
    stores: { id: string; keys: { key: string }[] }[]
  }
  const [made] = stores
  expect(made).toMatchObject({ owner: 'user_carol', keys: [{ scope: 'admin' }, { scope: 'read' }] })
  const list = () => open.data(`GET /v1/ec/${made?.id}`, { 'X-KV-Key': made?.keys[1]?.key ?? '' })
  expect((await list()).status).toBe(200)
  await page.getByRole('button', { name: `Delete ${made?.id}` }).click()
  await page.getByRole('button', { name: 'Delete now' }).click()
  await page.getByText('No stores yet').waitFor()
  expect((await list()).status).toBe(404)
})

test('hostile keys and values are shown, not run', async () => {
  const entries = HOSTILE.map((text) => ({ key: text, value: text, literal: true as const }))
  const seed = { ...SEED, stores: [{ id: 'ec_evil_1', entries }] }
  await using open = await dashboards.open(
    '#/data?in=stores',
    { seed },
    { viewport: { width: 360, height: 800 } },
  )
  const { page } = open
  for (const text of HOSTILE) await open.seeInRowOf(text, JSON.stringify(text))
  for (const tab of ['', 'keys', 'settings']) {
    await open.show(`#/data?in=stores&tab=${tab}`)
    await page.getByRole('heading', { name: 'ec_evil_1' }).waitFor()
    await open.expectNoSidewaysScroll()
  }
  expect(await page.title()).toBe('Data · tristore emulator')
  expect(open.complaints).toEqual([])
})
