import { expect, test } from 'vitest'
import { readRequestQuery, wanted } from '../../src/admin/lists/requests.js'
import { conductOf } from '../../src/journal/conduct/conduct.js'
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
