import { defineService } from 'tristore-emulator'

/**
 * @typedef {{ body: string, takenUntil: number | null, takes: number }} Message
 * @typedef {{ waiting: Record<string, Message>, dead: Record<string, Message> }} Queue
 */

const TAKEN_MS = 30_000
const TAKES_MAX = 3

/** A queue. A message that isn't deleted within 30 seconds after a take comes back; after three takes it is dead. */
export default defineService({
  name: 'queue',
  state: () => /** @type {Queue} */ ({ waiting: {}, dead: {} }),
  operations: {
    send: {
      route: 'POST /queue',
      run({ state, id, body }) {
        const message = id('msg')
        state.waiting[message] = { body, takenUntil: null, takes: 0 }
        return { status: 201, json: { id: message } }
      },
    },
    take: {
      route: 'POST /queue/take',
      run({ state, now }) {
        const found = Object.entries(state.waiting).find(([, { takenUntil }]) => takenUntil === null)
        if (found === undefined) return { status: 204, reason: 'no message is waiting' }
        const [id, message] = found
        message.takenUntil = now + TAKEN_MS
        message.takes++
        return { json: { id, body: message.body } }
      },
    },
    remove: {
      route: 'DELETE /queue/:id',
      run({ state, params }) {
        if (state.waiting[params.id] === undefined)
          return { status: 404, json: { error: 'not_found' }, reason: 'the message was deleted, or is dead' }
        delete state.waiting[params.id]
        return { status: 204 }
      },
    },
  },
  due: ({ waiting }) =>
    Object.entries(waiting).flatMap(([name, { takenUntil }]) =>
      takenUntil === null ? [] : [{ name, at: takenUntil }],
    ),
  onDue({ state: { waiting, dead }, name }) {
    const message = waiting[name]
    if (message === undefined) return
    message.takenUntil = null
    if (message.takes < TAKES_MAX) return
    dead[name] = message
    delete waiting[name]
  },
})
