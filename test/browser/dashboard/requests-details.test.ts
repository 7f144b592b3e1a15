import { expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from './dashboard.js'

/** What can be done with a request that is open. */

const dashboards = Dashboards.ofFile()

const KEY = { 'x-kv-key': 'kv_a' }
const SEED = {
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_a_1',
      owner: 'user_alice',
      limits: { reads: 2 },
      keys: [
        { key: 'kv_a', scope: 'admin' },
        { key: 'kv_r', scope: 'read' },
      ],
      entries: [
        { key: 'a', value: 1, ttlSeconds: 3600 },
        { key: 'gone', value: 1, createdAt: '-2h', expiresAt: '-3s' },
      ],
    },
  ],
}

const rowTexts = ({ page }: OpenDashboard) => page.locator('.rows tbody tr').allInnerTexts()
const details = ({ page }: OpenDashboard, id: string) =>
  page.getByRole('complementary', { name: `Request ${id}` })

test('a request is sent again, unchanged or edited first, as the application would send it', async () => {
  await using open = await dashboards.start(SEED)
  const { page } = open
  await open.data('PUT /v1/kv/ns_a_1/b', KEY, '{"value": 9007199254740993, "ttlSeconds": 60}')
  await open.show('#/activity?id=r1')
  await details(open, 'r1').getByRole('button', { name: 'Send again' }).click()
  await details(open, 'r1').getByRole('link', { name: 'r2' }).waitFor()
  const again = (await open.admin('GET /requests/r2')) as { status: number; requestBody: { text: string } }
  expect(again).toMatchObject({
    status: 200,
    requestBody: { text: '{"value": 9007199254740993, "ttlSeconds": 60}' },
  })
  await details(open, 'r1').getByRole('button', { name: 'Edit and send' }).click()
  const form = page.getByRole('form', { name: 'Edit and send' })
  expect(await form.getByLabel('Body').inputValue()).toContain('9007199254740993')
  expect(await form.getByLabel('Headers').inputValue()).not.toMatch(/sec-fetch|user-agent|host/i)
  await form.getByLabel('Headers').fill('no header')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByRole('alert').getByText("isn't a header").waitFor()
  await form.getByLabel('Headers').fill('X-KV-Key: kv_r')
  await form.getByRole('button', { name: 'Send' }).click()
  await details(open, 'r1').getByRole('link', { name: 'r3' }).click()
  await details(open, 'r3')
    .getByText('The key has scope read; this needs write or admin.', { exact: true })
    .waitFor()
  expect(open.complaints.filter((text) => !text.includes('403'))).toEqual([])
})

test('a request whose token was left out is sent with a new one', async () => {
  await using open = await dashboards.start(SEED)
  const { token } = (await open.admin('POST /tokens', { sub: 'user_alice' })) as { token: string }
  await open.data('GET /v1/kv/ns_a_1', { authorization: `Bearer ${token}` })
  await open.show('#/activity?id=r1')
  await details(open, 'r1').getByRole('button', { name: 'Send again' }).click()
  await details(open, 'r1').getByRole('link', { name: 'r2' }).waitFor()
  expect(await open.admin('GET /requests/r2')).toMatchObject({ status: 200, credential: 'user_alice' })
})

test('where the key does not do, those that would are named, and one press sends with one', async () => {
  await using open = await dashboards.start(SEED)
  await open.data('PUT /v1/kv/ns_a_1/b', { 'x-kv-key': 'kv_r' }, '{"value":1,"ttlSeconds":60}')
  await open.show('#/activity?id=r1')
  const mend = details(open, 'r1').getByRole('region', { name: 'Fixes' })
  await mend.getByRole('button', { name: 'Send X-KV-Key: kv_a' }).waitFor()
  expect(await mend.getByRole('button', { name: 'Send X-KV-Key: kv_r' }).count()).toBe(0)
  await mend.getByRole('button', { name: 'Send X-KV-Key: kv_a' }).click()
  await mend.getByText('200').waitFor()
  expect(await open.violations()).toEqual([])
})

