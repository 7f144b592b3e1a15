import { describe, expect, test } from 'vitest'
import { ForkedMap } from '../../../src/core/forked-map.js'
import { State } from '../../../src/domain/state.js'
import { Collection, type DocumentsKey } from '../../../src/services/documents/collection.js'
import { DOCUMENTS } from '../../../src/services/documents/contents.js'
import { services } from '../../../src/services/index.js'

const all: DocumentsKey = { seq: 1, key: 'all' }
const scopedTo = (projects: string[], documents: string[], key = 'scoped'): DocumentsKey => ({
  seq: 2,
  key,
  scope: { projects: new Set(projects), documents: new Set(documents), outOfScope: 'empty' },
})

function documents(...ids: (string | undefined)[]): Collection {
  const collection = new Collection('documents', new ForkedMap())
  for (const id of ids) collection.insert({ id, heading: `of ${id}`, text: undefined })
  return collection
}
const idsOf = ({ records }: Collection) => [...records.values()].map(({ id }) => id)
const created = (collection: Collection, key = all) =>
  collection.create({ heading: 'new', text: undefined }, key).id

describe('the id sequence', () => {
  test.each<[string[], string]>([
    [[], '1'],
    [['5', '3'], '6'],
    [['-5'], '1'],
    [['9007199254740992', '9223372036854775807'], '1'],
    [['9007199254740990'], '9007199254740991'],
  ])('the id after %j is %s', (ids, next) => {
    expect(created(documents(...ids))).toBe(next)
  })

  test('no id is used twice, neither of a removed record nor of one that was replaced', () => {
    const collection = documents('7')
    expect(created(collection)).toBe('8')
    collection.records.delete('8')
    expect(created(collection)).toBe('9')
    collection.insert({ id: '20', heading: 'named', text: undefined })
    collection.insert({ id: '12', heading: 'named', text: undefined })
    expect(created(collection)).toBe('21')
  })

  test('the id sequence overwrites nothing at its very end', () => {
    const collection = documents('9007199254740992', '9007199254740991')
    const id = created(collection)
    expect(['9007199254740992', '9007199254740991']).not.toContain(id)
    expect(idsOf(collection)).toHaveLength(3)
  })

  test('the id sequence goes on in a copy, and each of the two by itself', () => {
    const collection = documents('4')
    const copy = collection.copy()
    expect([created(collection), created(collection), created(copy)]).toEqual(['5', '6', '5'])
    expect([idsOf(collection), idsOf(copy)]).toEqual([
      ['4', '5', '6'],
      ['4', '5'],
    ])
  })

  test('the id sequence goes on after a given id, even beyond 2^53', () => {
    const collection = documents()
    collection.continueFrom(2n ** 60n)
    expect(created(collection)).toBe(`${2n ** 60n + 1n}`)
  })

  test('a record that replaces another keeps its place', () => {
    const collection = documents('1', '2', '3')
    collection.insert({ id: '1', heading: 'again', text: undefined })
    expect(idsOf(collection)).toEqual(['1', '2', '3'])
    expect(collection.records.get('1')?.heading).toBe('again')
  })
})

describe('a page', () => {
  const page = (collection: Collection, key: DocumentsKey, after: number, limit: number) => {
    const { records, more } = collection.page(key, after, limit)
    return [records.map(({ id }) => id), more, records.at(-1)?.seq]
  }

  test('a page goes on after a record that was removed in the meantime', () => {
    const collection = documents('1', '2', '3')
    collection.records.delete('2')
    expect(page(collection, all, 2, 5)).toEqual([['3'], false, 3])
  })
})

const fields = { id: undefined, heading: 'h', text: undefined }

test('inserted records replace those of their id in their place, and stay those of their creator', () => {
  const { documents } = State.empty(services).of(DOCUMENTS)
  const key = scopedTo([], [])
  const mine = documents.create({ heading: 'mine', text: undefined }, key)
  documents.create({ heading: 'other', text: undefined }, all)
  expect(documents.insert({ ...fields, id: mine.id })).toMatchObject({
    seq: mine.seq,
    creator: 'scoped',
    heading: 'h',
  })
  documents.insertAll([{ ...fields, id: mine.id, heading: 'again' }])
  expect(documents.records.get(mine.id)).toMatchObject({ seq: mine.seq, creator: 'scoped' })
  expect([...documents.records.values()].map(({ heading }) => heading)).toEqual(['again', 'other'])
  expect(documents.insert({ ...fields, id: '2' })).not.toHaveProperty('creator')
  expect(documents.insert(fields)).toMatchObject({ id: '3', seq: 3 })
})

test('records of a further seed get ids after those that were used before', () => {
  const collection = documents('7')
  collection.insertAll([{ ...fields, id: '3' }, fields])
  expect(idsOf(collection)).toEqual(['7', '3', '8'])
})

test('inserted records do not exist once they are removed, and their ids are not used again', () => {
  const { documents } = State.empty(services).of(DOCUMENTS)
  documents.insert({ ...fields, id: '7' })
  expect([documents.remove('7'), documents.remove('7')]).toEqual([true, false])
  expect(documents.insert(fields).id).toBe('8')
})

test('a document of a project that a scoped key created is in the scope of that key', () => {
  const { documents, projects } = State.empty(services).of(DOCUMENTS)
  const key = scopedTo([], [])
  const own = projects.create({ heading: 'p', text: undefined }, key)
  const other = projects.create({ heading: 'q', text: undefined }, all)
  const [inOwn, inOther, inNone, inMissing] = [own.id, other.id, undefined, '99'].map((project) =>
    documents.insert({ ...fields, ...(project === undefined ? {} : { project }) }),
  )
  const shown = [inOwn, inOther, inNone, inMissing].map((record) => record && documents.shows(record, key))
  expect(shown).toEqual([true, false, false, false])
  expect([projects.shows(own, key), projects.shows(other, key)]).toEqual([true, false])
  // Without projects, there are none that it could have created.
  expect(inOwn && documents.copy().shows(inOwn, key)).toBe(false)
})
