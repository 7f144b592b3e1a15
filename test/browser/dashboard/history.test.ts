import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { Dashboards } from './dashboard.js'

/** What was: moments of the past in the views, and what changed between two of them. */

const dashboards = Dashboards.ofFile()

const KEY = { 'x-kv-key': 'kv_a' }
const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_a_1',
      keys: [{ key: 'kv_a', scope: 'admin' as const }],
      entries: [{ key: 'a', value: 'first', ttlSeconds: 3600 }],
    },
  ],
  stores: [
    { id: 'ec_a_1', keys: [{ key: 'ec_a', scope: 'admin' as const }], entries: [{ key: 'c', value: 1 }] },
  ],
  database: { documents: [{ id: 1, title: 'one', content: 'text' }] },
  faults: [{ match: { operation: 'documents.list' }, status: 503 }],
}
const put = (value: string) =>
  ['PUT /v1/kv/ns_a_1/a', KEY, `{"value": "${value}", "ttlSeconds": 7200}`] as const

const DATA_VIEWS = ['activity', 'data', 'data?in=stores', 'data?in=documents', 'faults', 'snapshots']

test('a request shows what it changed, and links to the world before it', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await open.data(...put('second'))
  await page.getByRole('button', { name: 'PUT ns_a_1 › a' }).click()
  const changed = page.getByRole('region', { name: 'What changed' })
  await changed.getByText('namespaces › ns_a_1 › entries › a', { exact: true }).waitFor()
  await changed.getByText('"first"').waitFor()
  await changed.getByText('"second"').waitFor()
  expect(await open.violations()).toEqual([])
  await changed.getByRole('link', { name: 'See data before r1' }).click()
  await page.getByRole('region', { name: 'The past' }).getByText('As of 2026-01-31 12:00:00').waitFor()
  await page.getByRole('cell', { name: '"first"' }).waitFor()
  expect(page.url()).toContain('#/data?at=r1')
  expect(open.complaints).toEqual([])
})

test('a moment is shown in every view of data, and takes no change', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await open.data(...put('second'))
  await open.admin('DELETE /faults')
  await open.admin('DELETE /documents/1')
  await open.admin('POST /clock', { advance: '1d' })
  for (const view of DATA_VIEWS) {
    await open.show(`#/${view}${view.includes('?') ? '&' : '?'}at=r1`)
    await page.getByRole('region', { name: 'The past' }).getByText('As of 2026-01-31 12:00:00').waitFor()
    await page.locator('.readout-time', { hasText: '2026-01-31 12:00:00' }).waitFor()
    await page.locator('h1').waitFor()
    const changing = page.getByRole('button', {
      name: /^(?:Add|New|Delete|Reset|Merge|Undo|Freeze|\+1|Take|Save limits)/,
    })
    expect(await changing.and(page.locator(':enabled')).allInnerTexts(), view).toEqual([])
  }
  await open.show('#/faults?at=r1')
  await page.getByText('on documents.list').waitFor()
  await open.show('#/data?in=documents&at=r1')
  await page.getByRole('button', { name: 'one' }).waitFor()
  await open.show('#/snapshots?at=r1')
  await open.pressInWorld('Save…')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save file' }).click(),
  ])
  expect(await readFile(await saved.path(), 'utf8')).toContain('first')
  expect(await open.admin('GET /clock')).toMatchObject({ iso: '2026-02-01T12:00:00.000Z' })
  expect(open.complaints).toEqual([])
})

test('a moment is left, and its world with it: by the link back to now, and as the page is closed', async () => {
  await using open = await dashboards.open('#/data?at=start', { seed: SEED })
  const { page } = open
  const frame = page.getByRole('region', { name: 'The past' })
  const worlds = async () => ((await open.admin('GET /worlds')) as { worlds: unknown[] }).worlds.length
  await frame.getByText('at the start of the history').waitFor()
  expect(await worlds()).toBe(1)
  await open.data(...put('second'))
  await page.getByRole('cell', { name: '"first"' }).waitFor()
  await page.getByRole('link', { name: 'Activity' }).click()
  await frame.getByText('at the start of the history').waitFor()
  await page.getByRole('link', { name: 'Data' }).click()
  await frame.getByRole('link', { name: 'Back to now' }).press('Enter')
  await page.getByRole('cell', { name: '"second"' }).waitFor()
  expect(await frame.count()).toBe(0)
  await expect.poll(worlds).toBe(0)
  await open.show('#/data?at=r1')
  await page.getByRole('cell', { name: '"first"' }).waitFor()
  expect(await worlds()).toBe(1)
  await page.goto('about:blank')
  await expect.poll(worlds).toBe(0)
})

test('the clock of a moment is frozen, even if the clock of the world runs fast', async () => {
  const seed = { ...SEED, clock: { now: '2026-01-31T12:00:00Z', rate: 86_400 } }
  await using open = await dashboards.open('#/data?at=start', { seed })
  await open.page.getByText('As of 2026-01-31 12:00:00').waitFor()
  await open.page.locator('.readout-time', { hasText: '2026-01-31 12:00:00' }).waitFor()
  await open.page.locator('.readout', { hasText: 'frozen' }).waitFor()
})

test('the page of a world shows the past of that world', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page, emulator } = open
  await open.admin('POST /worlds', { id: 'other' })
  await fetch(`${emulator.baseUrl}/_worlds/other/v1/kv/ns_a_1/a`, { method: 'DELETE', headers: KEY })
  await page.goto(`${emulator.baseUrl}/_worlds/other/_dashboard/#/data`)
  await page.getByText('No entries yet').waitFor()
  await page.goto(`${emulator.baseUrl}/_worlds/other/_dashboard/#/data?at=start`)
  await page.getByRole('cell', { name: '"first"' }).waitFor()
  // The world that shows the moment is not in the list.
  await page.getByRole('button', { name: 'World: other' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'other' }).waitFor()
  expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(2)
})

