import { expect, test } from 'vitest'
import { bandsOf, marksOf, nowX, pastOf } from '../../dashboard/features/time/horizon-layout.js'
import type { Timeline } from '../../src/admin/calls/history/timeline.js'
import type { RequestSummary } from '../../src/admin/request-json.js'

const NOW = Date.UTC(2026, 0, 20, 12)
const [SECOND, MINUTE, DAY] = [1000, 60_000, 86_400_000]
const WIDTH = 1400

const timeline = (parts: Partial<Timeline>): Timeline => ({
  from: NOW,
  to: NOW + 400 * DAY,
  now: NOW,
  faults: [],
  expired: { count: 0, first: [] },
  expiries: { count: 0, first: [] },
  months: [],
  tokens: [],
  ...parts,
})

const keys = (all: readonly (readonly [key: string, at: number])[], count = all.length) => ({
  expiries: { count, first: all.map(([key, at]) => ({ namespace: 'ns_a_1', key, at: NOW + at })) },
})

const textsOf = (parts: Partial<Timeline>) =>
  marksOf(timeline(parts), NOW, WIDTH).marks.map(({ text }) => text)

test('what comes is told by its name, and what comes together by its number', () => {
  const sessions = Array.from({ length: 12 }, (_, n) => [`session:${n}`, 15 * MINUTE + n] as const)
  expect(textsOf(keys([['rate:1', 28 * SECOND], ...sessions, ['a', 3 * DAY], ['b', 3 * DAY + 1]]))).toEqual([
    'rate:1',
    '12 × session:…',
    '2 keys',
  ])
})

test('10,000 expiries are a few marks, and what is not loaded is said to be missing', () => {
  const first = Array.from({ length: 200 }, (_, n) => [`k${n}`, MINUTE + n] as const)
  const { marks, rest } = marksOf(timeline(keys(first, 10_000)), NOW, WIDTH)
  expect(marks.map(({ text }) => text)).toEqual(['200 keys'])
  expect(rest).toBe('9,800 later keys not shown')
})

test('what comes after the end of the axis is counted there', () => {
  const { marks, rest } = marksOf(timeline(keys([['far', 300 * DAY]])), NOW, WIDTH)
  expect([marks, rest]).toEqual([[], '1 after 32 days'])
})

test('words that have no room to the right of their mark stand to its left', () => {
  const { marks } = marksOf(
    timeline(
      keys([
        ['soon', MINUTE],
        ['a-key-of-some-length', 25 * DAY],
      ]),
    ),
    NOW,
    WIDTH,
  )
  expect(marks.map(({ isLeft }) => isLeft)).toEqual([false, true])
  expect(marks[1]?.room).toBeGreaterThan(WIDTH / 3)
})

test('a mark leads to the last of what it has', () => {
  const [mark] = marksOf(
    timeline(
      keys([
        ['a', MINUTE],
        ['b', MINUTE + 500],
      ]),
    ),
    NOW,
    WIDTH,
  ).marks
  expect(mark).toMatchObject({ at: NOW + MINUTE, until: NOW + MINUTE + 500 })
})

test('the window of a fault begins at now or later, and one that has ended or is off has none', () => {
  const faults = [
    { id: 'f_now', enabled: true, until: NOW + 5 * MINUTE },
    { id: 'f_later', enabled: true, from: NOW + MINUTE },
    { id: 'f_over', enabled: true, until: NOW - 1 },
    { id: 'f_off', enabled: false, until: NOW + MINUTE },
    { id: 'f_always', enabled: true },
  ]
  const bands = bandsOf(timeline({ faults }), NOW, WIDTH)
  expect(bands.map(({ id }) => id)).toEqual(['f_now', 'f_later'])
  expect(bands[0]?.x).toBe(nowX(WIDTH))
})

/** Requests that came so long before now, in ms of both clocks, newest first. */
const cameBefore = (...ago: readonly number[]): readonly RequestSummary[] =>
  ago.map((ms) => ({ at: NOW - ms, arrivedMs: 1e9 - ms, status: 200 }) as RequestSummary)

test('idle time is folded, with its length in the gap', () => {
  const past = pastOf(cameBefore(0, 100, 200, 10 * MINUTE, 10 * MINUTE + 100), NOW, WIDTH)
  expect(past.gaps.map(({ text, isJump }) => [text, isJump])).toEqual([['9 min 59 s', false]])
  expect(past.since).toBe(NOW - 10 * MINUTE - 100)
  expect(past.bars.reduce((sum, { requests }) => sum + requests, 0)).toBe(5)
})

test('a move of the clock between two requests is told as one', () => {
  const [newer, older] = cameBefore(0, 100)
  if (newer === undefined || older === undefined) throw new Error('two were made')
  const past = pastOf([newer, { ...older, at: NOW - 60 * MINUTE }], NOW, WIDTH)
  expect(past.gaps).toMatchObject([{ text: '1 h', isJump: true }])
})

test('failures and refusals are parts of their bar, and 2,000 requests have no more bars than there is room', () => {
  const statuses = [200, 404, 503, null]
  const many = cameBefore(...Array.from({ length: 2000 }, (_, n) => n * 700)).map((one, n) => ({
    ...one,
    status: statuses[n % 4] ?? null,
  }))
  const { bars } = pastOf(many, NOW, WIDTH)
  expect(bars.length).toBeLessThanOrEqual(nowX(WIDTH) / 10)
  const [some] = bars.filter(({ requests }) => requests >= 4)
  expect(some).toMatchObject({ refused: expect.any(Number), failed: expect.any(Number) })
  expect((some?.failed ?? 0) + (some?.refused ?? 0)).toBeLessThan(some?.requests ?? 0)
})
