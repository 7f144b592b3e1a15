import { expect, test } from 'vitest'
import { readRequestQuery, readSortedRequestQuery, wanted } from '../../src/admin/lists/requests.js'
import { atOnce, SLICE_ITEMS, Slice } from '../../src/core/steps.js'
import { conductOf } from '../../src/journal/conduct/conduct.js'
import { orderIn } from '../../src/journal/conduct/order.js'
import { quotaShares } from '../../src/journal/conduct/quotas.js'
import { shortTtls } from '../../src/journal/conduct/short-ttls.js'
import { gapsUsed } from '../../src/journal/gaps-used.js'
import { Service } from '../support/service.js'
import { turnsOf } from '../support/turns.js'

/** As many as the journal of a service keeps here. */
const REQUESTS = 1000

async function used(): Promise<Service> {
  const service = await Service.start({
    database: { keys: [{ key: 'db' }] },
    faults: [{ match: { operation: 'documents.list' }, status: 503 }],
  })
  for (let index = 0; index < REQUESTS; index++) {
    await service.send('GET /documents', { headers: { 'X-API-Key': 'db' } })
  }
  return service
}

test('conduct of a thousand requests lets others through', async () => {
  const { world } = await used()
  expect(turnsOf(conductOf(world))).toBeGreaterThanOrEqual(10)
})

test('so does a look for some of them', async () => {
  const { world } = await used()
  const records = [...world.journal.newestFirst()]
  expect(turnsOf(wanted(records, readRequestQuery(new URLSearchParams('status=404'))))).toBe(1)
})

// To make a record takes two items, and so does a look at it.
test.each([
  ['', 1],
  ['sort=at', 2],
  ['sort=waited', 3],
] as const)('a list of requests is looked through in slices: %s', async (query, slices) => {
  const { world } = await used()
  expect(turnsOf(wanted(world.journal.list(), readRequests(query)))).toBeGreaterThanOrEqual(slices)
})

const readRequests = (query: string) => readSortedRequestQuery(new URLSearchParams(query))

test.each(['before=r1000', 'before=r1001&sort=at', 'before=r1&sort=at&limit=2'])(
  'what comes behind one at the end of a list, or that is gone: %s',
  async (query) => {
    const { world } = await used()
    const [first, second] = atOnce(wanted(world.journal.list(), readRequests(query)))
    const wantedIds = query.endsWith('limit=2')
      ? ['r2', 'r3']
      : query.includes('sort')
        ? [undefined, undefined]
        : ['r999', 'r998']
    expect([first?.id, second?.id]).toEqual(wantedIds)
  },
)

test('each part of conduct is counted in slices', async () => {
  const { world } = await used()
  const one = [...world.journal.newestFirst()]
  const records = [one, one, one, one, one, one].flat()
  const slices = records.length / SLICE_ITEMS
  expect(turnsOf(gapsUsed(records, new Slice()))).toBe(4 * slices)
  for (const steps of [orderIn, quotaShares, shortTtls])
    expect(turnsOf(steps(records, new Slice()))).toBe(slices)
})
