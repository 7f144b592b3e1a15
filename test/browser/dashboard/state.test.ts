import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { Dashboards, HOSTILE } from './dashboard.js'

/** The state as a whole: what a person does with it, seen through the data and the admin interface. */

const dashboards = Dashboards.ofFile()

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
  await using open = await dashboards.open('#/snapshots', { seed: SEED })
  const { page } = open
  await page.getByText('No snapshots yet').waitFor()
  await page.getByLabel('Name').fill('no name')
  await page.getByRole('button', { name: 'Take snapshot' }).click()
  await page.getByText('expected 1 to 64 letters').waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('no name')
  await page.getByLabel('Name').fill('before')
  await page.getByRole('button', { name: 'Take snapshot' }).click()
  await page.getByText('Snapshot before taken').waitFor()
  await open.data(PUT, ADMIN, BODY)
  await page.getByRole('row', { name: 'before' }).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('button', { name: 'Restore before' }).click()
  await page.getByRole('button', { name: 'Restore now: before' }).click()
  await page.getByText('Restored before').waitFor()
  expect((await open.data(READ, ADMIN)).status).toBe(404)
  await page.getByRole('button', { name: 'Delete the snapshot before' }).click()
  await page.getByRole('button', { name: 'Delete now: the snapshot before' }).click()
  await page.getByText('No snapshots yet').waitFor()
  expect(await open.admin('GET /snapshots')).toMatchObject({ snapshots: [] })
})

test('a snapshot shows how the world differs from it, and is replaced only after a confirmation', async () => {
  await using open = await dashboards.open('#/snapshots', { seed: SEED })
  const { page } = open
  const entries = async () => {
    const { snapshots } = (await open.admin('GET /snapshots')) as {
      snapshots: { sizes: { entries: number } }[]
    }
    return snapshots.map(({ sizes }) => sizes.entries)
  }
  await open.admin('POST /snapshots', { name: 'before' })
  const row = page.getByRole('row', { name: 'before' })
  await row.getByText('1 namespace').waitFor()
  const [before = 0] = await entries()
  await open.data(PUT, ADMIN, BODY)
  await row.getByText('(1 more now)').waitFor()
  await page.getByLabel('Name').fill('before')
  await page.getByLabel('Name').press('Enter')
  await page.getByText('before already exists.').waitFor()
  expect(await entries()).toEqual([before])
  await page.getByRole('button', { name: 'Replace the snapshot before' }).click()
  await page.getByRole('button', { name: 'Replace now: the snapshot before' }).click()
  await page.getByText('Snapshot before taken').waitFor()
  expect(await entries()).toEqual([before + 1])
})

test('a restore and a reset are undone by name', async () => {
  await using open = await dashboards.open('#/snapshots', { seed: SEED })
  const { page } = open
  const isThere = async () => (await open.data(READ, ADMIN)).status === 200
  const undo = async (said: string, name: string) => {
    await page.getByText(said).waitFor()
    await page.getByRole('button', { name: `Undo ${name}` }).click()
  }
  await open.admin('POST /snapshots', { name: 'before' })
  await open.data(PUT, ADMIN, BODY)
  await page.getByRole('row', { name: 'before' }).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('button', { name: 'Restore before' }).click()
  await page.getByRole('button', { name: 'Restore now: before' }).click()
  await undo('Restored before', 'snapshot before restored')
  await expect.poll(isThere).toBe(true)
  await open.pressInWorld('Reset to the seed')
  await page.getByRole('button', { name: 'Reset now: to the seed' }).click()
  await page.getByText('Reset to the seed').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo the reset' }).click()
  await expect.poll(isThere).toBe(true)
})

test('jumps, imports, restores and resets are undone and done again, by their names', async () => {
  await using open = await dashboards.open('#/snapshots', { seed: SEED })
  const { page } = open
  const count = async () =>
    ((await open.admin('GET /namespaces')) as { namespaces: unknown[] }).namespaces.length
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const time = (text: string) => page.locator('.readout-time', { hasText: text }).waitFor()
  expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true)
  await open.admin('PUT /state', { namespaces: [] })
  await open.admin('POST /clock', { advance: '1d' })
  await press('Undo clock +1 d')
  await time('2026-01-31 12:00:00')
  await press('Undo state replaced')
  await expect.poll(count).toBe(1)
  await press('Redo state replaced')
  await expect.poll(count).toBe(0)
  await press('Redo clock +1 d')
  await time('2026-02-01 12:00:00')
  await open.admin('POST /reset')
  await press('Undo the reset')
  await expect.poll(count).toBe(0)
  await press('Redo the reset')
  await expect.poll(count).toBe(1)
})

