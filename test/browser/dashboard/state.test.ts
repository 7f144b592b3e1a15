import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dashboards, HOSTILE } from './dashboard.js'

/** The state as a whole: what a person does with it, seen through the data and the admin interface. */

let dashboards: Dashboards
beforeAll(async () => {
  dashboards = await Dashboards.build()
})
afterAll(() => dashboards?.[Symbol.asyncDispose]())

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_shop_1',
      keys: [{ key: 'kv_admin_shop', scope: 'admin' as const }],
      entries: [{ key: 'a', value: 1, ttlSeconds: 3600 }],
    },
  ],
}
const ADMIN = { 'X-KV-Key': 'kv_admin_shop' }
const PUT = 'PUT /v1/kv/ns_shop_1/b'
const READ = 'GET /v1/kv/ns_shop_1/b'
const BODY = '{"value": 2, "ttlSeconds": 600}'

test('a snapshot is taken, restored and deleted', async () => {
  await using open = await dashboards.open('#/state', { seed: SEED })
  const { page } = open
  await page.getByText('No snapshot yet').waitFor()
  await page.getByLabel('Name').fill('no name')
  await page.getByRole('button', { name: 'Take a snapshot' }).click()
  await page.getByText('must be 1 to 64 letters').waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('no name')
  await page.getByLabel('Name').fill('before')
  await page.getByRole('button', { name: 'Take a snapshot' }).click()
  await page.getByText('Snapshot before taken.').waitFor()
  await open.data(PUT, ADMIN, BODY)
  await page.getByRole('button', { name: 'Restore before' }).click()
  await page.getByRole('button', { name: 'Yes, restore before' }).click()
  await page.getByText('Back to before.').waitFor()
  expect((await open.data(READ, ADMIN)).status).toBe(404)
  await page.getByRole('button', { name: 'Delete before' }).click()
  await page.getByRole('button', { name: 'Yes, delete before' }).click()
  await page.getByText('No snapshot yet').waitFor()
  expect(await open.admin('GET /snapshots')).toMatchObject({ snapshots: [] })
})

test('a snapshot tells what it holds beside the world, and is not replaced unasked', async () => {
  await using open = await dashboards.open('#/state', { seed: SEED })
  const { page } = open
  const entries = async () => {
    const { snapshots } = (await open.admin('GET /snapshots')) as {
      snapshots: { sizes: { entries: number } }[]
    }
    return snapshots.map(({ sizes }) => sizes.entries)
  }
  await open.admin('POST /snapshots', { name: 'before' })
  const row = page.getByRole('list', { name: 'Snapshots' }).getByRole('listitem')
  await row.getByText('1 namespace').waitFor()
  const [before = 0] = await entries()
  await open.data(PUT, ADMIN, BODY)
  await row.getByText('(1 more now)').waitFor()
  await page.getByLabel('Name').fill('before')
  await page.getByLabel('Name').press('Enter')
  await page.getByText('There is one called before.').waitFor()
  expect(await entries()).toEqual([before])
  await page.getByRole('button', { name: 'Replace the snapshot before' }).click()
  await page.getByRole('button', { name: 'Yes, replace the snapshot before' }).click()
  await page.getByText('Snapshot before taken.').waitFor()
  expect(await entries()).toEqual([before + 1])
  expect(await open.violations()).toEqual([])
})

