import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'
import { ATTACKER_NAME, type ForeignSite, serveForeignSite, sharedBrowser } from './browser.js'

/** Pages of other origins cannot make admin calls in any way. */

const SEED = {
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_a_1', owner: 'user_secret', keys: [{ key: 'kv_secret', scope: 'admin' }] }],
  database: { keys: [{ key: 'db_secret' }] },
}

const READINGS = [
  'fetch, cors',
  'fetch, cors, with credentials',
  'fetch, no-cors',
  'fetch, same-origin',
  'XMLHttpRequest',
  'EventSource',
  'a script',
  'a module',
  'an image',
  'a style sheet',
  'a frame',
  'a sandboxed frame',
]

const SENDINGS = [
  'fetch, cors',
  'fetch, cors, as JSON',
  'fetch, no-cors',
  'fetch, no-cors, as text',
  'fetch, no-cors, that outlives the page',
  'fetch, same-origin',
  'fetch, without a referrer',
  'fetch, PUT',
  'fetch, PATCH',
  'fetch, DELETE',
  'XMLHttpRequest',
  'XMLHttpRequest, as JSON',
  'a form, as text',
  'a form',
  'a form in parts',
  'a sandboxed frame',
]

let browser: Browser
let site: ForeignSite
beforeAll(async () => {
  browser = await sharedBrowser()
  site = await serveForeignSite()
})
afterAll(() => site?.[Symbol.asyncDispose]())

let emulator: Emulator
/** The state before any page was open, and after each. */
let pristine: string
beforeAll(async () => {
  // With cors for the services, which must not allow admin calls.
  emulator = await startEmulator({ seed: SEED, cors: '*' })
  await fetch(`${emulator.dbBaseUrl}/documents`, { headers: { 'X-API-Key': 'db_secret' } })
  pristine = await outside()
})
afterAll(() => emulator?.close())

/** Returns clock, state and journal, as an allowed client reads them. */
async function outside(): Promise<string> {
  // A browser requests the icon of the address that its window navigates to.
  const calls = ['clock', 'state', 'requests?path=/documents', 'faults', 'profile']
  const answers = calls.map(async (call) => (await fetch(`${emulator.adminUrl}/${call}`)).text())
  return (await Promise.all(answers)).join('\n')
}

let page: Page

/** Lets the page try something, and returns what it saw. */
const attempt = (kind: 'readings' | 'sendings', way: string, ...args: string[]): Promise<unknown> =>
  page.evaluate(`${kind}[${JSON.stringify(way)}](...${JSON.stringify(args)})`)

/** The page's addresses: on another port, with another name, and without a referrer. */
const SITES = ['127.0.0.1', ATTACKER_NAME, 'quiet'] as const

function addressOf(name: (typeof SITES)[number]): string {
  return name === 'quiet' ? `${site.origin}/quiet` : `http://${name}:${site.port}/`
}

describe.each(SITES)('a page of %s', (name) => {
  beforeAll(async () => {
    page = await browser.newPage()
    await page.goto(addressOf(name))
  })
  afterAll(() => page?.close())

  test('the page tries every way to send a request', async () => {
    expect(await page.evaluate('Object.keys(readings)')).toEqual(READINGS)
    expect(await page.evaluate('Object.keys(sendings)')).toEqual(SENDINGS)
  })

  test.each(READINGS)('the page cannot read by %s', async (way) => {
    for (const call of ['state', 'requests', 'clock']) {
      expect(await attempt('readings', way, `${emulator.adminUrl}/${call}`), call).toBe('nothing')
    }
    expect(await outside()).toBe(pristine)
  })

  test('cannot listen to events', async () => {
    expect(await attempt('readings', 'EventSource', `${emulator.adminUrl}/events`)).toBe('nothing')
  })

  test.each(SENDINGS)('cannot make admin calls by %s', async (way) => {
    for (const [call, body] of [
      ['reset', '{}'],
      ['clock', '{"advance":"1h"}'],
      ['clock', '{"freeze":false}'],
      ['state', '{"random":7}'],
      ['faults', '{"status":500,"body":"="}'],
      ['requests', '{}'],
      ['profile', '{"kv":{"putStatus":201}}'],
    ] as const) {
      expect(await attempt('sendings', way, `${emulator.adminUrl}/${call}`, body), call).toBe('nothing')
    }
    expect(await outside()).toBe(pristine)
  })

  test('cannot make admin calls by a beacon', async () => {
    const url = `${emulator.adminUrl}/clock`
    // The browser hides a refusal of another origin from the page, and reports a failed request.
    const ended = Promise.race([page.waitForEvent('requestfinished'), page.waitForEvent('requestfailed')])
    expect(await page.evaluate(`navigator.sendBeacon(${JSON.stringify(url)}, '{"advance":"1h"}')`)).toBe(true)
    expect((await ended).url()).toBe(url)
    expect(await outside()).toBe(pristine)
  })

  // The last one, since it leaves the page.
  test('cannot make admin calls by navigating the window', async () => {
    const [answer] = await Promise.all([
      page.waitForResponse(`${emulator.adminUrl}/reset`),
      page.evaluate(`void (() => {
        const form = document.createElement('form')
        Object.assign(form, { method: 'post', action: ${JSON.stringify(`${emulator.adminUrl}/reset`)} })
        document.body.append(form)
        form.submit()
      })()`),
    ])
    expect(answer.status()).toBe(403)
    expect(await outside()).toBe(pristine)
  })
})
