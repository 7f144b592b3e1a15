import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Gone } from '../../../src/core/layers/layer.js'
import { LayeredMap } from '../../../src/core/layers/layered-map.js'
import { writtenTo } from '../../../src/core/layers/reading.js'
import { atOnce, SLICE_ITEMS, Slice, type Steps } from '../../../src/core/steps.js'

interface Note {
  readonly seq: number
  readonly key: string
  readonly mark: number
}

type Notes = LayeredMap<string, Note>

const newNotes = (): Notes => new LayeredMap()

/** Adds a key at the end, moving it there if it exists. */
function add(notes: Notes, key: string, mark = 1): Note {
  notes.delete(key)
  const note = { seq: notes.takeSeq(), key, mark }
  notes.set(key, note)
  return note
}

const keysOf = (values: Iterable<Note>): string[] => [...values].map((note) => note.key)

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `k${index}`)

function filled(count: number): Notes {
  const notes = newNotes()
  for (const key of numbered(count)) add(notes, key)
  return notes
}

describe('LayeredMap', () => {
  it('is a map in order of insertion', () => {
    const notes = filled(3)
    expect(notes.size).toBe(3)
    expect(notes.get('k1')).toEqual({ seq: 2, key: 'k1', mark: 1 })
    expect([notes.has('k1'), notes.has('other'), notes.get('other')]).toEqual([true, false, undefined])
    expect(notes.delete('other')).toBe(false)

    notes.set('k0', { seq: 1, key: 'k0', mark: 5 })
    expect(keysOf(notes.values())).toEqual(['k0', 'k1', 'k2'])

    add(notes, 'k0')
    expect(keysOf(notes.values())).toEqual(['k1', 'k2', 'k0'])
    expect(notes.size).toBe(3)
  })

  it('moves a value that is replaced by one with a larger seq', () => {
    const notes = filled(3)
    expect(keysOf(notes.values())).toEqual(['k0', 'k1', 'k2'])
    notes.set('k0', { seq: notes.takeSeq(), key: 'k0', mark: 1 })
    const fork = notes.fork()
    fork.set('k1', { seq: fork.takeSeq(), key: 'k1', mark: 1 })
    expect(keysOf(notes.values())).toEqual(['k1', 'k2', 'k0'])
    expect(keysOf(fork.values())).toEqual(['k2', 'k0', 'k1'])
    expect(fork.size).toBe(3)
  })

  it('refuses a new record with an old seq', () => {
    const notes = filled(3)
    const old = notes.get('k1') as Note
    notes.delete('k1')
    expect(() => notes.set('k1', old)).toThrow('takeSeq()')
    expect(() => notes.fork().set('new', { ...old, key: 'new' })).toThrow(RangeError)
    expect(() => notes.set('k0', { ...old, seq: Number.NaN })).toThrow(RangeError)
    expect(keysOf(notes.values())).toEqual(['k0', 'k2'])
  })

  it('takes a seq from before a fork, and goes on with the numbers after one that it did not give', () => {
    const notes = filled(2)
    const seq = notes.takeSeq()
    const fork = notes.fork()
    notes.set('late', { seq, key: 'late', mark: 1 })
    expect(keysOf(notes.values())).toEqual(['k0', 'k1', 'late'])
    expect(fork.takeSeq()).toBe(seq + 1)
    notes.set('far', { seq: 1000, key: 'far', mark: 1 })
    expect(notes.takeSeq()).toBe(1001)
  })

  it('finds its place by seq', () => {
    const notes = filled(10)
    const fork = notes.fork()
    add(fork, 'new')
    fork.delete('k7')
    expect(keysOf(fork.after(7))).toEqual(['k8', 'k9', 'new'])
    expect(keysOf(fork.after(7.5))).toEqual(['k8', 'k9', 'new'])
    expect(keysOf(fork.after(10))).toEqual(['new'])
    expect(keysOf(fork.after(11))).toEqual([])
    expect(keysOf(notes.after(7))).toEqual(['k7', 'k8', 'k9'])
  })

  it('iterates through the removal of what it has just yielded, and of all', () => {
    const notes = filled(50)
    const fork = notes.fork()
    for (const key of ['a', 'b', 'c']) add(fork, key)
    for (const map of [notes, fork]) {
      const expected = keysOf(map.values())
      const seen: string[] = []
      for (const note of map.values()) {
        seen.push(note.key)
        map.delete(note.key)
      }
      expect(seen).toEqual(expected)
      expect([map.size, map.held, map.layers.length - 1]).toEqual([0, 0, 0])
    }
  })

  it('does not show an iteration what is added meanwhile', () => {
    for (const forks of [false, true]) {
      const notes = filled(3)
      const seen: string[] = []
      for (const note of notes.values()) {
        seen.push(note.key)
        if (forks) notes.fork()
        add(notes, note.key)
        add(notes, `new ${note.key}`)
      }
      expect(seen).toEqual(['k0', 'k1', 'k2'])
    }
  })

  it('forks nothing for an empty top', () => {
    const notes = newNotes()
    expect(notes.fork().layers.length - 1).toBe(0)
    add(notes, 'a')
    const fork = notes.fork()
    expect([notes.layers.length - 1, fork.layers.length - 1]).toEqual([1, 1])
    for (let count = 0; count < 100; count++) fork.fork()
    expect(fork.layers.length - 1).toBe(1)
  })

  it('frees what is removed: writes and deletes without end hold nothing', () => {
    const notes = filled(10)
    const fork = notes.fork()
    for (let count = 0; count < 5000; count++) {
      for (const key of ['same', `new${count}`, 'k3']) {
        add(fork, key)
        // Iterating now and then, since that builds the order that removals have to keep up with.
        if (count % 10 === 0) fork.after(count).next()
        fork.delete(key)
      }
    }
    for (let count = 0; count < 1000; count++) {
      fork.set('moving', { seq: fork.takeSeq(), key: 'moving', mark: 1 })
      if (count % 10 === 0) expect([...fork.values()].length).toBe(10)
    }
    expect(keysOf(fork.values())).toEqual([...numbered(10).filter((key) => key !== 'k3'), 'moving'])
    // The base and its order, one tombstone for its k3, and little else.
    expect(fork.held).toBeLessThan(10 + 10 + 1 + 10)
  })

  it('frees what is removed in a later layer, once the two are merged', () => {
    const notes = filled(100)
    for (let count = 0; count < 100; count++) {
      add(notes, 'passing')
      notes.fork()
      notes.delete('passing')
      notes.fork()
      expect(notes.layers.length - 1).toBeLessThanOrEqual(8)
    }
    expect(notes.held).toBeLessThanOrEqual(100 + 8)
    expect(keysOf(notes.values())).toEqual(numbered(100))
  })

  it('drops everything when cleared, and goes on with new seqs', () => {
    const notes = filled(5)
    const snapshot = notes.fork()
    notes.clear()
    expect([notes.size, notes.held, notes.layers.length - 1]).toEqual([0, 0, 0])
    expect(add(notes, 'k1').seq).toBe(6)
    expect(keysOf(notes.values())).toEqual(['k1'])
    expect(snapshot.size).toBe(5)
  })

  it('stays shallow through many forks, and leaves a large base alone', () => {
    const notes = filled(10_000)
    const snapshots = [notes.fork()]
    for (let count = 0; count < 200; count++) {
      add(notes, `new${count}`)
      notes.delete(`k${count}`)
      notes.delete(`new${count - 1}`)
      snapshots.push(notes.fork())
      expect(notes.layers.length - 1).toBeLessThanOrEqual(8)
    }
    expect(notes.size).toBe(9801)
    // The base as it was, a tombstone for each of its 200 lost keys, and what unmerged layers still hold of the others.
    expect(notes.held).toBeGreaterThan(10_000 + 200)
    expect(notes.held).toBeLessThan(10_000 + 200 + 200)
    snapshots.forEach((snapshot, count) => {
      const added = count === 0 ? [] : [`new${count - 1}`]
      expect(snapshot.size).toBe(10_000 - count + added.length)
      expect(keysOf(snapshot.after(10_000))).toEqual(added)
      for (let gone = 0; gone < 200; gone++) expect(snapshot.has(`k${gone}`)).toBe(gone >= count)
    })
  })

  it('reads pages deep in many records', () => {
    const notes = filled(100_000)
    const fork = notes.fork()
    for (let seq = 0; seq < 100_000; seq += 997) {
      expect(fork.after(seq).next().value).toEqual({ seq: seq + 1, key: `k${seq}`, mark: 1 })
    }
  })
})

