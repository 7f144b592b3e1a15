import {
  component,
  count,
  described,
  list,
  number,
  object,
  orNull,
  type Schema,
  text,
} from '../../../contract/json-schema.js'
import { type Client, clientsOf } from '../../../journal/clients.js'
import { call } from '../../call.js'
import { readRequestQuery, wanted } from '../../lists/requests.js'
import { filterQuery } from './requests.js'

const client: Schema<Client> = component(
  'Client',
  object({
    credential: orNull(text),
    userAgent: described('Empty if it sent none.', text),
    requests: count,
    refused: described('Those that were answered 4xx or 5xx, or not at all.', count),
    perMinute: described('Of virtual time; null if all came at one instant.', orNull(number)),
    most: described('What it asked for most.', object({ method: text, path: text, count })),
    shortestPauseMs: described(
      'ms from an answer to its next request, real or virtual: the larger.',
      orNull(count),
    ),
    lastId: text,
  }),
)

/** More are hardly of interest at once. */
const LIMIT_DEFAULT = 500

/** The call on who sent the last requests. */
export const clientCalls = [
  call({
    method: 'GET',
    path: '/clients',
    help: 'Who sent the last 500 requests (limit), by credential and User-Agent, the busiest first: how many, how many were refused, how often, what was asked for most; with the filters of GET /requests',
    tag: 'Requests',
    query: filterQuery,
    answer: {
      schema: object({ clients: list(client) }),
      example: {
        clients: [
          {
            credential: 'db_key',
            userAgent: 'shop-web/2.1',
            requests: 40,
            refused: 1,
            perMinute: 60,
            most: { method: 'GET', path: '/documents', count: 38 },
            shortestPauseMs: 900,
            lastId: 'r40',
          },
        ],
      },
    },
    handle({ world: { journal }, query }) {
      const asked = readRequestQuery(query)
      const limit = Math.min(asked.limit, LIMIT_DEFAULT)
      const found = wanted(journal.list(), { ...asked, limit, countsOnly: false })
      return { clients: clientsOf(found.toReversed()) }
    },
  }),
]