test('a moment is restored, undone, and a world forked from it', async () => {
  await using open = await dashboards.open('#/data', { seed: SEED })
  const { page } = open
  await open.data(...put('second'))
  await page.getByRole('cell', { name: '"second"' }).waitFor()
  await open.show('#/data?at=r1')
  await page.getByRole('button', { name: 'Restore the world as it was before r1' }).click()
  await page.getByRole('button', { name: 'Restore now: the world' }).click()
  await page.getByRole('region', { name: 'The past' }).waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: '"first"' }).waitFor()
  await open.show('#/activity')
  await page.getByRole('button', { name: 'Undo return to before r1' }).click()
  await page.getByText('Undid return to before r1.').waitFor()
  expect((await open.data('GET /v1/kv/ns_a_1/a', KEY)).ok).toBe(true)
  await open.show('#/data')
  await page.getByRole('cell', { name: '"second"' }).waitFor()
  await open.show('#/data?at=r1')
  await page.getByRole('button', { name: 'Fork world here' }).click()
  await page.waitForURL('**/_worlds/*/_dashboard/#/data')
  await page.getByRole('cell', { name: '"first"' }).waitFor()
})

test('two moments are compared, each chosen by its name', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await open.data(...put('second'))
  await open.admin('POST /clock', { advance: '1h' })
  await open.data(...put('third'))
  await page.getByRole('button', { name: 'PUT ns_a_1 › a' }).last().click()
  await page.getByRole('link', { name: 'Compare with…' }).click()
  const dialog = page.getByRole('complementary', { name: 'What changed' })
  await dialog.getByText('"second"').waitFor()
  await dialog.getByText('"third"').waitFor()
  await dialog.getByLabel('From', { exact: true }).selectOption({ label: 'at the start of the history' })
  await dialog.getByText('"first"').waitFor()
  await dialog
    .getByLabel('To', { exact: true })
    .selectOption({ label: 'before a1: clock +1 h, to 2026-01-31 13:00:00' })
  await dialog.getByText('"second"').waitFor()
  expect(await dialog.getByText('"third"').count()).toBe(0)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('complementary', { name: 'Request r1' }).waitFor()
  await open.show('#/activity?from=start&to=r99')
  await dialog.getByText('there is no command r99').waitFor()
})

test('an unknown point is reported, with a link back', async () => {
  await using open = await dashboards.open('#/activity?at=r7', { seed: SEED })
  const { page } = open
  await page.getByText('there is no command r7').waitFor()
  expect(await open.violations()).toEqual([])
  await page.getByRole('link', { name: 'Back to now' }).click()
  await page.getByText('No requests yet').waitFor()
})

test('entries, configs and records show their lives', async () => {
  await using open = await dashboards.open('', { seed: SEED })
  const { page } = open
  await open.data(...put('second'))
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await open.data('GET /v1/ec/ec_a_1/c', { 'x-kv-key': 'ec_a' })
  await open.admin('PUT /documents/1', { title: 'two' })
  for (const [view, ...texts] of [
    ['#/data?ns=ns_a_1&key=a', 'written', 'read', 'expires'],
    ['#/data?store=ec_a_1&key=c', 'read'],
    ['#/data?in=documents&id=1', 'written'],
  ] as const) {
    await open.show(view)
    const life = page.getByRole('region', { name: 'History' })
    for (const text of texts) await life.getByText(text, { exact: true }).first().waitFor()
    expect(await open.violations(), view).toEqual([])
  }
  expect(open.complaints).toEqual([])
})

test('the past fits a narrow window', async () => {
  await using open = await dashboards.open(
    '#/activity',
    { seed: SEED },
    { viewport: { width: 390, height: 800 } },
  )
  await open.data(...put('second'))
  await open.admin('POST /clock', { advance: '1d' })
  for (const view of [
    '#/data?at=r1',
    '#/activity?from=start&to=now',
    '#/activity',
    '#/activity?id=r1',
    '#/activity?id=a1',
  ]) {
    await open.show(view)
    await open.page.locator('.loading').first().waitFor({ state: 'detached' })
    await open.expectNoSidewaysScroll()
  }
})

test('a jump that ends an entry shows it as expired, not as removed', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await open.admin('POST /clock', { advance: '2h' })
  await page.locator('.rows').getByText('clock +2 h').click()
  const changed = page.getByRole('region', { name: 'What changed' })
  const entry = changed.getByRole('listitem').filter({ hasText: 'entries › a' })
  await entry.getByText('expired', { exact: true }).waitFor()
  expect(await changed.getByText('removed').count()).toBe(0)
})

test('what was undone is marked in the journal and in the life of an entry', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await open.admin('POST /clock', { advance: '2h' })
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await open.admin('POST /undo')
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  const undone = page.locator('.rows tbody tr', { hasText: 'undone' })
  await expect.poll(() => undone.count()).toBe(2)
  await undone.filter({ hasText: 'clock +2 h' }).waitFor()
  await undone.filter({ hasText: 'expired 1 h before' }).waitFor()
  await open.show('#/data?key=a')
  const life = page.getByRole('region', { name: 'History' })
  await life.getByText('expired, undone').waitFor()
  await life.getByText('missed, undone').waitFor()
  expect(await life.getByText('undone').count()).toBe(2)
  expect(await open.violations()).toEqual([])
})
