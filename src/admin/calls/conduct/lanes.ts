import {
  component,
  count,
  described,
  list,
  milliseconds,
  object,
  oneOf,
  orNull,
  type Schema,
  text,
  typed,
} from '../../../contract/json-schema.js'
import { operations } from '../../../contract/operations.js'
import { type Lane, type LaneRequest, lanesOf } from '../../../journal/conduct/lanes.js'
import { call } from '../../call.js'
import { readRequestQuery, wanted } from '../../lists/requests.js'
import { filterQuery } from '../requests.js'

const pause = described(
  'The pause that an answer asked for with Retry-After, in ms, and the one that was made.',
  object({ by: text, askedMs: count, waitedMs: count, verdict: oneOf('kept', 'early', 'unsure') }),
)

const laneRequest: Schema<LaneRequest> = component(
  'LaneRequest',
  object(
    {
      id: text,
      at: milliseconds,
      operation: orNull(oneOf(...operations.map(({ id }) => id))),
      method: text,
      path: text,
      status: described(
        'null if a fault left no answer.',
        typed<number | null>({ type: ['integer', 'null'] }),
      ),
    },
    {
      userAgent: described('The User-Agent header as it was sent.', text),
      sinceMs: described('ms since the answer to the request before it, real or virtual: the larger.', count),
      retryOf: described('The failed request that it repeats.', text),
      pause,
    },
  ),
)

const lane: Schema<Lane> = component('Lane', object({ client: orNull(text), requests: list(laneRequest) }))

/** More would not be read at once. */
const LIMIT_DEFAULT = 500

/** The call on what each client sent after what. */
export const laneCalls = [
  call({
    method: 'GET',
    path: '/lanes',
    help: 'The last 500 requests (limit) by client, oldest first in each lane: which repeat failed ones (retryOf), and the pauses that Retry-After asked for beside those that were made; with the filters of GET /requests',
    tag: 'Requests',
    query: filterQuery,
    answer: {
      schema: object({ lanes: list(lane) }),
      example: {
        lanes: [
          {
            client: 'db_key',
            requests: [
              {
                id: 'r2',
                at: Date.UTC(2026, 0, 31, 23, 59),
                operation: 'documents.list',
                method: 'GET',
                path: '/documents',
                status: 200,
                userAgent: 'shop-web/2.1',
                sinceMs: 1000,
                retryOf: 'r1',
                pause: { by: 'r1', askedMs: 30_000, waitedMs: 1000, verdict: 'early' },
              },
            ],
          },
        ],
      },
    },
    handle({ world: { journal }, query }) {
      const asked = readRequestQuery(query)
      const limit = Math.min(asked.limit, LIMIT_DEFAULT)
      const found = wanted(journal.list(), { ...asked, limit, countsOnly: false })
      return { lanes: lanesOf(found.toReversed()) }
    },
  }),
]