test('a month that is used up is left by a jump, which can be undone, or its limit raised', async () => {
  await using open = await dashboards.start(SEED)
  for (let reads = 0; reads < 3; reads++) await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await open.show('#/activity?id=r3')
  const { page } = open
  await details(open, 'r3').getByText('All 2 reads of the month are used up.').waitFor()
  const mend = details(open, 'r3').getByRole('region', { name: 'Fixes' })
  await mend.getByRole('button', { name: 'Go to the next month, 2026-02-01' }).click()
  await mend.getByText('Done: Go to the next month').waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ iso: '2026-02-01T00:00:00.000Z' })
  await page.getByRole('button', { name: 'Undo clock' }).click()
  await page.getByText('Undid clock').waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ iso: '2026-01-15T12:00:00.000Z' })
  await mend.getByRole('button', { name: 'Raise the limit on reads to 5' }).click()
  await mend.getByText('Done: Raise').waitFor()
  await mend.getByRole('button', { name: 'Send again' }).click()
  await mend.getByText('200').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('an entry that expired is put again, or gone back to', async () => {
  await using open = await dashboards.start(SEED)
  await open.data('PUT /v1/kv/ns_a_1/b', KEY, '{"value": 1, "ttlSeconds": 60}')
  await open.admin('POST /clock', { advance: '63s' })
  await open.data('GET /v1/kv/ns_a_1/b', KEY)
  await open.show('#/activity?id=r2')
  await details(open, 'r2').getByText('“b” expired 3 s before.').waitFor()
  const mend = details(open, 'r2').getByRole('region', { name: 'Fixes' })
  await mend.getByRole('button', { name: 'Go back to 1 ms before it expired' }).click()
  await mend.getByText('Done: Go').waitFor()
  expect(await open.admin('GET /clock')).toMatchObject({ iso: '2026-01-15T12:00:59.999Z' })
  await mend.getByRole('button', { name: 'Send again' }).click()
  await mend.getByText('200').waitFor()
})

test('an entry that an application wrote is put again with the value that it had', async () => {
  await using open = await dashboards.start(SEED)
  await open.data('PUT /v1/kv/ns_a_1/b', KEY, '{"value": {"n": 1}, "ttlSeconds": 90}')
  await open.data('DELETE /v1/kv/ns_a_1/b', KEY)
  await open.data('GET /v1/kv/ns_a_1/b', KEY)
  await open.show('#/activity?id=r3')
  await details(open, 'r3').getByText("“b” doesn't exist: deleted by request r2.").waitFor()
  await details(open, 'r3').getByRole('button', { name: 'Put it back' }).click()
  await details(open, 'r3').getByText('Done: Put it back').waitFor()
  expect(await open.admin('GET /namespaces/ns_a_1/entries/b')).toMatchObject({
    value: { n: 1 },
    ttlSeconds: 90,
  })
})

