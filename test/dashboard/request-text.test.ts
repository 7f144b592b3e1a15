import { describe, expect, test } from 'vitest'
import { endText, outcomeText, pathText, subjectText, tookText } from '../../dashboard/lib/request-text.js'
import type { RequestSummary } from '../../src/admin/request-json.js'

const AT = Date.UTC(2026, 0, 31, 12)

const request = (facts: Partial<RequestSummary> = {}): RequestSummary => ({
  id: 'r1',
  at: AT,
  atIso: new Date(AT).toISOString(),
  operation: 'kv.get',
  method: 'GET',
  path: '/v1/kv/ns_a/k',
  status: 200,
  outcome: 'ok',
  credential: null,
  arrivedMs: 0,
  durationMs: 0.414,
  ...facts,
})

test.each([
  ['/v1/kv/ns_a/flag%3Acheckout', '/v1/kv/ns_a/flag:checkout', 'ns_a › flag:checkout'],
  ['/v1/kv/ns_a/a%2Fb', '/v1/kv/ns_a/a%2Fb', 'ns_a › a%2Fb'],
  ['/v1/kv/ns_a/%E6%97%A5', '/v1/kv/ns_a/日', 'ns_a › 日'],
  ['/v1/kv/ns_a/%E2%80%AEx', '/v1/kv/ns_a/\\u202ex', 'ns_a › \\u202ex'],
  ['/v1/kv/ns_a/50%', '/v1/kv/ns_a/50%', 'ns_a › 50%'],
  ['/v1/kv/ns_a', '/v1/kv/ns_a', 'ns_a'],
  ['/v1/ec/ec_a/c', '/v1/ec/ec_a/c', 'ec_a › c'],
  ['/v1/kv/', '/v1/kv/', '/v1/kv/'],
  ['/documents/7', '/documents/7', '/documents/7'],
  ['/', '/', '/'],
])('%s is shown as %s, and is about %s', (path, text, subject) => {
  expect(pathText(path)).toBe(text)
  expect(subjectText(path)).toBe(subject)
})

describe('the result of a request', () => {
  test.each<[Partial<RequestSummary>, string]>([
    [{}, 'ok'],
    [{ outcome: 'entry_missing', absence: 'expired', expiredAt: AT - 3000 }, 'expired 3 s before'],
    [{ outcome: 'entry_missing', absence: 'expired', expiredAt: AT }, 'expired just then'],
    [{ outcome: 'entry_missing', absence: 'never existed' }, 'never existed'],
    [{ outcome: 'monthly_quota_exceeded' }, 'monthly quota exceeded'],
  ])('%o: %s', (facts, text) => expect(outcomeText(request(facts))).toBe(text))

  test.each<[Partial<RequestSummary>, string | undefined]>([
    [{}, undefined],
    [{ fault: 'f_1' }, undefined],
    [{ fault: 'f_1', heldMs: 800, ended: 'answered' }, 'answered late'],
    [{ fault: 'f_1', heldMs: 800, ended: 'waiting' }, 'waiting'],
    [{ fault: 'f_1', heldMs: 800, ended: 'aborted' }, 'client left'],
    [{ fault: 'f_1', heldMs: 8, ended: 'waiting', connection: 'hang' }, 'hangs'],
    [{ fault: 'f_1', heldMs: 8, ended: 'aborted', connection: 'hang' }, 'hung, client left'],
    [{ fault: 'f_1', connection: 'reset' }, 'reset'],
    [{ fault: 'f_1', heldMs: 8, ended: 'broken', connection: 'cut' }, 'closed halfway'],
  ])('ended %o: %s', (facts, text) => expect(endText(request(facts))).toBe(text))

  test.each<[Partial<RequestSummary>, string]>([
    [{}, '0.41 ms'],
    [{ fault: 'f_1' }, '0.41 ms'],
    [{ fault: 'f_1', heldMs: 800, ended: 'answered' }, '0.41 ms + 800 ms held by f_1'],
    [{ fault: 'f_1', heldMs: 4100, ended: 'waiting' }, '0.41 ms + 4.1 s held by f_1 so far'],
  ])('took %o: %s', (facts, text) => expect(tookText(request(facts))).toBe(text))
})
