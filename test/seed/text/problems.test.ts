import { expect, test } from 'vitest'
import { formatProblems, type Problem, pathText, SeedProblems } from '../../../src/seed/text/problems.js'
import { problemsOf } from '../seeds.js'

test('a problem is shown with its line, a caret under the column, and the hint', () => {
  const text = [
    'namespaces:',
    '  - id: ns_a',
    '    entries:',
    '      - { key: a, value: 1, ttlSecond: 60 }',
  ].join('\n')
  expect(formatProblems(problemsOf(text))).toBe(
    [
      'a.yaml:4:29: unknown field "ttlSecond"',
      '  4 |       - { key: a, value: 1, ttlSecond: 60 }',
      '    |                             ^',
      '  did you mean ttlSeconds?',
    ].join('\n'),
  )
})

test('tabs before the caret stay tabs', () => {
  expect(formatProblems(problemsOf('{\n\t"clock": 5\n}'))).toContain('  2 | \t"clock": 5\n    | \t         ^')
})

test('only the part of a long line around the column is shown', () => {
  const text = `{"profile": {"kv": {"a": "${'x'.repeat(500)}"}}, "randon": 5, "resume": {"ids": {"b": "${'y'.repeat(500)}"}}}`
  const [, line = '', caret = ''] = formatProblems(problemsOf(text)).split('\n')
  expect(line).toMatch(/^ {2}1 \| ….*"randon": 5.*…$/)
  expect(line.length).toBeLessThan(140)
  expect(line[caret.indexOf('^')]).toBe('"')
  expect(line.slice(caret.indexOf('^'))).toMatch(/^"randon"/)
})

test('a problem without a line is shown as its message and hint', () => {
  const problem: Problem = {
    file: 'seed',
    line: 1,
    column: 1,
    path: '',
    source: '',
    message: 'wrong',
    hint: 'right',
  }
  expect(formatProblems([problem])).toBe('seed:1:1: wrong\n  right')
})

test('after a hundred problems only the number of others is printed, and the error holds them all', () => {
  const problem: Problem = { file: 'f', line: 1, column: 1, path: '', source: '', message: 'm' }
  const error = new SeedProblems(Array.from({ length: 142 }, () => problem))
  expect(error.message.endsWith('\n\nand 42 more')).toBe(true)
  expect(error.problems).toHaveLength(142)
})

test.each([
  [[], ''],
  [['a', 0, 'b'], 'a[0].b'],
  [['a', 'b c', 1], 'a["b c"][1]'],
  [['errors', '5xx'], 'errors["5xx"]'],
])('the path %j is written %s', (path, text) => {
  expect(pathText(path)).toBe(text)
})
