import { expect } from '@playwright/test'
import { linkClock, test } from 'tristore-emulator/playwright'

test('a session ends while page and service run', async ({ page, world }) => {
  const clock = await linkClock(page, world)
  await page.goto('/')
  await expect(page.getByText('Hello user_1')).toBeVisible()
  await clock.rate(900)
  await clock.unfreeze() // 15 minutes take a second, in the page and in the service
  const text = async () => (await page.reload())?.text()
  await expect.poll(text).toContain('Sign in')
  await clock.freeze() // both are frozen again, at the same time
})
