import { expect, test } from 'vitest'
import { Dashboards } from './dashboard.js'

/** The contract: its gaps are read and changed, and the service behaves so. */

const dashboards = Dashboards.ofFile()

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_shop_1', keys: [{ key: 'kv_admin_shop', scope: 'admin' as const }] }],
}
const ADMIN = { 'X-KV-Key': 'kv_admin_shop' }
const PUT = 'PUT /v1/kv/ns_shop_1/a'

test('a gap is changed in its place, and set back', async () => {
  await using open = await dashboards.open('#/gaps', { seed: SEED })
  const { page } = open
  const put = async () => (await open.data(PUT, ADMIN, '{"value": 1, "ttlSeconds": 60}')).status
  const gap = page.getByRole('listitem').filter({ hasText: 'kv.putStatus' })
  await gap.getByRole('combobox').selectOption('201')
  expect(await put()).toBe(200)
  await gap.getByRole('button', { name: 'Set', exact: true }).click()
  await gap.getByText('changed').first().waitFor()
  expect(await put()).toBe(201)
  await gap.getByRole('button', { name: 'Set kv.putStatus back to 200' }).click()
  await gap.getByText('changed').first().waitFor({ state: 'detached' })
  expect(await put()).toBe(200)
})

test('what a gap cannot be is refused beside it, and stays as it was typed', async () => {
  await using open = await dashboards.open('#/gaps?find=bytes', { seed: SEED })
  const { page } = open
  const gap = page.getByRole('listitem').filter({ hasText: 'limits.keyBytes' })
  await gap.getByRole('textbox').fill('few')
  await page.keyboard.press('Enter')
  await gap.getByText('expected an integer from 0').waitFor()
  expect(await open.violations()).toEqual([])
  expect(await gap.getByRole('textbox').inputValue()).toBe('few')
  await gap.getByRole('textbox').fill('3')
  await page.keyboard.press('Enter')
  await gap.getByText('changed').first().waitFor()
  expect(await open.admin('GET /profile')).toMatchObject({ limits: { keyBytes: 3 } })
  await gap.getByRole('textbox').fill('')
  await page.keyboard.press('Enter')
  await gap.getByText('changed').first().waitFor({ state: 'detached' })
  expect(await open.admin('GET /profile')).toMatchObject({ limits: { keyBytes: null } })
})

test('deeper options and numbers that may be words are changed too', async () => {
  await using open = await dashboards.open('#/gaps', { seed: SEED })
  const { page } = open
  const set = async (option: string, value: string) => {
    const gap = page.getByRole('listitem').filter({ hasText: option })
    await gap.getByRole('textbox').fill(value)
    await page.keyboard.press('Enter')
    await gap.getByText('changed').first().waitFor()
  }
  await set('kv.ttlMissing', '300')
  await set('errors.codes.404', 'gone')
  expect(await (await open.data(PUT, ADMIN, '{"value": 1}')).json()).toMatchObject({ ttlSeconds: 300 })
  const missing = await open.data('GET /v1/kv/ns_shop_1/none', ADMIN)
  expect(await missing.json()).toMatchObject({ error: 'gone' })
})

test('the answers that used a gap link to their requests', async () => {
  await using open = await dashboards.open('#/gaps?leaned=1', { seed: SEED })
  const { page } = open
  await page.getByText('No gap was used yet').waitFor()
  await open.data(PUT, ADMIN, '{"value": 1, "ttlSeconds": 60}')
  const gap = page.getByRole('listitem').filter({ hasText: 'kv.putStatus' })
  await gap.getByText('1 answer used it').click()
  await gap.getByRole('link').click()
  await page.getByRole('complementary', { name: 'Request' }).getByText('ns_shop_1 › a').first().waitFor()
})

test('under a moment of the past it counts nothing, since that has no journal', async () => {
  await using open = await dashboards.open('#/gaps', { seed: SEED })
  const { page } = open
  await open.data(PUT, ADMIN, '{"value": 1, "ttlSeconds": 60}')
  await page.getByText('1 answer used it').first().waitFor()
  await open.show('#/gaps?at=after:r1&leaned=1')
  await page.getByText('kv.putStatus', { exact: true }).waitFor()
  expect(await page.getByText('used it').count()).toBe(0)
})
