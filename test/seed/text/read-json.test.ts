import { describe, expect, test } from 'vitest'
import { readJson } from '../../../src/seed/text/read-json.js'
import { SeedText } from '../../../src/seed/text/seed-text.js'
import { writtenAs } from '../../../src/seed/text/written-numbers.js'

const read = (text: string) => readJson(new SeedText({ name: 'seed', text })).data

describe('JSON of a seed', () => {
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
    '{"a": 1, "a": 2}',
    `${'['.repeat(1500)}${']'.repeat(1500)}`,
  ])('a seed is not read as JSON from %.20s', (text) => {
    expect(read(text)).toBeUndefined()
  })

  test.each(['[]', ' [{"a": 1}, [2]]', '\uFEFF {"__proto__": [1.50, "\\u00e9\\n", null, true]}'])(
    'a seed is read as JSON.parse reads it: %s',
    (text) => {
      expect(read(text)).toEqual(JSON.parse(text.replace('\uFEFF', '')))
    },
  )

  test('a seed in JSON keeps digits that a number would lose, and how odd numbers are written', () => {
    const data = read('{"id": 1.0, "value": [1e3, 2], "from": -30, "random": 12345678901234567890}')
    expect(data).toEqual({ id: 1, value: [1000, 2], from: -30, random: 12345678901234567890n })
    expect(writtenAs(Object(data), 'id')).toBe('1.0')
    expect(writtenAs(Object(data).value, 0)).toBe('1e3')
    expect(writtenAs(Object(data).value, 1)).toBeUndefined()
    expect(writtenAs(Object(data), 'from')).toBeUndefined()
  })
})
