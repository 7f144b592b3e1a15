import { describe, expect, test } from 'vitest'
import { ForkedMap } from '../../src/core/forked-map.js'

interface Note {
  readonly seq: number
  readonly key: string
  readonly mark: number
}

type Notes = ForkedMap<string, Note>

const newNotes = (): Notes => new ForkedMap()

/** Adds a key at the end, or moves it there. */
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

test('a ForkedMap refuses a new record with an old seq', () => {
  const notes = filled(3)
  const old = notes.get('k1') as Note
  notes.delete('k1')
  expect(() => notes.set('k1', old)).toThrow('takeSeq()')
  expect(() => notes.fork().set('new', { ...old, key: 'new' })).toThrow(RangeError)
  expect(() => notes.set('k0', { ...old, seq: Number.NaN })).toThrow(RangeError)
  expect(keysOf(notes.values())).toEqual(['k0', 'k2'])
})

test('a ForkedMap accepts a seq from before a fork, and continues after a foreign one', () => {
  const notes = filled(2)
  const seq = notes.takeSeq()
  const fork = notes.fork()
  notes.set('late', { seq, key: 'late', mark: 1 })
  expect(keysOf(notes.values())).toEqual(['k0', 'k1', 'late'])
  expect(fork.takeSeq()).toBe(seq + 1)
  notes.set('far', { seq: 1000, key: 'far', mark: 1 })
  expect(notes.takeSeq()).toBe(1001)
})

test('a ForkedMap iterates over the records at its start, whatever is written in the meantime', () => {
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

test('a ForkedMap begins to iterate when it is called', () => {
  const notes = filled(3)
  const values = notes.values()
  notes.delete('k1')
  expect(keysOf(values)).toEqual(['k0', 'k1', 'k2'])
  expect(keysOf(notes.values())).toEqual(['k0', 'k2'])
})

test('a ForkedMap copies nothing for a fork of a map without new writes', () => {
  const notes = filled(3)
  const fork = notes.fork()
  expect(fork.layers).toBe(notes.layers)
  for (let count = 0; count < 100; count++) expect(fork.fork().layers).toBe(notes.layers)
})

test('a ForkedMap releases removed records: endless writes and deletes keep nothing', () => {
  const notes = filled(10)
  const fork = notes.fork()
  for (let count = 0; count < 5000; count++) {
    for (const key of ['same', `new${count}`, 'k3']) {
      add(fork, key)
      if (count % 10 === 0) fork.after(count).next()
      fork.delete(key)
    }
  }
  expect(keysOf(fork.values())).toEqual(numbered(10).filter((key) => key !== 'k3'))
  expect(heldBy(fork)).toBeLessThan(2 * 10)
})

test('a ForkedMap drops everything when cleared, and goes on with new seqs', () => {
  const notes = filled(5)
  const snapshot = notes.fork()
  notes.clear()
  expect([notes.size, notes.layers]).toEqual([0, []])
  expect(add(notes, 'k1').seq).toBe(6)
  expect(keysOf(notes.values())).toEqual(['k1'])
  expect(snapshot.size).toBe(5)
})

test('a ForkedMap copies each record a few times, however many forks there are', () => {
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

/** The number of records and removals that a map holds. */
const heldBy = (notes: Notes): number => notes.layers.reduce((sum, { records }) => sum + records.size, 0)

/** The number of values that the work puts into maps or copies along with one. */
function writesDuring(work: () => void): number {
  const { set } = Map.prototype
  let writes = 0
  // A spy would store the arguments of each call, in a map.
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

  test('the keys that differ are those with another value in either map, each once, in order', () => {
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

  test('the keys that differ are none in a fork, and not those that were set to what they were', () => {
    const notes = filled(10)
    const fork = notes.fork()
    expect(fork.differing(notes)).toEqual([])
    const before = fork.get('k3') as Note
    replace(fork, 'k3', 2)
    fork.set('k3', before)
    expect(fork.differing(notes)).toEqual([])
  })

  test('the keys that differ are found without reading what both maps share', () => {
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
