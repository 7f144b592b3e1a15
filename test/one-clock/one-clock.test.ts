import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectEmulator } from '../../src/client/connect.js'
import type { EmulatorClient } from '../../src/index.js'
import { linkClock } from '../../src/integrations/page-clock.js'
import { launchBrowser } from '../browser/browser.js'
import { BuiltPackage, type Started } from '../cli/built.js'
import { Application } from '../integrations/clock/application.js'
import { libfaketime, Python } from './python.js'

/** An emulator, a page in Chromium, a Node application and a Python program share a clock, each in its own process. */

const START = Date.UTC(2026, 0, 31, 12)
/** The maximum difference between them, in virtual ms. */
const APART_MAX = 50
/** The maximum number of readings until one shows the new time. */
const ASKED_MAX = 100_000

let built: BuiltPackage
let browser: Browser
let library: string | undefined

let folder: string
let command: Started
let emulator: EmulatorClient
let application: Application
let page: Page

beforeAll(async () => {
  built = new BuiltPackage()
  built.build()
  browser = await launchBrowser()
  library = libfaketime()
})

afterAll(async () => {
  await browser.close()
  built[Symbol.dispose]()
})

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'emulator-one-clock-'))
  const clock = ['--freeze', '--clock', new Date(START).toISOString()]
  command = built.start('--port', '0', '--log', 'json', ...clock, '--faketime-file', join(folder, 'time'))
  const [, address = ''] = await command.until(/"baseUrl":"([^"]+)"/)
  emulator = connectEmulator(address)
  application = new Application({
    clock: pathToFileURL(join(built.folder, 'dist/clock.js')).href,
    env: { EMULATOR_URL: address },
  })
  page = await browser.newPage()
})

afterEach(async () => {
  await page.close()
  application[Symbol.dispose]()
  command[Symbol.dispose]()
  await command.ended
  rmSync(folder, { recursive: true, force: true })
})

/** The time as each party shows it. */
type Parties = Readonly<Record<string, () => Promise<number>>>

const applicationNow = () => application.now()
const pageNow = () => page.evaluate(() => Date.now())

/** Reads each party's time until it is the expected one. */
async function expectAll(parties: Parties, now: number): Promise<void> {
  for (const [name, ask] of Object.entries(parties)) {
    let shown = Number.NaN
    for (let asked = 0; asked < ASKED_MAX && shown !== now; asked++) shown = await ask()
    expect([name, shown]).toEqual([name, now])
  }
}

/** Reads each party's time between two readings of the emulator, until it lies between them. */
async function expectBetween(parties: Parties): Promise<void> {
  for (const [name, ask] of Object.entries(parties)) {
    let apart = Number.POSITIVE_INFINITY
    for (let asked = 0; asked < ASKED_MAX && apart > APART_MAX; asked++) {
      const { now: before } = await emulator.clock.get()
      const shown = await ask()
      const { now: after } = await emulator.clock.get()
      apart = Math.max(before - shown, shown - after)
    }
    expect(apart, name).toBeLessThanOrEqual(APART_MAX)
  }
}

test('all clocks jump a month together, freeze together, and run together at any rate', async ({ skip }) => {
  if (library === undefined) return skip('libfaketime is not installed (apt-get install libfaketime)')
  using python = new Python(library, join(folder, 'time'))
  const parties = { application: applicationNow, python: () => python.now(), page: pageNow }
  const clock = await linkClock(page, emulator)
  await page.goto('data:text/html,')
  await expectAll(parties, START)
  const { now: aMonthOn } = await clock.advance('P1M')
  expect(new Date(aMonthOn).toISOString()).toBe('2026-02-28T12:00:00.000Z')
  await expectAll(parties, aMonthOn)

  for (const rate of [1, 2, 0.5]) {
    await clock.rate(rate)
    await clock.unfreeze()
    for (let times = 0; times < 50; times++) await expectBetween(parties)
    await clock.advance('P1M')
    await expectBetween(parties)
    const { now } = await clock.freeze()
    await expectAll(parties, now)
  }
})

test('two hundred jumps leave no difference', async ({ skip }) => {
  if (library === undefined) return skip('libfaketime is not installed (apt-get install libfaketime)')
  using python = new Python(library, join(folder, 'time'))
  const parties = { application: applicationNow, python: () => python.now(), page: pageNow }
  const clock = await linkClock(page.clock, emulator)
  await page.goto('data:text/html,')
  for (let jump = 1; jump <= 200; jump++) {
    const { now } = await clock.advance(jump % 10 === 0 ? 'P1M' : `${jump * 61}s`)
    await expectAll(parties, now)
  }
})

test.each([60, 3600])('an application, a page and the emulator agree at a rate of %d too', async (rate) => {
  const clock = await linkClock(page, emulator)
  await page.goto('data:text/html,')
  await clock.rate(rate)
  await clock.unfreeze()
  for (let times = 0; times < 100; times++)
    await expectBetween({ application: applicationNow, page: pageNow })
})
