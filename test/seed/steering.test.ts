import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSeeds } from '../../src/seed/parse.js'
import { services } from '../../src/services/index.js'
import { extent } from '../support/extent.js'
import { stringifySeed } from '../support/stringify-seed.js'

/** People look at exports in terminals. No seed may control these, and all of it reads back unchanged. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const STEERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

const sign = fc.oneof(
  fc.constantFrom(
    '\u001b',
    '\u007f',
    '\u0085',
    '\u009b',
    '\u2028',
    '\u202e',
    '\u2069',
    '\n',
    '\\',
    '"',
    "'",
    ' ',
    'a',
  ),
  fc.integer({ min: 0, max: 0x9f }).map((code) => String.fromCharCode(code)),
)
const text = fc.string({ unit: sign, minLength: 1, maxLength: 20 })

const seedOf = (text: string) => ({
  namespaces: [
    {
      id: 'ns_a_1',
      owner: text,
      entries: [
        { key: text, literal: true, value: { [text]: [text, `${text}\n${text}`] }, expiresAt: '+1h' },
        { key: `${text}2`, literal: true, json: JSON.stringify(text), expiresAt: '+1h' },
        { key: `${text}3`, literal: true, value: `${text}${'x'.repeat(60_000)}`, expiresAt: '+1h' },
      ],
    },
  ],
  database: { documents: [{ id: '1', literal: true, title: text, content: text }] },
})

function expectSame(given: string, entries: number, format: 'yaml' | 'json'): void {
  const seed = seedOf(given)
  for (const namespace of seed.namespaces) namespace.entries.splice(entries)
  const written = stringifySeed(seed as never, format)
  expect(written).not.toMatch(STEERS)
  expect(parseSeeds([{ name: `seed.${format}`, text: written }], services).data).toEqual(
    parseSeeds([{ name: 'seed.json', text: JSON.stringify(seed) }], services).data,
  )
}

describe.each(['yaml', 'json'] as const)('an export as %s', (format) => {
  test.each([1, 3])('an export with %s of its entries is read back the same', (entries) => {
    const property = fc.property(text, (given) => expectSame(given, entries, format))
    fc.assert(property, { numRuns: extent(30, 300) })
  })

  test.each(['\u001b\u0000\u001b\n ', ' \n', '\n\t\n', ' \n a'])(
    'an export with lines of blanks is read back the same: %j',
    (given) => {
      expectSame(given, 3, format)
    },
  )
})
