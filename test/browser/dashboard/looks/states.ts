import type { Locator, Page } from 'playwright-core'
import type { OpenDashboard } from '../dashboard.js'

/** Every view of the page and every state that it can be brought to, of a world that has something of everything. */

const NS = 'ns_shop_k3v9'
const WRITER = { 'X-KV-Key': 'kv_admin_shop' }
/** As long as keys of sessions are. */
const LONG_KEY = `session_${'0123456789abcdef'.repeat(4)}`

export const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: NS,
      owner: 'user_alice',
      limits: { reads: 1000, writes: 1000 },
      usage: { reads: 412, writes: 97 },
      keys: [
        { key: 'kv_admin_shop', scope: 'admin' as const },
        { key: 'kv_read_shop', scope: 'read' as const },
      ],
      entries: [
        { key: LONG_KEY, value: { user: 'user_eve', note: 'x'.repeat(300) }, ttlSeconds: 900 },
        { key: 'flag:checkout', value: { enabled: true }, ttlSeconds: 7200 },
        { key: 'cart:{{index}}', repeat: 60, value: '{{index}}', ttlSeconds: 1800 },
      ],
    },
    { id: 'ns_blog_p8w2', owner: 'user_bob', keys: [{ key: 'kv_admin_blog', scope: 'admin' as const }] },
  ],
  stores: [
    {
      id: 'ec_web_89daefd4',
      owner: 'user_alice',
      keys: [{ key: 'kv_read_web', scope: 'read' as const }],
      entries: [
        { key: 'banner', value: { text: 'Winter sale' } },
        { key: 'currency', value: 'EUR' },
      ],
    },
  ],
  database: {
    keys: [{ key: 'db_shop' }, { key: 'db_intern', projects: [10], documents: [] }],
    projects: [{ id: 10, name: 'Onboarding', description: 'Example scripts' }],
    documents: [
      { id: 1, title: 'Intro script', content: "print('hi')", project: 10 },
      { id: 2, title: 'Weekly revenue', content: 'sum(orders.total)' },
    ],
  },
  faults: [
    { id: 'f_windows', status: 503, match: { operation: 'kv.list' }, from: '+15m', until: '+20m' },
    { id: 'f_always', connection: 'reset' as const, match: { key: 'broken' } },
  ],
}

/** Some life: requests of each outcome, a jump, a snapshot, another world. */
export async function live(open: OpenDashboard): Promise<void> {
  await open.data(`GET /v1/kv/${NS}/flag:checkout`, WRITER)
  await open.data(`GET /v1/kv/${NS}/${LONG_KEY}`, WRITER)
  await open.data(`GET /v1/kv/${NS}/missing`, WRITER)
  await open.admin('POST /clock', { advance: '90s' })
  await open.data(`PUT /v1/kv/${NS}/new`, WRITER, '{"value": {"a": 1}, "ttlSeconds": 600}')
  await open.data(`PUT /v1/kv/${NS}/new`, { 'X-KV-Key': 'kv_read_shop' }, '{"value": 2, "ttlSeconds": 60}')
  await open.data('GET /documents?limit=2', { 'X-API-Key': 'db_shop' })
  await open.admin('POST /snapshots', { name: 'before-the-sale' })
  await open.admin('POST /worlds', { id: 'spare' })
}

/** A state of the page. */
export interface State {
  readonly name: string
  /** The address after the #/. */
  readonly view: string
  /** Brings the view to it. */
  readonly reach?: (open: OpenDashboard) => Promise<unknown>
}

const press =
  (name: string | RegExp) =>
  async ({ page }: OpenDashboard) => {
    await page.getByRole('button', { name }).first().click()
  }

const fromWorld = (name: string) => async (open: OpenDashboard) => {
  await open.pressInWorld(name)
  await open.page.getByRole('dialog', { name: 'Worlds' }).waitFor({ state: 'detached' })
  await dialogOf(open).waitFor()
}

const inDialog = (name: string | RegExp) => async (open: OpenDashboard) => {
  await press(name)(open)
  await dialogOf(open).waitFor()
}

const inPanel = (name: string | RegExp) => async (open: OpenDashboard) => {
  await press(name)(open)
  await panelOf(open).waitFor()
}

const panelOf = ({ page }: OpenDashboard) => page.getByRole('complementary')

const dialogOf = ({ page }: OpenDashboard) => page.getByRole('dialog')

/** Drops a file on the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })()`)
  await page.getByRole('dialog').waitFor()
}

const dropOf =
  (name: string, path: string, seen: (page: Page) => Locator) =>
  async ({ page, emulator }: OpenDashboard) => {
    await drop(page, name, await (await fetch(emulator.adminUrl + path)).text())
    await seen(page).waitFor()
  }

/** A seed that changes something. */
const MORE = `namespaces: [{ id: ${NS}, owner: user_zoe, entries: [{ key: more, value: 1, ttlSeconds: 60 }] }]`

