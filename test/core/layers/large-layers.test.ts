import { expect, test } from 'vitest'
import type { Gone } from '../../../src/core/layers/layer.js'
import { LayeredMap } from '../../../src/core/layers/layered-map.js'

/** Layers of which two take too long to be merged in one go. */

interface Note {
  readonly seq: number
  readonly key: string
  readonly mark: number
}

type Notes = LayeredMap<string, Note>

/** The notes of a set. */
class Every implements Gone<Note> {
  constructor(readonly notes: ReadonlySet<Note>) {}

  has(note: Note): boolean {
    return this.notes.has(note)
  }

  and(others: Every): Every {
    return new Every(new Set([...this.notes, ...others.notes]))
  }
}

const HERE = 50_000
const FORK_EACH = 1000

test('they are merged bit by bit, however much was written between forks', () => {
  let map: Notes = new LayeredMap()
  let [most, layers] = [0, 0]
  for (let index = 0; index < 3 * HERE; index++) {
    if (index % FORK_EACH === 0) {
      const before = map
      most = Math.max(
        most,
        writesDuring(() => {
          map = before.fork()
        }),
      )
      layers = Math.max(layers, map.layers.length)
    }
    const key = `k${index}`
    map.set(key, { seq: map.takeSeq(), key, mark: 1 })
  }
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(HERE)
  expect(layers).toBeLessThan(16)
})

/** How many values the work puts into maps. */
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

test('they show what was written at each moment, and what was removed and moved while they are merged', () => {
  let seed = 1
  const drawn = (count: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % count
  }
  let map: Notes = new LayeredMap()
  const model = new Map<string, Note>()
  const kept: { map: Notes; model: Map<string, Note> }[] = []
  for (let index = 0; index < 3 * HERE; index++) {
    const key = `k${drawn(2 * HERE)}`
    if (drawn(10) === 0) {
      map.delete(key)
      model.delete(key)
    } else {
      const seq = drawn(2) === 0 ? model.get(key)?.seq : undefined
      const note = { seq: seq ?? map.takeSeq(), key, mark: index }
      if (seq === undefined) model.delete(key)
      map.set(key, note)
      model.set(key, note)
    }
    if (index % FORK_EACH === 0) {
      if (index % (20 * FORK_EACH) === 0) kept.push({ map, model: new Map(model) })
      map = map.fork()
    }
    if (index === 2 * HERE) {
      const gone = [...model.values()].filter(({ mark }) => mark % 3 === 0)
      map.removeAll(new Every(new Set(gone)), gone.length)
      for (const note of gone) model.delete(note.key)
    }
  }
  for (const each of [...kept, { map, model }]) {
    expect(each.map.size).toBe(each.model.size)
    expect([...each.map.values()]).toEqual([...each.model.values()])
  }
})
