import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import type { EmulatorOptions } from '../../src/server/options/emulator-options.js'
import { startEmulator } from '../../src/start-emulator.js'
import { EVIL_NAME, SCRIPT, sharedBrowser } from './browser.js'

/** Pages that the emulator serves, and pages of a hostile name that was rebound to its address. */

const SEED = { clock: { now: '2026-01-15T12:00:00Z', freeze: true } }
const NOON = Date.UTC(2026, 0, 15, 12)
const HOUR_MS = 3_600_000

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})

let emulator: Emulator
let page: Page
const start = async (options: EmulatorOptions = {}) => {
  emulator = await startEmulator({ seed: SEED, ...options })
}
beforeEach(async () => {
  page = await browser.newPage()
})
afterEach(async () => {
  await page.close()
  await emulator.close()
})

/** Returns the emulator's address with another name. */
function underName(name: string): string {
  const url = new URL(emulator.adminUrl)
  url.hostname = name
  return url.href
}

async function now(): Promise<unknown> {
  const answer = await fetch(`${emulator.adminUrl}/clock`)
  return ((await answer.json()) as { now: unknown }).now
}

/** Makes an admin call from the page, to its own origin, and returns the status. */
const call = (line: string, body?: string): Promise<unknown> => {
  const [method, path] = line.split(' ')
  const init = JSON.stringify({ method, body })
  return page.evaluate(`fetch('/_admin${path}', ${init}).then(({ status }) => status)`)
}

describe("the emulator's own pages", () => {
  test.each(['127.0.0.1', 'localhost', 'emulator.localhost'])('can make admin calls as %s', async (name) => {
    await start()
    const opened = await page.goto(`${underName(name)}/health`)
    expect(opened?.status()).toBe(200)
    expect(await call('POST /clock', '{"advance":"1h"}')).toBe(200)
    expect(await now()).toBe(NOON + HOUR_MS)
    expect(await call('GET /state')).toBe(200)
    expect(await call('DELETE /requests')).toBe(204)
    expect(await call('PATCH /profile', '{"kv":{"putStatus":201}}')).toBe(200)
    expect(await call('POST /reset')).toBe(200)
    expect(await now()).toBe(NOON)
  })

  // The tests of foreign pages would prove little if these requests failed for everyone.
  test.each([
    ['fetch, cors', '{"advance":"1h"}'],
    ['fetch, no-cors', '{"advance":"1h"}'],
    ['fetch, no-cors, that outlives the page', '{"advance":"1h"}'],
    ['fetch, without a referrer', '{"advance":"1h"}'],
    ['XMLHttpRequest, as JSON', '{"advance":"1h"}'],
  ])('can use %s', async (way, body) => {
    await start()
    await page.goto(`${emulator.adminUrl}/health`)
    await page.evaluate(SCRIPT)
    const seen = await page.evaluate(
      `sendings[${JSON.stringify(way)}]('/_admin/clock', ${JSON.stringify(body)})`,
    )
    expect(seen).toMatch(/^200 .*2026-01-15T13:00/)
    expect(await now()).toBe(NOON + HOUR_MS)
  })

  test('can use a form, as text', async () => {
    await start()
    await page.goto(`${emulator.adminUrl}/health`)
    await page.evaluate(SCRIPT)
    const body = '{"status":500,"body":"="}'
    const seen = await page.evaluate(`sendings['a form, as text']('/_admin/faults', ${JSON.stringify(body)})`)
    expect(seen).toContain('"id":"f_1"')
  })

  test.each(['fetch, cors', 'fetch, no-cors', 'fetch, same-origin', 'XMLHttpRequest', 'a frame'])(
    'can read by %s',
    async (way) => {
      await start()
      await page.goto(`${emulator.adminUrl}/health`)
      await page.evaluate(SCRIPT)
      expect(await page.evaluate(`readings[${JSON.stringify(way)}]('/_admin/clock')`)).toContain(
        '2026-01-15T12:00',
      )
    },
  )
})

describe('a page of a name that was rebound to the emulator', () => {
  const calls = [
    ['GET /state'],
    ['GET /requests'],
    ['POST /clock', '{"advance":"1h"}'],
    ['POST /reset'],
    ['PATCH /profile', '{}'],
  ] as const

  test('a page of a rebound name is refused, and so are its requests', async () => {
    await start()
    const opened = await page.goto(`${underName(EVIL_NAME)}/clock`)
    expect(opened?.status()).toBe(403)
    expect(await opened?.json()).toMatchObject({
      error: 'forbidden_host',
      hint: expect.stringContaining(`--allow-host ${EVIL_NAME}`),
    })
    // The refusal is a page too, with the rebound origin.
    for (const [line, body] of calls) expect(await call(line, body), line).toBe(403)
    expect(await now()).toBe(NOON)
  })

  test('is admitted if --allow-host names it', async () => {
    await start({ allowHosts: [EVIL_NAME] })
    const opened = await page.goto(`${underName(EVIL_NAME)}/clock`)
    expect(opened?.status()).toBe(200)
    for (const [line, body] of calls) expect(await call(line, body), line).toBe(200)
    expect(await call('POST /clock', '{"advance":"1h"}')).toBe(200)
    expect(await now()).toBe(NOON + HOUR_MS)
  })
})
