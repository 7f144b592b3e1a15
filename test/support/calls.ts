import type { RequestId } from '../../src/core/command-id.js'
import { DecisionFacts } from '../../src/domain/decision-facts.js'
import { Gaps } from '../../src/domain/profile/gaps.js'
import { defaultProfile, type Profile } from '../../src/domain/profile/profile.js'
import { RequestRecord } from '../../src/domain/requests/record.js'
import type { ServiceRequest } from '../../src/domain/requests/request.js'
import type { World } from '../../src/domain/world.js'
import type { ServiceCall } from '../../src/request/call.js'
import { callOf } from '../../src/request/call.js'
import { ServedServices } from '../../src/request/served-services.js'
import { services } from '../../src/services/index.js'
import { dataRequest } from './data-request.js'

export const loggedRequest = (fields: Partial<ServiceRequest> = {}): ServiceRequest => ({
  ...dataRequest('GET', '/v1/kv/ns_a/k'),
  kind: 'request',
  id: 'r1',
  at: 0,
  token: undefined,
  ...fields,
})

/** Creates a call in a world that has just these parts. */
export function callIn(
  parts: Partial<World>,
  request: Partial<ServiceRequest> = {},
  profile: Profile = defaultProfile,
): ServiceCall {
  const world = { profile, ...parts } as World
  const logged = loggedRequest(request)
  const call = callOf(world, logged, new ServedServices(services).find(logged), {
    arrivedMs: 0,
    connection: undefined,
  })
  return { ...call, gaps: new Gaps(profile), decision: new DecisionFacts() }
}

export function recordOf(id: RequestId, bodyBytes = 0, arrivedMs = 0): RequestRecord {
  const reply = { status: 200, headers: [], body: 'x'.repeat(bodyBytes) }
  const call = { ...callIn({}, { id }), arrivedMs }
  return new RequestRecord(call, { reply, lost: undefined, faultAction: undefined }, 0)
}
