import { describe, expect, test } from 'vitest'
import { readJson } from '../../../src/seed/text/read-json.js'
import { SeedText } from '../../../src/seed/text/seed-text.js'

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
  ])('is not read from %.20s', (text) => {
    expect(read(text)).toBeUndefined()
  })

  test.each(['[]', ' [{"a": 1}, [2]]', '\uFEFF {"__proto__": [1.50, "\\u00e9\\n", null, true]}'])(
    'is what JSON.parse reads: %s',
    (text) => {
      expect(read(text)).toEqual(JSON.parse(text.replace('\uFEFF', '')))
    },
  )

  test('keeps digits where they matter', () => {
    expect(read('{"id": 1.0, "value": {"id": 1.0}, "from": -30, "random": 12345678901234567890}')).toEqual({
      id: '1.0',
      value: { id: 1 },
      from: '-30',
      random: 12345678901234567890n,
    })
  })
})
