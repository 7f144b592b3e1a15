import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/**
 * The pictures of README and docs/inspect.md. SCREENSHOTS=1 writes them again. Without it they go to a temporary folder, so that a run
 * shows whether they can still be taken.
 */

const temporary = mkdtempSync(join(tmpdir(), 'emulator-screenshots-'))
const folder = process.env.SCREENSHOTS === '1' ? resolve(import.meta.dirname, '../../../docs') : temporary

const dashboards = Dashboards.ofFile()
beforeAll(() => void mkdirSync(folder, { recursive: true }))
afterAll(() => rmSync(temporary, { recursive: true }))

const CLOCK = { now: Date.UTC(2026, 0, 31, 23, 50), frozen: true }
const SHOP = '/v1/kv/ns_shop_k3v9x2'
const WRITER = { 'x-kv-key': 'kv_write_shop' }
const READER = { 'x-kv-key': 'kv_read_shop' }

/** Requests as an app might send them. */
async function traffic(open: OpenDashboard): Promise<void> {
  await open.admin('POST /faults', { match: { key: 'cache:product:7' }, status: 503, times: 1 })
  await open.data(
    `PUT ${SHOP}/cart:7`,
    WRITER,
    '{"value": {"items": [7, 9], "total": 39.80}, "ttlSeconds": 900}',
  )
  await open.data(`GET ${SHOP}/flag:checkout`, READER)
  await open.data('GET /v1/ec/ec_web_89daefd4/banner', { 'x-kv-key': 'kv_read_web' })
  await open.data(`GET ${SHOP}/cache:product:7`, READER)
  await open.data(`GET ${SHOP}/cache:product:7`, READER)
  await open.data('GET /documents?limit=2', { 'x-api-key': 'db_shop' })
  await open.data(`PUT ${SHOP}/cart:8`, READER, '{"value": 1, "ttlSeconds": 900}')
  await open.data(`GET ${SHOP}/session:gone`, READER)
}

const PICTURES = [
  [
    'jump',
    async ({ page }: OpenDashboard) => {
      await page.getByRole('button', { name: '+1 h', exact: true }).hover()
      await page.getByText('month rolls to 2026-02').waitFor()
    },
  ],
  [
    'requests',
    async ({ page }: OpenDashboard) => {
      await page.getByRole('button', { name: `GET ${SHOP}/session:gone` }).click()
      await page.getByRole('complementary').getByText('entry exists').waitFor()
      await page.getByText('fault added').waitFor()
    },
  ],
] as const

test.each(PICTURES)('%s', async (name, prepare) => {
  await using open = await dashboards.open(
    '#/activity',
    { seed: 'fixtures/demo.yaml', clock: CLOCK },
    { viewport: { width: 1280, height: 720 } },
  )
  await traffic(open)
  await open.page.getByText('8 shown').waitFor()
  await prepare(open)
  const path = join(folder, `${name}.png`)
  await open.page.screenshot({ path, animations: 'disabled' })
  expect(statSync(path).size).toBeGreaterThan(20_000)
})
