import { parseInstant } from '../../../core/instants.js'
import { Refusal } from '../../../core/refusal.js'
import type { ExpiriesAhead } from '../../../history/ahead.js'
import type { Axis } from '../../../history/axis.js'
import { momentOf } from '../../../history/point.js'
import { type Timeline, timelineOf } from '../../../history/timeline.js'
import { type CallInput, call } from '../../call.js'
import { countReader, pointReader, readParameters } from '../../query.js'
import {
  component,
  count,
  described,
  flag,
  list,
  milliseconds,
  object,
  oneOf,
  parameter,
  record,
  type Schema,
  text,
  typed,
} from '../../schema.js'
import { point } from './point.js'

export type { Timeline } from '../../../history/timeline.js'

const expiries: Schema<ExpiriesAhead> = object({
  count,
  buckets: list(object({ at: milliseconds, count })),
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
    oldest: described('The earliest instant that can be gone back to.', milliseconds),
    bucketMs: described('The length of a bucket in ms; those with nothing in them are left out.', count),
    requests: described(
      'By class of status.',
      list(
        object({ at: milliseconds, counts: record(count), first: object({ id: text, at: milliseconds }) }),
      ),
    ),
    moves: described('Moves of the clock.', list(object({ at: milliseconds, to: milliseconds, by: text }))),
    landings: described(
      'The beginning of this life, and what put much in the place of its contents.',
      list(
        object({
          at: milliseconds,
          kind: oneOf('start', 'reset', 'replace', 'merge', 'restore', 'undo'),
          by: text,
        }),
      ),
    ),
    faults: list(object({ id: text, enabled: flag }, { from: milliseconds, until: milliseconds })),
    expired: described('Entries that have expired and are kept still.', expiries),
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
const BUCKETS_DEFAULT = 200
const BUCKETS_MAX = 2000
const NAMES_DEFAULT = 10
const NAMES_MAX = 200

/** The call on what is on the axis of virtual time. */
export const timelineCalls = [
  call({
    method: 'GET',
    path: '/timeline',
    help: 'What is on the axis of virtual time: requests, moves of the clock, restores, faults, and ahead expiries, the end of the month and of tokens; from, to (points, or instants ahead), buckets=200, names=10 (of keys that expire)',
    tag: 'History',
    query: {
      from: point('Where the axis begins; the oldest point when left out'),
      to: parameter(
        'Where it ends: a point, or an instant that may be in the future.',
        text,
        '2030-01-01T00:00:00Z',
      ),
      buckets: parameter(
        'How many parts it is cut into.',
        typed<number>({ type: 'integer', minimum: 1, maximum: BUCKETS_MAX, default: BUCKETS_DEFAULT }),
        100,
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
        oldest: AT - 60_000,
        bucketMs: 432_001,
        requests: [{ at: AT, counts: { '2xx': 3 }, first: { id: 'r41', at: AT } }],
        moves: [{ at: AT - 60_000, to: AT, by: 'a1' }],
        landings: [{ at: AT, kind: 'start', by: 'start' }],
        faults: [{ id: 'f_1', enabled: true, until: AT + 60_000 }],
        expired: { count: 0, buckets: [], first: [] },
        expiries: {
          count: 1,
          buckets: [{ at: AT, count: 1 }],
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
    handle: (input) => timelineOf(input.world, readAxis(input)),
  }),
]

/** @throws Refusal */
function readAxis({ world, query }: Pick<CallInput, 'world' | 'query'>): Axis {
  const { history, clock } = world
  const readers = {
    from: pointReader,
    to: pointReader,
    buckets: countReader(BUCKETS_MAX),
    names: countReader(NAMES_MAX),
  }
  const asked = readParameters(query, readers)
  const { from: first, to: last, buckets = BUCKETS_DEFAULT, names = NAMES_DEFAULT } = asked
  const instantOf = (text: string) => parseInstant(text) ?? momentOf(text, world).at
  const oldest = history.oldest === 0 ? history.startedAt : (history.at(history.oldest)?.at ?? clock.now())
  const now = clock.now()
  // The clock may have been set to before the beginning.
  const from = first === undefined ? Math.min(oldest, now) : instantOf(first)
  const to = last === undefined ? now + Math.max(DAY_MS, now - from) : instantOf(last)
  if (from <= to) return { from, to, buckets, names }
  throw new Refusal('invalid_request', 'from is after to', { hint: 'exchange the two' })
}
