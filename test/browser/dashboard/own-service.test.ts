import { expect, test } from 'vitest'
import { allServices } from '../../../src/own-service/all-services.js'
import { leases } from '../../own-service/leases.js'
import { Dashboards } from './dashboard.js'

/** A service that a user described: its state as JSON, and its requests like all others. */

const dashboards = Dashboards.ofFile()

const SEED = { clock: { now: '2026-01-31T12:00:00Z', freeze: true } }
const NOW = Date.parse(SEED.clock.now)

const open = async (view: string) =>
  dashboards.open(view, { seed: SEED, services: await allServices([leases]) })

test('its state is shown as it changes, and at a moment of the past', async () => {
  await using opened = await open('#/data')
  const { page } = opened
  await page.getByRole('navigation', { name: 'All data' }).getByRole('link', { name: 'leases' }).click()
  await page.getByRole('region', { name: 'State' }).getByText('{}').waitFor()
  const made = await opened.data('POST /leases', {})
  const { id } = (await made.json()) as { id: string }
  await page
    .getByRole('region', { name: 'State' })
    .getByText(String(NOW + 60_000))
    .waitFor()
  expect(await opened.violations()).toEqual([])
  await opened.admin('POST /clock', { advance: '1m' })
  await page.getByRole('region', { name: 'State' }).getByText('{}').waitFor()
  await opened.show('#/data?service=leases&at=a1')
  await page.getByRole('region', { name: 'State' }).getByText(id).waitFor()
  expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  expect(opened.complaints).toEqual([])
})

test('its state is edited, with each mistake at its line', async () => {
  await using opened = await open('#/data?service=leases')
  const { page } = opened
  await page.getByRole('button', { name: 'Edit' }).click()
  const field = page.getByRole('textbox', { name: 'State' })
  await field.fill('{\n  "a": 1,\n  "b": 1e999\n}')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('list', { name: 'Problems' }).getByText('it is Infinity, which is not JSON').waitFor()
  await page.getByRole('button', { name: 'Line 3, column 8' }).click()
  expect(await opened.violations()).toEqual([])
  await field.fill('{"a": "{{now+30s}}"}')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByRole('region', { name: 'State' })
    .getByText(String(NOW + 30_000))
    .waitFor()
  expect(await opened.admin('GET /services/leases/state')).toEqual({ a: NOW + 30_000 })
})

test('a state that changed while it was edited is not overwritten unseen', async () => {
  await using opened = await open('#/data?service=leases')
  const { page } = opened
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'State' }).fill('{}')
  await opened.data('POST /leases', {})
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('It was changed in the meantime.').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('region', { name: 'State' }).getByText('{}').waitFor()
})

test('its requests are in the journal with their reasons, and fail by a fault', async () => {
  await using opened = await open('#/faults')
  const { page } = opened
  await page.getByLabel('Fail', { exact: true }).selectOption('leases.create')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await page.getByText('leases.create').last().waitFor()
  expect((await opened.data('POST /leases', {})).status).toBe(503)
  await opened.data('GET /leases/a', {})
  await opened.show('#/activity')
  await page.getByRole('row').filter({ hasText: 'the lease has ended' }).getByRole('button').click()
  const panel = page.getByRole('complementary')
  await panel.getByText('the lease has ended').first().waitFor()
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.locator('option[value="leases.get"]').waitFor({ state: 'attached' })
  await opened.settled()
  expect(await opened.violations()).toEqual([])
  expect(opened.complaints).toEqual([])
})
