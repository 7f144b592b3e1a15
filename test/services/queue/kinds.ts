import * as v from 'valibot'
import type { KeyedResources } from '../../../src/domain/parts.js'
import { jsonOf, timeOf } from '../../../src/seed/expand/block.js'
import { exportInstant, exportValue, literally } from '../../../src/seed/export-value.js'
import { recordKind } from '../../../src/seed/kind.js'
import { seedPart } from '../../../src/seed/part.js'
import { resourcePart } from '../../../src/seed/resource-part.js'
import { entryFields, oneValue } from '../../../src/seed/schema/entry.js'
import { list, mapping } from '../../../src/seed/schema/fields.js'
import { resourceFields } from '../../../src/seed/schema/resource.js'
import { expiryOf, type Message, QUEUES, type Queue } from './contents.js'

export const messageKind = recordKind(
  ({ key, moment }) => v.pipe(mapping('a message', { ...entryFields(key), expiresAt: moment }), oneValue()),
  {
    make(source, anchor): Omit<Message, 'seq'> {
      const { ms, isOffset } = timeOf(source.expiresAt, anchor)
      return { key: source.key, text: jsonOf(source), expiresAt: ms, isOffset }
    },
    identity: ({ key }) => key,
    add(messages, state, { of }) {
      const queue = state.of(QUEUES).resources.own(of)
      for (const message of messages) queue?.put(message)
    },
    operations: 'queue',
    path: (of, key) => ['queues', of, 'entries', key],
    held({ state, clock }, of, key) {
      const message = state.of(QUEUES).resources.entriesOf(of).get(key)
      return message === undefined || expiryOf(message, state.origin) <= clock.now ? undefined : message
    },
    expiry: expiryOf,
    value: (message: Message, origin: number) => ({
      key: message.key,
      ...exportValue(message.text),
      expiresAt: exportInstant(expiryOf(message, origin)),
      ...literally(message.key, message.text),
    }),
  },
)

export const queues: KeyedResources<Message, Queue> & { readonly entries: typeof messageKind } = {
  name: 'queues',
  entries: messageKind,
  resources: (state) => state.of(QUEUES).resources,
}

const queue = mapping('a queue', {
  ...resourceFields('qu_', 'a queue'),
  entries: v.exactOptional(list(messageKind.schema, 'entries')),
})

export const queueSeed = seedPart({
  fields: { queues: v.exactOptional(list(queue, 'queues')) },
  ...resourcePart({
    ...queues,
    add: (state, id, owner) => state.of(QUEUES).add(id, owner),
  }),
})
