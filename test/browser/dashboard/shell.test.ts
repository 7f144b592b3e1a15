import { expect, test } from 'vitest'
import { reusablePort, untilFree } from '../../support/reusable-port.js'
import { Dashboards } from './dashboard.js'

/** The frame of every view: the navigation, the clock, the worlds, the token, the connection. */

const dashboards = Dashboards.ofFile()

const VIEWS = ['activity', 'data', 'data?in=stores', 'data?in=documents', 'snapshots', 'faults', 'gaps']
const SEED = { clock: { now: '2026-01-31T23:58:00Z', freeze: true } }

test.each([360, 1600])('no view is wider than a window of %d', async (width) => {
  const viewport = { width, height: 800 }
  await using open = await dashboards.open('', { seed: 'fixtures/demo.yaml' }, { viewport })
  for (const view of VIEWS) {
    await open.show(`#/${view}`)
    await open.page.locator('h1').waitFor()
    await open.expectNoSidewaysScroll()
  }
})

test('a world has its own page, reached by the switcher', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'World: default world' }).click()
  await page.getByLabel('New world').fill('spare')
  await page.getByRole('button', { name: 'Create and open' }).click()
  await page.waitForURL('**/_worlds/spare/_dashboard/#/activity')
  await page.getByRole('button', { name: 'World: spare' }).click()
  await page.getByRole('link', { name: 'default world' }).click()
  await page.waitForURL('**/_dashboard/#/activity')
  expect(await open.admin('GET /worlds')).toMatchObject({ worlds: [{ id: 'spare' }] })
  expect(open.complaints).toEqual([])
})

test('asks for the admin token, again if it was wrong, and keeps it out of the address', async () => {
  await using open = await dashboards.start(SEED, { adminToken: 'correct horse' })
  const { page } = open
  await page.goto(`${open.emulator.baseUrl}/_dashboard/`)
  const token = page.getByRole('textbox', { name: 'Token' })
  await token.fill('wrong')
  await token.press('Enter')
  await page.getByText("That isn't this emulator's token.").waitFor()
  expect(await open.violations()).toEqual([])
  await token.fill('correct horse')
  await token.press('Enter')
  await page.locator('.connection.live').waitFor()
  await page.locator('.readout-time', { hasText: '2026-01-31 23:58:00' }).waitFor()
  expect(page.url()).not.toContain('horse')
  // It lasts for the tab.
  await page.reload()
  await page.locator('.connection.live').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('says when the emulator is gone, and goes on when it is back', async () => {
  const port = await reusablePort()
  await using open = await dashboards.open('', { seed: SEED, port })
  const { page, emulator } = open
  await emulator.close()
  await page.getByText("Can't reach the emulator.").first().waitFor()
  await untilFree(port)
  await using _back = await dashboards.start(
    { clock: { now: '2027-06-01T00:00:00Z', freeze: true } },
    { port },
  )
  await page.locator('.connection.live').waitFor()
  await page.locator('.readout-time', { hasText: '2027-06-01 00:00:00' }).waitFor()
})

test('says when a world is gone, and leads back', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page, emulator } = open
  await open.admin('POST /worlds', { id: 'brief' })
  await page.goto(`${emulator.baseUrl}/_worlds/brief/_dashboard/`)
  await page.locator('.connection.live').waitFor()
  await open.admin('DELETE /worlds/brief')
  await page.getByText('World brief no longer exists.').waitFor()
  await page.getByRole('link', { name: 'Go to the default world' }).click()
  await page.waitForURL(`${emulator.baseUrl}/_dashboard/`)
})

test('is walked through by keyboard alone', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  const focused = () => page.evaluate('document.activeElement.textContent')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Skip to content')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Worlds' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await focused()).toContain('default world')
  for (let presses = 0; presses < 25 && (await focused()) !== 'Snapshots'; presses++) {
    await page.keyboard.press('Tab')
  }
  expect(await focused()).toBe('Snapshots')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Snapshots' }).waitFor()
  expect(await page.title()).toBe('Snapshots · tristore emulator')
})
