import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { Dashboards, HOSTILE, type OpenDashboard } from './dashboard.js'

/** The Connect panel: its examples connect an application. */

const exec = promisify(execFile)

const dashboards = Dashboards.ofFile()

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_1',
      owner: 'user_ann',
      keys: [
        { key: 'kv_read_shop', scope: 'read' as const },
        { key: "kv_admin_o'shop", scope: 'admin' as const },
      ],
    },
    { id: 'ns_blog_1', owner: 'user_bob', keys: [{ key: 'kv_read_blog', scope: 'read' as const }] },
  ],
  stores: [{ id: 'ec_web_1', keys: [{ key: 'kv_write_web', scope: 'write' as const }] }],
  database: { keys: [{ key: 'db_all' }, { key: 'db_some', projects: [10], documents: [] }] },
}

/** The text of the tab that is open. */
const exampleOf = ({ page }: OpenDashboard) => page.getByRole('tabpanel').locator('pre').innerText()

const openPanel = async ({ page }: OpenDashboard) => {
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('dialog', { name: 'Connect' }).getByRole('list', { name: 'Credentials' }).waitFor()
}

test('is reached from every view, and lists every credential with what it opens', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page, emulator } = open
  for (const view of ['activity', 'faults', 'data', 'snapshots', 'gaps']) {
    await open.show(`#/${view}`)
    await openPanel(open)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await openPanel(open)
  const listed = await page.getByRole('list', { name: 'Credentials' }).getByRole('listitem').allInnerTexts()
  expect(listed.map((text) => text.split(/\s*\n+\s*|\s*Copy/).slice(0, 3))).toEqual([
    ['kv_read_shop', 'ns_shop_1 · X-KV-Key', 'read'],
    ["kv_admin_o'shop", 'ns_shop_1 · X-KV-Key', 'admin'],
    ['kv_read_blog', 'ns_blog_1 · X-KV-Key', 'read'],
    ['kv_write_web', 'ec_web_1 · X-KV-Key', 'write'],
    ['db_all', 'database · X-API-Key', 'sees everything'],
    ['db_some', 'database · X-API-Key', 'sees 1 project'],
  ])
  expect(await exampleOf(open)).toBe(
    `export KV_BASE_URL=${emulator.baseUrl}\nexport DB_BASE_URL=${emulator.baseUrl}\nexport EMULATOR_URL=${emulator.baseUrl}`,
  )
  expect(open.complaints).toEqual([])
})

test.each([
  ["kv_admin_o'shop", 'curl', ['PUT', '/v1/kv/ns_shop_1/greeting', 200]],
  ['kv_read_shop', 'curl', ['GET', '/v1/kv/ns_shop_1/greeting', 404]],
  ['kv_write_web', 'fetch', ['PUT', '/v1/ec/ec_web_1/greeting', 200]],
  ['db_all', 'curl', ['GET', '/documents', 200]],
  ["kv_admin_o'shop", 'fetch', ['PUT', '/v1/kv/ns_shop_1/greeting', 200]],
])('with %s, the example of the tab %s works unchanged', async (key, tab, expected) => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await openPanel(open)
  await page.getByRole('button', { name: `Use ${key} in the examples` }).click()
  await page.getByRole('tab', { name: tab }).click()
  const text = await exampleOf(open)
  if (tab === 'curl') await exec('sh', ['-c', `${text} -s`])
  else await import(`data:text/javascript,${encodeURIComponent(text.replace('console.log', 'void'))}`)
  const { requests } = (await open.admin('GET /requests')) as { requests: Record<string, unknown>[] }
  expect(requests.map(({ method, path, status }) => [method, path, status])).toEqual([expected])
})

