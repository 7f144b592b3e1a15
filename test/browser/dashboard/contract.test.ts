import { expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** The contract: its gaps are read and changed, and the service behaves so. */

const dashboards = Dashboards.ofFile()

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_shop_1', keys: [{ key: 'kv_admin_shop', scope: 'admin' as const }] }],
}
const ADMIN = { 'X-KV-Key': 'kv_admin_shop' }
const PUT = 'PUT /v1/kv/ns_shop_1/a'

/** Opens a gap, and its form. */
async function edit({ page }: OpenDashboard, option: string) {
  await page.getByRole('button', { name: option }).click()
  const panel = page.getByRole('complementary', { name: option })
  await panel.getByRole('button', { name: 'Edit' }).click()
  return panel
}

test('a gap is changed beside the list, and set back', async () => {
  await using open = await dashboards.open('#/gaps', { seed: SEED })
  const { page } = open
  const put = async () => (await open.data(PUT, ADMIN, '{"value": 1, "ttlSeconds": 60}')).status
  const panel = await edit(open, 'kv.putStatus')
  await panel.getByRole('combobox').selectOption('201')
  expect(await put()).toBe(200)
  await panel.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row').filter({ hasText: 'kv.putStatus' })
  await row.getByText('changed').last().waitFor()
  expect(await put()).toBe(201)
  await panel.getByRole('button', { name: 'Reset' }).click()
  await panel.getByRole('button', { name: 'Reset now' }).click()
  await row.getByText('changed').last().waitFor({ state: 'detached' })
  expect(await put()).toBe(200)
})

test('what a gap cannot be is refused at its field, and stays as it was typed', async () => {
  await using open = await dashboards.open('#/gaps?find=bytes', { seed: SEED })
  const { page } = open
  const panel = await edit(open, 'limits.keyBytes')
  const field = panel.getByRole('textbox')
  await field.fill('few')
  await page.keyboard.press('Enter')
  await panel.getByText('expected an integer from 0').waitFor()
  expect(await open.violations()).toEqual([])
  expect(await field.inputValue()).toBe('few')
  await field.fill('3')
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: 'Edit' }).waitFor()
  expect(await open.admin('GET /profile')).toMatchObject({ limits: { keyBytes: 3 } })
  await panel.getByRole('button', { name: 'Edit' }).click()
  await field.fill('')
  await page.keyboard.press('Enter')
  await panel.getByText('This is the default.').waitFor()
  expect(await open.admin('GET /profile')).toMatchObject({ limits: { keyBytes: null } })
})

test('deeper options and numbers that may be words are changed too', async () => {
  await using open = await dashboards.open('#/gaps', { seed: SEED })
  const { page } = open
  const set = async (option: string, value: string) => {
    await page.getByLabel('Find gaps').fill(option)
    const panel = await edit(open, option)
    await panel.getByRole('textbox').fill(value)
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: option }).getByText('changed').last().waitFor()
  }
  await set('kv.ttlMissing', '300')
  await set('errors.codes.404', 'gone')
  expect(await (await open.data(PUT, ADMIN, '{"value": 1}')).json()).toMatchObject({ ttlSeconds: 300 })
  const missing = await open.data('GET /v1/kv/ns_shop_1/none', ADMIN)
  expect(await missing.json()).toMatchObject({ error: 'gone' })
})

test('the answers that used a gap link to their requests', async () => {
  await using open = await dashboards.open('#/gaps?id=kv.putStatus', { seed: SEED })
  const { page } = open
  await page.getByText('No response used it').waitFor()
  await open.data(PUT, ADMIN, '{"value": 1, "ttlSeconds": 60}')
  await page.getByText('1 response used it').waitFor()
  await page.getByRole('complementary').getByRole('link', { name: 'r1' }).click()
  await page.getByRole('complementary', { name: 'Request' }).getByText('ns_shop_1 › a').first().waitFor()
})

test('under a moment of the past it counts nothing, since that has no journal', async () => {
  await using open = await dashboards.open('#/gaps?id=kv.putStatus', { seed: SEED })
  const { page } = open
  await open.data(PUT, ADMIN, '{"value": 1, "ttlSeconds": 60}')
  await page.getByText('1 response used it').waitFor()
  await open.show('#/gaps?at=after:r1&id=kv.putStatus')
  await page.getByText('This is the default.').waitFor()
  expect(await page.getByText('used it').count()).toBe(0)
})
