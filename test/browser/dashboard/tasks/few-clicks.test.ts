import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from '../dashboard.js'
import { ADMIN_KEY, SHOP } from './seed.js'

/**
 * Tasks of a person who tests an application, by the mouse. None takes more than four clicks on buttons, links and rows;
 * what is typed or chosen from a list is not counted.
 */

const dashboards = Dashboards.ofFile()

const CLICKS_MAX = 4

interface Task {
  readonly name: string
  readonly before?: (open: OpenDashboard) => Promise<unknown>
  /** Does it, and sees that it is done. */
  readonly work: (open: OpenDashboard, click: (what: Locator) => Promise<void>) => Promise<unknown>
}

const read = (open: OpenDashboard, key: string, headers: Readonly<Record<string, string>> = ADMIN_KEY) =>
  open.data(`GET /v1/kv/ns_shop_1/${key}`, headers)
const write = (open: OpenDashboard, key: string, value: unknown) =>
  open.data(`PUT /v1/kv/ns_shop_1/${key}`, ADMIN_KEY, JSON.stringify({ value, ttlSeconds: 60 }))
const row = ({ page }: OpenDashboard, text: string) => page.getByRole('row').filter({ hasText: text }).first()
const button = ({ page }: OpenDashboard, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first()

const TASKS: readonly Task[] = [
  {
    name: 'a refusal is understood and mended',
    before: async (open) => {
      await write(open, 'cart', 'full')
      await open.admin('POST /clock', { advance: '5m' })
      await read(open, 'cart')
    },
    async work(open, click) {
      await click(row(open, '404'))
      await open.page
        .getByText(/expired/)
        .first()
        .waitFor()
      await click(button(open, 'Put it back'))
      await expect.poll(async () => (await read(open, 'cart')).status).toBe(200)
    },
  },
  {
    name: 'an entry is made to expire',
    async work(open, click) {
      await click(open.page.getByRole('link', { name: 'Data', exact: true }))
      await click(row(open, 'flag:checkout').getByRole('button', { name: 'Actions' }))
      await click(button(open, 'Expire now'))
      await click(button(open, 'Jump there'))
      await expect.poll(async () => (await read(open, 'flag:checkout')).status).toBe(404)
    },
  },
  {
    name: 'an entry is seen one ms before it expires',
    async work(open, click) {
      await click(open.page.getByRole('link', { name: 'Data', exact: true }))
      await click(row(open, 'flag:checkout').getByRole('button', { name: 'Actions' }))
      await click(button(open, '1 ms before'))
      await click(button(open, 'Jump there'))
      await expect
        .poll(async () => (await open.admin('GET /clock')) as object)
        .toMatchObject({ iso: '2026-01-20T13:59:59.999Z' })
      expect((await read(open, 'flag:checkout')).status).toBe(200)
      await open.admin('POST /clock', { advance: 0.001 })
      expect((await read(open, 'flag:checkout')).status).toBe(404)
    },
  },
  {
    name: 'the end of the month is previewed',
    async work(open) {
      await button(open, 'Month end').hover()
      await open.page
        .getByText(/month rolls/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'the next put fails once, and its retry is seen',
    async work(open, click) {
      await click(open.page.getByRole('link', { name: 'Faults' }))
      const form = open.page.getByRole('form', { name: 'Add a fault' })
      await form.getByLabel('Fail').selectOption('kv.put')
      await form.getByLabel('with').selectOption('429')
      await click(form.getByRole('button', { name: 'Add fault' }))
      await open.page.getByRole('link', { name: 'Faults 1 on' }).waitFor()
      expect([(await write(open, 'a', 1)).status, (await write(open, 'a', 1)).status]).toEqual([429, 200])
      await click(open.page.getByRole('link', { name: 'Activity' }))
      await row(open, '429').waitFor()
      await row(open, '200').waitFor()
    },
  },
  {
    name: 'the entry that holds a text is found',
    before: (open) => write(open, 'profile:7', { name: 'Ada Lovelace' }),
    async work(open, click) {
      await click(button(open, 'Find'))
      await open.page.getByRole('combobox', { name: 'Find or run' }).fill('lovelace')
      await click(open.page.getByRole('option', { name: /profile:7/ }).first())
      await open.page.getByRole('complementary').getByText('Ada Lovelace').first().waitFor()
    },
  },
  {
    name: 'the present is compared with what was there before an import',
    before: (open) => open.admin('PUT /state', { namespaces: [{ id: 'ns_other_1' }] }),
    async work(open, click) {
      await open.page.getByRole('searchbox').first().fill('state')
      await click(row(open, 'state replaced'))
      await click(open.page.getByRole('link', { name: 'Compare with…' }))
      const dialog = open.page.getByRole('complementary', { name: 'What changed' })
      await dialog.getByLabel('From', { exact: true }).selectOption({ label: 'before a1: state replaced' })
      await dialog.getByText('ns_other_1').first().waitFor()
    },
  },
  {
    name: 'a reset is undone',
    before: async (open) => {
      await write(open, 'a', 1)
      await open.admin('POST /reset')
    },
    async work(open, click) {
      await click(button(open, 'Undo the reset'))
      await expect.poll(async () => (await read(open, 'a')).status).toBe(200)
    },
  },
  {
    name: 'another world is made, and an application connected to it',
    async work(open, click) {
      await click(button(open, /^World: /))
      await open.page.getByLabel('New world').fill('mine')
      await click(button(open, 'Create and open'))
      await open.page.waitForURL('**/_worlds/mine/_dashboard/#/activity')
      await click(button(open, 'Connect'))
      await open.page.getByRole('dialog', { name: 'Connect' }).getByText('/_worlds/mine').first().waitFor()
    },
  },
  {
    name: 'a quota is raised',
    async work(open, click) {
      await click(open.page.getByRole('link', { name: 'Data', exact: true }))
      await click(open.page.getByRole('link', { name: /limits|quota|usage/i }).first())
      await open.page
        .getByRole('group', { name: 'Monthly and storage limits' })
        .getByLabel('Reads')
        .fill('5000')
      await click(button(open, 'Save settings'))
      await expect
        .poll(async () => (await open.admin('GET /namespaces/ns_shop_1')) as object)
        .toMatchObject({ limits: { reads: 5000 } })
    },
  },
  {
    name: 'who uses the quota is found',
    before: async (open) => {
      for (let times = 0; times < 3; times++) await read(open, 'price', { 'X-KV-Key': 'kv_read_shop' })
      await read(open, 'price')
    },
    async work(open, click) {
      await click(open.page.getByRole('link', { name: 'Data', exact: true }))
      await click(open.page.getByRole('link', { name: /limits|quota|usage/i }).first())
      const users = open.page.getByRole('list', { name: 'Who sent the reads' }).getByRole('listitem')
      await users.filter({ hasText: /kv_read_shop\s*3/ }).waitFor()
      await users.filter({ hasText: /kv_admin_shop\s*1/ }).waitFor()
      await click(users.first().getByRole('link'))
      await open.page.getByText('3 shown').waitFor()
    },
  },
  {
    name: 'what is there is saved as a seed',
    async work(open, click) {
      await click(button(open, /^World: /))
      await click(button(open, 'Save…'))
      await click(button(open, /^State/))
      const saved = open.page.waitForEvent('download')
      await click(button(open, 'Save file'))
      expect((await saved).suggestedFilename()).toMatch(/^state\./)
    },
  },
  {
    name: 'the client that polls is found',
    before: async (open) => {
      for (let times = 0; times < 9; times++)
        await read(open, 'price', { ...ADMIN_KEY, 'user-agent': 'poller/1' })
    },
    async work(open, click) {
      await click(open.page.getByRole('link', { name: 'Clients', exact: true }))
      await row(open, 'poller/1').getByText('9 × GET ns_shop_1 › price').waitFor()
    },
  },
  {
    name: 'a recorded run is run again',
    before: (open) => write(open, 'a', 1),
    async work(open, click) {
      const bundle = await (await fetch(`${open.emulator.adminUrl}/bundle`)).text()
      await click(button(open, /^World: /))
      await click(button(open, 'Open…'))
      const chosen = open.page.waitForEvent('filechooser')
      await click(button(open, 'Choose file'))
      await (await chosen).setFiles({
        name: 'run.tristore.json',
        mimeType: 'application/json',
        buffer: Buffer.from(bundle),
      })
      await click(button(open, 'Run in a new world'))
      await open.page.getByText(/all with the same response/).waitFor()
    },
  },
]

test.each(TASKS)('$name in four clicks', async ({ before, work }) => {
  await using open = await dashboards.start(SHOP)
  await before?.(open)
  await open.show('#/activity')
  let clicks = 0
  await work(open, async (what) => {
    clicks++
    await what.click()
  })
  expect(clicks).toBeLessThanOrEqual(CLICKS_MAX)
})
