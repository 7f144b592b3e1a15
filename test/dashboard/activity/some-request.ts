import type { RequestDetails } from '../../../src/admin/request-json.js'

/** The virtual time of the request, in ms. */
export const AT = Date.UTC(2026, 0, 31, 12)

/** A request that was answered 200, changed by the given facts. */
export function someRequest(facts: Partial<RequestDetails> = {}): RequestDetails {
  const path = facts.path ?? '/v1/kv/ns_a/flag%3Aa'
  return {
    id: 'r1',
    at: AT,
    atIso: new Date(AT).toISOString(),
    operation: 'kv.get',
    method: 'GET',
    path,
    target: path,
    status: 200,
    outcome: 'ok',
    credential: 'kv_a',
    durationMs: 0.4,
    arrivedMs: 1024.25,
    requestHeaders: [],
    responseHeaders: [],
    explain: { gates: [], gaps: {}, fixes: [] },
    ...facts,
  }
}
