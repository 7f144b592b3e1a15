import { expect, test } from 'vitest'
import type { RequestRecord } from '../../src/api/record.js'
import { defaultBounds } from '../../src/domain/bounds.js'
import { World } from '../../src/domain/world.js'
import { dataRequest } from '../support/data-request.js'
import { REAL_NOW } from '../support/service.js'
import { startDatabase } from './clients.js'

test('of an answer that is no single text the beginning is kept, and its length', async () => {
  const content = 'x'.repeat(500_000)
  const { service } = await startDatabase({ documents: [{ repeat: 6, title: 't', content }] })
  const bounds = { ...defaultBounds, bodyBytes: 20 }
  const world = new World<RequestRecord>(service.seeds.baseline, () => REAL_NOW, bounds)
  await service.plane.answer(world, dataRequest('GET', '/documents?limit=50', { 'x-api-key': 'db' }))
  const newest = world.journal.newest
  expect(newest?.replyBody).toMatchObject({ text: '[{"id":1,"title":"t"', keptBytes: 20 })
  expect(newest?.replyBytes).toBeGreaterThan(3_000_000)
})
