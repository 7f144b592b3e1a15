import { operationIdsOf } from '../../domain/service.js'
import { type Usage, usage } from '../../domain/usage.js'
import { call } from '../call.js'

const EXAMPLE: Usage = {
  operations: { 'kv.put': 1, 'kv.get': 40, 'documents.list': 2 },
  namespaces: {
    ns_shop_k3v9x2: {
      reads: 40,
      writes: 1,
      lists: 0,
      deletes: 0,
      storageBytes: 512,
      share: { reads: 0.04, writes: 0.01, storageBytes: 0.00781 },
    },
  },
}

export const usageCalls = [
  call({
    method: 'GET',
    path: '/usage',
    summary:
      'Get the usage since the start or the last reset, the way the services count it, by operation and namespace',
    details: "; usage that a seed began with isn't included",
    tag: 'Requests',
    answer: { schema: usage, example: EXAMPLE },
    handle: ({ world }) => world.usage.report(operationIdsOf(world.services)),
  }),
]
