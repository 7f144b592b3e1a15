import { describe, expect, test } from 'vitest'
import { LongText } from '../../../src/core/long-text.js'
import { problemAt } from '../../../src/seed/text/places.js'
import { formatProblems, SOURCE_MAX, withCutsMarked } from '../../../src/seed/text/problems.js'
import { readJson } from '../../../src/seed/text/read-json.js'
import { SeedText } from '../../../src/seed/text/seed-text.js'

/** A text that came in pieces of so many characters. */
function textOf(text: string, size: number): SeedText {
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size))
  const measures = { length: text.length, byteLength: Buffer.byteLength(text), beginning: '' }
  return new SeedText({ name: 'seed', text: new LongText(() => pieces, measures) })
}

/** Where an offset lies, found line by line. */
function placeOf(text: string, offset: number) {
  const above = text.slice(0, offset).split('\n')
  const source = (text.split('\n')[above.length - 1] ?? '').replace(/\r$/, '')
  return { line: above.length, column: (above.at(-1) ?? '').length + 1, source }
}

describe.each([1, 2, 5, 1000])('in pieces of %i characters', (size) => {
  test.each(['', '\n', 'a', 'a\nbc\r\n\n\nd e\r\nf', 'a\nb\n', '\n\na\r'])(
    'each offset of %j has its line and column',
    (text) => {
      const pieced = textOf(text, size)
      const offsets = Array.from({ length: text.length + 1 }, (_, offset) => offset)
      for (const offset of [...offsets, ...offsets.toReversed()])
        expect(pieced.position(offset)).toEqual(placeOf(text, offset))
    },
  )

  test('so has each of thousands of lines, in whatever order they are asked for', () => {
    const text = Array.from({ length: 3500 }, (_, line) => 'x'.repeat(line % 3)).join('\n')
    const pieced = textOf(text, size)
    for (const offset of [3000, 999, 1000, 1001, 3499, 2000, 5, 2001, 1999, 0, text.length])
      expect(pieced.position(offset)).toEqual(placeOf(text, offset))
  })

  test('what is wrong in a long record is found', () => {
    const value = ['x'.repeat(3000), { b: 'y\\"'.repeat(1500), c: 2 }]
    const text = textOf(JSON.stringify({ namespaces: [{ entries: [{ value, wrong: 1 }] }] }), size)
    const data = readJson(text)
    const column = (path: readonly (string | number)[]) =>
      problemAt(data, ['namespaces', 0, 'entries', 0, ...path], 'wrong', undefined, 'field').column
    const whole = text.text
    expect(column(['wrong'])).toBe(whole.indexOf('"wrong"') + 1)
    expect(column(['value', 1, 'c'])).toBe(whole.indexOf('"c"') + 1)
  })
})

test('a text in which places are found stays in its pieces', () => {
  const whole = JSON.stringify({ stores: [{ entries: [{ key: 'a' }, { key: 'b', wrong: 1 }] }] })
  const text = textOf(whole, 9)
  const count = text.pieces.length
  const data = readJson(text)
  const { column } = problemAt(data, ['stores', 0, 'entries', 1, 'wrong'], 'wrong', undefined, 'field')
  expect(column).toBe(whole.indexOf('"wrong"') + 1)
  expect(text.pieces).toHaveLength(count)
})

describe('of a line that is too long to be told whole', () => {
  const before = 'b'.repeat(2 * SOURCE_MAX)
  const text = `a\n${before}!${'c'.repeat(SOURCE_MAX)}\nd`
  const shown = (offset: number) => {
    const problem = { file: 'f', path: '', message: 'm', ...textOf(text, 7).position(offset) }
    return { ...withCutsMarked(problem), excerpt: formatProblems([problem]) }
  }

  test('what is around the column is told', () => {
    const { line, column, source, excerpt } = shown(text.indexOf('!'))
    expect({ line, column }).toEqual({ line: 2, column: before.length + 1 })
    expect(source).toMatch(/^…b+!c+…$/)
    expect(source).toHaveLength(SOURCE_MAX + 2)
    const [, excerptLine = '', caret = ''] = excerpt.split('\n')
    expect(excerptLine[caret.indexOf('^')]).toBe('!')
  })

  test('a mark stands only where there is more', () => {
    expect(shown(2).source).toMatch(/^b+…$/)
    expect(shown(text.length - 3).source).toMatch(/^…c+$/)
    expect(shown(0).source).toBe('a')
  })
})
