import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ForkedMap } from '../../src/core/forked-map.js'

interface Note {
  readonly seq: number
  readonly key: string
  readonly mark: number
}

type Notes = ForkedMap<string, Note>

const newNotes = (): Notes => new ForkedMap()

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

describe('ForkedMap', () => {
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

  it('iterates through what was there, whatever is written meanwhile', () => {
    for (const map of [filled(50), filled(50).fork()]) {
      const seen: string[] = []
      for (const note of map.values()) {
        seen.push(note.key)
        map.delete(note.key)
        map.delete(`k${seen.length}`)
        add(map, `new ${note.key}`)
      }
      expect(seen).toEqual(numbered(50))
      expect(map.size).toBe(50)
    }
  })

  it('begins to iterate when it is asked to', () => {
    const notes = filled(3)
    const values = notes.values()
    notes.delete('k1')
    expect(keysOf(values)).toEqual(['k0', 'k1', 'k2'])
    expect(keysOf(notes.values())).toEqual(['k0', 'k2'])
  })

  it('copies nothing for a fork of what was not written to', () => {
    const notes = filled(3)
    const fork = notes.fork()
    expect(fork.layers).toBe(notes.layers)
    for (let count = 0; count < 100; count++) expect(fork.fork().layers).toBe(notes.layers)
  })

  it('releases what is removed: writes and deletes without end hold nothing', () => {
    const notes = filled(10)
    const fork = notes.fork()
    for (let count = 0; count < 5000; count++) {
      for (const key of ['same', `new${count}`, 'k3']) {
        add(fork, key)
        // Freezes what was written.
        if (count % 10 === 0) fork.after(count).next()
        fork.delete(key)
      }
    }
    expect(keysOf(fork.values())).toEqual(numbered(10).filter((key) => key !== 'k3'))
    expect(heldBy(fork)).toBeLessThan(2 * 10)
  })

  it('drops everything when cleared, and goes on with new seqs', () => {
    const notes = filled(5)
    const snapshot = notes.fork()
    notes.clear()
    expect([notes.size, notes.layers]).toEqual([0, []])
    expect(add(notes, 'k1').seq).toBe(6)
    expect(keysOf(notes.values())).toEqual(['k1'])
    expect(snapshot.size).toBe(5)
  })

  it('holds nothing once the last key is removed', () => {
    const notes = filled(5).fork()
    for (const key of numbered(5)) notes.delete(key)
    expect([notes.size, notes.layers]).toEqual([0, []])
  })

  it('stays shallow through many forks, and leaves a large base alone', () => {
    const notes = filled(10_000)
    const snapshots = [notes.fork()]
    const [base] = notes.layers
    for (let count = 0; count < 200; count++) {
      add(notes, `new${count}`)
      notes.delete(`k${count}`)
      notes.delete(`new${count - 1}`)
      snapshots.push(notes.fork())
      expect(notes.layers.length).toBeLessThanOrEqual(8)
      expect(notes.layers[0]).toBe(base)
    }
    expect(notes.size).toBe(9801)
    snapshots.forEach((snapshot, count) => {
      const added = count === 0 ? [] : [`new${count - 1}`]
      expect(snapshot.size).toBe(10_000 - count + added.length)
      expect(keysOf(snapshot.after(10_000))).toEqual(added)
      for (let gone = 0; gone < 200; gone++) expect(snapshot.has(`k${gone}`)).toBe(gone >= count)
    })
  })

  it('copies each record a few times, however many forks there are', () => {
    let notes = newNotes()
    const copies = writesDuring(() => {
      for (let count = 0; count < 10_000; count++) {
        add(notes, `k${count}`)
        notes = notes.fork()
      }
    })
    expect(notes.size).toBe(10_000)
    expect(copies).toBeLessThan(50 * 10_000)
  })

  it('reads pages deep in many records', () => {
    const notes = filled(100_000)
    const fork = notes.fork()
    for (let seq = 0; seq < 100_000; seq += 997) {
      expect(fork.after(seq).next().value).toEqual({ seq: seq + 1, key: `k${seq}`, mark: 1 })
    }
  })
})

/** The number of records and removals that a map holds. */
const heldBy = (notes: Notes): number => notes.layers.reduce((sum, { records }) => sum + records.size, 0)

/** The number of values that the work puts into maps, or copies with one. */
function writesDuring(work: () => void): number {
  const { set } = Map.prototype
  let writes = 0
  // A spy would keep what each was called with, in a map.
  Map.prototype.set = function (...row) {
    writes++
    return set.apply(this, row)
  }
  try {
    work()
  } finally {
    Map.prototype.set = set
  }
  return writes
}

