import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/index.js'
import { linkClock, type RunningClock } from '../../src/integrations/page-clock.js'
import { startEmulator } from '../../src/start-emulator.js'
import { type ForeignSite, serveForeignSite, sharedBrowser } from './browser.js'

/** `linkClock` with pages of Chromium. */

const START = Date.UTC(2026, 0, 31, 12)
const HOUR = 3_600_000
/** How far a page may be from the emulator, in virtual ms. */
const APART_MAX = 50

let browser: Browser
let site: ForeignSite
let emulator: EmulatorClient
let context: BrowserContext
let page: Page
let clock: RunningClock

beforeAll(async () => {
  browser = await sharedBrowser()
  site = await serveForeignSite()
})

afterAll(() => site[Symbol.asyncDispose]())

beforeEach(async () => {
  emulator = await startEmulator({ seed: { clock: { now: new Date(START).toISOString() } } })
  context = await browser.newContext()
  page = await context.newPage()
  clock = await linkClock(page, emulator)
})

afterEach(async () => {
  await context.close()
  await emulator.close()
})

const shownBy = (shown: Page) => shown.evaluate(() => Date.now())
const worldNow = async () => (await emulator.clock.get()).now

/** Returns how far a page's time is from the emulator's readings before and after it. */
async function apart(ask: () => Promise<number>): Promise<number> {
  const before = await worldNow()
  const shown = await ask()
  return Math.max(before - shown, shown - (await worldNow()))
}

describe.each([0.5, 1, 60, 3600])('at a rate of %d', (rate) => {
  beforeEach(async () => {
    await clock.rate(rate)
    await clock.unfreeze()
  })

  test('a page always shows the time of the world', async () => {
    await page.goto(site.origin)
    for (let times = 0; times < 100; times++)
      expect(await apart(() => shownBy(page))).toBeLessThanOrEqual(APART_MAX)
  })

  test('later pages, frames and navigations show it too', async () => {
    await page.goto(site.origin)
    await page.goto(`${site.origin}/elsewhere`)
    expect(await apart(() => shownBy(page))).toBeLessThanOrEqual(APART_MAX)
    const other = await context.newPage()
    expect(await apart(() => shownBy(other))).toBeLessThanOrEqual(APART_MAX)
    await other.goto(site.origin)
    expect(await apart(() => shownBy(other))).toBeLessThanOrEqual(APART_MAX)
    await page.evaluate(`new Promise((loaded) => {
      const frame = document.createElement('iframe')
      frame.src = location.href
      frame.addEventListener('load', loaded)
      document.body.append(frame)
    })`)
    const [, frame] = page.frames()
    expect(
      await apart(async () => (await frame?.evaluate(() => Date.now())) ?? Number.NaN),
    ).toBeLessThanOrEqual(APART_MAX)
  })

  test('a page stops with the world, jumps with it, and runs on', async () => {
    await page.goto(site.origin)
    const { now: stopped } = await clock.freeze()
    expect([await shownBy(page), await worldNow()]).toEqual([stopped, stopped])
    const { now: later } = await clock.advance('P1M')
    expect(await shownBy(page)).toBe(later)
    await clock.unfreeze()
    expect(await apart(() => shownBy(page))).toBeLessThanOrEqual(APART_MAX)
    await clock.advance('P1M')
    expect(await apart(() => shownBy(page))).toBeLessThanOrEqual(APART_MAX)
    await clock.set(START, { force: true })
    expect(await shownBy(page)).toBeLessThan(later)
    expect(await apart(() => shownBy(page))).toBeLessThanOrEqual(APART_MAX)
  })

  test('a timer fires at its time, and an interval continues', async () => {
    await page.goto(site.origin)
    const delay = rate * 100
    const fired = await page.evaluate(async (ms) => {
      const from = [Date.now(), performance.now()] as const
      const ticks: number[] = []
      await new Promise<void>((done) => {
        const interval = setInterval(() => {
          ticks.push(Date.now() - from[0])
          if (ticks.length < 3) return
          clearInterval(interval)
          done()
        }, ms)
      })
      return { ticks, measured: performance.now() - from[1] }
    }, delay)
    expect(fired.ticks[0]).toBeGreaterThanOrEqual(delay)
    expect(fired.ticks[2]).toBeGreaterThanOrEqual(3 * delay)
    // Date counts whole ms in the page and on the machine, and a ms of the machine is `rate` ms in the page.
    expect(fired.measured).toBeGreaterThanOrEqual((fired.ticks[2] ?? Number.NaN) - Math.max(1, rate))
  })
})

test('a timer that was set while the clocks were frozen fires once they run', async () => {
  await page.goto(site.origin)
  const fired = page.evaluate(
    (ms) => new Promise<number>((done) => setTimeout(() => done(Date.now()), ms)),
    HOUR,
  )
  await clock.rate(100_000)
  await clock.unfreeze()
  expect(await fired).toBeGreaterThanOrEqual(START + HOUR)
})

test('an interval that is due several times in a jump of running clocks fires once, at the end', async () => {
  await page.goto(site.origin)
  await clock.unfreeze()
  await page.evaluate((ms) => {
    const times: number[] = []
    setInterval(() => times.push(Date.now()), ms)
    Object.assign(globalThis, { times })
  }, HOUR / 4)
  await clock.advance('1h')
  const times = await page.evaluate((): number[] => Reflect.get(globalThis, 'times'))
  expect(times).toHaveLength(1)
  expect(times[0]).toBeGreaterThanOrEqual(START + HOUR)
})

test('if the world refuses a move, the page keeps running with it', async () => {
  await page.goto(site.origin)
  await clock.rate(60)
  await clock.unfreeze()
  await emulator.fetch('/documents')
  await expect(clock.set(START - HOUR)).rejects.toThrow('clock_backwards')
  expect(await apart(() => shownBy(page))).toBeLessThanOrEqual(APART_MAX)
})

test('a world that ends leaves a page at its last time', async () => {
  await page.goto(site.origin)
  const { now } = await clock.advance('1h')
  await emulator.close()
  await expect(clock.advance('1h')).rejects.toThrow()
  expect(await shownBy(page)).toBe(now)
  await page.reload()
  expect(await shownBy(page)).toBe(now)
})

test('a page whose clock was installed before is refused', async () => {
  await using other = await browser.newContext()
  const clocked = await other.newPage()
  await clocked.clock.install()
  await expect(linkClock(clocked, emulator)).rejects.toThrow('the page already has a fake clock')
})
