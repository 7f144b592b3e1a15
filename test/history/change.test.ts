import { expect, test } from 'vitest'
import { changeLine } from '../../src/history/change.js'

test('two long values are shown from their first difference on', () => {
  const line = changeLine({
    path: '/namespaces/ns_a/entries/a',
    kind: 'changed',
    before: `${'x'.repeat(300)}before`,
    after: `${'x'.repeat(300)}after`,
    by: 'r1',
  })
  const same = 'x'.repeat(20)
  expect(line).toBe(`~ /namespaces/ns_a/entries/a  …${same}before" → …${same}after"  (r1)\n`)
})

test('short values are shown whole, and long ones with an early difference from their beginning', () => {
  const lineOf = (before: unknown, after: unknown) =>
    changeLine({ path: '/a', kind: 'changed', before, after, by: 'r1' })
  expect(lineOf(7, 8)).toBe('~ /a  7 → 8  (r1)\n')
  expect(lineOf('a', `b${'x'.repeat(200)}`)).toBe(`~ /a  "a" → "b${'x'.repeat(118)}…  (r1)\n`)
})