test('a reset goes back to the seed, on the second press, and keeps what is to be kept', async () => {
  await using open = await dashboards.open('#/snapshots', { seed: SEED })
  const { page } = open
  await open.data(PUT, ADMIN, BODY)
  await open.admin('POST /clock', { advance: 60 })
  await page.getByRole('button', { name: /^World: / }).click()
  await page.getByLabel('Keep clock').check()
  await page.getByRole('button', { name: 'Reset to the seed' }).click()
  expect((await open.data(READ, ADMIN)).status).toBe(200)
  await page.getByRole('button', { name: 'Reset now' }).click()
  await page.getByText('Reset to the seed').waitFor()
  expect((await open.data(READ, ADMIN)).status).toBe(404)
  expect(await open.admin('GET /clock')).toMatchObject({ iso: '2026-01-31T12:01:00.000Z' })
})

test('a hostile state is shown, not run', async () => {
  const entries = HOSTILE.map((text) => ({ key: text, value: text, ttlSeconds: 60, literal: true as const }))
  const seed = { ...SEED, namespaces: [{ id: 'ns_evil_1', owner: HOSTILE[0], entries }] }
  await using open = await dashboards.open('#/snapshots', { seed }, { viewport: { width: 360, height: 800 } })
  const { page } = open
  await open.pressInWorld('Open…')
  await page.getByLabel('Seed', { exact: true }).fill(`owner: ${JSON.stringify(HOSTILE[0])}\n${HOSTILE[1]}`)
  await page.getByRole('list', { name: 'Problems' }).waitFor()
  await open.expectNoSidewaysScroll()
  expect(await page.title()).toBe('Snapshots · tristore emulator')
  expect(open.complaints.filter((text) => !text.includes('400'))).toEqual([])
})

test('a snapshot is compared with the world, key by key, before it is restored', async () => {
  const seed = {
    clock: { now: '2026-01-31T12:00:00Z', freeze: true },
    namespaces: [{ id: 'ns_a_1', entries: [{ key: 'kept', value: 1, ttlSeconds: 60 }] }],
  }
  await using open = await dashboards.open('#/snapshots', { seed })
  const { page } = open
  await open.admin('POST /snapshots', { name: 'before' })
  await open.admin('PUT /namespaces/ns_a_1/entries/new', { value: 2, ttlSeconds: 60 })
  await open.admin('PUT /namespaces/ns_a_1/entries/kept', { value: 3, ttlSeconds: 60 })
  await page.getByRole('button', { name: 'before', exact: true }).click()
  const difference = page.getByRole('region', { name: 'What restoring before would change' })
  await difference.getByText('namespaces › ns_a_1 › entries › new').waitFor()
  await difference.getByText('namespaces › ns_a_1 › entries › kept').waitFor()
  expect(await open.violations()).toEqual([])
  await open.admin('POST /snapshots/before/restore')
  await difference.getByText('Nothing would change').waitFor()
})

test('a fork goes back to its own beginning, and says so', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await open.admin('POST /worlds', { id: 'fork', from: 'current' })
  await page.goto(`${open.emulator.baseUrl}/_worlds/fork/_dashboard/#/snapshots`)
  await page.getByRole('button', { name: 'World: fork' }).click()
  await page.getByRole('button', { name: "Reset to the world's beginning" }).waitFor()
})

test('the state, the seed and the run are saved, and copied, from any view', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  await using open = await dashboards.open('#/faults', { seed: SEED }, { permissions })
  const { page } = open
  await open.data(PUT, ADMIN, '{"value": 9007199254740993, "ttlSeconds": 600}')
  const save = async (what: string, format = '') => {
    await open.pressInWorld('Save…')
    await page
      .getByRole('group', { name: 'What to save' })
      .getByRole('button', { name: new RegExp(`^${what}`) })
      .click()
    if (format !== '') await page.getByLabel('Format').selectOption(format)
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save file' }).click(),
    ])
    return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), 'utf8') }
  }
  const state = await save('State', 'yaml')
  expect(state.name).toBe('state.yaml')
  expect(state.text).toMatch(/json: .9007199254740993/)
  const seed = await save('Seed', 'json')
  expect(seed.name).toBe('seed.json')
  expect(JSON.parse(seed.text).namespaces[0].entries).toHaveLength(1)
  const bundle = await save('Bundle')
  expect(bundle.name).toBe('run-2026-01-31T120000.tristore.json')
  expect(bundle.text).toContain('"tristore-bundle/')
  await open.pressInWorld('Save…')
  await page.getByLabel('Format').selectOption('json')
  await page.getByRole('button', { name: 'Copy State as it is now, as a seed' }).click()
  await page.getByText('Copied').waitFor()
  const copied = JSON.parse(await page.evaluate('navigator.clipboard.readText()'))
  expect(copied).toMatchObject({ namespaces: [{ id: 'ns_shop_1', entries: [{ key: 'a' }, { key: 'b' }] }] })
})
