import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ForkedMap } from '../../src/core/forked-map.js'
import { extent } from '../support/extent.js'

interface Note {
  readonly seq: number
  readonly key: string
  readonly mark: number
}

type Notes = ForkedMap<string, Note>

const newNotes = (): Notes => new ForkedMap()

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `k${index}`)

/** The simplest possible model: a list of records, which a fork copies whole. */
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

/** Makes the same calls on both, and compares the results. */
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
  test('a ForkedMap agrees with a plain list, with several forks alive', () => {
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
          // Six at a time; the next one replaces the first.
          if (fork) pairs[pairs.length % 6] = { map: map.fork(), model: new ListModel([...model.notes]) }
        }
        for (const { map, model } of pairs) expectSame(map, model)
        for (const one of pairs) for (const other of pairs) expectDifferences(one, other)
      }),
      { seed: 6, numRuns: extent(150, 500) },
    )
  })

  test('a ForkedMap agrees with every snapshot of a long chain', () => {
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
      { seed: 7, numRuns: extent(100, 300) },
    )
  })
})

test('a map shows what was written at each moment, however many layers there are', () => {
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
