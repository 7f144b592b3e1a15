import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dashboards } from './dashboard.js'

/** The list of faults: each is switched, changed, moved, counted and found. */

let dashboards: Dashboards
beforeAll(async () => {
  dashboards = await Dashboards.build()
})
afterAll(() => dashboards?.[Symbol.asyncDispose]())

const KEY = { 'x-kv-key': 'kv_a' }
const SEED = {
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_a_1',
      keys: [{ key: 'kv_a', scope: 'admin' }],
      entries: [{ key: 'a', value: 1, ttlSeconds: 3600 }],
    },
  ],
}

const THREE = {
  ...SEED,
  faults: [
    { id: 'f_x', status: 503, times: 1 },
    { id: 'f_y', delay: '1ms' },
    { id: 'f_z', status: 500 },
  ],
}

test('switches a fault off and on, and deletes it', async () => {
  await using open = await dashboards.open('#/settings?tab=faults', { seed: THREE })
  const { page } = open
  const states = (...texts: string[]) =>
    expect.poll(() => page.locator('.fault-state:visible').allTextContents()).toEqual(texts)
  await page.getByLabel('f_x on').uncheck()
  await states('off', 'active', 'active')
  await page.getByText('2 of 3 faults active').waitFor()
  expect((await open.data('GET /v1/kv/ns_a_1/a', KEY)).status).toBe(200)
  await page.getByLabel('f_x on').check()
  await states('active', 'active', 'active')
  expect((await open.data('GET /v1/kv/ns_a_1/a', KEY)).status).toBe(503)
  await states('used up', 'active', 'active')
  await page.getByRole('button', { name: 'Delete f_y' }).press('Enter')
  await page.getByRole('button', { name: 'Yes, delete f_y' }).press('Enter')
  await page.getByText('f_y', { exact: true }).first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete f_z' }).and(page.locator(':focus')).waitFor()
  expect(await open.admin('GET /faults')).toMatchObject({ faults: [{ id: 'f_x' }, { id: 'f_z' }] })
})

test('a fault is changed, copied, armed again and moved', async () => {
  await using open = await dashboards.open('#/settings?tab=faults', { seed: THREE })
  const { page } = open
  const read = async () => (await open.data('GET /v1/kv/ns_a_1/a', KEY)).status
  expect([await read(), await read()]).toEqual([503, 200])
  await page.getByRole('button', { name: 'Re-arm f_x' }).click()
  await expect.poll(() => open.admin('GET /faults/f_x')).toMatchObject({ hits: 0, remaining: 1 })
  await page.getByRole('button', { name: 'Edit f_x' }).click()
  await page.getByRole('dialog', { name: 'Edit f_x' }).getByLabel('Status').fill('429')
  await page.getByRole('button', { name: 'Save the fault' }).click()
  await page.getByText('answers 429, once').waitFor()
  expect(await read()).toBe(429)
  await page.getByRole('button', { name: 'Copy f_x' }).click()
  await page.getByRole('dialog', { name: 'Add a fault' }).getByLabel('Status').fill('418')
  await page.getByRole('button', { name: 'Add the fault' }).click()
  await page.getByText('answers 418, once').waitFor()
  const order = async () =>
    ((await open.admin('GET /faults')) as { faults: { id: string }[] }).faults.map(({ id }) => id)
  const [, , , copy = ''] = await order()
  for (let presses = 0; presses < 3; presses++) {
    const before = await order()
    await page.getByRole('button', { name: `Try ${copy} earlier` }).click()
    await expect.poll(order).not.toEqual(before)
    // A button that still waits for the list takes no other press.
    await open.settled()
  }
  expect(await order()).toEqual([copy, 'f_x', 'f_y', 'f_z'])
  await page.getByRole('button', { name: 'Try f_x later' }).click()
  await expect.poll(order).toEqual([copy, 'f_y', 'f_x', 'f_z'])
  expect(await read()).toBe(418)
})

test('says in the bar how many faults may strike, and counts windows in virtual time', async () => {
  await using open = await dashboards.open('#/settings?tab=faults', {
    seed: { ...SEED, faults: [{ id: 'f_w', status: 503, from: '+1m', until: '+3m' }] },
  })
  const { page } = open
  const badge = page.locator('.time-bar .chip')
  await page.getByRole('cell', { name: 'waiting in 1 min', exact: true }).waitFor()
  expect(await badge.count()).toBe(0)
  await open.admin('POST /clock', { advance: '90s' })
  await page.getByRole('cell', { name: 'active ends in 1 min 30 s', exact: true }).waitFor()
  expect(await badge.textContent()).toBe('1 active fault')
  await open.admin('POST /clock', { advance: '1h' })
  await page.getByRole('cell', { name: 'ended 58 min 30 s ago', exact: true }).waitFor()
  await badge.waitFor({ state: 'detached' })
})

test('one of many is found by what it does', async () => {
  const faults = Array.from({ length: 30 }, (_, index) => ({ id: `f_${index}`, status: 500 + index }))
  await using open = await dashboards.open('#/settings?tab=faults', { seed: { ...SEED, faults } })
  const { page } = open
  await page.getByLabel('Find').fill('answers 517')
  await expect.poll(() => page.locator('.fault').count()).toBe(1)
  await page.getByLabel('Find').fill('nothing of the kind')
  await page.getByText('No fault has these words').waitFor()
})
