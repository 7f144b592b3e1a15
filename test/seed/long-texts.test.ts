import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expandFaults } from '../../src/seed/expand/expand.js'
import { readPlainJson } from '../../src/seed/read-plain-json.js'
import { schemaProblems } from '../../src/seed/schema/check.js'
import { seed } from '../../src/seed/schema/schema.js'

const plain = 'x'.repeat(3_000_000)
const numbers = Array.from({ length: 300_000 }, (_, index) => index)

/** Long texts with escapes of every length at every distance from a cut. */
const text = fc
  .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }), fc.nat(200_000), fc.nat(12))
  .map(([piece, length, before]) => 'y'.repeat(before) + piece.repeat(Math.ceil(length / piece.length)))

describe('readPlainJson', () => {
  const read = (json: string) => readPlainJson(json)

  test('reads a long text as JSON.parse does', () => {
    const json = fc.oneof(
      text.map((value) => JSON.stringify(value)),
      text.map((value) => `"${[...value].map((_, at) => escapeOf(value.charCodeAt(at) || 0)).join('')}"`),
      text.map((value) => JSON.stringify({ a: [value, 1], [value.slice(0, 9)]: value, b: null })),
    )
    fc.assert(
      fc.property(json, (given) => {
        const [value] = read(given) ?? []
        expect(JSON.stringify(value) === JSON.stringify(JSON.parse(given))).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  test.each([
    '',
    '1,2',
    '1],[2',
    ']',
    '[1',
    `"${plain}`,
    `"${plain}\n"`,
    `"${plain}\\x"`,
    `"${plain}\\u00"`,
    `"${plain}\\"`,
    `"${plain}"1`,
    '{"a":1,}',
  ])('finds that there is none, number %#', (json) => {
    expect(read(json)).toBeUndefined()
    expect(() => JSON.parse(json)).toThrow()
  })

  test('takes the field that is special for one like any other', () => {
    const json = `{"__proto__":"${'x'.repeat(200_000)}","a":1}`
    expect(JSON.stringify(read(json)?.[0]) === json).toBe(true)
  })
})

const escapeOf = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`
describe('JSON text of many MB is checked as a short one is', () => {
  const problemsOf = (json: string) => {
    const data = { namespaces: [{ id: 'ns_a_1', entries: [{ key: 'k', json, ttlSeconds: 60 }] }] }
    return schemaProblems(seed, data)
  }

  test.each([
    ['1,2', 'line 1, column 100002: expected nothing more, found ,'],
    ['', 'line 1, column 1: a JSON value is needed, such as "text", 1 or {}'],
    ['[1', 'line 1, column 100003: it ends too early'],
    ['{"a":{{index}}}', 'line 1, column 100007: expected a name in double quotes or }, found {'],
    [
      '"\n"',
      'line 1, column 100001: this text has no closing quote on its line (a line break in a text is written \\n)',
    ],
  ])('%s', (rest, told) => {
    const shown = (json: string) =>
      problemsOf(json).map(({ path, message, hint }) => ({ path, message, hint }))
    const [long] = shown(`${' '.repeat(100_000)}${rest}`)
    const [short] = shown(` ${rest}`)
    expect(long?.path).toBe('namespaces[0].entries[0].json')
    expect(long?.hint).toBe(short?.hint)
    expect(long?.message).toBe(`this is no valid JSON: ${told}`)
  })
})

describe('the body of a fault', () => {
  const expanded = (body: unknown) => expandFaults([{ status: 503, body }])[0]?.body
  test('stays what it is where it is short, or text', () => {
    for (const body of [{ a: [1] }, 'text', plain, undefined]) expect(expanded(body)).toBe(body)
  })

  test('becomes text where no seed can hold it', () => {
    const body = [...numbers, 2 ** 60]
    expect(expanded(body)).toBe(JSON.stringify(body))
  })
})
