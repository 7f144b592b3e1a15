import { expect, test } from 'vitest'
import { upcomingOf } from '../../dashboard/features/time/upcoming.js'
import type { Timeline } from '../../src/admin/calls/history/timeline.js'

const NOW = Date.UTC(2026, 0, 31, 12)
const MINUTE = 60_000
const NONE = { count: 0, first: [] }

const timeline = (parts: Partial<Timeline>): Timeline => ({
  from: NOW,
  to: NOW + 60 * MINUTE,
  now: NOW,
  faults: [],
  expired: NONE,
  expiries: NONE,
  months: [],
  tokens: [],
  ...parts,
})

const textsOf = (parts: Partial<Timeline>) => upcomingOf(timeline(parts)).map(({ text }) => text)

const expiring = (keys: Readonly<Record<string, number>>, count = Object.keys(keys).length) => ({
  expiries: {
    count,
    first: Object.entries(keys).map(([key, minutes]) => ({
      namespace: 'ns_a_1',
      key,
      at: NOW + minutes * MINUTE,
    })),
  },
})

test('a key that expires alone links to its entry', () => {
  expect(upcomingOf(timeline(expiring({ only: 7 })))).toEqual([
    {
      at: NOW + 7 * MINUTE,
      text: 'only expires',
      view: 'data',
      query: { ns: 'ns_a_1', key: 'only' },
    },
  ])
})

test('keys that expire at the same instant are one event, with the interval that contains them', () => {
  const [many, one] = upcomingOf(timeline(expiring({ a: 1, b: 1, c: 1, d: 1, e: 2 })))
  expect(many).toMatchObject({
    text: '4 keys expire: a, b, c, …',
    keysIn: { from: NOW + MINUTE, to: NOW + MINUTE + 1 },
  })
  expect(one).toMatchObject({ text: 'e expires' })
})

test('keys that the timeline does not name are counted with the last one that it names', () => {
  const [first, last] = upcomingOf(timeline(expiring({ a: 1, b: 2 }, 100)))
  expect(first).toMatchObject({ text: 'a expires' })
  expect(last).toMatchObject({
    text: '99 keys expire from then on: b, …',
    keysIn: { from: NOW + 2 * MINUTE, to: NOW + 60 * MINUTE + 1 },
  })
})

test('a fault begins and ends, if it has a beginning and an end after the present', () => {
  const faults = [
    { id: 'f_1', enabled: true, from: NOW + 1, until: NOW + 2 },
    { id: 'f_2', enabled: false, from: NOW - 1, until: NOW + 3 },
    { id: 'f_3', enabled: true },
  ]
  expect(textsOf({ faults })).toEqual(['fault f_1 begins', 'fault f_1 ends', 'fault f_2 ends (off)'])
})

test('the end of a month names the counters of the namespace that was used most', () => {
  const at = NOW + MINUTE
  const counters = (id: string, reads: number) => ({ id, reads, writes: 2, deletes: 0, lists: 0 })
  const [bare] = upcomingOf(timeline({ months: [{ at, namespaces: [] }] }))
  expect(bare).toEqual({ at, text: 'the month ends', view: 'data', query: {} })
  const namespaces = [counters('ns_a_1', 5), counters('ns_b_1', 9812)]
  const [used] = upcomingOf(timeline({ months: [{ at, namespaces }] }))
  expect(used?.details).toBe('ns_b_1 reads 9,812 → 0, writes 2 → 0, and 1 other namespace')
})

test('an ended token is not upcoming, and the events are in order of time', () => {
  const tokens = [
    { at: NOW - 1, sub: 'bob', by: 'r1' },
    { at: NOW + 3 * MINUTE, sub: 'alice', by: 'r2' },
  ]
  expect(textsOf({ tokens, ...expiring({ late: 5, soon: 1 }) })).toEqual([
    'soon expires',
    'the token of alice expires',
    'late expires',
  ])
})
