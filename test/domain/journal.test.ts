import { describe, expect, test, vi } from 'vitest'
import { Journal } from '../../src/domain/journal.js'
import { RequestRecord } from '../../src/domain/requests/record.js'
import { recordOf } from '../support/calls.js'

function journalOf(entriesMax: number, bodyBytesMax: number) {
  const journal = new Journal({ entriesMax, bodyBytesMax })
  return {
    journal,
    add: (...sizes: number[]) => {
      for (const size of sizes) journal.add(recordOf(`r${journal.nextNumber()}`, size))
    },
    ids: () => journal.list().map(({ id }) => id),
    withBodies: () =>
      journal
        .list()
        .filter(({ hasBodies }) => hasBodies)
        .map(({ id }) => id),
  }
}

test('entries come newest first, and each is found by its id', () => {
  const { journal, add, ids } = journalOf(10, 100)
  add(0, 0, 0)
  expect(ids()).toEqual(['r3', 'r2', 'r1'])
  expect(journal.find('r2')?.id).toBe('r2')
  for (const id of ['r4', 'r0', '', '__proto__']) expect(journal.find(id)).toBeUndefined()
})

test('a journal of no requests counts no bodies', () => {
  const { add, ids } = journalOf(0, 1)
  add(5, 5)
  expect(ids()).toEqual([])
})

test('a journal lives until its ids begin again', () => {
  const { journal } = journalOf(10, 100)
  const { life } = journal
  journal.clear()
  expect(journal.life).toBe(life)
  journal.reset()
  expect(journal.life).not.toBe(life)
})

describe('the bound on their number', () => {
  test.each([
    [1, 3, ['r3'], 2],
    [3, 3, ['r3', 'r2', 'r1'], 0],
    [3, 4, ['r4', 'r3', 'r2'], 1],
    [2, 1000, ['r1000', 'r999'], 998],
    [0, 2, [], 2],
  ])('a journal of %d requests, after %d', (bound, count, kept, dropped) => {
    const { journal, add, ids } = journalOf(bound, 1e9)
    add(...new Array<number>(count).fill(1))
    expect(ids()).toEqual(kept)
    expect(journal.dropped).toBe(dropped)
    expect(journal.find('r1')?.id).toBe(kept.includes('r1') ? 'r1' : undefined)
  })
})

test.each<[number, number[], string[]]>([
  [10, [5, 5], ['r2', 'r1']],
  [10, [5, 5, 1], ['r3', 'r2']],
  [10, [1, 1, 1, 9], ['r4', 'r3']],
  [10, [5, 11], []],
  [10, [11, 10], ['r2']],
  [0, [0, 0], ['r2', 'r1']],
])('a journal of %d bytes of bodies, after %j', (bound, sizes, withBodies) => {
  const kept = journalOf(100, bound)
  kept.add(...sizes)
  expect(kept.withBodies()).toEqual(withBodies)
  expect(kept.ids()).toHaveLength(sizes.length)
  expect(kept.journal.dropped).toBe(0)
})

test.each([50, 90, 120])(
  'the bound of %d bytes of bodies holds along with the one on the number of requests, and no body is dropped too soon',
  (bound) => {
    const { add, ids, withBodies } = journalOf(7, bound)
    let kept: { id: string; size: number; hasBodies: boolean }[] = []
    const bytes = () => kept.reduce((sum, { size, hasBodies }) => sum + (hasBodies ? size : 0), 0)
    for (let i = 1; i <= 500; i++) {
      const size = (i * 37) % 29
      add(size)
      kept = [...kept, { id: `r${i}`, size, hasBodies: true }].slice(-7)
      for (const line of kept) if (bytes() > bound) line.hasBodies = line.size === 0
      expect(ids()).toEqual(kept.map(({ id }) => id).reverse())
      const expected = kept.filter(({ hasBodies }) => hasBodies)
      expect(withBodies()).toEqual(expected.map(({ id }) => id).reverse())
    }
  },
)

describe('emptying the journal', () => {
  test('clear() lets the ids go on, and begins the bounds again', () => {
    const { journal, add, ids, withBodies } = journalOf(10, 10)
    add(9, 9, 9)
    journal.clear()
    expect([ids(), journal.dropped]).toEqual([[], 0])
    add(6, 3)
    expect(withBodies()).toEqual(['r5', 'r4'])
    add(9)
    expect(withBodies()).toEqual(['r6'])
  })

  test('reset() begins the ids again', () => {
    const { journal, add, ids } = journalOf(2, 10)
    add(1, 1, 1)
    journal.reset()
    add(1)
    expect([ids(), journal.dropped]).toEqual([['r1'], 0])
  })
})

test('the journal knows when the last entry came, even after it was removed', () => {
  const { journal } = journalOf(2, 100)
  expect(journal.lastArrivedMs).toBeUndefined()
  journal.add(recordOf(`r${1}`, 0, 5))
  journal.add(recordOf(`r${2}`, 0, 8))
  expect(journal.lastArrivedMs).toBe(8)
  journal.clear()
  expect(journal.lastArrivedMs).toBe(8)
})

describe('counting', () => {
  test('the journal counts on from a given number, and knows how many entries there ever were', () => {
    const { journal, add } = journalOf(2, 100)
    expect([journal.added, journal.newest, journal.lastNumber]).toEqual([0, undefined, 0])
    add(1, 1, 1)
    expect([journal.added, journal.newest?.id, journal.lastNumber]).toEqual([3, 'r3', 3])
    journal.continueFrom(9)
    add(1)
    expect([journal.added, journal.newest?.id, journal.lastNumber]).toEqual([4, 'r10', 10])
    expect([...journal.list()].map(({ id }) => id)).toEqual(['r10', 'r3'])
  })
})

test('a list stays as it was, whatever is removed and added in the meantime', () => {
  const { journal, add } = journalOf(300, 1e9)
  add(...new Array<number>(300).fill(1))
  const list = journal.list()
  add(...new Array<number>(100).fill(1))
  const idsOf = (entries: Iterable<RequestRecord>) => [...entries].map(({ id }) => id)
  expect([idsOf(list).length, idsOf(list)[0], idsOf(list).at(-1)]).toEqual([300, 'r300', 'r1'])
  journal.clear()
  expect(idsOf(list)).toHaveLength(300)
  expect(idsOf(journal.list())).toEqual([])
})

test('an entry is found at its number, and one that came out of order by a look at all entries', () => {
  const { journal, add } = journalOf(10, 100)
  add(0, 0, 0)
  const looking = vi.spyOn(RequestRecord.prototype, 'id', 'get')
  const found = ['r1', 'r2', 'r3'].map((id) => journal.find(id))
  expect(looking).toHaveBeenCalledTimes(3)
  looking.mockRestore()
  expect(found.map((entry) => entry?.id)).toEqual(['r1', 'r2', 'r3'])
  const held = journal.nextNumber()
  add(0)
  journal.add(recordOf(`r${held}`, 0))
  expect(['r4', 'r5'].map((id) => journal.find(id)?.id)).toEqual(['r4', 'r5'])
})

test('an entry is found by how many there ever were, until it is gone', () => {
  const { journal, add } = journalOf(3, 1000)
  add(1, 1, 1, 1)
  expect([1, 2, 4].map((number) => journal.entryAdded(number)?.id)).toEqual([undefined, 'r2', 'r4'])
  journal.reset()
  add(1)
  expect([4, 5].map((number) => journal.entryAdded(number)?.id)).toEqual([undefined, 'r1'])
})