/** The same, as simple as can be: records in a list, copied whole by a fork. */
class ListModel {
  constructor(readonly notes: Note[] = []) {}

  put(note: Note): void {
    const place = this.notes.findIndex((other) => other.key === note.key)
    if (place >= 0 && this.notes[place]?.seq === note.seq) this.notes[place] = note
    else
      this.notes.splice(0, this.notes.length, ...this.notes.filter((other) => other.key !== note.key), note)
  }

  remove(key: string): boolean {
    const place = this.notes.findIndex((note) => note.key === key)
    if (place >= 0) this.notes.splice(place, 1)
    return place >= 0
  }
}

function expectSame(map: Notes, { notes }: ListModel): void {
  expect([...map.values()]).toEqual(notes)
  expect(map.size).toBe(notes.length)
  const scanned: Note[] = []
  map.scan((note) => scanned.push(note))
  expect(scanned.sort((a, b) => a.seq - b.seq)).toEqual(notes)
  for (const key of numbered(12)) expect(map.get(key)).toBe(notes.find((note) => note.key === key))
}

const key = fc.constantFrom(...numbered(12))
const mark = fc.integer({ min: 0, max: 9 })
const step = fc.record({
  action: fc.constantFrom(
    'put',
    'put',
    'put',
    'move',
    'delete',
    'delete',
    'page',
    'sweep',
    'keep',
    'remove',
    'let go',
  ),
  key,
  mark,
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The notes below a mark. */
class Below implements Gone<Note> {
  constructor(
    readonly mark: number,
    readonly others?: Gone<Note>,
  ) {}

  has(note: Note): boolean {
    return note.mark < this.mark || this.others?.has(note) === true
  }

  and(others: Gone<Note>): Gone<Note> {
    return new Below(this.mark, others)
  }
}

/** Does the same to both, and compares what they say. */
function perform({ action, key, mark }: Step, map: Notes, model: ListModel): void {
  if (action === 'put' || action === 'move') {
    const kept = action === 'put' ? map.get(key)?.seq : undefined
    const note = { seq: kept ?? map.takeSeq(), key, mark }
    map.set(key, note)
    model.put(note)
  } else if (action === 'delete') {
    expect(map.delete(key)).toBe(model.remove(key))
  } else if (action === 'page') {
    const from = map.get(key)?.seq ?? mark
    expect([...map.after(from)]).toEqual(model.notes.filter((note) => note.seq > from))
  } else if (action === 'let go') {
    map.sweep(mark)
  } else if (action === 'remove') {
    const gone = model.notes.filter((note) => note.mark < mark)
    map.removeAll(new Below(mark), gone.length)
    model.notes.splice(0, model.notes.length, ...model.notes.filter((note) => note.mark >= mark))
  } else if (action === 'keep') {
    const isKept = (note: Note) => note.mark >= mark
    map.keepOnly([...map.values()].filter(isKept).reverse(), (note) => note.key)
    model.notes.splice(0, model.notes.length, ...model.notes.filter(isKept))
  } else {
    const isHeaviest = (note: Note) => note.mark === 9
    for (const note of map.values()) if (isHeaviest(note)) map.delete(note.key)
    for (const note of model.notes.filter(isHeaviest)) model.remove(note.key)
  }
}

describe('the number of changes', () => {
  const full = () => {
    const map = new LayeredMap<string, { seq: number }>()
    for (const key of ['a', 'b', 'c']) map.set(key, { seq: map.takeSeq() })
    return map
  }

  it.each<[string, (map: LayeredMap<string, { seq: number }>) => void]>([
    ['a new key', (map) => map.set('d', { seq: map.takeSeq() })],
    ['another value', (map) => map.set('a', { seq: 1 })],
    ['a removed key', (map) => map.delete('a')],
    ['nothing left', (map) => map.clear()],
    ['few left', (map) => map.keepOnly([{ seq: 2 }], () => 'b')],
  ])('grows by %s', (_what, change) => {
    const map = full()
    const before = map.changes
    map.fork()
    change(map)
    expect(map.changes).toBeGreaterThan(before)
  })

  it('stays where nothing changes', () => {
    const map = full()
    const before = map.changes
    map.delete('none')
    map.fork().delete('a')
    expect(map.changes).toBe(before)
  })
})

describe('the weight of a layer', () => {
  const weigh = ({ mark }: Note) => mark
  const none = function* (): Steps<number> {
    yield
    return 0
  }
  it.each<[string, (notes: Notes) => unknown, number]>([
    ['set', (notes) => add(notes, 'new', 10), 13],
    ['replaced', (notes) => notes.set('k0', { seq: 1, key: 'k0', mark: 10 }), 12],
    ['removed', (notes) => notes.delete('k0'), 2],
  ])('is another once a record was %s', (_, change, expected) => {
    const notes = filled(3)
    const weight = () => atOnce(notes.layers.at(-1)?.weight(weigh, true, new Slice()) ?? none())
    expect(weight()).toBe(3)
    change(notes)
    expect(weight()).toBe(expected)
  })
})

/** Ids of the notes, in order. */
const ids = (notes: Notes) => [...notes.values()].map(({ key }) => key)

describe('what is written aside', () => {
  /** A map of a, b and c, and one that is forked aside of it; `before` is the map as it was then. */
  const start = () => {
    const notes = newNotes()
    for (const id of ['a', 'b', 'c']) add(notes, id, 1)
    const before = notes.fork()
    return { notes, before, aside: notes.forkAside() }
  }

  /** Replaces a note where it is. */
  const replace = (notes: Notes, key: string, mark: number) =>
    notes.set(key, { seq: notes.get(key)?.seq ?? 0, key, mark })

  it('is laid over what was written to the map meanwhile, and comes behind that', () => {
    const { notes, before, aside } = start()
    replace(aside, 'b', 2)
    add(aside, 'y', 2)
    add(aside, 'z', 2)
    add(notes, 'new', 3)
    notes.delete('c')
    replace(notes, 'a', 3)
    const both = notes.forkUnder(aside, before)
    expect(both && ids(both)).toEqual(['a', 'b', 'new', 'y', 'z'])
    expect(both?.size).toBe(5)
    expect(['a', 'b', 'c'].map((key) => both?.get(key)?.mark)).toEqual([3, 2, undefined])
    expect(both && [...both.after(both.get('new')?.seq ?? 0)].map(({ key }) => key)).toEqual(['y', 'z'])
    expect(ids(notes)).toEqual(['a', 'b', 'new'])
  })

  it('goes on as any map does', () => {
    const { notes, before, aside } = start()
    replace(aside, 'a', 2)
    add(notes, 'new', 3)
    let both = notes.forkUnder(aside, before) ?? notes
    const expected = ['a', 'b', 'c', 'new']
    for (let index = 0; index < 20; index++) {
      add(both, `n${index}`, index)
      expected.push(`n${index}`)
      both = both.fork()
    }
    both.delete('b')
    expect(ids(both)).toEqual(expected.filter((id) => id !== 'b'))
    expect(both.toArray().map(({ key }) => key)).toEqual(ids(both))
    expect(both.size).toBe(expected.length - 1)
  })

  it('is taken back where the map has written the same', () => {
    const { notes, before, aside } = start()
    replace(aside, 'a', 2)
    replace(aside, 'b', 2)
    add(aside, 'y', 2)
    add(notes, 'y', 3)
    notes.delete('a')
    for (const key of ['a', 'y', 'none']) aside.revert(key)
    expect([aside.get('a')?.mark, aside.size]).toEqual([1, 3])
    const both = notes.forkUnder(aside, before)
    expect(both && ids(both)).toEqual(['b', 'c', 'y'])
    expect([both?.size, both?.get('b')?.mark, both?.get('y')?.mark]).toEqual([3, 2, 3])
  })

  it('shows a removed key again when that is taken back', () => {
    const { aside } = start()
    aside.delete('a')
    aside.revert('a')
    expect([ids(aside), aside.size]).toEqual([['a', 'b', 'c'], 3])
  })

  it('is not laid where its places are taken', () => {
    const { notes, before, aside } = start()
    add(aside, 'y', 2)
    notes.continueFrom(aside.nextSeq)
    expect(notes.forkUnder(aside, before)).toBeUndefined()
  })

  it('costs no more to lay however much it is', () => {
    const { notes, before, aside } = start()
    for (let index = 0; index < 10; index++) add(aside, `y${index}`, 2)
    const [written] = aside.layers.slice(-1)
    expect(notes.forkUnder(aside, before)?.layers.at(-1)).toBe(written)
  })
})

it('tells what was written since its last fork, in the order of the keys', () => {
  const notes = filled(3)
  notes.fork()
  add(notes, 'new')
  notes.set('k1', { seq: 2, key: 'k1', mark: 2 })
  notes.delete('k0')
  notes.set('new', { seq: 4, key: 'new', mark: 3 })
  expect([...writtenTo(notes)].map(({ key, mark }) => [key, mark])).toEqual([
    ['new', 3],
    ['k1', 2],
  ])
  notes.fork()
  expect([...writtenTo(notes)]).toEqual([])
})

describe('merging ahead', () => {
  const MANY = 2 * SLICE_ITEMS

  /** Two large layers over a small one. */
  const layered = () => {
    const notes = newNotes()
    add(notes, 'first', 1)
    notes.fork()
    for (let index = 0; index < MANY; index++) add(notes, `a${index}`, 1)
    notes.fork()
    for (let index = 0; index < MANY; index++) add(notes, `b${index}`, 1)
    notes.fork()
    return notes
  }
  it('sees what is written meanwhile, and leaves forks alone', () => {
    const notes = layered()
    const fork = notes.fork()
    const merging = notes.mergeAhead()
    merging.next()
    notes.delete('a1')
    add(notes, 'new', 1)
    const other = notes.fork()
    atOnce(merging)
    expect(notes.layers.length - 1).toBeLessThan(4)
    for (const map of [notes, other]) {
      expect([map.has('a1'), map.has('new'), map.size, ids(map).length]).toEqual([
        false,
        true,
        2 * MANY + 1,
        2 * MANY + 1,
      ])
    }
    expect([fork.has('a1'), fork.size]).toEqual([true, 2 * MANY + 1])
  })

  it('begins again where others merged meanwhile', () => {
    const notes = layered()
    const merging = notes.mergeAhead()
    merging.next()
    // Past the number of layers that a map keeps.
    for (let index = 0; index < 20; index++) {
      add(notes, `n${index}`, 1)
      notes.fork()
    }
    const expected = ids(notes)
    atOnce(merging)
    expect(ids(notes)).toEqual(expected)
    expect(ids(notes)).toHaveLength(2 * MANY + 21)
  })
})

describe('LayeredMap beside a plain list', () => {
  it('agrees, with several forks alive', () => {
    const turn = fc.record({
      which: fc.nat({ max: 5 }),
      fork: fc.boolean(),
      steps: fc.array(step, { maxLength: 6 }),
    })
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 30 }), (turns) => {
        const pairs = [{ map: newNotes(), model: new ListModel() }]
        for (const { which, fork, steps } of turns) {
          const pair = pairs[which % pairs.length]
          if (pair === undefined) continue
          const { map, model } = pair
          for (const each of steps) perform(each, map, model)
          // Six at once: the next takes the place of the first.
          if (fork) pairs[pairs.length % 6] = { map: map.fork(), model: new ListModel([...model.notes]) }
        }
        for (const { map, model } of pairs) expectSame(map, model)
      }),
      { seed: 6, numRuns: 500 },
    )
  })

  it('agrees with every snapshot of a long chain', () => {
    fc.assert(
      fc.property(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 40 }), (rounds) => {
        const map = newNotes()
        const model = new ListModel()
        const snapshots = rounds.map((steps) => {
          for (const each of steps) perform(each, map, model)
          const snapshot = { map: map.fork(), model: new ListModel([...model.notes]) }
          expect(map.layers.length - 1).toBeLessThanOrEqual(8)
          return snapshot
        })
        for (const snapshot of snapshots) expectSame(snapshot.map, snapshot.model)
      }),
      { seed: 7, numRuns: 300 },
    )
  })
})
