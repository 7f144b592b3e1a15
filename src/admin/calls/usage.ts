import {
  component,
  count,
  described,
  number,
  object,
  record,
  type Schema,
  typed,
} from '../../contract/json-schema.js'
import { type OperationId, operations } from '../../contract/operations.js'
import { operationIdsOf } from '../../domain/service.js'
import type { NamespaceUsage, Usage } from '../../domain/usage.js'
import { call } from '../old/old-call.js'

const share = described(
  "The share of the month's limit, or of the storage limit, from 0 to 1.",
  object({}, { reads: number, writes: number, lists: number, storageBytes: number }),
)

const namespaceUsage: Schema<NamespaceUsage> = object(
  { reads: count, writes: count, lists: count, deletes: count, share },
  { storageBytes: described('The most that was stored before or after a put.', count) },
)

const usage: Schema<Usage> = component(
  'Usage',
  object({
    operations: described(
      'Requests that counted, by operation.',
      typed<{ readonly [Id in OperationId]?: number }>({
        type: 'object',
        properties: Object.fromEntries(operations.map(({ id }) => [id, count])),
      }),
    ),
    namespaces: record(namespaceUsage),
  }),
)

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
    help: 'What the requests since the start or the last reset used, as the services count it, by operation and by namespace; what a seed began with is not in it',
    tag: 'Requests',
    answer: { schema: usage, example: EXAMPLE },
    handle: ({ world }) => world.usage.report(operationIdsOf(world.services)),
  }),
]
