import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cursor, decodeCursor, encodeCursor } from '../../../src/services/documents/cursor.js'

const cursors = fc.record<Cursor>({
  collection: fc.constantFrom('documents', 'projects'),
  after: fc.maxSafeNat(),
  limit: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
})

describe('a cursor', () => {
  test('a cursor reads back as what it was made of', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(decodeCursor(encodeCursor(cursor, 'life'), ['life'])).toEqual(cursor)
      }),
    )
  })

  test('a cursor needs no encoding in a URL or a header', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(encodeCursor(cursor, 'life')).toMatch(/^[\w-]+\.-?[\da-z]+--?[\da-z]+$/)
      }),
    )
  })

  test('a cursor is refused once a single character differs', () => {
    fc.assert(
      fc.property(
        cursors,
        fc.nat(),
        fc.constantFrom('A', 'z', '0', '_', '.', '%', ' '),
        (cursor, at, other) => {
          const text = encodeCursor(cursor, 'life')
          const place = at % text.length
          fc.pre(text[place] !== other)
          expect(decodeCursor(text.slice(0, place) + other + text.slice(place + 1), ['life'])).toBeUndefined()
        },
      ),
    )
  })

  test.each(['', '.', '..', 'a.b', 'a.b.c', '__proto__', 'ZG9jdW1lbnRzOjE6MQ'])(
    'the text %j is not a cursor',
    (text) => {
      expect(decodeCursor(text, ['life'])).toBeUndefined()
    },
  )

  test.each(['', 'other', 'life ', 'lif'])('a cursor is refused in the life %j', (life) => {
    const text = encodeCursor({ collection: 'documents', after: 1, limit: 1 }, 'life')
    expect(decodeCursor(text, [life])).toBeUndefined()
  })

  test('a cursor is refused with more after its seal', () => {
    const text = encodeCursor({ collection: 'documents', after: 1, limit: 1 }, 'life')
    for (const more of ['.', '.x', `.${text}`]) expect(decodeCursor(text + more, ['life'])).toBeUndefined()
  })

  test('a cursor is refused for an unknown collection, even with a good seal', () => {
    const cursor = { collection: 'others', after: 1, limit: 1 } as unknown as Cursor
    expect(decodeCursor(encodeCursor(cursor, 'life'), ['life'])).toBeUndefined()
  })

  test('a cursor is the same text for the same place', () => {
    const cursor: Cursor = { collection: 'projects', after: 5, limit: 2 }
    expect(encodeCursor(cursor, 'life')).toBe(encodeCursor({ ...cursor }, 'life'))
  })
})

test('a cursor is accepted if any of the names sealed it', () => {
  const cursor: Cursor = { collection: 'documents', after: 7, limit: 5 }
  const text = encodeCursor(cursor, 'before')
  expect(decodeCursor(text, ['now', 'before', 'other'])).toEqual(cursor)
  expect(decodeCursor(text, ['now', 'other'])).toBeUndefined()
})
