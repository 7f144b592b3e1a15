import { beforeEach, describe, expect, test } from 'vitest'
import type { Fault, FaultSpec } from '../../../src/domain/faults/fault.js'
import { Faults } from '../../../src/domain/faults/faults.js'
import { noChances, READ } from './subject.js'

/** Faults that were prepared ahead, and whose windows count from another time than was presumed. */

const PREPARED_FOR = 0
const ADDED_AT = 100

const window = ({ from, until }: Partial<Fault> = {}) => [from, until]
const windows = (faults: Iterable<Fault>) => [...faults].map(window)

const RELATIVE: FaultSpec = { id: 'a', status: 503, from: { offset: 10 }, until: { offset: 20 } }
const RELATIVES_NOW = [110, 120]
const FIXED: FaultSpec = { id: 'b', status: 500, until: { at: 7 } }
const FIXED_EVER = [undefined, 7]

const added = (specs: Iterable<FaultSpec>, now: number): Faults => {
  const faults = new Faults(1000)
  faults.add(specs, now)
  return faults
}

const prepared = (...specs: readonly FaultSpec[]) => new Faults(1000).prepare(specs, PREPARED_FOR)

test('very many are not made anew', () => {
  const many = prepared(...Array.from({ length: 1000 }, () => ({ from: { offset: 1 } })))
  const { armed } = many
  const faults = added(many, ADDED_AT)
  expect(faults.keep().armed).toBe(armed)
  expect(faults.find('f_1000')?.from).toBe(ADDED_AT + 1)
})

test.each<[FaultSpec, Fault['from'], Fault['until']]>([
  [{ from: { offset: 10 } }, 110, undefined],
  [{ until: { offset: 20 } }, undefined, 120],
  [{ from: { at: 7 }, until: { offset: 20 } }, 7, 120],
])('an edge of a window counts by itself: %j', (spec, from, until) => {
  expect(windows(added(prepared(spec), ADDED_AT).list())).toEqual([[from, until]])
})

describe('such faults', () => {
  let faults: Faults
  beforeEach(() => {
    faults = added(prepared(RELATIVE, FIXED), ADDED_AT)
  })

  test('fire in their windows alone', () => {
    const fired = [109, 110, 119, 120].map((now) => faults.fire(READ, now, noChances)?.id)
    expect(fired).toEqual([undefined, 'a', 'a', undefined])
    expect(faults.list()).toMatchObject([
      { from: 110, until: 120, hits: 2 },
      { until: 7, hits: 0 },
    ])
  })

  test('are told with them in every way', () => {
    const ways = [
      () => faults.find('a'),
      () => faults.fire(READ, 115, noChances),
      () => faults.enable('a', false),
      () => faults.move('a', 'a'),
      () => faults.move('a', null),
    ]
    for (const way of ways) expect(window(way())).toEqual(RELATIVES_NOW)
    expect(windows(faults.list())).toEqual([FIXED_EVER, RELATIVES_NOW])
    expect(windows(faults.asOfNow())).toEqual(windows(faults.list()))
    expect(windows(added([], 0).add(faults.keep(), 5).faults)).toEqual(windows(faults.list()))
  })

  test('keep them wherever they are added', () => {
    const kept = faults.keep()
    expect(windows(added(kept, 5).list())).toEqual([RELATIVES_NOW, FIXED_EVER])
    const others = added([{ id: 'c' }], 5)
    others.add(kept, 5)
    expect(windows(others.list())).toEqual([[undefined, undefined], RELATIVES_NOW, FIXED_EVER])
  })

  test('are joined by others with windows of their own', () => {
    const joining = (id: string) => faults.prepare([{ id, from: { offset: 1 } }], 500)
    expect(windows(faults.add(joining('c'), 500).faults)).toEqual([[501, undefined]])
    expect(windows(faults.add(joining('d'), 600).faults)).toEqual([[601, undefined]])
    expect(windows(faults.list()).slice(2)).toEqual([
      [501, undefined],
      [601, undefined],
    ])
  })

  test('are joined by very many others, which are not made anew', () => {
    const many = faults.prepare(
      Array.from({ length: 900 }, () => ({ from: { offset: 1 } })),
      500,
    )
    const { armed } = many
    faults.add(many, 600)
    const joined = faults.keep().armed.slice(2)
    expect(joined.every((one, index) => one === armed[index])).toBe(true)
    expect(joined).toHaveLength(armed.length)
    expect(faults.fire(READ, 600, noChances)?.id).toBe(undefined)
    expect(faults.fire(READ, 601, noChances)?.from).toBe(601)
  })

  test('are those of a moment, whatever comes later', () => {
    const before = faults.asOfNow()
    faults.enable('a', false)
    faults.clear()
    expect([...before]).toMatchObject([{ id: 'a', enabled: true }, { id: 'b' }])
  })
})
