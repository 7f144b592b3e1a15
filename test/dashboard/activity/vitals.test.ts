import { expect, test } from 'vitest'
import { mostOf, vitalsOf } from '../../../dashboard/views/activity/vitals-of.js'
import type { RequestSummary } from '../../../src/admin/request-json.js'

const request = (parts: Partial<RequestSummary>) =>
  ({
    status: 200,
    outcome: 'ok',
    durationMs: 1,
    path: '/v1/kv/ns_a_1/k',
    credential: 'kv_a',
    ...parts,
  }) as RequestSummary

test('requests are counted by what they came to, and their waits as a share of the clients had them', () => {
  const waits = Array.from({ length: 20 }, (_, n) => request({ durationMs: n + 1 }))
  const all = [...waits, request({ status: 404 }), request({ status: null }), request({ status: 503 })]
  expect(vitalsOf(all)).toMatchObject({ ok: 20, refused: 1, failed: 2 })
  expect(vitalsOf(waits)).toMatchObject({ p50: 10, p95: 19 })
  expect(vitalsOf([]).p50).toBeUndefined()
})

test('reasons lead to the requests that have them, the most frequent first', () => {
  const all = [
    request({ status: 503, outcome: 'fault', fault: 'f_1' }),
    request({ status: 404, outcome: 'entry_missing' }),
    request({ status: 404, outcome: 'entry_missing' }),
  ]
  expect(vitalsOf(all).reasons).toEqual([
    { text: 'entry missing', query: { outcome: 'entry_missing' }, count: 2, isFailed: false },
    { text: 'fault f_1', query: { fault: 'f_1' }, count: 1, isFailed: true },
  ])
})

test('the credential that used a namespace most is named with its share', () => {
  const all = [
    request({}),
    request({}),
    request({}),
    request({ credential: 'kv_b' }),
    request({ path: '/v1/kv/other/k' }),
  ]
  expect(mostOf(all, 'ns_a_1')).toEqual({ credential: 'kv_a', share: 0.75 })
  expect(mostOf(all, 'none')).toBeUndefined()
})
