import { mkdirSync } from 'node:fs'
import { expect } from '@playwright/test'
import { createTest, linkClock } from 'tristore-emulator/playwright'

const test = createTest()

/** An address that answers only once every test of the suite has sent it a request. */
const { TOGETHER = '' } = process.env

const SECONDS = 60
const FIFTEEN_MINUTES = 15 * SECONDS

for (let day = 1; day <= 8; day++) {
  test(`a cart is kept for 15 minutes from day ${day} on`, async ({ page, world }) => {
    const clock = await linkClock(page.clock, world)
    const { now } = await clock.set(Date.UTC(2030, 0, day))
    const time = (seconds) => new Date(now + seconds * 1000).toUTCString()
    const headers = { 'X-KV-Key': 'kv_admin_shop' }
    const body = JSON.stringify({ value: world.id, ttlSeconds: FIFTEEN_MINUTES })
    await world.fetch('/v1/kv/ns_shop/cart', { method: 'PUT', headers, body })
    await fetch(TOGETHER)

    await page.goto('/')
    await expect(page.locator('#cart')).toHaveText(world.id)
    await expect(page.locator('#time')).toHaveText(`${time(0)} / ${time(0)}`)
    await expect(page.locator('#third')).toHaveText('third')

    await clock.advance(FIFTEEN_MINUTES - SECONDS)
    await expect(page.locator('#time')).toHaveText(`${time(14 * SECONDS)} / ${time(14 * SECONDS)}`)
    await expect(page.locator('#cart')).toHaveText(world.id)

    await clock.to('next-expiry')
    await expect(page.locator('#time')).toHaveText(`${time(FIFTEEN_MINUTES)} / ${time(FIFTEEN_MINUTES)}`)
    await expect(page.locator('#cart')).toHaveText('404')

    const carts = (await world.requests()).map(({ status }) => status)
    expect(carts).toEqual([404, 200, 200, 200])
  })
}

test('a page and its world run together', async ({ page, world }) => {
  const clock = await linkClock(page, world)
  await page.goto('/')
  await expect(page.locator('#cart')).toHaveText('404')
  await clock.rate(3600)
  await clock.unfreeze()
  // The page sends its request again each minute.
  await expect.poll(async () => (await world.requests()).length).toBeGreaterThan(3)
  const { now } = await clock.freeze()
  expect(await page.evaluate(() => Date.now())).toBe(now)
})

test('fails', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('#cart')).toHaveText('404')
  throw new Error('the cause')
})

test('fails if its journal cannot be written', async ({ world }, info) => {
  mkdirSync(info.outputPath('journal.txt'), { recursive: true })
  throw new Error(`the cause in ${world.id}`)
})

test('fails if a fault never fired', async ({ world }) => {
  await world.faults.add({ match: { operation: 'kv.put' }, status: 503 })
})

test.describe('headers of a test', () => {
  test.use({ extraHTTPHeaders: { baggage: 'user=anna', 'X-Own': '1' } })

  test('the headers of a test are sent with the baggage of its world', async ({ page, world }) => {
    const asked = page.waitForRequest('**/cart')
    await page.goto('/')
    const headers = await (await asked).allHeaders()
    expect([headers.baggage, headers['x-own']]).toEqual([`user=anna,${world.baggage}`, '1'])
  })
})

test('the own requests of a test and its other contexts reach its world', async ({
  request,
  browser,
  world,
}) => {
  await request.get('/cart')
  const page = await browser.newPage()
  await page.goto('/')
  await expect.poll(async () => (await world.requests()).length).toBe(2)
})

const leases = {
  name: 'leases',
  state: () => ({}),
  operations: {
    create: {
      route: 'POST /leases',
      run: ({ state, id, now }) => {
        const lease = id('lease')
        state[lease] = now + SECONDS * 1000
        return { status: 201, json: { lease } }
      },
    },
    get: {
      route: 'GET /leases/:id',
      run: ({ state, params }) => ({ status: params.id in state ? 200 : 404 }),
    },
  },
  due: (state) => Object.entries(state).map(([name, at]) => ({ name, at })),
  onDue: ({ state, name }) => {
    delete state[name]
  },
}

createTest({ services: [leases] })('a service of the suite has a state in each world', async ({ world }) => {
  const { lease } = await (await world.fetch('/leases', { method: 'POST' })).json()
  const get = async () => (await world.fetch(`/leases/${lease}`)).status
  expect(await get()).toBe(200)
  await world.clock.advance('1m')
  expect(await get()).toBe(404)
})
