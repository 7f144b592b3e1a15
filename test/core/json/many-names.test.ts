import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLong, longJson } from '../../../src/core/json/long-json.js'
import { hasManyNames, MANY_NAMES, namesOf } from '../../../src/core/json/many-names.js'
import { walk } from '../../../src/core/json/walk.js'
import { readPlainJson } from '../../../src/seed/read-plain-json.js'

const read = (json: string) => Object(readPlainJson(json)?.[0])
const jsonOf = (names: readonly string[]) =>
  `{${names.map((name, at) => `${JSON.stringify(name)}:${at}`).join(',')}}`
const many = Array.from({ length: 3 * MANY_NAMES }, (_, at) => `n${at}`)

test('names are those that the engine lists, in its order, whichever they are', () => {
  const odd = fc.constantFrom(
    '7',
    '007',
    '-1',
    '4294967295',
    '1.5',
    '__proto__',
    '',
    'n5',
    'n2999',
    'constructor',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(odd, fc.nat(many.length)), { maxLength: 4 }), (given) => {
      const names = [...many]
      for (const [name, at] of given) names.splice(at, 0, name)
      const json = jsonOf(names)
      const data = read(json)
      expect(namesOf(data)).toEqual(Object.keys(data))
      expect([...longJson(data)].join('')).toBe(JSON.stringify(JSON.parse(json)))
    }),
    { numRuns: 15 },
  )
})

test('names that were listed while they were read are not listed again', () => {
  const data = read(jsonOf(many))
  expect(hasManyNames(data)).toBe(true)
  expect(isLong(data)).toBe(true)
  // Would be shown if it were listed anew.
  Object.defineProperty(data, 'hidden', { value: 1, enumerable: true })
  expect(namesOf(data)).toEqual(many)
  const seen: unknown[] = []
  const note = (item: unknown) => {
    seen.push(item)
    return true
  }
  expect(walk(data, note)).toBe(true)
  expect(seen).toEqual([data, ...many.map((_, at) => at)])
  expect([...longJson(data)].join('')).toBe(jsonOf(many))
})

test('a mapping of few names is not kept in mind', () => {
  expect(hasManyNames(read(jsonOf(many.slice(0, MANY_NAMES))))).toBe(false)
  expect(hasManyNames(read(jsonOf(many.slice(0, MANY_NAMES + 1))))).toBe(true)
  expect(hasManyNames(read(jsonOf([...many, 'n7'])))).toBe(false)
})
