import { beforeEach, describe, expect, test } from 'vitest'
import type { Fault, FaultSpec } from '../../../src/domain/faults/fault.js'
import { Faults } from '../../../src/domain/faults/faults.js'
import { Service } from '../../support/service.js'
import { noChances, readAt } from './subject.js'

const ADDED_AT = 100

const window = ({ from, until }: Partial<Fault> = {}) => [from, until]
const windows = (faults: readonly Fault[]) => faults.map(window)

const RELATIVE: FaultSpec = { id: 'a', status: 503, from: { offset: 10 }, until: { offset: 20 } }
const RELATIVES_NOW = [110, 120]
const FIXED: FaultSpec = { id: 'b', status: 500, until: { at: 7 } }
const FIXED_EVER = [undefined, 7]

const added = (specs: readonly FaultSpec[], now: number): Faults => {
  const faults = new Faults(1000)
  faults.add(specs, now)
  return faults
}

test.each<[FaultSpec, Fault['from'], Fault['until']]>([
  [{ from: { offset: 10 } }, 110, undefined],
  [{ until: { offset: 20 } }, undefined, 120],
  [{ from: { at: 7 }, until: { offset: 20 } }, 7, 120],
])('an edge of a window counts by itself: %j', (spec, from, until) => {
  expect(windows(added([spec], ADDED_AT).list())).toEqual([[from, until]])
})

describe('faults with relative windows', () => {
  let faults: Faults
  beforeEach(() => {
    faults = added([RELATIVE, FIXED], ADDED_AT)
  })

  test('faults with relative windows have absolute windows, however they are read', () => {
    const ways = [
      () => faults.find('a'),
      () => faults.byId.get('a'),
      () => faults.fire(readAt(115), noChances),
      () => faults.enable('a', false),
      () => faults.move('a', 'a'),
      () => faults.move('a', null),
    ]
    for (const way of ways) expect(window(way())).toEqual(RELATIVES_NOW)
    expect(windows(faults.list())).toEqual([FIXED_EVER, RELATIVES_NOW])
  })

  test('faults with relative windows keep their windows in a copy', () => {
    const copy = faults.fork()
    copy.add([{ id: 'c' }], 5)
    expect(windows(copy.list())).toEqual([RELATIVES_NOW, FIXED_EVER, [undefined, undefined]])
  })

  test('faults with relative windows do not share the windows of faults that are added later', () => {
    const joining = (id: string) => [{ id, from: { offset: 1 } }]
    expect(windows([...faults.add(joining('c'), 500).faults])).toEqual([[501, undefined]])
    expect(windows([...faults.add(joining('d'), 600).faults])).toEqual([[601, undefined]])
    expect(windows(faults.list()).slice(2)).toEqual([
      [501, undefined],
      [601, undefined],
    ])
  })

  test('faults with relative windows do not change in a list that was read before', () => {
    const [before, byId] = [faults.list(), faults.byId]
    faults.enable('a', false)
    faults.remove('b')
    faults.clear()
    expect(before).toMatchObject([{ id: 'a', enabled: true }, { id: 'b' }])
    expect([...byId.values()]).toEqual(before)
  })
})

describe('the faults of a world', () => {
  const HOUR = 3_600_000

  test('the faults of a world count from its origin again after a reset, and from when they were added after a restore', async () => {
    const faults = [{ id: 'seeded', status: 503, from: '+1h' }]
    const { world } = await Service.start({ clock: { now: '2026-01-31T12:00:00Z', freeze: true }, faults })
    const now = world.clock.now()
    world.clock.set(now + HOUR)
    world.faults.add([{ id: 'added', status: 503, from: { offset: HOUR } }], world.clock.now())
    const before = windows(world.faults.list())
    expect(before).toEqual([
      [now + HOUR, undefined],
      [now + 2 * HOUR, undefined],
    ])
    const snapshot = world.keep('s')
    world.reset(new Set(['clock']))
    expect(windows(world.faults.list())).toEqual([[now + HOUR, undefined]])
    world.clock.set(now + 5 * HOUR)
    world.restore(snapshot)
    expect(windows(world.faults.list())).toEqual(before)
  })

  test('the faults of a world count from the time of the reset if the seed sets no clock', async () => {
    const { world } = await Service.start({ clock: { freeze: true }, faults: [{ status: 503, from: '+1h' }] })
    world.clock.set(world.clock.now() + HOUR)
    world.reset(new Set(['clock']))
    expect(windows(world.faults.list())).toEqual([[world.clock.now() + HOUR, undefined]])
  })
})
