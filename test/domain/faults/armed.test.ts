import { describe, expect, test, vi } from 'vitest'
import { Refusal } from '../../../src/core/refusal.js'
import { PreparedFaults } from '../../../src/domain/faults/armed.js'
import { Faults } from '../../../src/domain/faults/faults.js'
import { parseSeeds } from '../../../src/seed/parse.js'
import { WorldSeed } from '../../../src/seed/world-seed.js'
import { AdminCalls } from '../../support/admin-calls.js'
import { Service } from '../../support/service.js'

const HERE = 10_000

const many = (count = HERE) => Array.from({ length: count }, (_, index) => ({ id: `m${index}`, status: 503 }))

const holding = (...specs: Parameters<Faults['add']>[0][]): Faults => {
  const faults = new Faults(3 * HERE)
  for (const given of specs) faults.add(given, 0)
  return faults
}

const ids = (faults: Faults) => faults.list().map(({ id }) => id)

describe('faults that are prepared', () => {
  test('are added as they would be in one go', () => {
    const given = [{ status: 500 }, { id: 'b', status: 502 }, { status: 501 }]
    const present = [{ id: 'a' }, { id: 'b', status: 503 }, { id: 'f_1' }]
    const [faults, other] = [holding(present), holding(present)]
    const added = faults.add(faults.prepare(given), 0)
    const inOneGo = other.add(given, 0)
    expect([...inOneGo.faults]).toEqual([...added.faults])
    expect(inOneGo.replaced).toEqual(added.replaced)
    expect(faults.list()).toEqual(other.list())
    expect([...added.faults].map(({ id }) => id)).toEqual(['f_2', 'b', 'f_3'])
    expect([...added.replaced]).toEqual(['b'])
    expect(ids(faults)).toEqual(['a', 'b', 'f_1', 'f_2', 'f_3'])
  })

  test.each<[string, (faults: Faults) => unknown, string[]]>([
    ['come', (faults) => faults.add([{}], 0), ['a', 'b', 'f_1', 'f_2']],
    ['go', (faults) => faults.remove('a'), ['b', 'f_1']],
    ['move', (faults) => faults.move('a', null), ['b', 'a', 'f_1']],
    ['are all removed', (faults) => faults.clear(), ['b', 'f_1']],
  ])('join what is there, where others %s meanwhile', (_what, change, order) => {
    const faults = holding([{ id: 'a' }, { id: 'b' }])
    const prepared = faults.prepare([{ id: 'b', status: 500 }, { status: 501 }])
    change(faults)
    faults.add(prepared, 0)
    expect(ids(faults)).toEqual(order)
    expect(faults.find('b')?.spec.status).toBe(500)
  })

  test('are refused where there are too many by then', () => {
    const faults = new Faults(2)
    const prepared = faults.prepare([{}])
    faults.add([{}, {}], 0)
    expect(() => faults.add(prepared, 0)).toThrow(Refusal)
    expect(ids(faults)).toEqual(['f_1', 'f_2'])
  })

  test('are refused while they are made ready, where there are too many', () => {
    const faults = new Faults(2)
    faults.add([{}], 0)
    expect(() => faults.prepare([{}, {}])).toThrow(Refusal)
  })

  test('get no id that others had and left meanwhile', () => {
    const faults = holding()
    const prepared = faults.prepare([{}])
    faults.add([{}], 0)
    faults.clear()
    expect([...faults.add(prepared, 0).faults].map(({ id }) => id)).toEqual(['f_2'])
  })

  test('have windows that count from when they are added', () => {
    const faults = holding()
    const prepared = faults.prepare([{ from: { offset: 10 }, until: { at: 99 } }, {}])
    expect([...faults.add(prepared, 5).faults]).toMatchObject([{ from: 15, until: 99 }, { from: undefined }])
  })
})

