import type { Service } from '../../../src/admin/call.js'
import { list, object, text, yes } from '../../../src/contract/json-schema.js'
import { Refusal } from '../../../src/core/refusal.js'
import { resourceParts } from '../../../src/domain/parts.js'
import { type Limited, quotaRefusal } from '../../../src/domain/quotas.js'
import { type Reply, reply } from '../../../src/domain/requests/reply.js'
import type { Removal } from '../../../src/domain/tombstones.js'
import { pointer } from '../../../src/domain/view.js'
import { member, readObject, textsOf } from '../../../src/request/body.js'
import type { OperationCall, ServiceOperation } from '../../../src/request/call.js'
import { resourceByKey } from '../../../src/request/gates.js'
import { REQUEST } from '../../../src/request/service.js'
import { keyedErrors } from '../../../src/services/keyed.js'
import { inPath, jsonValue } from '../../../src/services/wire.js'
import { expiryOf, type Message, QUEUES, type Queue } from './contents.js'
import { queueSeed, queues } from './kinds.js'
import { queueRows } from './rows.js'

/** The number of messages that may be put in a month. */
const LIMIT = 3
const PAGE = 2

/**
 * Returns the queue that the call's key opens, and removes its expired messages.
 * @throws Refusal
 */
function open(call: OperationCall, limited?: Limited): Queue {
  const queue = resourceByKey(call, call.world.state.of(QUEUES).resources, 'queue')
  const { request, decision, world } = call
  const now = request.at
  if (limited !== undefined) {
    const over = quotaRefusal(queue.usage.at(now), { quantity: limited, limit: LIMIT, now }, decision)
    if (over !== undefined) throw over
  }
  for (const message of [...queue.entries.values()]) {
    const expiredAt = expiryOf(message, world.state.origin)
    if (expiredAt <= now) remove(call, queue, message, { expiredAt })
  }
  return queue
}

function remove({ world }: OperationCall, queue: Queue, { key }: Message, why: Removal): void {
  queue.entries.delete(key)
  world.tombstones.note(queue.id, key, why)
}

function count(
  { request, decision }: OperationCall,
  queue: Queue,
  name: 'writes' | 'deletes' | 'lists',
): void {
  queue.usage.at(request.at)[name]++
  decision.countedBy = queue.id
}

function put(call: OperationCall): Reply {
  const queue = open(call, 'writes')
  const body = readObject(call)
  const [value = 'null'] = textsOf(body, ['value'])
  const ttlSeconds = Number(member(body, 'ttlSeconds') ?? 60)
  const key = `m${queue.entries.nextSeq}`
  queue.put({ key, text: value, expiresAt: call.request.at + ttlSeconds * 1000, isOffset: false })
  count(call, queue, 'writes')
  return reply(201, JSON.stringify({ ok: true, key }))
}

function take(call: OperationCall): Reply {
  const queue = open(call)
  const [oldest] = queue.entries.values()
  if (oldest === undefined) throw new Refusal('entry_missing', 'the queue is empty')
  remove(call, queue, oldest, { deletedBy: { request: call.request.id } })
  count(call, queue, 'deletes')
  return reply(200, `{"ok":true,"key":"${oldest.key}","value":${oldest.text}}`)
}

function listed(call: OperationCall): Reply {
  const queue = open(call, 'lists')
  const after = Number(new URLSearchParams(call.query).get('next') ?? 0)
  const page = [...queue.entries.after(after)].slice(0, PAGE + 1)
  const messages = page.slice(0, PAGE)
  count(call, queue, 'lists')
  const last = messages.at(-1)
  const next =
    page.length > PAGE && last !== undefined ? ['x-next', `${call.path}?next=${last.seq}`] : undefined
  return reply(200, `{"ok":true,"messages":[${messages.map(({ key }) => `"${key}"`).join(',')}]}`, next)
}

const inQueue = inPath('queueId', 'The queue.', text, 'qu_jobs_1')

const emptySuccess = () => '{"ok":true}'
const RUNNERS: Readonly<Record<(typeof queueRows)[number]['id'], ServiceOperation>> = {
  'queue.put': { run: put, gates: [REQUEST], emptySuccess },
  'queue.take': { run: take, gates: [], emptySuccess },
  'queue.list': { run: listed, gates: [REQUEST], emptySuccess: () => '{"ok":true,"messages":[]}' },
}

/** An example of an added service. */
export const queue: Service = {
  name: 'queue',
  contents: QUEUES,
  seed: queueSeed,
  operations: queueRows.map((row) => ({ ...row, ...RUNNERS[row.id] })),
  parts: resourceParts(queues, {
    settings: (id) => [
      {
        path: pointer('queues', id, 'usage', 'writes'),
        read: (view) => view.state.of(QUEUES).resources.all.get(id)?.usage.at(view.clock.now).writes,
      },
    ],
  }),
  wires: () => ({
    'queue.put': {
      parameters: [inQueue],
      body: { schema: object({ value: jsonValue }), example: { value: 1 } },
      statuses: [201],
      answer: { schema: object({ ok: yes, key: text }), example: { ok: true, key: 'm1' } },
    },
    'queue.take': {
      parameters: [inQueue],
      statuses: [200],
      answer: {
        schema: object({ ok: yes, key: text, value: jsonValue }),
        example: { ok: true, key: 'm1', value: 1 },
      },
    },
    'queue.list': {
      parameters: [inQueue],
      statuses: [200],
      answer: { schema: object({ ok: yes, messages: list(text) }), example: { ok: true, messages: ['m1'] } },
      isPaged: true,
    },
  }),
  schemas: () => ({}),
  tag: { name: 'Queue', description: 'Messages that are received in order.' },
  errors: keyedErrors({ messages: { resource_missing: 'The queue does not exist.' } }),
  admin: async () => (await import('./admin.js')).queueAdmin,
}
