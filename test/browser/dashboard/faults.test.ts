import { expect, test } from 'vitest'
import { visible } from '../../../dashboard/lib/visible-text.js'
import { Dashboards, HOSTILE } from './dashboard.js'

/** Actions in the view of faults, and what the services answer after them. */

const dashboards = Dashboards.ofFile()

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
  ['Response lost', { match: { operation: '*.put' }, connection: 'reset', effect: 'after', times: 1 }],
  ['Failed, yet written', { match: { operation: '*.put' }, status: 503, effect: 'after', times: 1 }],
  ['Connection reset', { connection: 'reset', times: 1 }],
  ['Held', { hold: true, times: 1 }],
]

test('adds every preset as it promises', async () => {
  await using open = await dashboards.open('#/faults', { seed: SEED })
  const { page } = open
  await page.getByText('No faults yet', { exact: true }).waitFor()
  for (const [index, [name]] of PRESETS.entries()) {
    await page.getByRole('button', { name }).click()
    await page.locator('.fault b', { hasText: `f_${index + 1}` }).waitFor()
  }
  const { faults } = (await open.admin('GET /faults')) as { faults: object[] }
  expect(faults).toMatchObject(PRESETS.map(([, fault]) => fault))
  expect(open.complaints).toEqual([])
})

test('a preset that was added is edited from its message', async () => {
  await using open = await dashboards.open('#/faults', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Outage' }).click()
  await page.getByText('Outage: fault f_1 added').waitFor()
  await page.getByRole('link', { name: 'Edit' }).click()
  const panel = page.getByRole('complementary', { name: 'Fault f_1' })
  expect(await panel.getByLabel('Status').inputValue()).toBe('503')
  await panel.getByLabel('Status').fill('429')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.getByText('Answers 429.').waitFor()
})

test('adds what the form says, counts its hits, and leads to the requests', async () => {
  await using open = await dashboards.open('#/faults', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Add custom fault' }).click()
  await page.getByLabel('Operation', { exact: true }).fill('kv.get')
  await page.getByText('More filters').click()
  await page.getByLabel('Key', { exact: true }).fill('a')
  await page.getByLabel('Request headers').fill('X-Try: 1')
  await page.getByLabel('Status').fill('418')
  await page.getByLabel('Response headers').fill('X-Pot: tea: green\nX-Cup: 2')
  await page.getByLabel('Body').fill('{"n": 9007199254740993}')
  await page.getByLabel('Times').fill('2')
  await page.getByLabel('Times').press('Control+Enter')
  await page.getByText('answers 418, with X-Pot, X-Cup, 2 times').waitFor()
  await page.getByText('on kv.get, key a, X-Try: 1').waitFor()
  // What appeared has the focus.
  await page.locator('[data-row="f_1"]:focus').waitFor()
  expect((await open.data('GET /v1/kv/ns_a_1/a', KEY)).status).toBe(200)
  const answer = await open.data('GET /v1/kv/ns_a_1/a', { ...KEY, 'X-Try': '1' })
  expect([answer.status, await answer.text()]).toEqual([418, '{"n": 9007199254740993}'])
  expect([answer.headers.get('x-pot'), answer.headers.get('x-cup')]).toEqual(['tea: green', '2'])
  await page.getByRole('link', { name: '1 hits of f_1' }).click()
  await page.getByRole('button', { name: 'GET ns_a_1 › a' }).waitFor()
  await page.goBack()
  await open.data('GET /v1/kv/ns_a_1/a', { ...KEY, 'X-Try': '1' })
  await page.getByRole('cell', { name: 'used up', exact: true }).waitFor()
})

test('keeps refused input, and shows the error at its field, which gets the focus', async () => {
  const viewport = { width: 1440, height: 900 }
  await using open = await dashboards.open('#/faults', { seed: SEED }, { viewport })
  const { page } = open
  await page.getByRole('button', { name: 'Add custom fault' }).click()
  await page.getByLabel('Status').fill('many')
  await page.getByLabel('Probability').fill('20 %')
  await page.getByText('More filters').click()
  await page.getByLabel('Request headers').fill('no colon')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('alert').waitFor()
  const of = (label: string) => page.locator('.field', { hasText: label }).locator('.hint.bad')
  expect(await of('Status').textContent()).toContain('an integer from 200 to 599')
  expect(await of('Probability').textContent()).toContain('a probability from 0 to 1')
  await page.getByLabel('Request headers').and(page.locator(':focus')).waitFor()
  expect(await page.getByLabel('Status').inputValue()).toBe('many')
  const { y } = (await page.getByRole('alert').boundingBox()) ?? { y: 9999 }
  expect(y).toBeLessThan(900)
  expect(await open.violations()).toEqual([])
  await page.getByLabel('Status').fill('503')
  await page.getByLabel('Probability').fill('')
  await page.getByLabel('Request headers').fill('')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('answers 503').waitFor()
})

test('the bar of the form hides nothing in a low window', async () => {
  await using open = await dashboards.open(
    '#/faults',
    { seed: SEED },
    { viewport: { width: 720, height: 450 } },
  )
  await open.page.getByRole('button', { name: 'Add custom fault' }).click()
  expect(
    await open.page.evaluate(`getComputedStyle(document.querySelector('.side .form-end')).position`),
  ).toBe('static')
  await open.expectNoSidewaysScroll()
})

test('what was typed is there again after a change of view, until it is added', async () => {
  await using open = await dashboards.open('#/faults', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Add custom fault' }).click()
  await page.getByLabel('Path').fill('/v1/kv/**')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Data' }).click()
  await page.getByRole('link', { name: 'Faults' }).first().click()
  await page.getByRole('button', { name: 'Add custom fault' }).click()
  expect(await page.getByLabel('Path').inputValue()).toBe('/v1/kv/**')
  await page.getByLabel('Status').fill('500')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('answers 500').waitFor()
  await page.getByRole('button', { name: 'Add custom fault' }).click()
  expect(await page.getByLabel('Path').inputValue()).toBe('')
})

const THREE = {
  ...SEED,
  faults: [
    { id: 'f_x', status: 503, times: 1 },
    { id: 'f_y', delay: '1ms' },
    { id: 'f_z', status: 500 },
  ],
}

test('switches a fault off and on, and deletes it', async () => {
  await using open = await dashboards.open('#/faults', { seed: THREE })
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
  const menuOf = (id: string) => page.getByRole('row', { name: id }).getByRole('button', { name: 'Actions' })
  await menuOf('f_y').press('Enter')
  await page.getByRole('button', { name: 'Delete the fault f_y' }).press('Enter')
  await page.getByRole('button', { name: 'Delete now: the fault f_y' }).press('Enter')
  await page.getByText('f_y', { exact: true }).first().waitFor({ state: 'detached' })
  await menuOf('f_z').and(page.locator(':focus')).waitFor()
  expect(await open.admin('GET /faults')).toMatchObject({ faults: [{ id: 'f_x' }, { id: 'f_z' }] })
})

test('a fault is changed, copied, armed again and moved', async () => {
  await using open = await dashboards.open('#/faults', { seed: THREE })
  const { page } = open
  const read = async () => (await open.data('GET /v1/kv/ns_a_1/a', KEY)).status
  expect([await read(), await read()]).toEqual([503, 200])
  const menuOf = (id: string) => page.getByRole('row', { name: id }).getByRole('button', { name: 'Actions' })
  await menuOf('f_x').click()
  await page.getByRole('button', { name: 'Re-arm f_x' }).click()
  await expect.poll(() => open.admin('GET /faults/f_x')).toMatchObject({ hits: 0, remaining: 1 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^f_x / }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('complementary', { name: 'Fault f_x' }).getByLabel('Status').fill('429')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('answers 429, once').first().waitFor()
  expect(await read()).toBe(429)
  await page.getByRole('button', { name: 'Copy f_x' }).click()
  await page
    .getByRole('complementary', { name: /^Fault f_\d/ })
    .getByLabel('Status')
    .fill('418')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('answers 418, once').first().waitFor()
  await page.getByRole('button', { name: 'Close the fault' }).click()
  const order = async () =>
    ((await open.admin('GET /faults')) as { faults: { id: string }[] }).faults.map(({ id }) => id)
  const [, , , copy = ''] = await order()
  await menuOf(copy).click()
  for (let presses = 0; presses < 3; presses++) {
    const before = await order()
    await page.getByRole('button', { name: `Try ${copy} earlier` }).click()
    await expect.poll(order).not.toEqual(before)
    // A button that still waits for the list takes no other press.
    await open.settled()
  }
  expect(await order()).toEqual([copy, 'f_x', 'f_y', 'f_z'])
  await page.keyboard.press('Escape')
  await menuOf('f_x').click()
  await page.getByRole('button', { name: 'Try f_x later' }).click()
  await expect.poll(order).toEqual([copy, 'f_y', 'f_x', 'f_z'])
  expect(await read()).toBe(418)
})

test('says in the bar how many faults may strike, and counts windows in virtual time', async () => {
  await using open = await dashboards.open('#/faults', {
    seed: { ...SEED, faults: [{ id: 'f_w', status: 503, from: '+1m', until: '+3m' }] },
  })
  const { page } = open
  const badge = page.locator('.nav .bad')
  await page.getByRole('cell', { name: 'waiting in 1 min', exact: true }).waitFor()
  expect(await badge.count()).toBe(0)
  await open.admin('POST /clock', { advance: '90s' })
  await page.getByRole('cell', { name: 'active ends in 1 min 30 s', exact: true }).waitFor()
  expect(await badge.textContent()).toBe('1 on')
  await open.admin('POST /clock', { advance: '1h' })
  await page.getByRole('cell', { name: 'ended 58 min 30 s ago', exact: true }).waitFor()
  await badge.waitFor({ state: 'detached' })
})

test('one of many is found by what it does', async () => {
  const faults = Array.from({ length: 30 }, (_, index) => ({ id: `f_${index}`, status: 500 + index }))
  await using open = await dashboards.open('#/faults', { seed: { ...SEED, faults } })
  const { page } = open
  await page.getByLabel('Find').fill('answers 517')
  await expect.poll(() => page.locator('.fault').count()).toBe(1)
  await page.getByLabel('Find').fill('nothing of the kind')
  await page.getByText('No faults match “nothing of the kind”').waitFor()
})

test('takes over what a request was, from its details', async () => {
  await using open = await dashboards.start(SEED)
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await open.show('#/activity?id=r1')
  await page.getByRole('link', { name: 'Fail requests like this' }).click()
  await page.getByLabel('Status').fill('503')
  expect(await page.getByLabel('Operation', { exact: true }).inputValue()).toBe('kv.get')
  expect(await page.getByLabel('Key', { exact: true }).inputValue()).toBe('a')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText(/^on .*kv\.get.*, namespace ns_a_1, key a, credential kv_a/).waitFor()
  expect(await page.evaluate('location.hash')).toBe('#/faults')
})

test('shows what is hostile, and does not run it', async () => {
  const faults = HOSTILE.map((text, index) => ({ id: `f${index}${text}`, match: { key: text }, status: 503 }))
  await using open = await dashboards.open(
    '#/faults',
    { seed: { ...SEED, faults } },
    { viewport: { width: 360, height: 800 } },
  )
  for (const text of HOSTILE) await open.page.getByText(visible(text).slice(0, 190)).first().waitFor()
  await open.expectNoSidewaysScroll()
  expect(await open.page.title()).toBe('Faults · tristore emulator')
  expect(open.complaints).toEqual([])
})

test('a jump that is looked at marks a fault that ends on the way, and not one that begins', async () => {
  const faults = [
    { id: 'f_begins', status: 503, from: '+10h', until: '+90h' },
    { id: 'f_ends', status: 503, until: '+10h' },
  ]
  await using open = await dashboards.open('#/faults', { seed: { ...SEED, faults } })
  const { page } = open
  const marked = page.locator('tr', { has: page.locator('.countdown.going') })
  await page.getByRole('button', { name: '+1 day', exact: true }).hover()
  await page.locator('.time-note').getByText('fault f_begins begins').waitFor()
  expect(await marked.locator('b').allTextContents()).toEqual(['f_ends'])
})
