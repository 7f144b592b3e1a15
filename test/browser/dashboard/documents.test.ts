import { expect, test } from 'vitest'
import { Dashboards, HOSTILE } from './dashboard.js'

/** The document database: what a person does there, seen through the data interface. */

const dashboards = Dashboards.ofFile()

const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  database: {
    keys: [{ key: 'db_all' }],
    projects: [{ id: 10, name: 'Onboarding', description: 'Example scripts' }],
    documents: [{ id: '9007199254740993', title: 'Intro', content: '{"a": 1}', project: 10 }],
  },
}
const ALL = { 'X-API-Key': 'db_all' }

test('a document is added, changed and deleted; its id keeps all its digits', async () => {
  await using open = await dashboards.open('#/data?in=documents', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Intro' }).click()
  await page.getByRole('complementary', { name: 'Document 9007199254740993' }).waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Title').fill('Changed')
  await page.getByLabel('Project').fill('no id')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('found the text "no id"').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('Changed')
  await page.getByLabel('Project').fill('9007199254740995')
  await page.getByLabel('No content').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('In project 9007199254740995').waitFor()
  await page.getByText('No content').waitFor()
  const read = () => open.data('GET /documents/9007199254740993', ALL)
  expect(await (await read()).text()).toBe('{"id":9007199254740993,"title":"Changed"}')
  await page.getByRole('button', { name: 'Delete this document' }).click()
  await page.getByRole('button', { name: 'Delete now: this document' }).click()
  await page.getByText('No documents yet').waitFor()
  expect((await read()).status).toBe(404)
  await page.getByRole('button', { name: 'Add document' }).click()
  await page.getByLabel('Title').fill('Second')
  await page.getByRole('textbox', { name: 'Content' }).fill('one\ntwo')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Second' }).waitFor()
  const [made] = (await (await open.data('GET /documents', ALL)).json()) as object[]
  expect(made).toMatchObject({ title: 'Second', content: 'one\ntwo' })
})

test('what the app creates appears as it comes', async () => {
  await using open = await dashboards.open('#/data?in=documents', { seed: SEED })
  await open.page.getByRole('button', { name: 'Intro' }).waitFor()
  await open.data('POST /documents', ALL, '{"title": "From the app"}')
  await open.page.getByRole('button', { name: 'From the app' }).waitFor()
  await open.page.getByRole('heading', { name: '2 documents' }).waitFor()
})

test('projects are added and changed', async () => {
  await using open = await dashboards.open('#/data?in=projects', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Onboarding' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('New')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add project' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Reports')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Reports' }).waitFor()
  expect(await (await open.data('GET /projects', ALL)).json()).toEqual([
    { id: 10, name: 'Onboarding', description: 'New' },
    { id: 11, name: 'Reports' },
  ])
})

test('keys are made with a scope that the service keeps to, and revoked', async () => {
  await using open = await dashboards.open('#/data?in=database-keys', { seed: SEED })
  const { page } = open
  await page.getByRole('button', { name: 'Add key' }).click()
  await page.getByLabel('Key', { exact: true }).fill('db_some')
  await page.getByLabel('Limit scope').check()
  await page.getByLabel('Projects in scope').fill('11, x')
  await page.getByLabel('When nothing is in scope').selectOption('forbidden')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('found the text "x"').waitFor()
  await page.getByLabel('Projects in scope').fill('11, 9007199254740993')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('limited to projects 11, 9007199254740993').waitFor()
  const list = () => open.data('GET /documents', { 'X-API-Key': 'db_some' })
  expect((await list()).status).toBe(403)
  await page.getByRole('row', { name: 'db_some' }).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('button', { name: 'Revoke the key db_some' }).click()
  await page.getByRole('button', { name: 'Revoke now: the key db_some' }).click()
  await page.getByText('db_some').first().waitFor({ state: 'detached' })
  expect((await list()).status).toBe(401)
})

test('a rate limit is set and lifted', async () => {
  await using open = await dashboards.open('#/data?in=database-keys', { seed: SEED })
  const { page } = open
  await page.getByLabel('Requests').fill('1')
  await page.getByLabel('Window').fill('often')
  await page.getByRole('button', { name: 'Set rate limit' }).click()
  await page.getByText('expected a duration above 0').waitFor()
  await page.getByLabel('Window').fill('1m')
  await page.getByRole('button', { name: 'Set rate limit' }).click()
  await page.getByText('Each key can send 1 request in 1m').waitFor()
  const ask = async () => (await open.data('GET /projects', ALL)).status
  expect([await ask(), await ask()]).toEqual([200, 429])
  await page.getByRole('button', { name: 'Remove limit' }).click()
  await page.getByText('No limit: keys').waitFor()
  expect(await ask()).toBe(200)
})

test('hostile titles are shown, not run', async () => {
  const documents = HOSTILE.map((text) => ({ title: text, content: text, literal: true as const }))
  const projects = HOSTILE.map((text) => ({ name: text, description: text, literal: true as const }))
  await using open = await dashboards.open(
    '#/data?in=documents',
    { seed: { ...SEED, database: { ...SEED.database, documents, projects } } },
    { viewport: { width: 360, height: 800 } },
  )
  const { page } = open
  for (const text of HOSTILE) await open.seeInRowOf(text, text)
  for (const part of ['documents', 'projects', 'database-keys']) {
    await open.show(`#/data?in=${part}`)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await open.expectNoSidewaysScroll()
  }
  expect(await page.title()).toBe('Data · tristore emulator')
  expect(open.complaints).toEqual([])
})
