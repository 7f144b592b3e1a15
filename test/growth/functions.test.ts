import { expect, test } from 'vitest'
import type { RequestRecord } from '../../src/api/record.js'
import { memberTexts } from '../../src/core/json/json-text.js'
import { atOnce, Slice } from '../../src/core/steps.js'
import { TextSearch } from '../../src/core/text/text-search.js'
import { compileGlob } from '../../src/domain/faults/glob.js'
import { orderIn } from '../../src/journal/conduct/order.js'
import { retryChains } from '../../src/journal/conduct/retries.js'
import { presentHeaders } from '../../src/journal/mask.js'
import { templateFunctions } from '../../src/seed/expand/faker.js'
import { inOrder } from '../../src/seed/text/problems.js'
import { SeedText } from '../../src/seed/text/seed-text.js'
import { growth, LINEAR_MAX, SAME_MAX } from './processor-time.js'
import { SLOW_GLOBS } from './shapes.js'

/** Functions that read text of users, each by itself: their time grows as the text does. */

test.each([
  ['members that are not asked for', (n: number) => `{"value":1${',"a":0'.repeat(n / 6)}}`],
  ['members that are as long as the name', (n: number) => `{"value":1${',"valve":0'.repeat(n / 10)}}`],
  ['names with escapes', (n: number) => `{"value":1${',"a\\u0062c":0'.repeat(n / 14)}}`],
  ['the same member again and again', (n: number) => `{"value":1${',"value":0'.repeat(n / 10)}}`],
  ['one long name', (n: number) => `{"${'\\n'.repeat(n / 2)}":0,"value":1}`],
])('a member of JSON is found: %s', (_, jsonOf) => {
  expect(growth(150_000, jsonOf, (json) => memberTexts(json, ['value']))).toBeLessThan(LINEAR_MAX)
})

test.each(SLOW_GLOBS)('a glob is matched: %s', (_, glob, textOf) => {
  expect(growth(10_000, textOf, compileGlob(glob))).toBeLessThan(LINEAR_MAX)
})

test.each([
  ['that begins like the text', (n: number) => `${'a'.repeat(n)}b`],
  ['that ends like it', (n: number) => `b${'a'.repeat(n)}`],
  ['that does both', (n: number) => `${'a'.repeat(n / 2)}b${'a'.repeat(n / 2)}`],
])('a long text is looked for in a long one, %s', (_, soughtOf) => {
  const textOf = (n: number) => 'a'.repeat(n)
  const find = (text: string) => new TextSearch(soughtOf(text.length / 10)).isIn(text)
  expect(growth(200_000, textOf, find)).toBeLessThan(LINEAR_MAX)
})

test('credentials in headers are masked', () => {
  const textOf = (n: number) => `${'-eyJ'.repeat(n / 8)}${' eyJ.'.repeat(n / 10)}`
  expect(
    growth(60_000, textOf, (value) => presentHeaders(['X', value, 'Authorization', value])),
  ).toBeLessThan(LINEAR_MAX)
})

test('the first problems of one long line are placed, however much follows', () => {
  const text = (n: number) => new SeedText({ name: 'seed', text: ' '.repeat(n) })
  const place = (seed: SeedText) => {
    for (let offset = 0; offset < 1000; offset++) seed.position(offset)
  }
  expect(growth(200_000, text, place)).toBeLessThan(SAME_MAX)
})

test.each(['{ ', '{1,', '{1', '1'])('a long pattern is refused: %s', (piece) => {
  const fromRegExp = templateFunctions(0).find('helpers.fromRegExp')
  const refused = (pattern: string) =>
    expect(() => fromRegExp?.(pattern)).toThrow('the pattern has more than')
  expect(growth(100_000, (n) => piece.repeat(n / piece.length), refused)).toBeLessThan(LINEAR_MAX)
})

test('problems of many files are put in order', () => {
  const problemsOf = (n: number) =>
    Array.from({ length: n }, (_, index) => {
      return { file: `${n - index}.yaml`, line: 1, column: 1, source: '', path: '', message: 'wrong' }
    })
  expect(growth(1000, problemsOf, inOrder)).toBeLessThan(LINEAR_MAX)
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
  expect(growth(2000, records, chains)).toBeLessThan(LINEAR_MAX)
})
