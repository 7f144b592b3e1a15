import { expect } from 'vitest'
import { createTest } from '../../src/integrations/vitest.js'
import { Shop } from './shop.js'

/**
 * A suite as users would write it: twenty tests at once, each with its own world and time. In your own project, import
 * createTest from 'tristore-emulator/vitest'.
 */

const test = createTest({ seed: `${import.meta.dirname}/shop.yaml` }).extend(
  'shop',
  ({ world }) => new Shop(world),
)

test.concurrent('a session lasts 15 minutes less 1 ms', async ({ world, shop }) => {
  await shop.login('bob')
  await world.clock.advance('14m59s')
  await world.clock.advance('999ms')
  expect(await shop.isLoggedIn('bob')).toBe(true)
})

test.concurrent('a session ends after 15 minutes', async ({ world, shop }) => {
  await shop.login('bob')
  await world.clock.advance('15m')
  expect(await shop.isLoggedIn('bob')).toBe(false)
})

test.concurrent('the seeded session ends at the next expiry', async ({ world, shop }) => {
  const { iso } = await world.clock.to('next-expiry')
  expect(iso).toBe('2026-02-01T00:14:00.000Z')
  expect(await shop.isLoggedIn('anna')).toBe(false)
})

test.concurrent('a login renews the session', async ({ world, shop }) => {
  await world.clock.advance('10m')
  await shop.login('anna')
  await world.clock.advance('10m')
  expect(await shop.isLoggedIn('anna')).toBe(true)
})

test.concurrent('a logout ends the session at once', async ({ shop }) => {
  await shop.logout('anna')
  expect(await shop.isLoggedIn('anna')).toBe(false)
})

test.concurrent('a cart outlives the session of its customer', async ({ world, shop }) => {
  await shop.saveCart('anna', ['Lamp'])
  await world.clock.advance('1h')
  expect([await shop.isLoggedIn('anna'), await shop.cart('anna')]).toEqual([false, ['Lamp']])
})

test.concurrent('a cart is empty after a day', async ({ world, shop }) => {
  await shop.saveCart('anna', ['Lamp'])
  await world.clock.advance('1d')
  expect(await shop.cart('anna')).toEqual([])
})

test.concurrent('the thousandth read of the month is the last', async ({ shop }) => {
  expect([await shop.isLoggedIn('anna'), await shop.isLoggedIn('anna')]).toEqual([true, true])
  await expect(shop.isLoggedIn('anna')).rejects.toMatchObject({ status: 429 })
})

test.concurrent('the next month brings new reads', async ({ world, shop }) => {
  for (let reads = 998; reads < 1000; reads++) await shop.isLoggedIn('anna')
  await world.clock.to('next-month')
  expect(await shop.isLoggedIn('anna')).toBe(true)
  const [namespace] = await world.namespaces.list()
  expect(namespace).toMatchObject({ monthKey: '2026-02', usage: { reads: 1 } })
})

test.concurrent('a full namespace refuses carts', async ({ shop }) => {
  await expect(shop.saveCart('anna', ['x'.repeat(5000)])).rejects.toMatchObject({ status: 403 })
})

test.concurrent('an expired cart makes room again', async ({ world, shop }) => {
  await shop.saveCart('anna', ['x'.repeat(3000)])
  await world.clock.advance('1d')
  expect(await shop.cart('anna')).toEqual([])
  await shop.saveCart('bob', ['x'.repeat(3000)])
})

test.concurrent('the fourth request in a minute has to wait', async ({ world, shop }) => {
  await world.clock.advance('20s')
  await shop.products()
  await shop.products()
  expect([await shop.secondsToWait(), await shop.secondsToWait()]).toEqual([0, 40])
})

test.concurrent('the next minute opens the database again', async ({ world, shop }) => {
  for (let i = 0; i < 3; i++) await shop.products()
  await expect(shop.products()).rejects.toMatchObject({ status: 429 })
  await world.clock.advance(await shop.secondsToWait())
  expect(await shop.products()).toHaveLength(5)
})

test.concurrent('all products are listed, page by page', async ({ shop }) => {
  expect(await shop.products(2)).toEqual(['Lamp', 'Chair 1', 'Chair 2', 'Chair 3', 'Chair 4'])
})

test.concurrent('a new product gets the next id, in each world', async ({ shop }) => {
  expect(await shop.addProduct('Table')).toBe(6)
})

test.concurrent('two worlds count ids separately', async ({ shop }) => {
  expect(await shop.addProduct('Sofa')).toBe(6)
})

test.concurrent('an intern sees Onboarding only', async ({ world }) => {
  expect(await new Shop({ ...world, databaseKey: 'db_intern' }).products()).toEqual(['Lamp'])
})

test.concurrent('there is still a banner without settings', async ({ world, shop }) => {
  const outage = await world.faults.add({ match: { operation: 'config.*' }, connection: 'reset' })
  expect(await shop.banner()).toBe('Welcome')
  await world.faults.remove(outage)
  expect(await shop.banner()).toBe('Winter sale')
})

test.concurrent('an outage from ten to fifteen past is over afterwards', async ({ world, shop }) => {
  await world.faults.add({ match: { operation: 'config.get' }, status: 503, from: '+10m', until: '+15m' })
  const seen: string[] = []
  for (let i = 0; i < 3; i++) {
    seen.push(await shop.banner())
    await world.clock.advance('10m')
  }
  expect(seen).toEqual(['Winter sale', 'Welcome', 'Winter sale'])
})

test.concurrent('a write whose answer was lost is repeated and done once', async ({ world, shop }) => {
  await world.faults.add({
    match: { operation: 'kv.put' },
    connection: 'close',
    effect: 'after',
    times: 1,
  })
  await shop.saveCartSafely('anna', ['Lamp'])
  expect(await shop.cart('anna')).toEqual(['Lamp'])
  expect(await world.requests({ operation: 'kv.put' })).toHaveLength(2)
})
