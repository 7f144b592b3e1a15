import { expect } from '@playwright/test'
import { linkClock, test } from 'tristore-emulator/playwright'

// Each test has its own world: data, clock and faults. So they may all run at once.

test('a session ends after 15 minutes', async ({ page, world }) => {
  const clock = await linkClock(page.clock, world)
  await clock.to('next-expiry')
  await page.goto('/')
  await page.getByText('Sign in').click()
  await expect(page.getByText('Hello anna')).toBeVisible()
  await clock.advance('14m59s')
  await page.reload()
  await expect(page.getByText('Hello anna')).toBeVisible()
  await clock.advance('1s')
  await page.reload()
  await expect(page.getByText('Sign in')).toBeVisible()
})

test('a session ends while page and service run', async ({ page, world }) => {
  const clock = await linkClock(page, world)
  await page.goto('/')
  await expect(page.getByText('Hello anna')).toBeVisible()
  await clock.rate(900)
  await clock.unfreeze() // 15 minutes take a second, in the page and in the service
  const text = async () => (await page.reload())?.text()
  await expect.poll(text).toContain('Sign in')
  await clock.freeze() // both are frozen again, at the same time
})

test('the session of the seed is there', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('Hello anna')).toBeVisible()
})

test('an outage is told', async ({ page, world }) => {
  await world.faults.add({ match: { operation: 'kv.get' }, status: 503, times: 1 })
  await page.goto('/')
  await expect(page.getByText('Try again later')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Hello anna')).toBeVisible()
})