test('a restore, a reset and an import are taken back where they are told', async () => {
  await using open = await dashboards.open('#/state', { seed: SEED })
  const { page } = open
  const isThere = async () => (await open.data(READ, ADMIN)).status === 200
  const undo = (said: string) =>
    page.getByRole('status').filter({ hasText: said }).getByRole('button', { name: 'Undo' }).click()
  await open.admin('POST /snapshots', { name: 'before' })
  await open.data(PUT, ADMIN, BODY)
  await page.getByRole('button', { name: 'Restore before' }).click()
  await page.getByRole('button', { name: 'Yes, restore before' }).click()
  await undo('Back to before.')
  await expect.poll(isThere).toBe(true)
  await page.getByRole('button', { name: 'Reset to the seed', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, reset to the seed' }).click()
  await undo('Reset to the seed.')
  await expect.poll(isThere).toBe(true)
  await page.getByLabel('What to do with it').selectOption('replace')
  await page.getByLabel('Seed', { exact: true }).fill('namespaces: []')
  await page.getByRole('button', { name: 'Replace the state by this text' }).click()
  await page.getByRole('button', { name: 'Yes, replace the state by this text' }).click()
  await undo('The state is replaced')
  await expect.poll(isThere).toBe(true)
})

test('a reset goes back to the seed, on the second press, and keeps what is to be kept', async () => {
  await using open = await dashboards.open('#/state', { seed: SEED })
  const { page } = open
  await open.data(PUT, ADMIN, BODY)
  await open.admin('POST /clock', { advance: 60 })
  await page.getByLabel('Keep the clock').check()
  await page.getByRole('button', { name: 'Reset' }).click()
  expect((await open.data(READ, ADMIN)).status).toBe(200)
  await page.getByRole('button', { name: 'Yes, reset' }).click()
  await page.getByText('Reset to the seed.').waitFor()
  expect((await open.data(READ, ADMIN)).status).toBe(404)
  expect(await open.admin('GET /clock')).toMatchObject({ iso: '2026-01-31T12:01:00.000Z' })
})

test('the state is shown, copied and saved, as YAML and JSON', async () => {
  await using open = await dashboards.open('#/state', { seed: SEED })
  const { page } = open
  await open.data(PUT, ADMIN, '{"value": 9007199254740993, "ttlSeconds": 600}')
  const text = page.getByRole('region', { name: 'Exported text' })
  await page.getByRole('button', { name: 'Show' }).click()
  await text.getByText("json: '9007199254740993'").or(text.getByText('json: "9007199254740993"')).waitFor()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('state.yaml')
  expect(await readFile(await saved.path(), 'utf8')).toContain('key: b')
  await page.getByLabel('Format').selectOption('json')
  await text.getByText('"key": "b"').or(text.getByText('"key":"b"')).waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy all of it as json' }).click()
  await page.getByText('Copied').waitFor()
  const copied = JSON.parse(await page.evaluate('navigator.clipboard.readText()'))
  expect(copied).toMatchObject({ namespaces: [{ id: 'ns_shop_1', entries: [{ key: 'a' }, { key: 'b' }] }] })
  await page.getByLabel('What', { exact: true }).selectOption('/seed')
  await text.getByText('"b"').waitFor({ state: 'detached' })
})

test('the state is asked for when it is to be shown, and then its beginning', async () => {
  const entries = [
    { key: 'k:{{index}}', repeat: 5000, ttlSeconds: 3600, value: 'long enough to make it long' },
  ]
  const seed = { ...SEED, namespaces: [{ id: 'ns_many_1', entries }] }
  await using open = await dashboards.start(seed)
  const { page } = open
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await open.show('#/state')
  const states = () => asked.filter((url) => /_admin\/(?:state|seed)/.test(url))
  expect(states()).toEqual([])
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText('The first 20,000 characters.').waitFor()
  expect((await page.getByRole('region', { name: 'Exported text' }).textContent())?.length).toBe(20_000)
  expect(states()).toEqual([expect.stringContaining('preview=20000')])
  await page.getByRole('button', { name: 'Hide' }).click()
  await open.admin('POST /reset')
  await page.getByText('No snapshot yet').waitFor()
  expect(states()).toHaveLength(1)
})

test('what is typed stays over a change of view, and the first problem is gone to', async () => {
  await using open = await dashboards.open(
    '#/state',
    { seed: SEED },
    { viewport: { width: 1280, height: 500 } },
  )
  const { page } = open
  const text = `# ${'comment\n# '.repeat(60)}\nnamespaces:\n  - id: 7\n    wrong: true\n`
  await page.getByLabel('Seed', { exact: true }).fill(text)
  await page.getByRole('link', { name: 'Config' }).click()
  await page.getByRole('heading', { name: 'Config' }).waitFor()
  await page.getByRole('link', { name: 'State' }).click()
  const seed = page.getByLabel('Seed', { exact: true })
  expect(await seed.inputValue()).toBe(text)
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.getByRole('list', { name: 'Problems' }).waitFor()
  await seed.and(page.locator(':focus')).waitFor()
  expect(await page.evaluate('document.activeElement.scrollTop')).toBeGreaterThan(500)
  const line = await page.evaluate(
    'document.activeElement.value.slice(0, document.activeElement.selectionStart).split("\\n").length',
  )
  expect(line).toBeGreaterThan(60)
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: 'Insert an example' }).click()
  expect(await seed.inputValue()).toContain('version: 1')
})

test('what is wrong with a seed is told at its lines, and the text stays', async () => {
  await using open = await dashboards.open('#/state', { seed: SEED })
  const { page } = open
  const seed = page.getByLabel('Seed', { exact: true })
  const wrong = 'namespaces:\n  - id: ns_new_1\n    kees: []\n    entries: [{ key: x, value: 1 }]\n'
  await seed.fill(wrong)
  await page.getByRole('button', { name: 'Merge' }).click()
  const problems = page.getByRole('list', { name: 'Problems' })
  await problems.getByText('unknown field "kees"').waitFor()
  await problems.getByText('an entry needs "ttlSeconds" or "expiresAt"').waitFor()
  expect(await page.locator('.editor-mark').count()).toBe(2)
  expect(await open.violations()).toEqual([])
  expect(await seed.inputValue()).toBe(wrong)
  // The way to the place.
  await problems.getByRole('button', { name: 'line 3, column 5' }).click()
  expect(await page.evaluate('getSelection().toString()')).toBe('kees: []')
  expect(await open.admin('GET /namespaces')).toMatchObject({ namespaces: [{ id: 'ns_shop_1' }] })
})

