import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BuiltPackage } from '../../../cli/built.js'
import { launchBrowser } from '../../browser.js'

/**
 * What the page costs the application under test: an emulator with 100,000 entries and 2,000 requests, asked for a key
 * every few ms, while the page opens its views. Turns of the emulator's thread are told in processor time.
 */

/**
 * The longest turn, ms of processor time. The aim is 20. Of 190 openings at the first try 189 took 5 to 18, and one 21; a
 * quarter more than the aim lets a slower processor pass, while one call that does all of its work in a turn takes longer.
 */
const TURN_MAX = 25

const NS = 'ns_a_1'
const SEED = {
  namespaces: [
    {
      id: NS,
      keys: [{ key: 'kv_a', scope: 'admin' }],
      entries: [{ key: 'session:{{index}}', repeat: 100_000, value: { n: '{{index}}' }, ttlSeconds: 3600 }],
    },
    ...Array.from({ length: 60 }, (_, index) => ({ id: `ns_${index}_x` })),
  ],
  stores: [{ id: 'ec_a_1', entries: [{ key: 'config:{{index}}', repeat: 500, value: 1 }] }],
  database: {
    keys: [{ key: 'db' }],
    documents: [{ title: 'Document {{index}}', content: 'text', repeat: 300 }],
  },
  faults: Array.from({ length: 30 }, (_, index) => ({
    id: `f_${index}`,
    match: { key: `none${index}` },
    status: 503,
  })),
}
const HEADERS = { 'x-kv-key': 'kv_a' }

/** What the probe saw since it was asked last; ms of processor time. */
interface Seen {
  readonly turnMs: number
  readonly waitedMs: number
  readonly asked: number
  readonly long: readonly { readonly ms: number; readonly during: readonly string[] }[]
}

const folder = mkdtempSync(join(tmpdir(), 'emulator-turns-'))
const built = new BuiltPackage()
let emulator: ChildProcess
let base = ''
let browser: Browser
let page: Page

beforeAll(async () => {
  built.build()
  const seed = join(folder, 'seed.json')
  writeFileSync(seed, JSON.stringify(SEED))
  const probe = join(import.meta.dirname, 'probe.mjs')
  const command = [join(built.folder, 'bin/emulator.js'), '--port', '0', '--seed', seed]
  emulator = spawn(process.execPath, ['--import', probe, ...command], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  base = await addressOf(emulator)
  for (let hundreds = 0; hundreds < 20; hundreds++) {
    const sent = Array.from({ length: 100 }, (_, one) =>
      fetch(`${base}/v1/kv/${NS}/session:${hundreds}${one}`, { headers: HEADERS }),
    )
    await Promise.all(sent.map(async (answer) => (await answer).arrayBuffer()))
  }
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  emulator.send({ url: `${base}/v1/kv/${NS}/session:1`, headers: { ...HEADERS } })
}, 120_000)
afterAll(async () => {
  await browser?.close()
  emulator?.kill()
  built[Symbol.dispose]()
  rmSync(folder, { recursive: true })
})

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  let printed = ''
  for await (const chunk of stdout ?? []) {
    printed += chunk
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? []
    if (address !== undefined) return address
  }
  throw new Error(`the emulator printed no address: ${printed}`)
}

/** What the probe saw by the time that it has asked so often again. */
async function seenAfter(requests: number): Promise<Seen> {
  const answer = once(emulator, 'message')
  emulator.send(requests)
  const [told] = (await answer) as [Seen]
  return told
}

async function show(view: string): Promise<void> {
  await page.goto('about:blank')
  await seenAfter(1)
  await page.goto(`${base}/_dashboard/#/${view}`)
  await page.locator('.connection.live').waitFor()
  await page.locator('h1').waitFor()
  for (const loading of await page.locator('.loading').all()) await loading.waitFor({ state: 'detached' })
  await page.locator('.timeline-signs path').first().waitFor({ state: 'attached' })
}

interface Opened {
  readonly name: string
  readonly view: string
  /** What is opened in it. */
  readonly and?: (page: Page) => Promise<unknown>
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()

const VIEWS: readonly Opened[] = [
  { name: 'overview', view: 'overview' },
  { name: 'the list of events', view: 'overview', and: press('Events as a list') },
  { name: 'requests', view: 'requests' },
  {
    name: 'a request',
    view: 'requests?id=r1000',
    and: (page) => page.getByRole('complementary', { name: 'Request r1000' }).getByText('Why').waitFor(),
  },
  { name: 'clients', view: 'requests?tab=clients' },
  { name: 'conduct', view: 'requests?tab=conduct' },
  { name: 'faults', view: 'faults' },
  { name: 'key-value', view: 'key-value' },
  { name: 'what expires next', view: 'key-value?sort=expiry' },
  {
    name: 'an entry with its life',
    view: 'key-value?key=session:777',
    and: (page) => page.getByRole('region', { name: 'Its life' }).getByRole('listitem').first().waitFor(),
  },
  { name: 'limits', view: 'key-value?tab=settings' },
  { name: 'config', view: 'config' },
  { name: 'documents', view: 'documents' },
  { name: 'database keys', view: 'documents?tab=keys' },
  { name: 'the beginning of the state', view: 'state', and: press('Show') },
  { name: 'contract', view: 'contract' },
  {
    name: 'compare',
    view: 'compare?from=r500&to=now',
    and: (page) => page.locator('.changes').waitFor(),
  },
  { name: 'the past', view: 'key-value?at=r500', and: (page) => page.getByText('As of ').waitFor() },
  { name: 'connect', view: 'faults', and: press('Connect') },
]

/** Requests of the application until what a view loads is there. */
const SETTLED = 60

/** A view is opened anew where a turn was long: what the machine does by chance, such as collecting garbage, passes. */
const TRIES = 3

async function costOf({ view, and }: Opened): Promise<Seen> {
  await show(view)
  await and?.(page)
  return seenAfter(SETTLED)
}

test.each(VIEWS)('opening $name lets the application through', { timeout: 120_000 }, async (opened) => {
  let cost = await costOf(opened)
  for (let tries = 1; tries < TRIES && cost.turnMs > TURN_MAX; tries++) cost = await costOf(opened)
  // With the calls that were under way in the long turns.
  expect(cost.turnMs <= TURN_MAX || cost).toBe(true)
})
