import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** The ways of files and texts into the page and out of it. */

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

test('what is none of these says so, on a phone too, and the page stays where it is', async () => {
  const viewport = { width: 390, height: 844 }
  await using open = await dashboards.open('#/settings', { seed: SEED }, { viewport })
  const { page } = open
  expect(await drop(open, ['picture.png', '\0\u0001'])).toBe(true)
  await page.getByText('This is not text.').waitFor()
  expect(await drop(open, ['more.yaml', MORE])).toBe(true)
  await page.getByText('Would change: 2 values').waitFor()
  await open.expectNoSidewaysScroll()
  expect(page.url()).toContain('#/settings')
})

test('a file is picked by keyboard, from the palette or by the button', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find or do' }).fill('open a file')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Open' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open…' }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Pick a file' }).press('Enter')
  await (await choosing).setFiles({ name: 'more.yaml', mimeType: 'text/yaml', buffer: Buffer.from(MORE) })
  await page.getByText('Would change: 2 values').waitFor()
})

test('a text is pasted, its problems lead to their lines, and Escape loses none of it', async () => {
  await using open = await dashboards.open('#/data?in=stores', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Open…' }).click()
  const seed = page.getByLabel('Seed', { exact: true })
  const comment = '# long\n'.repeat(60)
  await seed.fill(
    `${comment}namespaces:\n  - id: ns_new_1\n    kees: []\n    entries: [{ key: x, value: 1 }]\n`,
  )
  const problems = page.getByRole('list', { name: 'Problems' })
  await problems.getByText('unknown field "kees"').waitFor()
  await problems.getByText('an entry needs "ttlSeconds" or "expiresAt"').waitFor()
  expect(await page.locator('.editor-mark').count()).toBe(2)
  expect(await open.violations()).toEqual([])
  await problems.getByRole('button', { name: 'line 63, column 5' }).click()
  expect(await page.evaluate('getSelection().toString()')).toBe('kees: []')
  expect(await page.evaluate('document.activeElement.scrollTop')).toBeGreaterThan(500)
  await page.keyboard.press('Escape')
  expect(await seed.inputValue()).toContain('kees')
  await seed.fill('namespaces: [{ id: ns_new_1 }]')
  await page.getByLabel('What to do with it').selectOption('seed')
  await page.getByRole('button', { name: 'Make it the seed' }).click()
  await page.getByText('This is the seed now.').waitFor()
  await open.admin('POST /reset')
  const { namespaces } = (await open.admin('GET /namespaces')) as { namespaces: { id: string }[] }
  expect(namespaces.map(({ id }) => id)).toEqual(['ns_new_1'])
})

test('the state, the seed and the run are saved, and copied, from any view', async () => {
  await using open = await dashboards.open('#/settings?tab=faults', { seed: SEED })
  const { page } = open
  await open.data(`PUT /v1/kv/${NS}/b`, KEY, '{"value": 9007199254740993, "ttlSeconds": 600}')
  const save = async (what: string, format = '') => {
    await page.getByRole('button', { name: 'Save…' }).click()
    await page.getByLabel('What', { exact: true }).selectOption(what)
    if (format !== '') await page.getByLabel('Format').selectOption(format)
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a file' }).click(),
    ])
    return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), 'utf8') }
  }
  const state = await save('state', 'yaml')
  expect(state.name).toBe('state.yaml')
  expect(state.text).toMatch(/json: .9007199254740993/)
  const seed = await save('seed', 'json')
  expect(seed.name).toBe('seed.json')
  expect(JSON.parse(seed.text).namespaces[0].entries).toHaveLength(1)
  const bundle = await save('bundle')
  expect(bundle.name).toBe('run-2026-01-31T120000.tristore.json')
  expect(bundle.text).toContain('"tristore-bundle/')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Save…' }).click()
  expect(await open.violations()).toEqual([])
  await page.getByLabel('Format').selectOption('json')
  await page.getByRole('button', { name: 'Copy the present state, as a seed' }).click()
  await page.getByText('Copied').waitFor()
  const copied = JSON.parse(await page.evaluate('navigator.clipboard.readText()'))
  expect(copied).toMatchObject({ namespaces: [{ id: NS, entries: [{ key: 'a' }, { key: 'b' }] }] })
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
