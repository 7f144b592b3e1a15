import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** Files that are opened, and saved: what they would change is shown before anything is taken. */

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

/** Drops files with the events of a browser; runs in the page. */
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

/** Drops files on the page; true where the page took them from the browser. */
const drop = (
  { page }: OpenDashboard,
  ...files: readonly (readonly [name: string, text: string])[]
): Promise<unknown> => page.evaluate(`(${DROP})(${JSON.stringify(files)})`)

const stateOf = async ({ emulator }: OpenDashboard) => (await fetch(`${emulator.adminUrl}/state`)).text()

test('a seed shows what it would change, is taken when told to, and can be taken back', async () => {
  await using open = await dashboards.open('#/settings?tab=faults', { seed: SEED })
  const { page } = open
  const before = await stateOf(open)
  expect(await drop(open, ['more.yaml', MORE])).toBe(true)
  await page.getByRole('dialog', { name: 'more.yaml' }).waitFor()
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
  await page.getByRole('button', { name: 'Undo state merged' }).click()
  await page.getByText('Undone: state merged').waitFor()
  expect((await open.data(`GET /v1/kv/${NS}/b`, KEY)).status).toBe(404)
  expect(page.url()).toContain('/_dashboard/#/settings?tab=faults')
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

test('a wrong seed shows the line and a suggestion, and is accepted once it is corrected in place', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await drop(open, ['more.yaml', MORE.replace('owner:', 'ownr:')])
  const problem = page.getByRole('list', { name: 'Problems' })
  await problem.getByText('line 3').waitFor()
  await problem.getByText('owner').first().waitFor()
  expect(await page.getByRole('button', { name: 'Merge' }).isDisabled()).toBe(true)
  expect(await open.violations()).toEqual([])
  await page.getByLabel('Seed', { exact: true }).fill(MORE)
  await page.getByText('Would change: 2 values').waitFor()
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.getByText('Merged into the state.').waitFor()
})

const statusesIn = async (open: OpenDashboard, world: string) => {
  const answer = await fetch(`${open.emulator.baseUrl}/_worlds/${world}/_admin/requests`)
  const { requests } = (await answer.json()) as { requests: { method: string; status: number }[] }
  return requests
    .filter(({ method }) => method !== 'OPTIONS')
    .map(({ method, status }) => `${method} ${status}`)
    .reverse()
}

test('the requests of a HAR are sent again to a new world, and the page shows which answers differ', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page, emulator } = open
  await open.data(`PUT /v1/kv/${NS}/n`, KEY, '{"value": "first", "ttlSeconds": 60}')
  await open.data(`GET /v1/kv/${NS}/n`, KEY)
  await open.data(`DELETE /v1/kv/${NS}/n`, KEY)
  await open.data(`GET /v1/kv/${NS}/n`, KEY)
  const recorded = await (await fetch(`${emulator.adminUrl}/requests.har`)).text()
  await open.admin('POST /reset')
  await drop(open, ['run.har', recorded])
  await page.getByText('4 requests are sent again').waitFor()
  await page.getByRole('button', { name: 'Run it in a new world' }).click()
  await page.getByText('4 requests, all answered as before.').waitFor()
  expect(await open.violations()).toEqual([])
  expect(await open.admin('GET /requests')).toMatchObject({ requests: [] })
  expect(await statusesIn(open, 'w1')).toEqual(['PUT 200', 'GET 200', 'DELETE 200', 'GET 404'])
  await open.admin('DELETE /namespaces/ns_shop_1')
  await drop(open, ['run.har', recorded])
  await page.getByRole('button', { name: 'Run it in a new world' }).click()
  await page.getByText(`3 of 4 requests differ: PUT /v1/kv/${NS}/n was answered 200`).waitFor()
  await page.getByRole('link', { name: 'Open the world w2' }).click()
  await page.waitForURL('**/_worlds/w2/_dashboard/#/activity')
})

test('tokens that a HAR leaves out are created again, and the database is called at its own port', async () => {
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
  await drop(open, ['run.har', recorded])
  await page.getByRole('button', { name: 'Run it in a new world' }).click()
  await page.getByText('3 requests, all answered as before.').waitFor()
  expect(await statusesIn(open, 'w1')).toEqual(['GET 200', 'GET 401', 'GET 200'])
  expect(open.complaints.filter((text) => !text.includes('401'))).toEqual([])
})

async function bundleOf(open: OpenDashboard): Promise<string> {
  await open.data(`PUT /v1/kv/${NS}/n`, KEY, '{"value": "first", "ttlSeconds": 60}')
  await open.data(`GET /v1/kv/${NS}/n`, KEY)
  return (await fetch(`${open.emulator.adminUrl}/bundle`)).text()
}

test('a bundle is run again in a new world, with a verdict, and the world is opened', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await drop(open, ['failed.tristore.json', await bundleOf(open)])
  await page.getByRole('button', { name: 'Run it in a new world' }).click()
  await page.getByText('2 requests, all answered as before.').waitFor()
  await page.getByRole('link', { name: 'Open the world w1' }).click()
  await page.waitForURL('**/_worlds/w1/_dashboard/#/activity?id=r2')
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
