import { describe, expect, test } from 'vitest'
import { Dashboards, type OpenDashboard } from '../dashboard.js'
import { Person, WAYS, type Way } from './hands.js'
import { ADMIN_KEY, SHOP } from './seed.js'

/** Tasks about requests, by mouse, by keyboard and by finger. */

const dashboards = Dashboards.ofFile()

/** A way, and one request of each status with a word of the reason that is to be read. */
const REFUSED: readonly (readonly [
  way: Way,
  status: number,
  send: (open: OpenDashboard) => Promise<unknown>,
  reason: RegExp,
])[] = [
  ['mouse', 404, (open) => open.data('GET /v1/kv/ns_shop_1/nowhere', ADMIN_KEY), /never existed/],
  [
    'keyboard',
    429,
    async (open) => {
      await open.admin('PATCH /namespaces/ns_shop_1', { usage: { reads: 1000 } })
      await open.data('GET /v1/kv/ns_shop_1/price', ADMIN_KEY)
    },
    /1,000 of 1,000 used|1000/,
  ],
  [
    'touch at 390 px',
    401,
    (open) => open.data('GET /documents', { 'X-API-Key': 'nope' }),
    /unknown API key/i,
  ],
  [
    'mouse',
    403,
    (open) => open.data('PUT /v1/kv/ns_shop_1/a', { 'X-KV-Key': 'kv_read_shop' }, '{"value": 1}'),
    /scope/,
  ],
]

test.each(REFUSED)('by %s, the reason why an answer was %d is shown', async (way, status, send, reason) => {
  await using person = await Person.at(dashboards, way, { seed: SHOP })
  const { page, open } = person
  await send(open)
  expect(await open.admin('GET /requests')).toMatchObject({ requests: [{ id: 'r1', status }] })
  await person.goTo('Activity', 'r')
  await person.press(page.getByRole('row').filter({ hasText: String(status) }))
  await page.getByRole('complementary', { name: 'Request r1' }).getByText(reason).first().waitFor()
})

describe.each(WAYS)('by %s', (way) => {
  test('one of 500 requests is found', async () => {
    await using person = await Person.at(dashboards, way, { seed: SHOP })
    const { page, open } = person
    for (let sent = 0; sent < 500; sent += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          open.data(`GET /v1/kv/ns_shop_1/session:${sent + index}`, { 'X-KV-Key': 'nobody' }),
        ),
      )
    }
    await person.find('session:321', /^r\d+ GET .*session:321/)
    await page.getByRole('complementary').getByText('session:321').first().waitFor()
    await open.expectNoSidewaysScroll()
  })
})
