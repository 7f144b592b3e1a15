import type { RandomStream } from '../../../src/core/random.js'
import type { FaultSubject } from '../../../src/domain/faults/fault.js'

/** A call that faults are asked for. */
export const READ: FaultSubject = {
  operation: 'kv.get',
  method: 'GET',
  path: '/v1/kv/ns_a/k',
  namespace: 'ns_a',
  store: undefined,
  key: 'k',
  credential: 'kv_read_a',
  header: () => undefined,
}

/** For faults without a probability. */
export const noChances = (): RandomStream => {
  throw new Error('a chance was drawn')
}
