import { describe, expect, test } from 'vitest'
import { formatProblems, SOURCE_MAX } from '../../../src/seed/text/problems.js'
import { SeedText } from '../../../src/seed/text/seed-text.js'

const textOf = (text: string) => new SeedText({ name: 'seed', text })

/** Finds the place of an offset line by line. */
function placeOf(text: string, offset: number) {
  const above = text.slice(0, offset).split('\n')
  const source = (text.split('\n')[above.length - 1] ?? '').replace(/\r$/, '')
  return { line: above.length, column: (above.at(-1) ?? '').length + 1, source }
}

test.each(['', '\n', 'a', 'a\nbc\r\n\n\nd e\r\nf', 'a\nb\n', '\n\na\r'])(
  'the position of an offset is its line and column, in %j',
  (text) => {
    const seed = textOf(text)
    const offsets = Array.from({ length: text.length + 1 }, (_, offset) => offset)
    for (const offset of [...offsets, ...offsets.toReversed()])
      expect(seed.position(offset)).toEqual(placeOf(text, offset))
  },
)

test('the position of an offset is found in each of thousands of lines, in any order', () => {
  const text = Array.from({ length: 3500 }, (_, line) => 'x'.repeat(line % 3)).join('\n')
  const seed = textOf(text)
  for (const offset of [3000, 999, 1000, 1001, 3499, 2000, 5, 2001, 1999, 0, text.length])
    expect(seed.position(offset)).toEqual(placeOf(text, offset))
})

describe('a line that is too long to be shown whole', () => {
  const before = 'b'.repeat(2 * SOURCE_MAX)
  const text = `a\n${before}!${'c'.repeat(SOURCE_MAX)}\nd`
  const shown = (offset: number) => {
    const problem = { file: 'f', path: '', message: 'm', ...textOf(text).position(offset) }
    return { ...problem, excerpt: formatProblems([problem]) }
  }

  test('a line that is too long to be shown whole is shown around the column', () => {
    const { line, column, source, sourceColumn = 1, excerpt } = shown(text.indexOf('!'))
    expect({ line, column }).toEqual({ line: 2, column: before.length + 1 })
    expect(source).toMatch(/^…b+!c+…$/)
    expect(source).toHaveLength(SOURCE_MAX + 2)
    expect(source[column - sourceColumn]).toBe('!')
    const [, excerptLine = '', caret = ''] = excerpt.split('\n')
    expect(excerptLine[caret.indexOf('^')]).toBe('!')
  })

  test('a line that is too long to be shown whole has a mark at an end only if there is more', () => {
    expect(shown(2).source).toMatch(/^b+…$/)
    expect(shown(text.length - 3).source).toMatch(/^…c+$/)
    expect(shown(0).source).toBe('a')
  })
})
