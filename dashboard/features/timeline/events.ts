import type { Timeline } from '../../../src/admin/calls/history/timeline.js'
import { count, counted, dateTime, span } from '../../lib/format.js'
import type { Stretch } from './axis.js'

/** What stands on the axis, and what it stands for. */
export interface TimelineEvent {
  /** ms */
  readonly at: number
  readonly kind: EventKind
  readonly text: string
  /** A name of a word or two, where it lies ahead. */
  readonly name?: string
  /** The point of the history just before it, where it was a command. */
  readonly point?: string
  /** Where it is looked at. */
  readonly view: 'requests' | 'faults' | 'key-value'
  readonly query: Readonly<Record<string, string>>
  /** Of several keys that expire: the stretch in which they do. */
  readonly keysOf?: Stretch
}

export type EventKind = 'request' | 'jump' | 'landing' | 'fault' | 'expiry' | 'month' | 'token'

/** All that stands on the axis, in the order of its instants. */
export function eventsOf(timeline: Timeline): readonly TimelineEvent[] {
  // Of one instant, a beginning comes first.
  const events = [
    ...timeline.landings.map(landingEvent),
    ...requestEvents(timeline),
    ...timeline.moves.map(({ at, to, by }) => ({
      at,
      kind: 'jump' as const,
      text: `Clock ${to < at ? 'back' : 'on'} by ${span(to - at)}, to ${dateTime(to)}`,
      point: by,
      view: 'requests' as const,
      query: { id: by },
    })),
    ...timeline.faults.flatMap(faultEvents),
    ...expiryEvents(timeline.expired, timeline, 'expired'),
    ...expiryEvents(timeline.expiries, timeline, 'expires'),
    ...timeline.months.map(({ at, namespaces }) => ({
      at,
      kind: 'month' as const,
      text: monthText(namespaces),
      name: 'new month',
      view: 'key-value' as const,
      query: {},
    })),
    ...timeline.tokens.map(({ at, sub, by }) => ({
      at,
      kind: 'token' as const,
      text: `The token of ${sub} ${at > timeline.now ? 'ends' : 'ended'}`,
      ...(at > timeline.now ? { name: `token of ${sub}` } : {}),
      view: 'requests' as const,
      query: { id: by },
    })),
  ]
  return events.sort((a, b) => a.at - b.at)
}

function requestEvents({ requests }: Timeline): TimelineEvent[] {
  return requests.map(({ counts, first }) => {
    const classes = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1))
    const all = classes.reduce((sum, [, n]) => sum + n, 0)
    const parts = classes.map(([name, n]) => `${count(n)} × ${name === 'none' ? 'no answer' : name}`)
    return {
      at: first.at,
      kind: 'request',
      text: `${counted(all, 'request')}: ${parts.join(', ')}`,
      point: first.id,
      view: 'requests',
      query: { id: first.id },
    }
  })
}

const LANDINGS = {
  start: 'The world begins',
  reset: 'Reset to the seed',
  replace: 'State replaced',
  merge: 'State merged',
  restore: 'Snapshot restored',
  undo: 'Undo',
} as const

function landingEvent({ at, kind, by }: Timeline['landings'][number]): TimelineEvent {
  const query: Record<string, string> = by === 'start' ? {} : { id: by }
  return { at, kind: 'landing', text: LANDINGS[kind], point: by, view: 'requests', query }
}

function faultEvents({ id, enabled, from, until }: Timeline['faults'][number]): TimelineEvent[] {
  const event = (at: number, verb: string) => ({
    at,
    kind: 'fault' as const,
    text: `Fault ${id} ${verb}${enabled ? '' : ' (it is off)'}`,
    view: 'faults' as const,
    query: {},
  })
  return [
    ...(from === undefined ? [] : [event(from, 'begins')]),
    ...(until === undefined ? [] : [event(until, 'ends')]),
  ]
}

function expiryEvents(
  { buckets, first }: Timeline['expiries'],
  { bucketMs }: Timeline,
  verb: 'expires' | 'expired',
): TimelineEvent[] {
  return buckets.map(({ at, count: n }) => {
    const named = first.filter((one) => one.at >= at && one.at < at + bucketMs)
    const [only] = named
    const names = named.slice(0, 3).map(({ key }) => key.slice(0, 60))
    const more = n > names.length && names.length > 0 ? ', …' : ''
    const many = `${counted(n, 'key')} ${verb === 'expires' ? 'expire' : 'expired'}`
    return {
      at: named.reduce((least, one) => Math.min(least, one.at), only?.at ?? at),
      kind: 'expiry',
      text:
        n === 1 && only !== undefined
          ? `${names[0]} ${verb}`
          : `${many}${names.length > 0 ? `: ${names.join(', ')}${more}` : ''}`,
      ...(verb === 'expires' ? { name: n === 1 && only !== undefined ? only.key : counted(n, 'key') } : {}),
      view: 'key-value',
      query: only === undefined ? {} : { ns: only.namespace, ...(n === 1 ? { key: only.key } : {}) },
      ...(n > 1 ? { keysOf: { from: at, to: at + bucketMs } } : {}),
    }
  })
}

const COUNTERS = ['reads', 'writes', 'lists', 'deletes'] as const

function monthText(namespaces: Timeline['months'][number]['namespaces']): string {
  const [most] = [...namespaces].sort((a, b) => b.reads + b.writes - a.reads - a.writes)
  if (most === undefined) return 'The month ends'
  const counters = COUNTERS.filter((name) => most[name] > 0).map((name) => `${name} ${count(most[name])} → 0`)
  const others = namespaces.length === 1 ? '' : `, and ${counted(namespaces.length - 1, 'other namespace')}`
  return `The month ends: ${most.id} ${counters.join(', ')}${others}`
}

/** The next event behind an instant in a direction. */
export function nextEvent(
  events: readonly TimelineEvent[],
  at: number,
  direction: 1 | -1,
): TimelineEvent | undefined {
  return direction > 0 ? events.find((event) => event.at > at) : events.findLast((event) => event.at < at)
}

/** The event that lies nearest to an instant, and no further from it than `reach` ms. */
export function nearestEvent(
  events: readonly TimelineEvent[],
  at: number,
  reach: number,
): TimelineEvent | undefined {
  let nearest: TimelineEvent | undefined
  for (const event of events) {
    const away = Math.abs(event.at - at)
    if (away <= reach && away < Math.abs((nearest?.at ?? Number.POSITIVE_INFINITY) - at)) nearest = event
  }
  return nearest
}
