import { expect, it } from 'vitest'
import { Refusal } from '../../src/core/refusal.js'
import { DecisionFacts } from '../../src/domain/decision-facts.js'
import { admit, MonthlyUsage } from '../../src/domain/quotas.js'
import { RateWindows } from '../../src/services/documents/rate-limit.js'
import { ALL_SERVICES, dbKey, kvKey, NS, STORE } from '../api/clients.js'
import { Service } from '../support/service.js'

const NOW = Date.UTC(2026, 0, 15)

it('has no number that nothing looked at', () => {
  expect(Object.values(new DecisionFacts()).every((fact) => fact === undefined)).toBe(true)
})

it('keeps a quota as it stood when the call was judged, let through or not', () => {
  const counters = new MonthlyUsage().at(NOW)
  counters.reads = 2
  const passed = new DecisionFacts()
  admit(counters, { quantity: 'reads', limit: 3, now: NOW }, passed)
  counters.reads++
  const refused = new DecisionFacts()
  expect(() => admit(counters, { quantity: 'reads', limit: 3, now: NOW }, refused)).toThrow(Refusal)
  expect(passed).toMatchObject({ quotaUsed: 2, quotaLimit: 3 })
  expect(refused).toMatchObject({ quotaUsed: 3, quotaLimit: 3 })
})

it.each([
  [`GET /v1/kv/${NS}/k`, kvKey('kv_admin_shop'), NS],
  [`GET /v1/ec/${STORE}/k`, kvKey('kv_admin_web'), STORE],
  ['GET /documents', dbKey('db'), 'database'],
  ['GET /documents', dbKey('no key'), undefined],
])('names who counted %s', async (line, headers, countedBy) => {
  const service = await Service.start(ALL_SERVICES)
  await service.send(line, { headers })
  expect(service.world.journal.list().map(({ decision }) => decision.countedBy)).toEqual([countedBy])
})

it('keeps the window of a rate limit likewise', () => {
  const windows = new RateWindows()
  const limit = { requests: 1, perMs: 60_000 }
  const [passed, refused] = [new DecisionFacts(), new DecisionFacts()]
  windows.take('db', limit, { now: NOW, isFrozen: false, kind: 'fixed' }, passed)
  expect(() => windows.take('db', limit, { now: NOW, isFrozen: false, kind: 'fixed' }, refused)).toThrow(
    Refusal,
  )
  expect(passed).toMatchObject({ rateUsed: 0, rateLimit: 1 })
  expect(refused).toMatchObject({ rateUsed: 1, rateLimit: 1 })
})