export const STATES: readonly State[] = [
  {
    name: 'activity, all that comes next and the preview of a jump',
    view: 'activity',
    reach: async (open) => {
      await press('More')(open)
      await open.page.getByRole('list', { name: 'Upcoming events' }).waitFor()
      await open.page.getByLabel('Custom jump').fill('40m')
      await open.page.locator('.time-note').getByRole('button', { name: 'Jump there', exact: true }).waitFor()
    },
  },
  {
    name: 'faults, with more of the time bar',
    view: 'faults',
    reach: press('More'),
  },
  { name: 'requests', view: 'activity' },
  { name: 'requests, more filters', view: 'activity', reach: press('More filters') },
  { name: 'requests, none found', view: 'activity?text=nowhere' },
  { name: 'a request that found nothing', view: 'activity?id=r3' },
  { name: 'a request that was refused', view: 'activity?id=r5' },
  { name: 'edit and send', view: 'activity?id=r4', reach: press('Edit and send') },
  { name: 'clients', view: 'clients' },
  { name: 'faults', view: 'faults' },
  { name: 'custom fault', view: 'faults', reach: inPanel('Add custom fault') },
  { name: 'a fault', view: 'faults?id=f_always', reach: (open) => panelOf(open).waitFor() },
  { name: 'data', view: 'data' },
  { name: 'keys of a namespace', view: 'data?tab=keys' },
  { name: 'settings of a namespace', view: 'data?tab=settings' },
  { name: 'new namespace', view: 'data', reach: inDialog('New namespace') },
  { name: 'new entry', view: 'data', reach: inPanel('Add entry') },
  {
    name: 'entry',
    view: `data?key=${LONG_KEY}`,
    reach: (open) => panelOf(open).getByText('Time to live').waitFor(),
  },
  {
    name: 'entry, edited into a wrong one',
    view: 'data?key=flag:checkout',
    reach: async (open) => {
      await panelOf(open).getByRole('button', { name: 'Edit' }).click()
      await panelOf(open).getByLabel('Value').fill('{')
      await panelOf(open).getByText('it ends too early').waitFor()
    },
  },
  { name: 'config', view: 'data?in=stores' },
  { name: 'keys of a store', view: 'data?in=stores&tab=keys' },
  { name: 'documents', view: 'data?in=documents' },
  { name: 'projects', view: 'data?in=projects' },
  { name: 'database keys', view: 'data?in=database-keys' },
  { name: 'document', view: 'data?in=documents&id=1', reach: (open) => panelOf(open).waitFor() },
  { name: 'new document', view: 'data?in=documents', reach: inPanel('Add document') },
  { name: 'state', view: 'snapshots' },
  {
    name: 'a snapshot',
    view: 'snapshots?id=before-the-sale',
    reach: (open) => panelOf(open).getByText('would change').waitFor(),
  },
  { name: 'save', view: 'snapshots', reach: fromWorld('Save…') },
  {
    name: 'open, with a wrong text',
    view: 'snapshots',
    reach: async (open) => {
      await fromWorld('Open…')(open)
      await dialogOf(open).getByLabel('Seed').fill('namespaces:\n  - id: ns_a_1\n    ownr: me\n')
      await open.page.getByRole('list', { name: 'Problems' }).waitFor()
    },
  },
  { name: 'gaps', view: 'gaps' },
  { name: 'compare', view: 'activity?from=start&to=now' },
  { name: 'worlds', view: 'data?in=stores', reach: inDialog(/^World: /) },
  {
    name: 'connect',
    view: 'faults',
    reach: async (open) => {
      await press('Connect')(open)
      await dialogOf(open).getByRole('list', { name: 'Credentials' }).waitFor()
    },
  },
  {
    name: 'palette',
    view: 'faults',
    reach: async ({ page }) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Find or run' }).fill('s')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'keys',
    view: 'faults',
    reach: async (open) => {
      await open.page.keyboard.press('?')
      await dialogOf(open).waitFor()
    },
  },
  {
    name: 'the past',
    view: 'data?at=start',
    reach: ({ page }) => page.getByText('As of 2026').waitFor(),
  },
  {
    name: 'a seed that was dropped',
    view: 'faults',
    reach: async ({ page }) => {
      await drop(page, 'more.yaml', MORE)
      await page.getByText('2 values would change').waitFor()
    },
  },
  {
    name: 'a seed that was dropped, and is wrong',
    view: 'faults',
    reach: async ({ page }) => {
      await drop(page, 'more.yaml', MORE.replace('owner', 'ownr'))
      await page.getByRole('list', { name: 'Problems' }).waitFor()
    },
  },
  {
    name: 'a bundle that was dropped',
    view: 'faults',
    reach: dropOf('run.tristore.json', '/bundle', (page) =>
      page.getByRole('button', { name: 'Run in a new world' }),
    ),
  },
]
