import type { RandomStream } from '../../../src/core/random.js'
import type { FaultSubject } from '../../../src/domain/faults/faults.js'
import { kv } from '../../../src/services/kv/service.js'

/** A call to match faults against. */
export const READ: FaultSubject = {
  operation: kv.operations.find(({ id }) => id === 'kv.get'),
  service: kv,
  path: '/v1/kv/ns_a/k',
  resource: 'ns_a',
  key: 'k',
  credential: 'kv_read_a',
  request: { at: 0, method: 'GET', rawHeaders: [] },
}

/** The same call at another virtual time, in ms. */
export const readAt = (at: number): FaultSubject => ({ ...READ, request: { ...READ.request, at } })

/** For faults without a probability. */
export const noChances = (): RandomStream => {
  throw new Error('a chance was drawn')
}
