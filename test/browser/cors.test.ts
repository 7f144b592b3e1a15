import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'
import { type ForeignSite, serveForeignSite, sharedBrowser } from './browser.js'

/** Calls of the services by the page of an app, with and without the option cors. */

const SEED = {
  namespaces: [{ id: 'ns_a_1', keys: [{ key: 'kv_app', scope: 'admin' }] }],
  database: {
    keys: [{ key: 'db_app' }],
    documents: [
      { id: 1, title: 'one' },
      { id: 2, title: 'two' },
    ],
  },
}

let browser: Browser
let site: ForeignSite
beforeAll(async () => {
  browser = await sharedBrowser()
  site = await serveForeignSite()
})
afterAll(() => site?.[Symbol.asyncDispose]())

let emulator: Emulator
let page: Page
beforeEach(async () => {
  page = await browser.newPage()
  await page.goto(site.origin)
})
afterEach(async () => {
  await page.close()
  await emulator.close()
})

const start = async (cors?: string) => {
  emulator = await startEmulator({ seed: SEED, ...(cors === undefined ? {} : { cors }) })
}

/** Returns the answer as the page sees it; undefined if the browser hides it from the page. */
interface Seen {
  readonly status: number
  readonly text: string
  readonly next: string | null
  readonly reason: string | null
}

async function ask(url: string, init: object): Promise<Seen | undefined> {
  const seen = await page.evaluate<Seen | null>(`fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then(
    async (answer) => ({
      status: answer.status,
      text: await answer.text(),
      next: answer.headers.get('x-next'),
      reason: answer.headers.get('x-emulator-reason'),
    }),
    () => null,
  )`)
  return seen ?? undefined
}

const db = { headers: { 'X-API-Key': 'db_app', Accept: 'application/json' } }
const put = {
  method: 'PUT',
  headers: { 'X-KV-Key': 'kv_app', 'Content-Type': 'application/json' },
  body: '{"value": 1, "ttlSeconds": 60}',
}
const entry = () => `${emulator.baseUrl}/v1/kv/ns_a_1/a`

describe.each(['*', 'its origin'])('with cors for %s a page', (cors) => {
  beforeEach(() => start(cors === '*' ? cors : site.origin))

  test('reads collections, and follows x-next to the end', async () => {
    const first = await ask(`${emulator.dbBaseUrl}/documents?limit=1`, db)
    expect(first).toMatchObject({ status: 200, text: '[{"id":1,"title":"one"}]', next: expect.any(String) })
    const second = await ask(first?.next ?? '', db)
    expect(second).toEqual({ status: 200, text: '[{"id":2,"title":"two"}]', next: null, reason: null })
  })

  test('writes, reads and deletes', async () => {
    expect(await ask(entry(), put)).toMatchObject({ status: 200 })
    const headers = { 'X-KV-Key': 'kv_app' }
    expect((await ask(entry(), { headers }))?.text).toContain('"value":1')
    expect(await ask(entry(), { headers, method: 'DELETE' })).toMatchObject({ status: 200 })
    expect(await ask(entry(), { headers })).toMatchObject({ status: 404, reason: expect.any(String) })
  })

  test('reads refusals with their reason', async () => {
    const seen = await ask(entry(), { headers: { 'X-KV-Key': 'kv_other' } })
    expect(seen).toMatchObject({ status: 401, reason: expect.stringContaining('unknown API key') })
  })

  test('still cannot make admin calls', async () => {
    for (const call of ['health', 'clock', 'state']) {
      expect(await ask(`${emulator.adminUrl}/${call}`, {}), call).toBeUndefined()
    }
    expect(
      await ask(`${emulator.adminUrl}/clock`, { method: 'POST', body: '{"advance":"1h"}' }),
    ).toBeUndefined()
  })
})

test.each([
  ['without cors', undefined],
  ['with cors for another origin', 'http://localhost:5173'],
])('%s a page sees nothing, and a request that needs a preflight is not carried out', async (_, cors) => {
  await start(cors)
  expect(await ask(`${emulator.dbBaseUrl}/documents`, db)).toBeUndefined()
  expect(await ask(`${emulator.dbBaseUrl}/documents`, {})).toBeUndefined()
  expect(await ask(entry(), put)).toBeUndefined()
  const read = await fetch(entry(), { headers: { 'X-KV-Key': 'kv_app' } })
  expect(read.status).toBe(404)
})
