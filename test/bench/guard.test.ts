import { expect, test } from 'vitest'
import { judge, recordOf, verdictText } from './guard.js'
import type { Sampled } from './sample.js'

const BY = { commit: 'abc1234', date: '2026-01-31', node: '20.20.2' }

/** Returns a row with this ratio. */
function rowOf(name: string, ratio: number, better: Sampled['better'], isGuarded = true): Sampled {
  const baseline = { name: 'floor', samples: [100] }
  return { name, unit: 'req/s', better, measured: [ratio * 100], baseline, isGuarded }
}

test.each([
  ['more', 1, 0.6, true],
  ['more', 1, 0.59, false],
  ['more', 1, 1.5, true],
  ['more', 0.5, 0.31, true],
  ['more', 0.5, 0.29, false],
  ['less', 1.8, 2.99, true],
  ['less', 1.8, 3.01, false],
  ['less', 1.7, 0.5, true],
] as const)('if %s is better and %f is recorded, %f passes: %s', (better, recorded, now, holds) => {
  const [verdict] = judge([rowOf('get', now, better)], { get: { ratio: recorded, ...BY } })
  expect(verdict).toMatchObject({ name: 'get', ratio: now, holds })
})

test('a row passes if nothing is recorded for it and it has no aim', () => {
  const [verdict] = judge([rowOf('get', 0.1, 'more')], {})
  expect(verdict).toMatchObject({ holds: true, recorded: undefined })
})

test('a row that is not recorded yet is compared with its aim', () => {
  const row = { ...rowOf('get', 0.47, 'more'), aim: { ratio: 0.8 } }
  const [verdict] = judge([row], {})
  expect(verdict && verdictText(verdict)).toBe('get: FAILS: 0.47 now, none recorded yet, limit 0.48')
})

test('rows that are not guarded, or have no ratio, are not judged', () => {
  const alone: Sampled = { name: 'clock', unit: 'ms', better: 'less', measured: [1], isGuarded: true }
  expect(judge([rowOf('list', 0.1, 'more', false), alone], {})).toEqual([])
})

test('the best round counts, so that one bad round fails nothing', () => {
  const row = { ...rowOf('get', 1, 'more'), measured: [20, 100, 30] }
  expect(judge([row], { get: { ratio: 1, ...BY } })[0]?.holds).toBe(true)
})

test('the text of a failure names the row, the ratio, the recorded one with its origin, and the limit', () => {
  const verdicts = judge([rowOf('get', 0.5, 'more')], { get: { ratio: 0.9, ...BY } })
  expect(verdicts.map(verdictText)).toEqual([
    'get: FAILS: 0.50 now, 0.90 recorded (abc1234, 2026-01-31, Node 20.20.2), limit 0.54',
  ])
})

test('the text of a pass names the same, and says if nothing is recorded yet', () => {
  const verdicts = judge([rowOf('start', 1.2, 'less'), rowOf('get', 0.5, 'more')], {
    start: { ratio: 1.1, ...BY },
  })
  expect(verdicts.map(verdictText)).toEqual([
    'start: holds: 1.20 now, 1.10 recorded (abc1234, 2026-01-31, Node 20.20.2), limit 1.83',
    'get: 0.50, none recorded yet',
  ])
})

test('a record takes the guarded rows, and keeps the rows that were not measured', () => {
  const former = { get: { ratio: 0.8, ...BY }, put: { ratio: 0.7, ...BY } }
  const by = { ...BY, commit: 'def5678' }
  const rows = [rowOf('get', 0.91234, 'more'), rowOf('list', 1, 'more', false)]
  expect(recordOf(rows, former, by)).toEqual({
    get: { ratio: 0.912, ...by },
    put: { ratio: 0.7, ...BY },
  })
})

test('a record keeps the worse ratio of several runs of one commit', () => {
  const by = { commit: 'def5678', date: '2026-02-01', node: '24.0.0' }
  const first = recordOf([rowOf('get', 0.8, 'more'), rowOf('start', 2, 'less')], {}, by)
  const second = recordOf([rowOf('get', 0.9, 'more'), rowOf('start', 3, 'less')], first, by)
  expect([second.get?.ratio, second.start?.ratio]).toEqual([0.8, 3])
  const later = recordOf([rowOf('get', 0.9, 'more')], second, { ...by, commit: 'aaa1111' })
  expect(later.get?.ratio).toBe(0.9)
})
