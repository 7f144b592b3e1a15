import { expect, test } from 'vitest'
import { factOf } from '../../../dashboard/views/activity/details/fact.js'
import type { RequestDetails } from '../../../src/admin/request-json.js'
import { AT, someRequest } from './some-request.js'

const missing = { status: 404, outcome: 'entry_missing', reason: 'the key is missing or expired' }
const refusedAt = (gate: string, limit: number): Pick<RequestDetails, 'explain'> => ({
  explain: { gates: [{ gate, result: 'refused', used: limit, limit }], gaps: {}, fixes: [] },
})

test.each<[Partial<RequestDetails>, string]>([
  [{}, 'it passed all checks, and got 200'],
  [{ ...missing, absence: 'expired', expiredAt: AT - 3000 }, '“flag:a” expired 3 s before'],
  [{ ...missing, absence: 'expired', expiredAt: AT }, '“flag:a” expired just then'],
  [{ ...missing, absence: 'never existed' }, '“flag:a” never existed'],
  [{ ...missing, absence: 'deleted by r3' }, "“flag:a” doesn't exist: deleted by r3"],
  [{ ...missing, absence: 'never existed', path: '/v1/kv/ns_a/%E2%80%AEx' }, '“\\u202ex” never existed'],
  [
    { status: 429, outcome: 'monthly_quota_exceeded', ...refusedAt('monthly quota', 10_000) },
    'all 10,000 reads of the month are used up',
  ],
  [
    { status: 429, outcome: 'rate_limited', operation: 'documents.list', ...refusedAt('rate limit', 3) },
    'all 3 requests of the window are used up',
  ],
  [
    { status: 403, outcome: 'scope_insufficient', reason: 'the key has scope read' },
    'the key has scope read',
  ],
  [{ status: 501, outcome: 'not_emulated', operation: null }, 'not emulated'],
  [
    {
      status: null,
      outcome: 'fault',
      fault: 'f_1',
      explain: { gates: [], gaps: {}, fixes: [], fault: { id: 'f_1', text: 'the connection was reset' } },
    },
    'the fault f_1 fired: the connection was reset',
  ],
  [
    {
      ...missing,
      absence: 'never existed',
      fault: 'f_1',
      explain: {
        gates: [],
        gaps: {},
        fixes: [],
        fault: { id: 'f_1', text: 'it held the request for 800 ms' },
      },
    },
    'the fault f_1 fired: it held the request for 800 ms; “flag:a” never existed',
  ],
])('%o: %s', (facts, text) => expect(factOf(someRequest(facts))).toBe(text))
