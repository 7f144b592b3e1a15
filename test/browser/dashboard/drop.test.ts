import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** Files that are dropped on the page: what they would change is shown before anything is taken. */

let dashboards: Dashboards
beforeAll(async () => {
  dashboards = await Dashboards.build()
})
afterAll(() => dashboards?.[Symbol.asyncDispose]())

const NS = 'ns_shop_1'
const KEY = { 'X-KV-Key': 'kv_admin_shop' }
const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: NS,
      keys: [{ key: 'kv_admin_shop', scope: 'admin' as const }],
      entries: [{ key: 'a', value: 1, ttlSeconds: 600 }],
    },
  ],
}

const MORE = `namespaces:
  - id: ${NS}
    owner: user_zoe
    entries: [{ key: b, value: 2, ttlSeconds: 60 }]
`

/** Drops files, as a browser tells of it; in the page. */
const DROP = `(given) => {
  const dataTransfer = new DataTransfer()
  for (const [name, text] of given) dataTransfer.items.add(new File([text], name))
  const place = document.querySelector('dialog[open]') ?? document.body
  const events = ['dragover', 'drop'].map(
    (type) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
  )
  for (const event of events) place.dispatchEvent(event)
  return events.every(({ defaultPrevented }) => defaultPrevented)
}`

/** Drags a file or a text over the page; in the page. */
const DRAG = `(kind) => {
  const dataTransfer = new DataTransfer()
  if (kind === 'file') dataTransfer.items.add(new File(['x'], 'x'))
  else dataTransfer.setData('text/plain', 'x')
  const event = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true })
  document.body.dispatchEvent(event)
  return event.defaultPrevented
}`

/** Drops files on the page; true where the page took them from the browser. */
const drop = (
  { page }: OpenDashboard,
  ...files: readonly (readonly [name: string, text: string])[]
): Promise<unknown> => page.evaluate(`(${DROP})(${JSON.stringify(files)})`)

const stateOf = async ({ emulator }: OpenDashboard) => (await fetch(`${emulator.adminUrl}/state`)).text()

test('a seed shows what it would change, is taken when told to, and can be taken back', async () => {
  await using open = await dashboards.open('#/faults', { seed: SEED })
  const { page } = open
  const before = await stateOf(open)
  expect(await drop(open, ['more.yaml', MORE], ['other.yaml', ''])).toBe(true)
  await page.getByRole('dialog', { name: 'more.yaml' }).waitFor()
  await page.getByText('1 other file left out').waitFor()
  const changes = page.getByRole('region', { name: 'What it would change' })
  await changes.getByText(`namespaces › ${NS} › owner`).waitFor()
  await changes.getByText(`namespaces › ${NS} › entries › b`).waitFor()
  expect(await changes.getByRole('listitem').count()).toBe(2)
  expect(await open.violations()).toEqual([])
  await page.getByLabel('What to do with it').selectOption('replace')
  await changes.getByText(`namespaces › ${NS} › keys › kv_admin_shop`).waitFor()
  expect(await stateOf(open)).toBe(before)
  await page.getByLabel('What to do with it').selectOption('merge')
  await changes.getByText('2 values').waitFor()
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.getByText('Merged into the state.').waitFor()
  expect((await open.data(`GET /v1/kv/${NS}/b`, KEY)).status).toBe(200)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Back before').waitFor()
  expect((await open.data(`GET /v1/kv/${NS}/b`, KEY)).status).toBe(404)
  expect(page.url()).toContain('/_dashboard/#/faults')
  expect(open.complaints).toEqual([])
})

test('an exported state leads back to itself', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  const exported = await stateOf(open)
  await open.data(`DELETE /v1/kv/${NS}/a`, KEY)
  await drop(open, ['state.json', exported])
  await page.getByLabel('What to do with it').selectOption('replace')
  await page.getByText('entries › a').waitFor()
  await page.getByRole('button', { name: 'Replace the state' }).click()
  await page.getByText('The state is replaced').waitFor()
  await drop(open, ['state.json', exported])
  await page.getByLabel('What to do with it').selectOption('replace')
  await page.getByText('Nothing would change.').waitFor()
})

test('a wrong seed tells line and mend, is mended in place, and is taken then', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await drop(open, ['more.yaml', MORE.replace('owner:', 'ownr:')])
  const problem = page.getByRole('list', { name: 'Problems' })
  await problem.getByText('line 3').waitFor()
  await problem.getByText('owner').first().waitFor()
  expect(await page.getByRole('button', { name: 'Merge' }).isDisabled()).toBe(true)
  expect(await open.violations()).toEqual([])
  await page.getByLabel('The text, to be mended here').fill(MORE)
  await page.getByText('Would change: 2 values').waitFor()
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.getByText('Merged into the state.').waitFor()
})

