import { expect, test } from 'vitest'
import { judge, recordOf, verdictText } from './guard.js'
import type { Sampled } from './sample.js'

const BY = { commit: 'abc1234', date: '2026-01-31', node: '20.20.2' }

function timed(name: string, ratio: number, better: Sampled['better'] = 'more'): Sampled {
  const baseline = { name: 'floor', samples: [100] }
  return { name, unit: 'req/s', better, measured: [ratio * 100], baseline, guard: 'timed' }
}

const counted = (figure: number): Sampled => ({
  name: 'start: code loaded',
  unit: 'KB',
  better: 'less',
  measured: [figure],
  guard: 'counted',
})

test.each([
  [100, 100, true],
  [100, 104.9, true],
  [100, 105.1, false],
  [100, 50, true],
])('if %f is recorded for a counted row, %f passes: %s', (figure, now, holds) => {
  const [verdict] = judge([counted(now)], { 'start: code loaded': { figure, ...BY } })
  expect(verdict).toMatchObject({ figure: now, holds })
})

test('a timed row never fails, since the machine may be busy', () => {
  expect(judge([timed('get', 0.1)], { get: { figure: 0.8, ...BY } })).toMatchObject([{ holds: true }])
})

test('a row passes if nothing is recorded for it on this line of Node', () => {
  expect(judge([counted(100)], {})).toMatchObject([{ holds: true, recorded: undefined }])
})

test('rows without a guard are not judged', () => {
  const { guard: _, ...row } = counted(1)
  expect(judge([row], {})).toEqual([])
})

test('the best round counts', () => {
  const row = { ...counted(1), measured: [120, 100, 130] }
  expect(judge([row], { [row.name]: { figure: 100, ...BY } })).toMatchObject([{ holds: true }])
})

test('the text of a counted row names the figure, the recorded one with its origin, and the limit', () => {
  const [passes, fails] = [101, 110].map((figure) => judge([counted(figure)], RECORD).map(verdictText))
  expect(passes).toEqual([
    'start: code loaded: holds: 101 now, 100 recorded (abc1234, 2026-01-31, Node 20.20.2), limit 105',
  ])
  expect(fails).toEqual([
    'start: code loaded: FAILS: 110 now, 100 recorded (abc1234, 2026-01-31, Node 20.20.2), limit 105',
  ])
})

const RECORD = { 'start: code loaded': { figure: 100, ...BY } }

test('the text of a timed row names its promise', () => {
  const rows = [
    { ...timed('get', 0.5), aim: { ratio: 0.8 } },
    { ...timed('start', 1.3, 'less'), aim: { ratio: 1.4 } },
  ]
  expect(judge(rows, { get: { figure: 0.6, ...BY } }).map(verdictText)).toEqual([
    'get: 0.50 now, 0.60 recorded (abc1234, 2026-01-31, Node 20.20.2), promised 0.8: short',
    'start: 1.30 now, none recorded yet, promised 1.4: kept',
  ])
})

test('a record takes the guarded rows, and keeps the rows that were not measured', () => {
  const former = { get: { figure: 0.8, ...BY }, put: { figure: 0.7, ...BY } }
  const by = { ...BY, commit: 'def5678' }
  const { guard: _, ...list } = timed('list', 1)
  expect(recordOf([timed('get', 0.91234), list], former, by)).toEqual({
    get: { figure: 0.912, ...by },
    put: { figure: 0.7, ...BY },
  })
})

test('a record keeps the worse figure of several runs of one commit', () => {
  const by = { commit: 'def5678', date: '2026-02-01', node: '24.0.0' }
  const first = recordOf([timed('get', 0.8), timed('start', 2, 'less')], {}, by)
  const second = recordOf([timed('get', 0.9), timed('start', 3, 'less')], first, by)
  expect([second.get?.figure, second.start?.figure]).toEqual([0.8, 3])
  const later = recordOf([timed('get', 0.9)], second, { ...by, commit: 'aaa1111' })
  expect(later.get?.figure).toBe(0.9)
})
