import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dashboards, HOSTILE } from './dashboard.js'

/** Actions in the view of faults, and what the services answer after them. */

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

const PRESETS: readonly (readonly [string, object])[] = [
  ['Rate limited', { status: 429, retryAfter: 30, times: 3, remaining: 3 }],
  ['Outage', { status: 503, until: '2026-01-15T12:05:00.000Z' }],
  ['Flaky', { status: 500, probability: 0.2 }],
  ['Slow', { delay: { min: 300, max: 1500 } }],
  ['Answer lost', { match: { operation: '*.put' }, connection: 'reset', effect: 'after', times: 1 }],
  ['Connection reset', { connection: 'reset', times: 1 }],
]

test('adds every preset as it promises', async () => {
  await using open = await dashboards.open('#/faults', { seed: SEED })
  const { page } = open
  await page.getByText('No fault', { exact: true }).waitFor()
  for (const [index, [name]] of PRESETS.entries()) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name: 'Add the fault' }).click()
    await page.locator('.fault b', { hasText: `f_${index + 1}` }).waitFor()
  }
  const { faults } = (await open.admin('GET /faults')) as { faults: object[] }
  expect(faults).toMatchObject(PRESETS.map(([, fault]) => fault))
  expect(await open.violations()).toEqual([])
  expect(open.complaints).toEqual([])
})

test('adds what the form says, counts its hits, and leads to the requests', async () => {
  await using open = await dashboards.open('#/faults', { seed: SEED })
  const { page } = open
  await page.getByLabel('Operation').fill('kv.get')
  await page.getByText('Narrow it further').click()
  await page.getByLabel('Key', { exact: true }).fill('a')
  await page.getByLabel('Status').fill('418')
  await page.getByLabel('Body').fill('{"n": 9007199254740993}')
  await page.getByLabel('Times').fill('2')
  await page.getByRole('button', { name: 'Add the fault' }).click()
  await page.getByText('answers 418, 2 times').waitFor()
  await page.getByText('on kv.get, key a').waitFor()
  expect(await page.getByLabel('Status').inputValue()).toBe('')
  const answer = await open.data('GET /v1/kv/ns_a_1/a', KEY)
  expect([answer.status, await answer.text()]).toEqual([418, '{"n": 9007199254740993}'])
  await page.getByRole('link', { name: '1 hits of f_1' }).click()
  await page.getByRole('button', { name: 'GET /v1/kv/ns_a_1/a' }).waitFor()
  await page.goBack()
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await page.getByRole('cell', { name: 'used up', exact: true }).waitFor()
  expect((await open.data('GET /v1/kv/ns_a_1/a', KEY)).status).toBe(200)
})

test('keeps what was typed where it is refused, and says at which field', async () => {
  await using open = await dashboards.open('#/faults', { seed: SEED })
  const { page } = open
  await page.getByLabel('Status').fill('many')
  await page.getByLabel('Probability').fill('20 %')
  await page.getByRole('button', { name: 'Add the fault' }).click()
  const alert = page.getByRole('alert')
  await alert.getByText('status:').waitFor()
  await alert.getByText('probability:').waitFor()
  expect(await page.getByLabel('Status').inputValue()).toBe('many')
  expect(await open.violations()).toEqual([])
  await page.getByLabel('Status').fill('503')
  await page.getByLabel('Probability').fill('')
  await page.getByRole('button', { name: 'Add the fault' }).click()
  await page.getByText('answers 503').waitFor()
  expect(await alert.count()).toBe(0)
})

test('switches a fault off and on, and deletes it', async () => {
  await using open = await dashboards.open('#/faults', {
    seed: {
      ...SEED,
      faults: [
        { id: 'f_x', status: 503 },
        { id: 'f_y', delay: '1ms' },
      ],
    },
  })
  const { page } = open
  await page.getByLabel('f_x on').uncheck()
  await page.getByRole('cell', { name: 'switched off', exact: true }).waitFor()
  expect((await open.data('GET /v1/kv/ns_a_1/a', KEY)).status).toBe(200)
  await page.getByLabel('f_x on').check()
  await page.getByRole('cell', { name: 'in force', exact: true }).nth(1).waitFor()
  expect((await open.data('GET /v1/kv/ns_a_1/a', KEY)).status).toBe(503)
  await page.getByRole('button', { name: 'Delete f_x' }).click()
  await page.getByRole('button', { name: 'Yes, delete f_x' }).click()
  await page.getByText('f_x', { exact: true }).waitFor({ state: 'detached' })
  expect(await open.admin('GET /faults')).toMatchObject({ faults: [{ id: 'f_y' }] })
})

test('counts down to the end of a window in virtual time', async () => {
  await using open = await dashboards.open('#/faults', {
    seed: { ...SEED, faults: [{ status: 503, from: '+1m', until: '+3m' }] },
  })
  const { page } = open
  await page.getByRole('cell', { name: 'begins in 1 min', exact: true }).waitFor()
  await open.admin('POST /clock', { advance: '90s' })
  await page.getByRole('cell', { name: 'ends in 1 min 30 s', exact: true }).waitFor()
  await open.admin('POST /clock', { advance: '1h' })
  await page.getByRole('cell', { name: 'ended 58 min 30 s ago', exact: true }).waitFor()
})

test('takes over what a request was', async () => {
  await using open = await dashboards.open('#/requests', { seed: SEED })
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await page.getByRole('button', { name: 'GET /v1/kv/ns_a_1/a' }).click()
  await page.getByRole('link', { name: 'Fail it like this' }).click()
  expect(await page.getByLabel('Operation').inputValue()).toBe('kv.get')
})

test('shows what is hostile, and does not run it', async () => {
  const faults = HOSTILE.map((text, index) => ({ id: `f${index}${text}`, match: { key: text }, status: 503 }))
  await using open = await dashboards.open(
    '#/faults',
    { seed: { ...SEED, faults } },
    { viewport: { width: 360, height: 800 } },
  )
  for (const text of HOSTILE) await open.page.getByText(text).first().waitFor()
  await open.expectNoSidewaysScroll()
  expect(await open.page.title()).toBe('Faults · tristore emulator')
  expect(open.complaints).toEqual([])
})
