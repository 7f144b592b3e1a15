import {
  component,
  count,
  described,
  flag,
  list,
  milliseconds,
  object,
  parameter,
  type Schema,
  text,
  typed,
} from '../../../contract/json-schema.js'
import { parseInstant } from '../../../core/instants.js'
import { Refusal } from '../../../core/refusal.js'
import { momentOf } from '../../../history/point.js'
import { type ComingExpiries, type Stretch, type Timeline, timelineOf } from '../../../history/timeline.js'
import { type CallInput, call } from '../../call.js'
import { countReader, pointReader, readParameters } from '../../query.js'
import { point } from './point.js'

export type { Timeline } from '../../../history/timeline.js'

const expiries: Schema<ComingExpiries> = object({
  count,
  first: described(
    'Those nearest to the present.',
    list(object({ namespace: text, key: text, at: milliseconds })),
  ),
})

const timeline: Schema<Timeline> = component(
  'Timeline',
  object({
    from: milliseconds,
    to: milliseconds,
    now: milliseconds,
    faults: list(object({ id: text, enabled: flag }, { from: milliseconds, until: milliseconds })),
    expired: described('Entries that have expired and are still kept.', expiries),
    expiries: described('Entries that will expire.', expiries),
    months: described(
      'The next end of a month, with the counters that fall to 0.',
      list(
        object({
          at: milliseconds,
          namespaces: list(object({ id: text, reads: count, writes: count, deletes: count, lists: count })),
        }),
      ),
    ),
    tokens: described(
      'Ends of bearer tokens that were sent.',
      list(object({ at: milliseconds, sub: text, by: text })),
    ),
  }),
)

const AT = Date.UTC(2026, 0, 31, 23, 59)
const DAY_MS = 86_400_000
const NAMES_DEFAULT = 10
const NAMES_MAX = 200

/** The call on what time brings. */
export const timelineCalls = [
  call({
    method: 'GET',
    path: '/timeline',
    help: 'What time brings: expiries, windows of faults, the end of the month and of tokens; from, to (points, or instants ahead), names=10 (of keys that expire)',
    tag: 'History',
    query: {
      from: point('Where the stretch begins; now when left out'),
      to: parameter(
        'Where it ends: a point, or an instant that may be in the future; a day after now when left out.',
        text,
        '2030-01-01T00:00:00Z',
      ),
      names: parameter(
        'How many of the keys that expire are named, on each side of the present.',
        typed<number>({ type: 'integer', minimum: 1, maximum: NAMES_MAX, default: NAMES_DEFAULT }),
        50,
      ),
    },
    answer: {
      schema: timeline,
      example: {
        from: AT,
        to: AT + DAY_MS,
        now: AT,
        faults: [{ id: 'f_1', enabled: true, until: AT + 60_000 }],
        expired: { count: 0, first: [] },
        expiries: {
          count: 1,
          first: [{ namespace: 'ns_shop_k3v9x2', key: 'session:1', at: AT + 1 }],
        },
        months: [
          {
            at: AT + 60_000,
            namespaces: [{ id: 'ns_shop_k3v9x2', reads: 998, writes: 12, deletes: 1, lists: 3 }],
          },
        ],
        tokens: [{ at: AT + 3_600_000, sub: 'user_alice', by: 'r41' }],
      },
    },
    refusals: ['not_found', 'too_old'],
    handle: (input) => timelineOf(input.world, readStretch(input)),
  }),
]

/** @throws Refusal */
function readStretch({ world, query }: Pick<CallInput, 'world' | 'query'>): Stretch {
  const readers = { from: pointReader, to: pointReader, names: countReader(NAMES_MAX) }
  const { from: first = 'now', to: last, names = NAMES_DEFAULT } = readParameters(query, readers)
  const instantOf = (text: string) => parseInstant(text) ?? momentOf(text, world).at
  const from = instantOf(first)
  const to = last === undefined ? Math.max(from, world.clock.now()) + DAY_MS : instantOf(last)
  if (from <= to) return { from, to, names }
  throw new Refusal('invalid_request', 'from is after to', { hint: 'exchange the two' })
}
