import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/**
 * The pictures of README and docs/inspect.md, with Inter and JetBrains Mono if they are installed. SCREENSHOTS=1 writes them again. Without it they go to a temporary folder, so that a run
 * shows whether they can still be taken.
 */

const temporary = mkdtempSync(join(tmpdir(), 'emulator-screenshots-'))
const folder = process.env.SCREENSHOTS === '1' ? resolve(import.meta.dirname, '../../../docs') : temporary

const dashboards = Dashboards.ofFile()
beforeAll(() => void mkdirSync(folder, { recursive: true }))
afterAll(() => rmSync(temporary, { recursive: true }))

const CLOCK = { now: Date.UTC(2026, 0, 31, 23, 20), frozen: true }
const SHOP = '/v1/kv/ns_shop_k3v9x2'
const WRITER = { 'x-kv-key': 'kv_write_shop' }
const READER = { 'x-kv-key': 'kv_read_shop' }

/** Requests as an app might send them, with a jump between them. */
async function traffic(open: OpenDashboard): Promise<void> {
  const ask = (line: string, key: object, agent: string, body?: string) =>
    open.data(line, { ...key, 'user-agent': agent }, body)
  const [web, worker] = ['shop-web/2.1', 'shop-worker/1.0']
  await ask(`GET ${SHOP}/session:1`, READER, web)
  await ask(`GET ${SHOP}/flag:checkout`, READER, web)
  await ask('GET /v1/ec/ec_web_89daefd4/banner', { 'x-kv-key': 'kv_read_web' }, worker)
  await open.admin('POST /clock', { advance: '70s' })
  await open.admin('POST /faults', { match: { key: 'cart:7' }, status: 503, times: 2 })
  await open.admin('POST /faults', { match: { operation: 'kv.list' }, status: 429, until: '+40m' })
  const cart = '{"value": {"items": [7, 9], "total": 39.80}, "ttlSeconds": 900}'
  for (let times = 0; times < 3; times++) await ask(`PUT ${SHOP}/cart:7`, WRITER, web, cart)
  for (let times = 0; times < 9; times++) await ask(`GET ${SHOP}/flag:checkout`, READER, 'flag-poller/0.3')
  await ask(`PUT ${SHOP}/cart:8`, READER, web, cart)
  await ask('GET /documents?limit=2', { 'x-api-key': 'db_shop' }, 'reports/0.9')
  await open.admin('POST /clock', { advance: '15m' })
  await ask(`GET ${SHOP}/session:1`, READER, web)
  await ask('GET /documents?limit=2', { 'x-api-key': 'db_shop' }, 'reports/0.9')
}

const PICTURES = [
  ['jump', ({ page }: OpenDashboard) => page.locator('.rows .clock').nth(1).waitFor()],
  [
    'requests',
    async ({ page }: OpenDashboard) => {
      await page.getByRole('button', { name: 'GET ns_shop_k3v9x2 › session:1' }).first().click()
      await page.getByRole('complementary').getByRole('heading', { name: 'Response' }).waitFor()
    },
  ],
] as const

const SCHEMES = ['light', 'dark'] as const

test.each(PICTURES.flatMap(([name, prepare]) => SCHEMES.map((scheme) => [name, scheme, prepare] as const)))(
  '%s, %s',
  async (name, colorScheme, prepare) => {
    await using open = await dashboards.open(
      '#/activity',
      { seed: 'fixtures/demo.yaml', clock: CLOCK },
      { viewport: { width: 1360, height: 740 }, colorScheme },
    )
    await traffic(open)
    await open.page.getByText('19 shown').waitFor()
    await open.page.getByText('15 ok · 2 refused · 2 failed').waitFor()
    await open.page.getByRole('button', { name: 'Failed 2' }).waitFor()
    await prepare(open)
    await open.settled()
    const path = join(folder, `${name}${colorScheme === 'dark' ? '-dark' : ''}.png`)
    await open.page.screenshot({ path, animations: 'disabled' })
    const { size } = statSync(path)
    expect(size).toBeGreaterThan(20_000)
    expect(size).toBeLessThan(220_000)
  },
)
