import type { Timeline } from '../../../src/admin/calls/history/timeline.js'
import { count, counted } from '../../lib/format.js'

export interface Upcoming {
  /** Virtual ms. */
  readonly at: number
  readonly text: string
  /** Changes with every request. */
  readonly details?: string
  readonly view: 'activity' | 'faults' | 'data'
  readonly query: Readonly<Record<string, string>>
  /** Set if several keys expire together. */
  readonly keysIn?: Interval
}

/** In virtual ms. `to` is exclusive. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** Soonest first. */
export function upcomingOf(timeline: Timeline): readonly Upcoming[] {
  const { now, faults, months, tokens } = timeline
  const all: Upcoming[] = [
    ...expiryEvents(timeline),
    ...faults.flatMap(faultEvents),
    ...months.map(
      ({ at, namespaces }): Upcoming => ({
        at,
        text: 'the month ends',
        ...(namespaces.length === 0 ? {} : { details: countersText(namespaces) }),
        view: 'data',
        query: {},
      }),
    ),
    ...tokens.map(
      ({ at, sub, by }): Upcoming => ({
        at,
        text: `the token of ${sub} expires`,
        view: 'activity',
        query: { id: by },
      }),
    ),
  ]
  return all.filter(({ at }) => at > now).sort((one, other) => one.at - other.at)
}

function faultEvents({ id, enabled, from, until }: Timeline['faults'][number]): Upcoming[] {
  const event = (at: number | undefined, verb: string): Upcoming[] =>
    at === undefined
      ? []
      : [
          {
            at,
            text: `fault ${id} ${verb}${enabled ? '' : ' (off)'}`,
            view: 'faults',
            query: {},
          },
        ]
  return [...event(from, 'begins'), ...event(until, 'ends')]
}

type ExpiringKey = Timeline['expiries']['first'][number]

/** One event per instant. The last one also counts the keys that the timeline doesn't name. */
function expiryEvents({ expiries: { count: all, first }, to }: Timeline): Upcoming[] {
  const byInstant = new Map<number, ExpiringKey[]>()
  for (const key of first) byInstant.set(key.at, [...(byInstant.get(key.at) ?? []), key])
  const groups = [...byInstant]
  const unnamed = all - first.length
  return groups.map(([at, keys], index): Upcoming => {
    const isLast = index === groups.length - 1
    const n = keys.length + (isLast ? unnamed : 0)
    const [only] = keys
    if (n === 1 && only !== undefined) {
      const { namespace, key } = only
      return { at, text: `${shortened(key)} expires`, view: 'data', query: { ns: namespace, key } }
    }
    const names = keys.slice(0, 3).map(({ key }) => shortened(key))
    const more = n > names.length ? ', …' : ''
    return {
      at,
      text: `${counted(n, 'key')} expire${isLast && unnamed > 0 ? ' from then on' : ''}: ${names.join(', ')}${more}`,
      view: 'data',
      query: {},
      keysIn: { from: at, to: isLast && unnamed > 0 ? to + 1 : at + 1 },
    }
  })
}

const NAME_MAX = 60

const shortened = (name: string): string => (name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name)

const COUNTERS = ['reads', 'writes', 'lists', 'deletes'] as const

/** The counters of the busiest namespace. */
function countersText(namespaces: Timeline['months'][number]['namespaces']): string {
  const [most] = [...namespaces].sort((a, b) => b.reads + b.writes - a.reads - a.writes)
  if (most === undefined) return ''
  const counters = COUNTERS.filter((name) => most[name] > 0).map((name) => `${name} ${count(most[name])} → 0`)
  const others = namespaces.length === 1 ? '' : `, and ${counted(namespaces.length - 1, 'other namespace')}`
  return `${most.id} ${counters.join(', ')}${others}`
}
