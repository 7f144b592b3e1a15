import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { partyIn } from '../../src/api/faults/party.js'
import type { RequestRecord } from '../../src/api/record.js'
import { memberTexts, minify } from '../../src/core/json/json-text.js'
import { atOnce, Slice } from '../../src/core/steps.js'
import { compileGlob } from '../../src/domain/faults/glob.js'
import { orderIn } from '../../src/journal/conduct/order.js'
import { retryChains } from '../../src/journal/conduct/retries.js'
import { presentHeaders } from '../../src/journal/mask.js'
import { templateFunctions } from '../../src/seed/expand/faker.js'
import { inOrder } from '../../src/seed/text/problems.js'
import { SeedText } from '../../src/seed/text/seed-text.js'
import { addressFinder } from '../../src/web/forwarded.js'
import { PartialHead } from '../../src/web/partial-head.js'
import { headerFinder, joinedHeader } from '../../src/web/raw-headers.js'
import { holdLinear } from './hold-linear.js'
import { type Shape, SLOW_GLOBS, TEXT_SHAPES } from './shapes.js'

/** Functions that read text of users, each by itself: their time grows as the text does. */

test.each([
  ['members that are not asked for', (n: number) => `{"value":1${',"a":0'.repeat(n / 6)}}`],
  ['members that are as long as the name', (n: number) => `{"value":1${',"valve":0'.repeat(n / 10)}}`],
  ['names with escapes', (n: number) => `{"value":1${',"a\\u0062c":0'.repeat(n / 14)}}`],
  ['the same member again and again', (n: number) => `{"value":1${',"value":0'.repeat(n / 10)}}`],
  ['one long name', (n: number) => `{"${'\\n'.repeat(n / 2)}":0,"value":1}`],
])('a member of JSON is found: %s', (_, jsonOf) => {
  return holdLinear(50_000, jsonOf, (json) => memberTexts(json, ['value']))
})

/** Where they matter, white space and strings. */
const MINIFIED: Readonly<Record<string, Shape>> = {
  'blanks between items': (n) => `[${'1 , '.repeat(n / 4)}1]`,
  'white space': (n) => `[${' \n'.repeat(n / 2)}1]`,
  'blanks in strings': (n) => `["${' '.repeat(n)}"]`,
  'many strings': (n) => `[${'"a b", '.repeat(n / 7)}1]`,
  'escaped quotes': (n) => `["${'\\"'.repeat(n / 2)}" ]`,
}

describe.each(Object.entries(MINIFIED))('JSON without white space: %s', (_, jsonOf) => {
  test('at once', () => holdLinear(50_000, jsonOf, minify))
})

test.each(SLOW_GLOBS)('a glob is matched: %s', (_, glob, textOf) => {
  const matches = compileGlob(glob)
  return holdLinear(10_000, textOf, (text) => matches(text))
})

test.each(Object.entries(TEXT_SHAPES))('a party is read from baggage: %s', (_, shape) =>
  holdLinear(16_000, (n) => `${shape(n)}emulator-party=A`, partyIn),
)

test.each(Object.entries(TEXT_SHAPES))('an address is read from what proxies say: %s', (_, shape) => {
  const headersOf = (n: number) => ({
    forwarded: `${shape(n)};${'a=b;'.repeat(n / 4)}host=a.test`,
    'x-forwarded-host': shape(n),
    'x-forwarded-prefix': shape(n),
  })
  const addressOf = addressFinder(true)
  return holdLinear(16_000, headersOf, (headers) => addressOf({ headers, socket: new Socket() }))
})

test.each([
  ['of its own each', (index: number) => `x-${index}`],
  ['that is the same', () => 'x-a'],
])('values of headers are found, with a name %s', (_, nameOf) => {
  const headersOf = (n: number) => Array.from({ length: n }, (_, index) => [nameOf(index), 'a']).flat()
  const find = (headers: string[]) => {
    joinedHeader(headers, 'x-a')
    headerFinder(headers)('x-a')
  }
  // Very many names do not fit the processor's caches, which others use, too.
  return holdLinear(2000, headersOf, find, 16_000)
})

test('a head that comes in parts is counted', () => {
  const partsOf = (n: number) => Array.from({ length: n }, () => Buffer.from('x-a: b\r\nx-a'))
  return holdLinear(2000, partsOf, (parts) => {
    const head = new PartialHead()
    for (const part of parts) head.read(part, false)
  })
})

test('credentials in headers are masked', () => {
  const textOf = (n: number) => `${'-eyJ'.repeat(n / 8)}${' eyJ.'.repeat(n / 10)}`
  return holdLinear(20_000, textOf, (value) => presentHeaders(['X', value, 'Authorization', value]))
})

test('problems of one long line are placed', () => {
  const text = (n: number) => ({ n, seed: new SeedText({ name: 'seed', text: ' '.repeat(100 * n) }) })
  return holdLinear(1000, text, ({ n, seed }) => {
    for (let offset = 0; offset < n; offset++) seed.position(offset)
  })
})

test.each(['{ ', '{1,', '{1', '1'])('a long pattern is refused: %s', (piece) => {
  const fromRegExp = templateFunctions(0).find('helpers.fromRegExp')
  const refused = (pattern: string) =>
    expect(() => fromRegExp?.(pattern)).toThrow('the pattern has more than')
  return holdLinear(20_000, (n) => piece.repeat(n / piece.length), refused)
})

test('problems of many files are put in order', () => {
  const problemsOf = (n: number) =>
    Array.from({ length: n }, (_, index) => {
      return { file: `${n - index}.yaml`, line: 1, column: 1, source: '', path: '', message: 'wrong' }
    })
  return holdLinear(500, problemsOf, (problems) => inOrder(problems), 4000)
})

test('failures that are all under way are looked at for their repetition', () => {
  const failure = {
    credential: 'db',
    method: 'GET',
    path: '/documents',
    target: '/documents',
    status: 503,
    durationMs: 1e9,
  }
  const records = (n: number) =>
    Array.from({ length: n }, (_, arrivedMs) => ({ ...failure, arrivedMs }) as RequestRecord)
  const chains = (all: readonly RequestRecord[]) =>
    atOnce(retryChains(all, atOnce(orderIn(all, new Slice())), new Slice()))
  return holdLinear(1000, records, chains)
})
