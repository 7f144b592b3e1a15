import { parseInstant } from '../../../core/instants.js'
import { Refusal } from '../../../core/refusal.js'
import type { World } from '../../../domain/world.js'
import { momentOf } from '../../../history/point.js'
import { type Stretch, timeline, timelineOf } from '../../../history/timeline.js'
import { call } from '../../call.js'
import { anyText, countUpTo, parameter, point, type QueryOf } from '../../query.js'

export type { Timeline } from '../../../history/timeline.js'

const AT = Date.UTC(2026, 0, 31, 23, 59)
const DAY_MS = 86_400_000
const NAMES_DEFAULT = 10
const NAMES_MAX = 200

const query = {
  from: point('Where the period begins (defaults to now)'),
  to: parameter(
    'Where the period ends: a point, or an instant that may be in the future. Defaults to a day from now.',
    anyText,
    '2030-01-01T00:00:00Z',
  ),
  names: parameter(
    'The maximum number of expiring keys to name, both before and after the present.',
    countUpTo(NAMES_MAX, NAMES_DEFAULT),
    50,
  ),
}

export const timelineCalls = [
  call({
    method: 'GET',
    path: '/timeline',
    summary: 'List what happens as time passes',
    details:
      ': expiries, fault windows, the end of the month, and the expiry of tokens; from, to (points or future instants), names=10 (of expiring keys)',
    tag: 'History',
    query,
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
    handle: ({ world, query: asked }) => timelineOf(world, stretchOf(asked, world)),
  }),
]

function stretchOf(
  { from: first = 'now', to: last, names = NAMES_DEFAULT }: QueryOf<typeof query>,
  world: World,
): Stretch {
  const instantOf = (text: string) => parseInstant(text) ?? momentOf(text, world).at
  const from = instantOf(first)
  const to = last === undefined ? Math.max(from, world.clock.now()) + DAY_MS : instantOf(last)
  if (from <= to) return { from, to, names }
  throw new Refusal('invalid_request', 'from is after to', { hint: 'swap the two' })
}
