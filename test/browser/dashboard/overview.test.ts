import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dashboards } from './dashboard.js'

/** Actions in the overview, and the emulator's state after them. */

let dashboards: Dashboards
beforeAll(async () => {
  dashboards = await Dashboards.build()
})
afterAll(() => dashboards?.[Symbol.asyncDispose]())

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

test('shows what a jump would cross before it is made, and what it crossed afterwards', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  const receipt = page.locator('.receipt')
  await page.getByRole('button', { name: '+1 h' }).hover()
  await receipt
    .getByText('2 keys expire, month rolls to 2026-02, fault f_soon begins, fault f_soon ends')
    .waitFor()
  await receipt.getByText('<img src=x').waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ now: START })
  await page.getByRole('button', { name: '+1 h' }).click()
  await receipt.getByText('2 keys expired, month rolled to 2026-02').waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ now: START + 3_600_000, mode: 'frozen' })
  await page.locator('.clock-digits', { hasText: '2026-02-01 00:58:00' }).waitFor()
  await page.locator('.readout-time', { hasText: '2026-02-01 00:58:00' }).waitFor()
  await page.getByText('0 of 100').waitFor()
  expect(open.complaints).toEqual([])
})

test('previews by keyboard too, and takes the preview back', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Next expiry' }).focus()
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
  await open.page.getByRole('button', { name: 'Next month' }).click()
  await open.page.getByText('month rolled to 2026-02').waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ mode: 'running' })
})

test('lets the clock run, sets its speed, freezes it', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await page.getByLabel('Speed').selectOption('3600')
  await page.getByRole('button', { name: 'Let it run' }).click()
  await page.getByRole('button', { name: 'Freeze' }).waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ mode: 'running', rate: 3600 })
  await page.locator('.clock-digits', { hasText: '2026-02-01' }).waitFor()
  await page.getByRole('button', { name: 'Freeze' }).click()
  await page.getByRole('button', { name: 'Let it run' }).waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ mode: 'frozen' })
})

test('follows a clock that somebody else moves', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  await open.admin('POST /clock', { set: '2030-05-05T05:05:05Z' })
  await open.page.locator('.clock-digits', { hasText: '2030-05-05 05:05:05' }).waitFor()
})

test('goes where one writes, and says why it cannot', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  const elsewhere = page.getByLabel('Elsewhere')
  await elsewhere.fill('1h30m')
  await elsewhere.press('Enter')
  await page.locator('.clock-digits', { hasText: '2026-02-01 01:28:00' }).waitFor()
  await elsewhere.fill('2020-01-01')
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await page.getByRole('alert').getByText('before it').waitFor()
  expect(await elsewhere.inputValue()).toBe('2020-01-01')
  expect(await open.violations()).toEqual([])
})

test('shows what is used of every limit as it is used', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  const tile = page.getByRole('region', { name: 'ns_a_1' })
  await tile.getByText('10 of 10', { exact: true }).waitFor()
  await open.data('GET /v1/kv/ns_a_1/soon', { 'x-kv-key': 'kv_a' })
  await tile.getByText('41 of 100').waitFor()
})

test('goes back to the seed, once it has asked', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await open.admin('POST /clock', { advance: '1d' })
  await page.getByRole('button', { name: 'Reset to the seed' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await open.admin('GET /clock')).toMatchObject({ now: START + 86_400_000 })
  await page.getByRole('button', { name: 'Reset to the seed' }).click()
  await page.getByRole('button', { name: /^Yes, reset to the seed/ }).click()
  await page.locator('.clock-digits', { hasText: '2026-01-31 23:58:00' }).waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ now: START })
})

test('says how strict it is', async () => {
  await using open = await dashboards.open('', { seed: { profile: { auth: { jwt: 'decode' } } }, grease: 7 })
  const strict = open.page.getByRole('region', { name: 'How strict' })
  await strict.getByText('on, number 7').waitFor()
  await strict.getByText('decoded only').waitFor()
  await strict.getByText('none in force').waitFor()
  await open.admin('POST /faults', { status: 503 })
  await strict.getByText('1 switched on').waitFor()
})

test('says what to do where nothing is', async () => {
  await using open = await dashboards.open('', { seed: {} })
  await open.page.getByText('No namespace yet').waitFor()
  await open.page.getByRole('button', { name: 'Next expiry' }).click()
  await open.page.getByText('no key of any namespace expires').waitFor()
})
