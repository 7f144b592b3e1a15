import * as v from 'valibot'
import {
  component,
  count,
  dateTime,
  milliseconds,
  object,
  type Schema,
  text,
} from '../../../contract/json-schema.js'
import { formatInstant } from '../../../core/instants.js'
import { undoing } from '../../../history/undo.js'
import { jsonBody } from '../../body.js'
import { call } from '../../call.js'

/**
 * What an undo did.
 *
 * @example
 * const { undone, requests } = await emulator.undo({ to: 'r41' })
 */
export interface UndoInfo {
  /** The command before which the world is now, "reset", or the point that was named. */
  readonly undone: string
  /** How many requests to the services it undid: the journal still lists them. */
  readonly requests: number
  /** The clock, in ms. */
  readonly now: number
  readonly iso: string
}

const undoBody = v.strictObject({ to: v.optional(v.string('must be a point, such as "r41"')) })

const AT = Date.UTC(2026, 0, 31, 23, 59)
const AT_ISO = '2026-01-31T23:59:00.000Z'

/** The call that goes back. */
export const undoCalls = [
  call({
    method: 'POST',
    path: '/undo',
    help: 'Go back to before the last clock move, import, restore, reset or PUT/PATCH state; {"to": "r41"} names another moment. An undo can be undone',
    tag: 'History',
    changes: 'state',
    body: jsonBody(undoBody, { to: 'r41' }),
    answer: {
      schema: component(
        'Undone',
        object({ undone: text, requests: count, now: milliseconds, iso: dateTime }),
      ) as Schema<UndoInfo>,
      example: { undone: 'a3', requests: 20, now: AT, iso: AT_ISO },
    },
    refusals: ['nothing_to_undo', 'not_found', 'too_old'],
    async handle({ world, past, body, change }) {
      const { undone, requests, copy } = await undoing(past, (await body()).to)
      change(() => world.restore(copy))
      return { undone, requests, now: copy.at, iso: formatInstant(copy.at) }
    },
  }),
]