test('what the tab vitest shows passes', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  await openPanel(open)
  await open.page.getByRole('tab', { name: 'vitest' }).click()
  const text = await exampleOf(open)
  const root = resolve(import.meta.dirname, '../../..')
  // Users import from the package; here its sources are in src/.
  const source = text
    .replace("'tristore-emulator'", JSON.stringify(`${root}/src/index.ts`))
    .replace("'tristore-emulator/vitest'", JSON.stringify(`${root}/src/integrations/vitest.ts`))
  const folder = mkdtempSync(`${root}/test/browser/made-`)
  try {
    writeFileSync(`${folder}/made.test.ts`, source)
    writeFileSync(`${folder}/vitest.config.ts`, "export default { test: { include: ['*.test.ts'] } }")
    const vitest = [`${root}/node_modules/vitest/vitest.mjs`, 'run', '--root', folder]
    const { stdout } = await exec(process.execPath, vitest, { env: { ...process.env, NO_COLOR: '1' } })
    expect(stdout).toContain('1 passed')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a bearer token made in the panel lists the namespace of its owner, and expires at the given time', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await openPanel(open)
  await page.getByLabel('Subject').fill('user_bob')
  await page.getByLabel('Expires in').fill('soon')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('expected a lifetime for the token').waitFor()
  await page.getByLabel('Expires in').fill('10m')
  await page.getByRole('button', { name: 'Create token' }).click()
  const token = await page.getByRole('region', { name: 'Bearer token' }).locator('pre').innerText()
  const list = () => open.data('GET /v1/kv/ns_blog_1', { Authorization: `Bearer ${token}` })
  expect((await list()).status).toBe(200)
  await page.getByRole('tab', { name: 'curl' }).click()
  expect(await exampleOf(open)).toContain('/v1/kv/ns_blog_1')
  await open.admin('POST /clock', { advance: '11m' })
  expect((await list()).status).toBe(401)
})

test('the credentials are searched by their holder', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await openPanel(open)
  await page.getByLabel('Find credentials').fill('BLOG')
  await page.getByText('1 of 6 shown').waitFor()
  expect(await page.getByRole('list', { name: 'Credentials' }).getByRole('listitem').count()).toBe(1)
})

test('in a world it shows every way to select the world, and each of them works', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page, emulator } = open
  await open.admin('POST /worlds', { id: 'spare' })
  await page.goto(`${emulator.baseUrl}/_worlds/spare/_dashboard/`)
  await page.locator('.connection.live').waitFor()
  await openPanel(open)
  await page.getByText(`${emulator.baseUrl}/_worlds/spare`, { exact: true }).waitFor()
  const shown = await page
    .getByRole('list', { name: 'Ways to select this world' })
    .locator('code')
    .allInnerTexts()
  const [header = '', baggage = '', traceparent = '', credential = ''] = shown
  const headersOf = (line: string) => Object.fromEntries([line.split(': ')])
  for (const headers of [headersOf(header), headersOf(baggage), headersOf(traceparent)]) {
    await open.data('GET /v1/kv/ns_shop_1/a', { 'X-KV-Key': 'kv_read_shop', ...headers })
  }
  await open.data('GET /v1/kv/ns_shop_1/a', { 'X-KV-Key': credential })
  const journal = await fetch(`${emulator.baseUrl}/_worlds/spare/_admin/requests`)
  expect(await journal.json()).toMatchObject({ requests: [{}, {}, {}, { status: 404 }] })
})

test('the connect panel is walked through by keyboard, and its tabs by arrows', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Connect', exact: true }).focus()
  await page.keyboard.press('Enter')
  const first = page.getByRole('tab', { name: 'sh' })
  await first.waitFor()
  await first.focus()
  await page.keyboard.press('ArrowLeft')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('vitest')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  expect(await exampleOf(open)).toMatch(/^KV_BASE_URL=/)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Connect')
})

test('shows hostile names as text, and fits a phone', async () => {
  const seed = { namespaces: HOSTILE.map((owner, index) => ({ id: `ns_evil_${index}`, owner })) }
  const viewport = { width: 390, height: 844 }
  await using open = await dashboards.open('', { seed }, { viewport })
  const { page } = open
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('No keys yet').waitFor()
  await page.getByRole('tab', { name: 'curl' }).click()
  expect(await exampleOf(open)).toContain('create a key first')
  await open.expectNoSidewaysScroll()
  expect(await page.title()).toBe('Activity · tristore emulator')
  expect(open.complaints).toEqual([])
})
