import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dashboards } from '../dashboard.js'
import { Looks } from './looks.js'
import { STATES } from './states.js'

/** Every view in every state on paper, printed by a reader whose screen is dark. */

let dashboards: Dashboards
let looks: Looks
beforeAll(async () => {
  dashboards = await Dashboards.build()
  // As wide as A4 between its margins.
  looks = await Looks.at(dashboards, { colorScheme: 'dark', viewport: { width: 720, height: 1000 } })
})
afterAll(async () => {
  await looks?.[Symbol.asyncDispose]()
  await dashboards?.[Symbol.asyncDispose]()
})

const stateOf = (name: string) => STATES.filter((state) => state.name === name)[0] ?? { name, view: '' }

/** How many sheets a print takes. */
async function sheets(): Promise<number> {
  const pdf = await looks.open.page.pdf({ format: 'A4' })
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}

test.each(STATES.filter(({ name }) => name !== 'palette'))('$name', async (state) => {
  await looks.show(state)
  const { page } = looks.open
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(`getComputedStyle(document.documentElement).backgroundColor`)).toBe(
    'rgb(255, 255, 255)',
  )
  await looks.expectNone('cutOff', 'sideways', 'squeezed', 'printedControls')
  expect(await looks.open.violations()).toEqual([])
})

test('a request is printed with why it was answered so', async () => {
  await looks.show(stateOf('a request that was refused'))
  const { page } = looks.open
  await page.emulateMedia({ media: 'print' })
  for (const text of ['The key has scope read', 'scope', 'Response body'])
    expect(await page.getByText(text).first().isVisible()).toBe(true)
  expect(await page.getByText('ttlSeconds').first().isVisible()).toBe(true)
})

test('an entry is printed alone, on one sheet', async () => {
  await looks.show(stateOf('entry'))
  expect(await sheets()).toBe(1)
  await looks.open.page.emulateMedia({ media: 'print' })
  expect(await looks.open.page.getByRole('heading', { level: 1 }).isVisible()).toBe(false)
  expect(await looks.open.page.getByRole('dialog').getByText('user_eve').isVisible()).toBe(true)
})

test('all requests that are loaded are printed, with what they were narrowed down to', async () => {
  const { open } = looks
  for (let tens = 0; tens < 15; tens++) {
    const sent = Array.from({ length: 10 }, (_, one) =>
      open.data(`GET /v1/kv/ns_none_1/many:${tens}${one}`, {}),
    )
    await Promise.all(sent.map(async (answer) => (await answer).arrayBuffer()))
  }
  await looks.show({ name: 'many', view: 'requests?text=many&status=4xx&calls=off' })
  await open.page.getByText('150 shown').waitFor()
  await open.page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
  await open.page.emulateMedia({ media: 'print' })
  await expect.poll(() => open.page.locator('.rows tbody tr').count()).toBe(150)
  expect(await sheets()).toBeGreaterThan(3)
  expect(await open.page.getByRole('button', { name: '4xx' }).isVisible()).toBe(true)
  expect(await open.page.getByRole('button', { name: '2xx' }).isVisible()).toBe(false)
  expect(await open.page.getByRole('searchbox').isVisible()).toBe(true)
})
