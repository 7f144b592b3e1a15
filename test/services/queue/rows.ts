import type { Operation } from '../../../src/contract/operations.js'

/** Messages are put, listed a page at a time, and taken in the order in which they were put. */
export const queueRows = [
  {
    id: 'queue.put',
    service: 'queue',
    method: 'POST',
    path: '/v1/queues/{queueId}',
    credential: 'scoped-key',
    scope: 'write',
    counts: 'writes',
    body: '{"value": 1, "ttlSeconds": 60}',
    summary: 'Put a message',
  },
  {
    id: 'queue.take',
    service: 'queue',
    method: 'DELETE',
    path: '/v1/queues/{queueId}',
    credential: 'scoped-key',
    scope: 'write',
    counts: 'deletes',
    summary: 'Take the oldest message',
  },
  {
    id: 'queue.list',
    service: 'queue',
    method: 'GET',
    path: '/v1/queues/{queueId}',
    credential: 'scoped-key',
    scope: 'read',
    counts: 'lists',
    summary: 'List messages, a page at a time',
  },
] as const satisfies readonly Operation[]
