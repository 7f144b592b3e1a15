import {
  anything,
  component,
  count,
  described,
  list,
  number,
  object,
  oneOf,
  type Schema,
  text,
  typed,
} from '../../../contract/json-schema.js'
import { type Conduct, conductOf } from '../../../journal/conduct/conduct.js'
import { call } from '../../call.js'

const requests = described('Ids of requests in the journal.', list(text))

const conduct: Schema<Conduct> = component(
  'Conduct',
  object({
    duties: list(
      object({
        id: text,
        duty: text,
        section: text,
        verdict: oneOf('kept', 'broken', 'not exercised', 'undecided'),
        occasions: count,
        breaches: count,
        undecided: count,
        wrong: list(text),
        doubts: list(text),
        requests,
      }),
    ),
    shortTtls: object({
      count,
      leastSeconds: described('null if none was.', typed<number | null>({ type: ['integer', 'null'] })),
      requests,
    }),
    gaps: list(object({ option: text, values: list(anything), count, requests })),
    quotas: list(
      object({
        namespaceId: text,
        monthKey: text,
        quantity: oneOf('reads', 'writes', 'lists'),
        used: count,
        limit: count,
        share: number,
      }),
    ),
    judged: count,
    dropped: count,
  }),
)

const EXAMPLE: Conduct = {
  duties: [
    {
      id: 'retry-after',
      duty: 'Retry-After is honoured',
      section: 'Errors C',
      verdict: 'broken',
      occasions: 3,
      breaches: 1,
      undecided: 0,
      wrong: ['r3 came 1 s after r2, which said 30 s'],
      doubts: [],
      requests: ['r3'],
    },
  ],
  shortTtls: { count: 1, leastSeconds: 5, requests: ['r1'] },
  gaps: [{ option: 'kv.putStatus', values: [200], count: 1, requests: ['r1'] }],
  quotas: [
    {
      namespaceId: 'ns_shop_k3v9x2',
      monthKey: '2026-01',
      quantity: 'reads',
      used: 7,
      limit: 1000,
      share: 0.007,
    },
  ],
  judged: 12,
  dropped: 0,
}

/** The call on how the client under test does by its duties. */
export const conductCalls = [
  call({
    method: 'GET',
    path: '/conduct',
    help: "How the client under test does by the contract's client duties, each kept, broken (with the requests), not exercised, or undecided; beside it TTLs below 60, the gaps that answers used, the share of each month's quota that this run used",
    tag: 'Contract',
    answer: { schema: conduct, example: EXAMPLE },
    handle: ({ world }) => conductOf(world),
  }),
]
