import * as v from 'valibot'
import { literalField, seedBody } from '../../../src/admin/body.js'
import type { ServiceAdmin } from '../../../src/admin/call.js'
import { resourceName } from '../../../src/admin/ids.js'
import { entryCallsOf } from '../../../src/admin/record-calls.js'
import { foundIn, keyToJson, resourceCalls, scopedKey } from '../../../src/admin/resource-calls.js'
import { text } from '../../../src/contract/answer-schema.js'
import { parameter, text as plainText } from '../../../src/contract/json-schema.js'
import { mapping, nonEmptyText } from '../../../src/seed/schema/fields.js'
import { moment } from '../../../src/seed/schema/times.js'
import { QUEUES } from './contents.js'
import { messageKind, queues } from './kinds.js'

const newQueue = mapping('a queue', { name: resourceName })
const queueChanges = mapping('changes to a queue', { owner: v.exactOptional(nonEmptyText) })

const { calls, find } = resourceCalls({
  noun: 'queue',
  many: 'queues',
  tag: 'Queues',
  help: {
    list: { summary: 'All queues' },
    create: { summary: 'Create a queue' },
    one: { summary: 'One queue' },
    update: { summary: 'Change its owner' },
    remove: { summary: 'Remove a queue' },
  },
  bodies: {
    create: seedBody(newQueue, { name: 'jobs' }),
    update: seedBody(queueChanges, { owner: 'user_a' }),
  },
  schema: v.object({ id: text, owner: text, keys: v.array(scopedKey) }),
  example: { id: 'qu_jobs_1', owner: 'user_a', keys: [] },
  find: (state, id) => state.of(QUEUES).resources.own(id),
  all: (state) => state.of(QUEUES).resources.all.values(),
  create: ({ name }, { state }) => state.of(QUEUES).add(`qu_${name}`, 'user_local'),
  update(queue, { owner }) {
    if (owner !== undefined) queue.transferTo(owner)
  },
  toJson: ({ id, owner }, keys) => ({ id, owner, keys: keys.map(keyToJson) }),
})

const { value, json } = messageKind.schema.entries

const queueCalls = [
  ...calls,
  ...entryCallsOf({
    base: '/queues/:id/entries',
    kind: messageKind,
    tag: 'Queues',
    bodyHelp: '{"value": 1, "expiresAt": "+60s"}',
    body: seedBody(
      mapping('a message', {
        key: v.exactOptional(nonEmptyText),
        value,
        json,
        literal: literalField,
        expiresAt: moment,
      }),
      { value: 1, expiresAt: '+60s' },
    ),
    schema: v.object({ key: text }),
    example: { key: 'm1' },
    find,
    orders: () => ({}),
    put: (body, world, queue) => queue.put(messageKind.make(body, world.clock.now())),
    remove: (_, queue, { key }) => queue.entries.delete(key),
    toJson: (message, world) => messageKind.value(message, world.state.origin),
  }),
]

export const queueAdmin: ServiceAdmin = {
  calls: queueCalls,
  named: { queues: parameter('The id of a queue.', plainText, 'qu_jobs_1') },
  ...foundIn(queues, { holder: 'queue', entry: 'message' }),
}
