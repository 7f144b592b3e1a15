import * as v from 'valibot'
import { component, count, dateTime, described, milliseconds, text } from '../../../contract/answer-schema.js'
import { expected } from '../../../core/expected.js'
import { formatInstant } from '../../../core/instants.js'
import { undoing } from '../../../history/undo.js'
import { jsonBody } from '../../body.js'
import { call } from '../../call.js'

const undone = component('Undone', () =>
  v.object({
    undone: described('The command that was undone, "reset", or the point you asked for.', text),
    requests: described(
      'The number of requests to the services that were undone. The journal still lists them.',
      count,
    ),
    now: described("The clock's time, in ms.", milliseconds),
    iso: dateTime,
  }),
)

export interface UndoInfo extends v.InferOutput<typeof undone> {}

const undoBody = v.strictObject({ to: v.optional(v.string(expected('a point such as "r41"'))) })

const AT = Date.UTC(2026, 0, 31, 23, 59)
const AT_ISO = '2026-01-31T23:59:00.000Z'

export const undoCalls = [
  call({
    method: 'POST',
    path: '/undo',
    summary: 'Go back to before the last clock move, import, restore or reset',
    details: '; {"to": "r41"} goes back to another moment. You can undo an undo',
    tag: 'History',
    changes: 'state',
    body: jsonBody(undoBody, { to: 'r41' }),
    answer: {
      schema: undone,
      example: { undone: 'a3', requests: 20, now: AT, iso: AT_ISO },
    },
    refusals: ['nothing_to_undo', 'not_found', 'too_old'],
    async handle({ world, past, body, change }) {
      const { copy, ...done } = await undoing(past, body.to)
      change(() => world.restore(copy))
      return { ...done, now: copy.at, iso: formatInstant(copy.at) }
    },
  }),
]