describe('faults that are kept', () => {
  test('share their list with whom they are added to, until one of both changes', () => {
    const faults = holding(many(3))
    const copy = holding(faults.keep())
    expect(copy.list().every((fault, index) => fault === faults.list()[index])).toBe(true)
    faults.enable('m0', false)
    copy.enable('m1', false)
    copy.remove('m2')
    expect(faults.list().map(({ enabled }) => enabled)).toEqual([false, true, true])
    expect(copy.list().map(({ enabled }) => enabled)).toEqual([true, false])
  })

  test('share it with one that was emptied, too', () => {
    const faults = holding(many(1))
    const copy = holding(many(2))
    copy.clear()
    copy.add(faults.keep(), 0)
    expect(copy.list()[0]).toBe(faults.list()[0])
  })

  test('replace none where there are none', () => {
    const kept = holding(many(2)).keep()
    expect(holding().add(kept, 0).replaced).toEqual(new Set())
  })

  test('are refused where fewer may be held', () => {
    const other = new Faults(2)
    expect(() => other.add(holding(many(3)).keep(), 0)).toThrow(Refusal)
    expect(other.size).toBe(0)
  })

  test('stay as they were, however often they were added', () => {
    const faults = holding(many(2))
    const kept = faults.keep()
    for (const other of [faults, holding(kept), holding(kept)]) other.enable('m0', false)
    expect(
      holding(kept)
        .list()
        .map(({ enabled }) => enabled),
    ).toEqual([true, true])
    expect([...kept]).toMatchObject([{ id: 'm0', enabled: true }, { id: 'm1' }])
  })

  test('are those of a world at each reset, snapshot and restore: none is made anew', async () => {
    const { world } = await Service.start({ faults: many(10) })
    const before = world.faults.list()
    const unchanged = () => world.faults.list().every((fault, index) => fault === before[index])
    world.reset()
    expect(unchanged()).toBe(true)
    world.restore(world.keep('s'))
    expect(unchanged()).toBe(true)
  })

  test('are the same for every origin that is the last one, where their windows count from it', async () => {
    const { world } = await Service.start({ clock: CLOCK, faults: [{ status: 503, from: '+1h' }] })
    const [before] = world.faults.list()
    world.reset()
    expect(world.faults.list()[0]).toBe(before)
    const kept = holding().prepare([{ from: { offset: 10 } }])
    const fromAt = (origin: number) => [...new Faults(1).add(kept, origin).faults][0]?.from
    expect([5, 5, 7, 0].map(fromAt)).toEqual([15, 15, 17, 10])
  })
})

const CLOCK = { now: '2026-01-31T12:00:00Z', freeze: true }

describe('faults whose windows count from an origin', () => {
  const fault = { status: 503, from: '+1h' }
  const AN_HOUR_LATER = Date.parse('2026-01-31T13:00:00Z')

  test('are prepared for that of a seed', async () => {
    const text = JSON.stringify({ version: 1, clock: CLOCK, faults: [fault] })
    const { baseline } = await WorldSeed.of(parseSeeds([{ name: 'seed', text }]), {})
    expect(prepared(baseline.faults).armed[0]?.fault.from).toBe(AN_HOUR_LATER)
  })

  test('are prepared for that of an addition', async () => {
    const calls = new AdminCalls(await Service.start({ clock: CLOCK }))
    const given: unknown[] = []
    const { add } = Faults.prototype
    const spy = vi.spyOn(Faults.prototype, 'add').mockImplementation(function (this: Faults, faults, now) {
      given.push(prepared(faults).armed[0]?.fault.from)
      return add.call(this, faults, now)
    })
    await calls.send('POST /faults', fault)
    await calls.send('PATCH /state', { version: 1, faults: [fault] })
    spy.mockRestore()
    expect(given).toEqual([AN_HOUR_LATER, AN_HOUR_LATER])
  })

  function prepared(faults: unknown): PreparedFaults {
    if (faults instanceof PreparedFaults) return faults
    throw new Error('they are not prepared')
  }
})