describe('the keys that differ', () => {
  const replace = (notes: Notes, key: string, mark: number) =>
    notes.set(key, { seq: notes.get(key)?.seq ?? 0, key, mark })

  it('are those with another value in either map, each once, in order', () => {
    const notes = filled(10)
    const fork = notes.fork()
    replace(fork, 'k7', 2)
    replace(notes, 'k7', 3)
    replace(notes, 'k2', 3)
    fork.delete('k5')
    notes.delete('k1')
    add(fork, 'new')
    add(notes, 'k3')
    expect(fork.differing(notes)).toEqual(['k1', 'k2', 'k3', 'k7', 'new', 'k5'])
    expect(notes.differing(fork)).toEqual(['k2', 'k5', 'k7', 'k3', 'k1', 'new'])
  })

  it('are none in a fork, and not those that were set to what they were', () => {
    const notes = filled(10)
    const fork = notes.fork()
    expect(fork.differing(notes)).toEqual([])
    const before = fork.get('k3') as Note
    replace(fork, 'k3', 2)
    fork.set('k3', before)
    expect(fork.differing(notes)).toEqual([])
  })

  it('are found without a look at what both maps share', () => {
    const notes = filled(10_000)
    const fork = notes.fork()
    replace(fork, 'k7', 2)
    fork.fork()
    const { get } = Map.prototype
    let looks = 0
    Map.prototype.get = function (key) {
      looks++
      return get.call(this, key)
    }
    try {
      expect(fork.differing(notes)).toEqual(['k7'])
    } finally {
      Map.prototype.get = get
    }
    expect(looks).toBeLessThan(20)
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
  for (const key of numbered(12)) expect(map.get(key)).toBe(notes.find((note) => note.key === key))
}

interface Pair {
  readonly map: Notes
  readonly model: ListModel
}

function expectDifferences(one: Pair, other: Pair): void {
  const keysBeside = ({ notes }: ListModel, others: ListModel) =>
    notes.filter((note) => !others.notes.includes(note)).map((note) => note.key)
  const own = keysBeside(one.model, other.model)
  const others = keysBeside(other.model, one.model).filter((key) => !one.map.has(key))
  expect(one.map.differing(other.map)).toEqual([...own, ...others])
}

const key = fc.constantFrom(...numbered(12))
const mark = fc.integer({ min: 0, max: 9 })
const step = fc.record({
  action: fc.constantFrom('put', 'put', 'put', 'move', 'delete', 'delete', 'page', 'clean'),
  key,
  mark,
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

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
  } else {
    const isHeaviest = (note: Note) => note.mark === 9
    for (const note of map.values()) if (isHeaviest(note)) map.delete(note.key)
    for (const note of model.notes.filter(isHeaviest)) model.remove(note.key)
  }
}

describe('ForkedMap beside a plain list', () => {
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
        for (const one of pairs) for (const other of pairs) expectDifferences(one, other)
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
          return snapshot
        })
        for (const snapshot of snapshots) expectSame(snapshot.map, snapshot.model)
      }),
      { seed: 7, numRuns: 300 },
    )
  })
})

it('shows what was written at each moment, however many layers there are', () => {
  let seed = 1
  const drawn = (count: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % count
  }
  let map = newNotes()
  const model = new Map<string, Note>()
  const kept: { map: Notes; model: Map<string, Note> }[] = []
  let deepest = 0
  for (let index = 0; index < 30_000; index++) {
    const key = `k${drawn(10_000)}`
    if (drawn(10) === 0) {
      expect(map.delete(key)).toBe(model.delete(key))
    } else {
      const seq = drawn(2) === 0 ? model.get(key)?.seq : undefined
      const note = { seq: seq ?? map.takeSeq(), key, mark: index }
      if (seq === undefined) model.delete(key)
      map.set(key, note)
      model.set(key, note)
    }
    if (drawn(10) === 0) map = map.fork()
    if (index % 3000 === 0) kept.push({ map: map.fork(), model: new Map(model) })
    deepest = Math.max(deepest, index % 100 === 0 ? map.layers.length : 0)
  }
  expect(deepest).toBeGreaterThan(3)
  for (const each of [...kept, { map, model }]) {
    expect(each.map.size).toBe(each.model.size)
    expect([...each.map.values()]).toEqual([...each.model.values()])
  }
})
