import { describe, expect, test } from 'vitest'
import { eventsOf, nearestEvent, nextEvent } from '../../dashboard/features/timeline/events.js'
import type { Timeline } from '../../src/admin/calls/history/timeline.js'

const NOW = Date.UTC(2026, 0, 31, 12)
const MINUTE = 60_000
const NONE = { count: 0, buckets: [], first: [] }

const timeline = (parts: Partial<Timeline>): Timeline => ({
  from: NOW - 60 * MINUTE,
  to: NOW + 60 * MINUTE,
  now: NOW,
  oldest: NOW,
  bucketMs: MINUTE,
  requests: [],
  moves: [],
  landings: [],
  faults: [],
  expired: NONE,
  expiries: NONE,
  months: [],
  tokens: [],
  ...parts,
})

const textOf = (parts: Partial<Timeline>) => eventsOf(timeline(parts)).map(({ text }) => text)

describe('what stands on the axis, in words', () => {
  test('requests lead to the first of them', () => {
    const requests = [
      { at: NOW, counts: { '4xx': 2, none: 1, '2xx': 1000 }, first: { id: 'r7', at: NOW + 5 } },
    ]
    expect(eventsOf(timeline({ requests }))).toEqual([
      {
        at: NOW + 5,
        kind: 'request',
        text: '1,003 requests: 1,000 × 2xx, 2 × 4xx, 1 × no answer',
        point: 'r7',
        view: 'requests',
        query: { id: 'r7' },
      },
    ])
  })

  test('a jump leads to the call that made it', () => {
    const moves = [
      { at: NOW, to: NOW + MINUTE, by: 'a1' },
      { at: NOW + MINUTE, to: NOW, by: 'a2' },
    ]
    const [there, back] = eventsOf(timeline({ moves }))
    expect(there).toMatchObject({
      text: 'Clock on by 1 min, to 2026-01-31 12:01:00',
      point: 'a1',
      query: { id: 'a1' },
    })
    expect(back?.text).toBe('Clock back by 1 min, to 2026-01-31 12:00:00')
  })

  test('a life begins, and state is put in place of other state', () => {
    const landings = (['reset', 'restore', 'undo'] as const).map((kind, index) => ({
      at: NOW + index,
      kind,
      by: index === 0 ? 'start' : `a${index}`,
    }))
    const events = eventsOf(timeline({ landings }))
    expect(events.map(({ text, point, query }) => [text, point, query])).toEqual([
      ['Reset to the seed', 'start', {}],
      ['Snapshot restored', 'a1', { id: 'a1' }],
      ['Undo', 'a2', { id: 'a2' }],
    ])
  })

  test('a fault begins and ends, where it has a beginning and an end', () => {
    const faults = [
      { id: 'f_1', enabled: true, from: NOW, until: NOW + 1 },
      { id: 'f_2', enabled: false, until: NOW + 2 },
      { id: 'f_3', enabled: true },
    ]
    expect(textOf({ faults })).toEqual(['Fault f_1 begins', 'Fault f_1 ends', 'Fault f_2 ends (it is off)'])
  })

  test('one key leads to its entry, several are named as far as names are known', () => {
    const key = (name: string, at: number) => ({ namespace: 'ns_a_1', key: name, at })
    const expiries = {
      count: 13,
      buckets: [
        { at: NOW, count: 1 },
        { at: NOW + MINUTE, count: 4 },
        { at: NOW + 2 * MINUTE, count: 8 },
      ],
      first: [
        key('only', NOW + 7),
        ...['b', 'c', 'd', 'e'].map((name, index) => key(name, NOW + MINUTE + 9 - index)),
      ],
    }
    const [only, several, many] = eventsOf(timeline({ expiries }))
    expect(only).toMatchObject({
      at: NOW + 7,
      text: 'only expires',
      view: 'key-value',
      query: { ns: 'ns_a_1', key: 'only' },
    })
    expect(several).toMatchObject({
      at: NOW + MINUTE + 6,
      text: '4 keys expire: b, c, d, …',
      query: { ns: 'ns_a_1' },
    })
    expect(many).toMatchObject({ at: NOW + 2 * MINUTE, text: '8 keys expire', query: {} })
  })

  test('the end of a month tells the counters of the namespace that was used most', () => {
    const counters = (id: string, reads: number) => ({ id, reads, writes: 2, deletes: 0, lists: 0 })
    const month = (...namespaces: readonly ReturnType<typeof counters>[]) => [{ at: NOW, namespaces }]
    expect(textOf({ months: month() })).toEqual(['The month ends'])
    expect(textOf({ months: month(counters('ns_a_1', 5), counters('ns_b_1', 9812)) })).toEqual([
      'The month ends: ns_b_1 reads 9,812 → 0, writes 2 → 0, and 1 other namespace',
    ])
  })

  test('a token ends, or ended', () => {
    const tokens = [
      { at: NOW - 1, sub: 'bob', by: 'r1' },
      { at: NOW + 1, sub: 'alice', by: 'r2' },
    ]
    expect(textOf({ tokens })).toEqual(['The token of bob ended', 'The token of alice ends'])
  })
})

describe('of several', () => {
  const events = eventsOf(timeline({ tokens: [30, 10, 20].map((at) => ({ at, sub: String(at), by: 'r1' })) }))

  test('the next one in a direction is found, never the one that one is at', () => {
    expect(nextEvent(events, 20, 1)?.at).toBe(30)
    expect(nextEvent(events, 20, -1)?.at).toBe(10)
    expect(nextEvent(events, 30, 1)).toBeUndefined()
    expect(nextEvent(events, 10, -1)).toBeUndefined()
  })

  test('the nearest is found within reach', () => {
    expect(nearestEvent(events, 22, 5)?.at).toBe(20)
    expect(nearestEvent(events, 26, 5)?.at).toBe(30)
    expect(nearestEvent(events, 40, 5)).toBeUndefined()
  })
})

test('keys that expire together are told with the stretch in which they do', () => {
  const first = [
    { namespace: 'ns_a_1', key: 'a', at: NOW + 5 },
    { namespace: 'ns_a_1', key: 'b', at: NOW + 7 },
    { namespace: 'ns_a_1', key: 'alone', at: NOW + MINUTE },
  ]
  const buckets = [
    { at: NOW, count: 2 },
    { at: NOW + MINUTE, count: 1 },
  ]
  const [two, one] = eventsOf(timeline({ expiries: { count: 3, buckets, first } }))
  expect(two?.keysOf).toEqual({ from: NOW, to: NOW + MINUTE })
  expect(one).not.toHaveProperty('keysOf')
})
