import {
  anything,
  component,
  described,
  list,
  object,
  oneOf,
  parameter,
  type Schema,
  text,
} from '../../../contract/json-schema.js'
import { changeLine, type StateChange, toChange } from '../../../history/change.js'
import { differences } from '../../../history/difference.js'
import { momentOf } from '../../../history/point.js'
import { replyingCall } from '../../call.js'
import { pointReader, readParameters, word } from '../../query.js'
import { point } from './point.js'

/** The difference between two moments of a world. */
export interface DiffInfo {
  readonly changes: readonly StateChange[]
}

const change: Schema<StateChange> = component(
  'StateChange',
  object(
    {
      path: described('A JSON Pointer.', text),
      kind: described('"expired" if time removed an entry.', oneOf('added', 'removed', 'expired', 'changed')),
      by: described('The command that did it, "expiry", or "time".', text),
    },
    { before: anything, after: anything },
  ),
)

const diff: Schema<DiffInfo> = object({ changes: list(change) })

const EXAMPLE: DiffInfo = {
  changes: [
    {
      path: '/namespaces/ns_shop_k3v9x2/usage/2026-01/reads',
      kind: 'changed',
      before: 998,
      after: 999,
      by: 'r41',
    },
  ],
}

/** The call on what differs between two moments. */
export const diffCalls = [
  replyingCall({
    method: 'GET',
    path: '/diff',
    help: 'What differs between two moments, and what made it so: from=r41, to=after:r41 (points; start and now when left out), format=text for people',
    tag: 'History',
    query: {
      from: point('The one moment'),
      to: point('The other moment'),
      format: parameter('Lines for people, or JSON.', oneOf('json', 'text'), 'json'),
    },
    answer: { schema: diff, example: EXAMPLE },
    refusals: ['not_found', 'too_old'],
    async handle({ world, past, query }) {
      const readers = { from: pointReader, to: pointReader, format: word('json', 'text') }
      const { from = 'start', to = 'now', format = 'json' } = readParameters(query, readers)
      const found = await differences(past, momentOf(from, world), momentOf(to, world))
      const changes = found.map(toChange)
      return format === 'text'
        ? { status: 200, type: 'text/plain; charset=utf-8', body: changes.map(changeLine).join('') }
        : { status: 200, type: 'application/json', body: `${JSON.stringify({ changes })}\n` }
    },
  }),
]