test('a seed is merged, put in place of the state, and made the seed', async () => {
  await using open = await dashboards.open('#/state', { seed: SEED })
  const { page } = open
  const seed = page.getByLabel('Seed', { exact: true })
  await seed.fill('namespaces: [{ id: ns_new_1 }]')
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.getByText('Merged into the state.').waitFor()
  const ids = async () => {
    const { namespaces } = (await open.admin('GET /namespaces')) as { namespaces: { id: string }[] }
    return namespaces.map(({ id }) => id)
  }
  expect(await ids()).toEqual(['ns_shop_1', 'ns_new_1'])
  await page.getByLabel('What to do with it').selectOption('replace')
  await page.getByRole('button', { name: 'Replace the state' }).click()
  expect(await ids()).toEqual(['ns_shop_1', 'ns_new_1'])
  await page.getByRole('button', { name: 'Yes, replace the state' }).click()
  await page.getByText('The state is replaced').waitFor()
  expect(await ids()).toEqual(['ns_new_1'])
  await open.admin('POST /reset')
  expect(await ids()).toEqual(['ns_shop_1'])
  await page.getByLabel('What to do with it').selectOption('seed')
  await page.getByRole('button', { name: 'Make it the seed' }).click()
  await page.getByRole('button', { name: 'Yes, make it the seed' }).click()
  await page.getByText('This is the seed now.').waitFor()
  await open.admin('POST /reset')
  expect(await ids()).toEqual(['ns_new_1'])
})

test('a file is picked', async () => {
  await using open = await dashboards.open('#/state', { seed: SEED })
  const { page } = open
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Pick a file' }).click(),
  ])
  await chooser.setFiles({
    name: 'seed.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"stores": [{"id": "ec_picked_1"}]}'),
  })
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.getByText('Merged into the state.').waitFor()
  expect(await open.admin('GET /stores')).toMatchObject({ stores: [{ id: 'ec_picked_1' }] })
})

test.each(['light', 'dark'] as const)('%s: a hostile state is shown, not run', async (colorScheme) => {
  const entries = HOSTILE.map((text) => ({ key: text, value: text, ttlSeconds: 60, literal: true as const }))
  const seed = { ...SEED, namespaces: [{ id: 'ns_evil_1', owner: HOSTILE[0], entries }] }
  await using open = await dashboards.open(
    '#/state',
    { seed },
    { colorScheme, viewport: { width: 360, height: 800 } },
  )
  const { page } = open
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText('<img src=x').first().waitFor()
  await page.getByLabel('Seed', { exact: true }).fill(`owner: ${JSON.stringify(HOSTILE[0])}\n${HOSTILE[1]}`)
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.getByRole('list', { name: 'Problems' }).waitFor()
  expect(await open.violations()).toEqual([])
  await open.expectNoSidewaysScroll()
  expect(await page.title()).toBe('State · tristore emulator')
  expect(open.complaints.filter((text) => !text.includes('400'))).toEqual([])
})

test('a snapshot is compared with the world, key by key, before it is restored', async () => {
  const seed = {
    clock: { now: '2026-01-31T12:00:00Z', freeze: true },
    namespaces: [{ id: 'ns_a_1', entries: [{ key: 'kept', value: 1, ttlSeconds: 60 }] }],
  }
  await using open = await dashboards.open('#/state', { seed })
  const { page } = open
  await open.admin('POST /snapshots', { name: 'before' })
  await open.admin('PUT /namespaces/ns_a_1/entries/new', { value: 2, ttlSeconds: 60 })
  await open.admin('PUT /namespaces/ns_a_1/entries/kept', { value: 3, ttlSeconds: 60 })
  await page.getByRole('button', { name: 'Compare before with now' }).click()
  const difference = page.getByRole('region', { name: 'What restoring before would change' })
  await difference.getByText('namespaces › ns_a_1 › entries › new').waitFor()
  await difference.getByText('namespaces › ns_a_1 › entries › kept').waitFor()
  expect(await open.violations()).toEqual([])
  await open.admin('POST /snapshots/before/restore')
  await difference.getByText('Nothing would change.').waitFor()
})
