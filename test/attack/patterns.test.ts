import { describe, expect, test } from 'vitest'
import { parseDelay, parseDuration } from '../../src/core/durations.js'
import { parseInstant } from '../../src/core/instants.js'
import { compileGlob, GLOB_LENGTH_MAX } from '../../src/domain/faults/glob.js'
import { parseTemplate, TemplateError } from '../../src/seed/expand/templates.js'

/**
 * Patterns that make backtracking matchers hang. Matching these by backtracking would take years, so the test needs no
 * time limit of its own.
 */

describe('globs', () => {
  const N = GLOB_LENGTH_MAX / 2
  test.each<[string, string, boolean]>([
    ['a*'.repeat(N), `${'a'.repeat(100_000)}b`, true],
    [`${'a*'.repeat(N - 1)}c`, `${'a'.repeat(100_000)}b`, false],
    [`${'*a'.repeat(N - 1)}c`, 'a'.repeat(100_000), false],
    ['/**'.repeat(GLOB_LENGTH_MAX / 4), '/a'.repeat(50_000), true],
    [`${'/**/a'.repeat(GLOB_LENGTH_MAX / 5 - 1)}/b`, '/a'.repeat(20_000), false],
    [`${'/**/*a*'.repeat(100)}/b`, '/aaaa'.repeat(20_000), false],
    ['**', '/'.repeat(100_000), true],
    ['*'.repeat(GLOB_LENGTH_MAX), 'a'.repeat(100_000), true],
  ])('the costly glob %# is matched in time', (glob, text, matches) => {
    expect(compileGlob(glob)(text)).toBe(matches)
  })

  test('globs with characters special to regular expressions match them literally', () => {
    for (const glob of ['(a+)+$', '[a-z]*', 'a|b', '^a', '\\w*', '.', 'a{1,9}', '$&']) {
      expect(compileGlob(glob)(glob)).toBe(true)
      expect(compileGlob(glob)('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')).toBe(false)
    }
  })
})

describe('times', () => {
  const long = [
    '9'.repeat(1_000_000),
    `${'1h'.repeat(300_000)}x`,
    `P${'1D'.repeat(300_000)}x`,
    `${' '.repeat(1_000_000)}x`,
    `2026-01-01T00:00:00.${'0'.repeat(1_000_000)}x`,
    `${'-'.repeat(1_000_000)}1`,
    `1${'e9'.repeat(100_000)}`,
    `1.${'1'.repeat(1_000_000)}s`,
  ]
  test.each(long.map((_, index) => index))('text %i of a megabyte is parsed in time', (index) => {
    const text = long[index] ?? ''
    for (const parse of [parseInstant, parseDuration, parseDelay]) expect(() => parse(text)).not.toThrow()
  })
})

describe('templates', () => {
  test.each([
    `{{${' '.repeat(500_000)}`,
    `{{${'a.'.repeat(300_000)}`,
    `{{a(${'"\\'.repeat(300_000)}`,
    `{{a(${'('.repeat(500_000)}`,
    `{{${'{'.repeat(500_000)}`,
    `{{a(1)${' '.repeat(500_000)}`,
  ])('text %# of half a megabyte is not a template', (text) => {
    expect(() => parseTemplate(text)).toThrow(TemplateError)
  })

  test('a text may have many of them', () => {
    expect(parseTemplate('{{index}} '.repeat(50_000))).toHaveLength(100_000)
  })
})
