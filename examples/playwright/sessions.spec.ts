import { expect } from '@playwright/test'
import { linkClock, test } from 'tristore-emulator/playwright'

// Each test has its own world (data, clock and faults), so all of them can run in parallel.

test('a session ends after 15 minutes', async ({ page, world }) => {
  const clock = await linkClock(page.clock, world)
  await clock.to('next-expiry')
  await page.goto('/')
  await page.getByText('Sign in').click()
  await expect(page.getByText('Hello user_1')).toBeVisible()
  await clock.advance('14m59s')
  await page.reload()
  await expect(page.getByText('Hello user_1')).toBeVisible()
  await clock.advance('1s')
  await page.reload()
  await expect(page.getByText('Sign in')).toBeVisible()
})

test("the seed's session is there", async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('Hello user_1')).toBeVisible()
})

test('an outage is shown', async ({ page, world }) => {
  await world.faults.add({ match: { operation: 'kv.get' }, status: 503, times: 1 })
  await page.goto('/')
  await expect(page.getByText('Try again later')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Hello user_1')).toBeVisible()
})