test('a HAR is shown, sent again to this world in order, and taken back', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page, emulator } = open
  await open.data(`PUT /v1/kv/${NS}/n`, KEY, '{"value": "first", "ttlSeconds": 60}')
  await open.data(`GET /v1/kv/${NS}/n`, KEY)
  await open.data(`DELETE /v1/kv/${NS}/n`, KEY)
  await open.data(`GET /v1/kv/${NS}/n`, KEY)
  const recorded = await (await fetch(`${emulator.adminUrl}/requests.har`)).text()
  await open.admin('POST /reset')
  await drop(open, ['run.har', recorded])
  const rows = page.getByRole('list', { name: 'Recorded requests' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(4)
  expect(await open.admin('GET /requests')).toMatchObject({ requests: [] })
  await open.data(`GET /v1/kv/${NS}/a`, KEY)
  await page.getByRole('button', { name: 'Send 4 requests again' }).click()
  await page.getByText('Sent all. 0 statuses other than recorded.').waitFor()
  expect(await open.violations()).toEqual([])
  const journal = (await open.admin('GET /requests')) as { requests: { method: string; status: number }[] }
  expect(journal.requests.map(({ method, status }) => `${method} ${status}`)).toEqual([
    ...['GET 404', 'DELETE 200', 'GET 200', 'PUT 200', 'GET 200'],
  ])
  const usage = async () =>
    ((await open.admin(`GET /namespaces/${NS}`)) as { usage: { writes: number } }).usage.writes
  expect(await usage()).toBe(1)
  await page.getByRole('button', { name: 'Undo all of them' }).click()
  await page.getByText('Back before the first of them.').waitFor()
  expect(await usage()).toBe(0)
  await page.getByRole('link', { name: 'See them' }).click()
  await page.waitForURL('**/#/requests')
})

test('what a HAR left out of tokens is told and made anew, and the database is asked at its own port', async () => {
  await using open = await dashboards.open('', {
    seed: { ...SEED, database: { keys: [{ key: 'db' }] } },
    dbPort: 0,
  })
  const { page, emulator } = open
  const { token } = (await open.admin('POST /tokens', { sub: 'user_local' })) as { token: string }
  const bearer = { Authorization: `Bearer ${token}` }
  await open.data(`GET /v1/kv/${NS}`, { ...bearer, 'X-Forwarded-Token': token })
  await open.data(`GET /v1/kv/${NS}`, { Authorization: 'Bearer no.claims.here' })
  await fetch(`${emulator.dbBaseUrl}/documents`, { headers: { 'X-API-Key': 'db' } })
  const recorded = await (await fetch(`${emulator.adminUrl}/requests.har`)).text()
  await open.admin('POST /reset')
  await drop(open, ['run.har', recorded])
  await page.getByText('no signature of the token of 1 request').waitFor()
  await page.getByText('Without X-Forwarded-Token, Authorization').waitFor()
  await page.getByText(emulator.dbBaseUrl, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send 3 requests again' }).click()
  await page.getByText('Sent all. 0 statuses other than recorded.').waitFor()
  const { requests } = (await open.admin('GET /requests')) as {
    requests: { method: string; status: number }[]
  }
  expect(requests.filter(({ method }) => method === 'GET').map(({ status }) => status)).toEqual([
    200, 401, 200,
  ])
  expect(open.complaints.filter((text) => !text.includes('401'))).toEqual([])
})

async function bundleOf(open: OpenDashboard): Promise<string> {
  await open.data(`PUT /v1/kv/${NS}/n`, KEY, '{"value": "first", "ttlSeconds": 60}')
  await open.data(`GET /v1/kv/${NS}/n`, KEY)
  return (await fetch(`${open.emulator.adminUrl}/bundle`)).text()
}

test('a bundle is run again in a new world, which is opened', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await drop(open, ['failed.tristore.json', await bundleOf(open)])
  await page.getByRole('button', { name: 'Run it in a new world' }).click()
  await page.waitForURL('**/_worlds/w1/_dashboard/#/requests?id=r2')
  await page.getByRole('complementary', { name: 'Request r2' }).getByText(`/v1/kv/${NS}/n`).first().waitFor()
})

test.each([
  ['edited', (text: string) => text.replace(/"hash":"..../, '"hash":"0000'), 'is answered otherwise.'],
  [
    'newer',
    (text: string) => text.replace('bundle/3', 'bundle/7'),
    'replay it with the emulator that wrote it',
  ],
  ['cut', (text: string) => text.slice(0, 400), 'it ends in the middle'],
])('a bundle that is %s says so', async (_name, change, said) => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await drop(open, ['failed.tristore.json', change(await bundleOf(open))])
  await page.getByRole('button', { name: 'Run it in a new world' }).click()
  await page.getByText(said).waitFor()
  expect(await open.violations()).toEqual([])
})

test('what is none of these says so, on a phone too, and the page stays where it is', async () => {
  const viewport = { width: 390, height: 844 }
  await using open = await dashboards.open('#/state', { seed: SEED }, { viewport })
  const { page } = open
  expect(await drop(open, ['picture.png', '\0\u0001'])).toBe(true)
  await page.getByText('This is not text.').waitFor()
  expect(await drop(open, ['more.yaml', MORE])).toBe(true)
  await page.getByText('Would change: 2 values').waitFor()
  await open.expectNoSidewaysScroll()
  expect(page.url()).toContain('#/state')
})

test('a file is picked by keyboard, from the palette', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find or do' }).fill('open a file')
  await page.keyboard.press('Enter')
  await (await choosing).setFiles({ name: 'more.yaml', mimeType: 'text/yaml', buffer: Buffer.from(MORE) })
  await page.getByText('Would change: 2 values').waitFor()
})

test('says where a file may be dropped while it is over the page, and not of text that is dragged', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  const dragged = (kind: 'file' | 'text') => page.evaluate(`(${DRAG})('${kind}')`)
  expect(await dragged('text')).toBe(false)
  expect(await dragged('file')).toBe(true)
  await page.getByText('Drop it to look at it').waitFor()
  await page.evaluate("document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true }))")
  await page.getByText('Drop it to look at it').waitFor({ state: 'detached' })
})
