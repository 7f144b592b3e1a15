import { expect, test } from 'vitest'
import type { Sampled } from './sample.js'
import { table } from './table.js'

const GET: Sampled = {
  name: 'get',
  unit: 'req/s',
  better: 'more',
  measured: [40_000, 45_678, 42_000],
  baseline: { name: 'floor', samples: [48_000, 50_000] },
  aim: { ratio: 0.95 },
}
const RESET: Sampled = {
  name: 'reset',
  unit: 'ms',
  better: 'less',
  measured: [12.34, 0.5],
  aim: { value: 5 },
}
const MOVE: Sampled = { name: 'advance', unit: 'ms', better: 'less', measured: [123.4] }

const cells = (line: string | undefined) => (line ?? '').split(/ {2,}/)

test('a row shows its best round and spread, its baseline, the ratio, the aim and whether it is reached', () => {
  const [, get, reset, move] = table([GET, RESET, MOVE]).split('\n')
  expect(cells(get)).toEqual([
    'get',
    '45,678 req/s',
    '40,000 – 42,000 – 45,678',
    'floor',
    '50,000',
    '48,000 – 49,000 – 50,000',
    '0.91',
    '≥ 0.95',
    'short',
  ])
  expect(cells(reset)).toEqual(['reset', '0.50 ms', '0.50 – 6.42 – 12.3', '≤ 5 ms', 'ok'])
  expect(cells(move)).toEqual(['advance', '123 ms'])
})

test('the cells of a column are under its head', () => {
  const [head = '', get = ''] = table([GET]).split('\n')
  expect(get.indexOf('floor')).toBe(head.indexOf('against'))
  expect(get.indexOf('0.91') + 4).toBe(head.indexOf('ratio') + 5)
})
