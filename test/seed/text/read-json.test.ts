import { describe, expect, test } from 'vitest'
import type { LongText } from '../../../src/core/long-text.js'
import { parseSeeds } from '../../../src/seed/parse.js'
import { SeedProblems } from '../../../src/seed/text/problems.js'
import { readJson } from '../../../src/seed/text/read-json.js'
import { SeedText } from '../../../src/seed/text/seed-text.js'
import { inPieces } from '../../support/pieces.js'
import { VALUES } from '../hostile.js'

const read = (text: SeedText) => readJson(text)

const SIZES = [1, 2, 3, 7, 64, 65, 1000]

const ENTRIES = [
  ...VALUES.filter(
    (value) =>
      read(new SeedText({ name: 'value', text: `{"a": ${value}}` })) !== undefined &&
      !value.startsWith('[[[['),
  ),
  '-1.25e-10',
  '12345678901234567890',
  `"${'x\\"'.repeat(500)}"`,
  `[ ${'1, '.repeat(500)} 2 ]`,
]
const WHOLE = `\uFEFF  {"version" : 1, "stores": [\n ${ENTRIES.map(
  (value, index) => `{"id": "ec_${index}",\t"entries": [{"key": "k", "value": ${value}}]}`,
).join(',\n ')}\n]}\n`

describe.each(SIZES)('JSON that came in pieces of %i characters', (size) => {
  test('is read as it would be in one', () => {
    const whole = read(new SeedText({ name: 'seed', text: WHOLE }))
    expect(whole).toBeDefined()
    expect(read(new SeedText({ name: 'seed', text: inPieces(WHOLE, size) }))).toEqual(whole)
  })

  test.each([
    '{"a": 1',
    '{"a": tru',
    '{"a": 1e}',
    '{"a": -}',
    '{"a": "b}',
    '{"a": 1} 2',
    '',
    '1',
    '{"a": 1 1}',
  ])('is none where it is %s', (text) => {
    expect(read(new SeedText({ name: 'seed', text: inPieces(text, size) }))).toBeUndefined()
  })

  test.each(['[]', ' [{"a": 1}, [2]]'])('may be a list: %s', (text) => {
    expect(read(new SeedText({ name: 'seed', text: inPieces(text, size) }))).toEqual(JSON.parse(text))
  })

  test('has its problems where they are', () => {
    const problems = (text: string | LongText) => {
      try {
        parseSeeds([{ name: 'seed', text }])
      } catch (error) {
        if (error instanceof SeedProblems) return error.message
      }
      return ''
    }
    const wrong = WHOLE.replace(/"key": "k", "value": 1\.0/, '"key": "k", "value": 1.0, "valeu": 2').replace(
      'ec_3',
      'ü',
    )
    expect(problems(wrong)).toContain('unknown field "valeu"')
    expect(problems(inPieces(wrong, size))).toBe(problems(wrong))
  })
})

test.each([
  '{"id": 5, "from": -1, "value": 12345678901234567891, "more": [1e3, -0.5, 1.0]}',
  '{"a": 1, "a": {"b": 2}}',
  `${'['.repeat(1500)}${']'.repeat(1500)}`,
])('what is no seed is read as JSON.parse does: %.90s', (text) => {
  const steps = readJson(new SeedText({ name: 'text', text }), { use: 'plain' })
  expect(steps).toEqual(JSON.parse(text))
})

test('what is too much is not read to its end', () => {
  const text = `[${'1, '.repeat(10_000)}`
  const assertSize = (data: unknown) => {
    if (Array.isArray(data) && data.length > 5000) throw new RangeError('too many')
  }
  const steps = readJson(new SeedText({ name: 'text', text }), { assertSize })
  expect(() => steps).toThrow(RangeError)
})

test('sound JSON in pieces is never put together', () => {
  const text = new SeedText({ name: 'seed', text: inPieces(WHOLE, 1000) })
  const count = text.pieces.length
  expect(count).toBeGreaterThan(3)
  read(text)
  expect(text.pieces).toHaveLength(count)
})
