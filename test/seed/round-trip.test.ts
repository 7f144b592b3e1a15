import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSeeds } from '../../src/seed/parse.js'
import { type ContractSeed, services } from '../../src/services/index.js'
import { extent } from '../support/extent.js'
import { stringifySeed } from '../support/stringify-seed.js'
import { loaded } from './seeds.js'

/** Texts that YAML could read as something else, and any other text. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '<<',
    'null',
    '~',
    'yes',
    '1e3',
    '0x1F',
    '+5m',
    '2026-01-31',
    '- a',
    'a: b',
    '# c',
    '*a',
    '&a',
    '__proto__',
    ' x ',
    'a\nb\n',
    '{{',
  ),
)
const nonEmpty = text.filter((value) => value !== '')
const count = fc.maxSafeNat()
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)
const apiKey = fc.stringMatching(/^[\x21-\x7e]{1,12}$/)

/** As JSON returns it: without -0, which JSON writes as 0. Integers beyond 2^53 are for `json`. */
const json = fc
  .jsonValue({ stringUnit: 'grapheme' })
  .map((value): unknown => JSON.parse(JSON.stringify(value), (_, member) => (isLarge(member) ? 0 : member)))

function isLarge(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value)
}

const optional = { noNullPrototype: true } as const

/** Turns templates off, so {{ is plain text here. */
const literal = fc.constant(true)

const kvEntry = fc.record(
  { key: nonEmpty, literal, value: json, expiresAt: fc.constantFrom('+1h', '-2m', 5000), ttlSeconds: count },
  { requiredKeys: ['key', 'literal', 'value', 'expiresAt'], ...optional },
)
const configEntry = fc.record(
  {
    key: nonEmpty,
    literal,
    value: json.filter((value) => value !== null),
    updatedAt: fc.constantFrom('-1d', 0),
  },
  { requiredKeys: ['key', 'literal', 'value'], ...optional },
)
const document = fc.record(
  { id: int64, literal, title: text, content: text, project: int64 },
  { requiredKeys: ['title', 'literal'], ...optional },
)
const keys = (scopes: 'read' | 'admin') =>
  fc.uniqueArray(apiKey).map((list) => list.map((key) => ({ key, scope: scopes })))
const counters = fc.record({ reads: count, deletes: count }, { requiredKeys: [], ...optional })

const seeds: fc.Arbitrary<ContractSeed> = fc.record(
  {
    version: fc.constant(1 as const),
    clock: fc.record(
      { now: fc.nat({ max: 999_999_999 }), freeze: fc.boolean() },
      { requiredKeys: [], ...optional },
    ),
    random: count,
    resume: fc.record({ ids: fc.dictionary(nonEmpty, json), random: fc.dictionary(nonEmpty, json) }),
    namespaces: fc.uniqueArray(
      fc.record(
        {
          id: nonEmpty.map((name) => `ns_${name}`),
          owner: nonEmpty,
          limits: fc.record({ reads: count, storageBytes: count }, { requiredKeys: [], ...optional }),
          usage: fc.record({ reads: count, '2025-12': counters }, { requiredKeys: [], ...optional }),
          entries: fc.uniqueArray(kvEntry, { selector: ({ key }) => key }),
        },
        { requiredKeys: ['id'], ...optional },
      ),
      { selector: ({ id }) => id, maxLength: 3 },
    ),
    stores: fc
      .record(
        {
          id: nonEmpty.map((name) => `ec_${name}`),
          keys: keys('read'),
          entries: fc.uniqueArray(configEntry, { selector: ({ key }) => key }),
        },
        { requiredKeys: ['id'], ...optional },
      )
      .map((store) => [store]),
    database: fc.record(
      { documents: fc.uniqueArray(document, { selector: ({ id }) => id ?? Symbol('none') }) },
      { requiredKeys: [], ...optional },
    ),
    faults: fc.array(fc.record({ status: fc.integer({ min: 200, max: 599 }), body: json }, optional), {
      maxLength: 3,
    }),
  },
  { requiredKeys: [], ...optional },
)

const numRuns = extent(30, 100)

describe.each(['yaml', 'json'] as const)('a seed written as %s', (format) => {
  test('the seed is read back to the same data', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const parsed = parseSeeds([{ name: 'seed', text: stringifySeed(seed, format) }], services)
        expect(parsed.data).toEqual(seed)
      }),
      { numRuns },
    )
  })

  test('the seed holds the values that it was given', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const read = loaded([stringifySeed(seed, format)])
        const values = read.namespaces.flatMap(({ entries }) => entries.map(({ text: value }) => value))
        const given = (seed.namespaces ?? []).flatMap(({ entries = [] }) =>
          entries.map(({ value }) => JSON.stringify(value)),
        )
        expect(values).toEqual(given)
      }),
      { numRuns },
    )
  })
})

test('an object that is used twice is written twice', () => {
  const limits = { reads: 1 }
  const seed: ContractSeed = {
    namespaces: [
      { id: 'ns_a', limits },
      { id: 'ns_b', limits },
    ],
  }
  expect(stringifySeed(seed, 'yaml')).not.toContain('&')
})