test('a request is copied as curl, as a call of fetch, as a test with the state that it met, and as a link', async () => {
  await using open = await dashboards.start(SEED, {}, { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/a', KEY)
  await open.show('#/activity?id=r1')
  const copied = async (label: string) => {
    await page.getByRole('button', { name: label }).click()
    await page.getByText('Copied').waitFor()
    await page.getByText('Copied').waitFor({ state: 'detached' })
    return page.evaluate('navigator.clipboard.readText()')
  }
  expect(await copied('as curl')).toContain(`curl -i '${open.emulator.baseUrl}/v1/kv/ns_a_1/a'`)
  expect(await copied('as fetch')).toContain(`fetch("${open.emulator.baseUrl}/v1/kv/ns_a_1/a"`)
  const text = await copied('as test')
  expect(text).toContain('createTest({ seed: {')
  expect(text).toContain('expect(response.status).toBe(200)')
  expect(await copied('link')).toBe(page.url())
})

test('a request that a fault delays is marked in the row and in the details, before and after its end', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await open.admin('POST /faults', { match: { operation: 'kv.get' }, connection: 'hang', times: 1 })
  const client = new AbortController()
  const hanging = fetch(`${open.emulator.baseUrl}/v1/kv/ns_a_1/a`, {
    headers: KEY,
    signal: client.signal,
  }).catch(() => {})
  await page.locator('.rows').getByText('hangs', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'GET ns_a_1 › a' }).click()
  await details(open, 'r1')
    .getByText(/so far; the client is waiting/)
    .first()
    .waitFor()
  client.abort()
  await hanging
  await page.locator('.rows').getByText('hung, client left').waitFor()
  await details(open, 'r1')
    .getByText(/The fault f_1 fired: it held the request for .*; the client left/)
    .waitFor()
  await details(open, 'r1')
    .getByText(/waited .* held by f_1/)
    .waitFor()
  expect(await rowTexts(open)).toHaveLength(2)
})

test('held requests are shown, released, and failed', async () => {
  await using open = await dashboards.open('#/activity', { seed: SEED })
  const { page } = open
  await open.admin('POST /faults', { match: { operation: 'kv.put' }, hold: true })
  const body = '{"value":1,"ttlSeconds":60}'
  const first = open.data('PUT /v1/kv/ns_a_1/first', KEY, body)
  const held = page.getByRole('region', { name: /requests? held/ })
  await held.getByText('/v1/kv/ns_a_1/first').waitFor()
  const second = open.data('PUT /v1/kv/ns_a_1/second', KEY, body)
  await page.getByRole('link', { name: 'Activity 2 held' }).waitFor()
  expect(await open.violations()).toEqual([])
  await held.getByRole('button', { name: 'Release r1' }).click()
  expect((await first).status).toBe(200)
  await page.getByRole('link', { name: 'Activity 1 held' }).waitFor()
  await held.getByLabel('Fail r2 with').selectOption('429')
  await held.getByRole('button', { name: 'Fail r2' }).click()
  expect((await second).status).toBe(429)
  await held.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Activity', exact: true }).waitFor()
  const third = open.data('PUT /v1/kv/ns_a_1/third', KEY, body).catch(() => 'no answer')
  await held.getByLabel('Fail r3 with').selectOption('reset')
  await held.getByRole('button', { name: 'Fail r3' }).click()
  expect(await third).toBe('no answer')
  await expect
    .poll(() => rowTexts(open))
    .toEqual([
      expect.stringMatching(/none.*third.*f_1.*reset/s),
      expect.stringMatching(/429.*second.*f_1.*answered late/s),
      expect.stringMatching(/200.*first.*f_1.*answered late/s),
      expect.stringContaining('fault added: hold, kv.put'),
    ])
})

test('a long credential shows three lines, and the rest on demand', async () => {
  await using open = await dashboards.start(SEED)
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/a', { 'x-kv-key': 'k'.repeat(3000) })
  await open.show('#/activity?id=r1')
  const text = details(open, 'r1').locator('.clamp .text').first()
  const height = async () => (await text.boundingBox())?.height ?? 0
  const short = await height()
  expect(short).toBeLessThan(80)
  await details(open, 'r1').getByRole('button', { name: 'More' }).first().click()
  expect(await height()).toBeGreaterThan(2 * short)
  await open.expectNoSidewaysScroll()
  expect(await page.getByRole('button', { name: 'Less' }).count()).toBe(1)
})

test('nothing is sent or mended at a moment of the past', async () => {
  await using open = await dashboards.start(SEED)
  const { page } = open
  await open.data('GET /v1/kv/ns_a_1/gone', KEY)
  await open.show('#/activity?id=r1&at=r1')
  await details(open, 'r1').getByText('“gone” expired').waitFor()
  expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0)
  expect(await page.getByRole('region', { name: 'Fixes' }).count()).toBe(0)
})
