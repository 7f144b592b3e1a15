import { expect, test } from 'vitest'
import { folded, interleave } from '../../../dashboard/views/activity/journal-rows.js'
import type { AdminCommandInfo, BeginningInfo } from '../../../src/admin/calls/history/log.js'
import type { RequestSummary } from '../../../src/admin/request-json.js'

/** Makes admin calls: "a1" is one before all requests, "a2<r3" is one after r3. */
const calls = (...places: string[]): readonly AdminCommandInfo[] =>
  places.map((place) => {
    const [id = '', behind] = place.split('<')
    const call = { kind: 'admin', id, at: 0, atIso: '', method: 'POST', path: '/_admin/clock' } as const
    return { ...call, area: 'clock', ...(behind === undefined ? {} : { behind }) }
  })

const requests = (...ids: string[]): RequestSummary[] =>
  ids.map((id) => ({
    id,
    at: 0,
    atIso: '',
    operation: null,
    method: 'GET',
    path: '/',
    status: 200,
    outcome: 'ok',
    credential: null,
    arrivedMs: 0,
    durationMs: 1,
  }))

const START: BeginningInfo = { at: 0, atIso: '', by: 'start' }
const reset = (behind?: string): BeginningInfo => ({
  at: 0,
  atIso: '',
  by: 'reset',
  ...(behind === undefined ? {} : { behind }),
})

const ids = (
  rows: RequestSummary[],
  log: readonly AdminCommandInfo[],
  { began = START, isWhole = true }: { began?: BeginningInfo; isWhole?: boolean } = {},
) =>
  interleave(rows, { calls: log, began }, isWhole)
    .map(({ id }) => id)
    .join(' ')

test('admin calls are shown above the request that came before them', () => {
  expect(ids(requests('r2', 'r1'), calls('a1', 'a2<r1', 'a3<r1', 'a4<r2'))).toBe('a4 r2 a3 a2 r1 a1')
})

test('requests after all admin calls stay on top', () => {
  expect(ids(requests('r3', 'r2', 'r1'), calls('a1<r1'))).toBe('r3 r2 a1 r1')
})

test('if a filter hides the request before a call, the call is shown above the next older request', () => {
  expect(ids(requests('r9', 'r4'), calls('a1<r2', 'a2<r4', 'a3<r7', 'a4<r9'))).toBe('a4 r9 a3 a2 r4 a1')
})

test('calls before the oldest loaded request are shown once older requests are loaded', () => {
  expect(ids(requests('r9', 'r8'), calls('a1', 'a2<r7', 'a3<r8'), { isWhole: false })).toBe('r9 a3 r8')
})

test('a held request keeps its place in the journal, after requests that came later', () => {
  expect(ids(requests('r3', 'r1', 'r2'), calls('a1<r2', 'a2<r3'))).toBe('a2 r3 a1 r1 r2')
})

test('a reset is shown below everything that came after it, and above the requests that it kept', () => {
  expect(ids(requests('r2', 'r1'), calls('a1'), { began: reset() })).toBe('r2 r1 a1 reset')
  expect(ids(requests('r4', 'r3', 'r2'), calls('a1<r3', 'a2<r4'), { began: reset('r3') })).toBe(
    'a2 r4 a1 reset r3 r2',
  )
  expect(ids(requests('r9'), calls(), { began: reset(), isWhole: false })).toBe('r9')
})

test('three or more equal requests in a row are shown as one, with the mean pause between them', () => {
  const [r4, r3, r2, r1] = requests('r4', 'r3', 'r2', 'r1').map((row, index) => ({
    ...row,
    at: 300 - 100 * index,
  }))
  if (r4 === undefined || r3 === undefined || r2 === undefined || r1 === undefined) throw new Error('four')
  const other = { ...r1, status: 404 }
  expect(folded([r4, r3, r2, other], new Set())).toEqual([
    { ...r4, id: 'r2', run: { count: 3, meanPauseMs: 100 } },
    other,
  ])
  expect(folded([r4, r3, other, r1], new Set())).toEqual([r4, r3, other, r1])
  expect(folded([r4, r3, r2, r1], new Set(['r3']))).toEqual([r4, r3, r2, r1])
  const [call] = calls('a1')
  if (call === undefined) throw new Error('one')
  expect(folded([r4, r3, call, r2, r1], new Set())).toHaveLength(5)
})

test('three or more admin calls of one kind in a row are shown as one', () => {
  const moves = calls('a1', 'a2', 'a3')
  const [move] = moves
  if (move === undefined) throw new Error('three')
  const fault = { ...move, id: 'a4', path: '/_admin/faults', area: 'faults' as const }
  const rows = folded([fault, ...moves.toReversed()], new Set())
  expect(rows).toEqual([fault, { ...moves[2], id: 'a1', run: { count: 3, meanPauseMs: 0 } }])
  expect(folded(moves.toReversed(), new Set(['a2']))).toHaveLength(3)
})
