import { describe, expect, test } from 'vitest'
import { RawJson } from '../../src/core/json/raw-json.js'
import { chunksOf } from '../../src/core/text-pieces.js'
import { exportSeed } from '../../src/seed/export.js'
import { exportValue, exportValueSteps } from '../../src/seed/export-value.js'
import { schemaProblems } from '../../src/seed/schema/check.js'
import { seed } from '../../src/seed/schema/schema.js'
import { seedPieces } from '../../src/seed/stringify.js'
import { Service } from '../support/service.js'

/** Items of a value, each of which is looked at. */
const ITEMS = 100_000
/** Slices are not longer than this. */
const SLICE_MAX = 2500
const list = Array.from({ length: ITEMS }, (_, index) => index)
const text = JSON.stringify(list)
const mappings = Object.fromEntries(
  Array.from({ length: 100 }, (_, at) => [
    `m${at}`,
    Object.fromEntries(list.slice(0, 1000).map((item) => [`a${item}`, item])),
  ]),
)

const entry = (value: unknown) => ({ key: 'k', value, ttlSeconds: 60 })
const seedOf = (value: unknown) => ({ namespaces: [{ id: 'ns_a_1', entries: [entry(value)] }] })

describe('a long value lets others through', () => {
  test.each([list, mappings])('while it is exported', async (value) => {
    const { world } = await Service.start(seedOf(value))
    for (const format of ['json', 'yaml'] as const) {
      const chunks = [...chunksOf(seedPieces(exportSeed(world), format))]
      expect(chunks.length).toBeGreaterThan((2 * ITEMS) / SLICE_MAX)
    }
  })

  test('while it is written as it was given', () => {
    const chunks = [...chunksOf(seedPieces(seedOf(mappings) as never, 'json'))]
    expect(chunks.length).toBeGreaterThan(JSON.stringify(mappings).length / 150_000)
  })
})

test('what is wrong in a long value is told with its place', () => {
  const data = seedOf({ long: list, wrong: [{ size: 2n ** 64n }, Number.NaN] })
  const problems = schemaProblems(seed, data)
  expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'namespaces[0].entries[0].value.wrong[0].size: 18446744073709551616 is beyond 2^53 and would lose digits',
    'namespaces[0].entries[0].value.wrong[1]: the number NaN cannot be written in JSON',
  ])
  expect(problems[0]?.hint).toMatch(/^give the whole value as JSON text/)
})

test('templates in a long value are filled in', async () => {
  const { world } = await Service.start(seedOf([...list, 'at {{index}}']))
  const stored = world.state.namespaces.get('ns_a_1')?.entries.get('k')?.text ?? ''
  expect(stored.endsWith(',"at 1"]')).toBe(true)
})

describe('a long text is exported as a short one is:', () => {
  const within = (json: string) => `[${text},${json}]`

  test.each([
    ['plain', within('{"a":1,"b":[true,null,"x"]}')],
    ['digits that a number would lose', within('1.0')],
    ['a number beyond 2^53', within('9007199254740993')],
    ['a number beyond all', within('1e400')],
    ['a large number that is its own text', within('1e+30')],
    ['names in another order', within('{"2":1,"1":2}')],
    ['a name given twice', within('{"a":1,"a":2}')],
    ['a name that is special', within('{"__proto__":1}')],
    ['half of a pair', within('"\\ud83d"')],
    ['an escape that is not needed', within('"\\u0041"')],
    ['what is deep', within(`${'['.repeat(400)}${']'.repeat(400)}`)],
    ['text in quotes', JSON.stringify('"x\n'.repeat(30_000))],
  ])('%s', (_, json) => {
    const exported = exportValueSteps(json)
    const expected = exportValue(json)
    expect(Object.keys(exported)).toEqual(Object.keys(expected))
    const textOf = (value: object) =>
      Object.values(value).map((one) => (one instanceof RawJson ? one.text : one))
    expect(textOf(exported)[0] === textOf(expected)[0]).toBe(true)
  })
})
