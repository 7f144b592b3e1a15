import { expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** Files that are opened: what they would change is shown before anything is taken. */

const dashboards = Dashboards.ofFile()

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
  expect(await drop(open, ['more.yaml', MORE])).toBe(true)
  await page.getByRole('dialog', { name: 'more.yaml' }).waitFor()
  const changes = page.getByRole('region', { name: 'What would change' })
  await changes.getByText(`namespaces › ${NS} › owner`).waitFor()
  await changes.getByText(`namespaces › ${NS} › entries › b`).waitFor()
  expect(await changes.getByRole('listitem').count()).toBe(2)
  await page.getByLabel('Action', { exact: true }).selectOption('replace')
  await changes.getByText(`namespaces › ${NS} › keys › kv_admin_shop`).waitFor()
  expect(await stateOf(open)).toBe(before)
  await page.getByLabel('Action', { exact: true }).selectOption('merge')
  await changes.getByText('2 values').waitFor()
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.getByText('Merged into the state.').waitFor()
  expect((await open.data(`GET /v1/kv/${NS}/b`, KEY)).status).toBe(200)
  await page.getByRole('button', { name: 'Undo state merged' }).click()
  await page.getByText('Undid state merged').waitFor()
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
  await page.getByLabel('Action', { exact: true }).selectOption('replace')
  await page.getByText('entries › a').waitFor()
  await page.getByRole('button', { name: 'Replace state' }).click()
  await page.getByText('State replaced. A reset still goes back to the seed.').waitFor()
  await drop(open, ['state.json', exported])
  await page.getByLabel('Action', { exact: true }).selectOption('replace')
  await page.getByText('Nothing would change').waitFor()
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
  await page.getByRole('button', { name: 'Run in a new world' }).click()
  await page.getByText('2 requests, all with the same response.').waitFor()
  await page.getByRole('link', { name: 'Open world w1' }).click()
  await page.waitForURL('**/_worlds/w1/_dashboard/#/activity?id=r2')
  await page.getByRole('complementary', { name: 'Request r2' }).getByText(`${NS} › n`).first().waitFor()
})

test.each([
  ['edited', (text: string) => text.replace(/"hash":"..../, '"hash":"0000'), 'gets a different response.'],
  ['newer', (text: string) => text.replace('bundle/3', 'bundle/7'), 'with the emulator that wrote it'],
  ['cut', (text: string) => text.slice(0, 400), 'it is cut off'],
])('a bundle that is %s says so', async (_name, change, said) => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await drop(open, ['failed.tristore.json', change(await bundleOf(open))])
  await page.getByRole('button', { name: 'Run in a new world' }).click()
  await page.getByText(said).waitFor()
})

test('what is none of these says so, on a phone too, and the page stays where it is', async () => {
  const viewport = { width: 390, height: 844 }
  await using open = await dashboards.open('#/snapshots', { seed: SEED }, { viewport })
  const { page } = open
  expect(await drop(open, ['picture.png', '\0\u0001'])).toBe(true)
  await page.getByText("This isn't a text file.").waitFor()
  expect(await drop(open, ['more.yaml', MORE])).toBe(true)
  await page.getByText('2 values would change').waitFor()
  await open.expectNoSidewaysScroll()
  expect(page.url()).toContain('#/snapshots')
})

test('a file is picked by keyboard, from the palette or by the button', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find or run' }).fill('open a file')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Open' }).waitFor()
  await page.keyboard.press('Escape')
  await open.pressInWorld('Open…')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose file' }).press('Enter')
  await (await choosing).setFiles({ name: 'more.yaml', mimeType: 'text/yaml', buffer: Buffer.from(MORE) })
  await page.getByText('2 values would change').waitFor()
})

test('a text is pasted, its problems lead to their lines, and Escape loses none of it', async () => {
  await using open = await dashboards.open('#/data?in=stores', { seed: SEED })
  const { page } = open
  await open.pressInWorld('Open…')
  const seed = page.getByLabel('Seed', { exact: true })
  const comment = '# long\n'.repeat(60)
  await seed.fill(
    `${comment}namespaces:\n  - id: ns_new_1\n    kees: []\n    entries: [{ key: x, value: 1 }]\n`,
  )
  const problems = page.getByRole('list', { name: 'Problems' })
  await problems.getByText('unknown field "kees"').waitFor()
  await problems.getByText('did you mean keys?').waitFor()
  await problems.getByText('an entry needs "ttlSeconds" or "expiresAt"').waitFor()
  expect(await page.locator('.editor-mark').count()).toBe(2)
  expect(await page.getByRole('button', { name: 'Merge' }).isDisabled()).toBe(true)
  await problems.getByRole('button', { name: 'Line 63, column 5' }).click()
  expect(await page.evaluate('getSelection().toString()')).toBe('kees: []')
  expect(await page.evaluate('document.activeElement.scrollTop')).toBeGreaterThan(500)
  await page.keyboard.press('Escape')
  expect(await seed.inputValue()).toContain('kees')
  await seed.fill('namespaces: [{ id: ns_new_1 }]')
  await page.getByLabel('Action', { exact: true }).selectOption('seed')
  await page.getByRole('button', { name: 'Replace seed' }).click()
  await page.getByText('Seed replaced.').waitFor()
  await open.admin('POST /reset')
  const { namespaces } = (await open.admin('GET /namespaces')) as { namespaces: { id: string }[] }
  expect(namespaces.map(({ id }) => id)).toEqual(['ns_new_1'])
})

test('says where a file may be dropped while it is over the page, and not of text that is dragged', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  const dragged = (kind: 'file' | 'text') => page.evaluate(`(${DRAG})('${kind}')`)
  expect(await dragged('text')).toBe(false)
  expect(await dragged('file')).toBe(true)
  await page.getByText('Drop to preview').waitFor()
  await page.evaluate("document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true }))")
  await page.getByText('Drop to preview').waitFor({ state: 'detached' })
})
