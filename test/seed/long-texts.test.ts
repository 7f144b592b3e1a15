import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { RawJson } from '../../src/core/json/raw-json.js'
import { atOnce, Slice } from '../../src/core/steps.js'
import { expandFaults } from '../../src/seed/expand/expand.js'
import { exportValue, exportValueSteps } from '../../src/seed/export-value.js'
import { plainJsonProblem, readPlainJson } from '../../src/seed/read-plain-json.js'
import { schemaProblems } from '../../src/seed/schema/check.js'
import { seed } from '../../src/seed/schema/schema.js'
import { AdminCalls } from '../support/admin-calls.js'
import { Service } from '../support/service.js'
import { turnsDuring, turnsOf } from '../support/turns.js'

/** A slice reads no more characters of a text than this. */
const SLICE_CHARACTERS = 700_000

const plain = 'x'.repeat(3_000_000)
const escaped = 'é"\\\n\u{1f600} and more'.repeat(200_000)
const numbers = Array.from({ length: 300_000 }, (_, index) => index)

/** Long texts with escapes of every length at every distance from a cut. */
const text = fc
  .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }), fc.nat(200_000), fc.nat(12))
  .map(([piece, length, before]) => 'y'.repeat(before) + piece.repeat(Math.ceil(length / piece.length)))

describe('readPlainJson', () => {
  const read = (json: string) => atOnce(readPlainJson(json, new Slice()))

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

describe.each([
  ['plain', plain],
  ['escaped', escaped],
])('a long text lets others through: %s', (_, value) => {
  const json = JSON.stringify(value)
  const turns = json.length / SLICE_CHARACTERS

  test('while it is read and exported', () => {
    expect(turnsOf(readPlainJson(json, new Slice()))).toBeGreaterThan(turns)
    expect(turnsOf(exportValueSteps(json, new Slice()))).toBeGreaterThan(2 * turns)
    const exported = atOnce(exportValueSteps(json, new Slice()))
    expect(JSON.stringify(exported) === JSON.stringify(exportValue(json))).toBe(true)
  })

  test('while it is checked as JSON text', () => {
    const entry = { key: 'k', json, ttlSeconds: 60 }
    const data = { namespaces: [{ id: 'ns_a_1', entries: [entry] }] }
    expect(turnsOf(schemaProblems(seed, data, new Slice()))).toBeGreaterThan(turns)
    expect(atOnce(schemaProblems(seed, data, new Slice()))).toEqual([])
  })
})

describe.each([
  ['text', plain],
  ['numbers', numbers],
])('a long value of %s lets others through while an admin call takes and tells it:', (_, value) => {
  let calls: AdminCalls
  let service: Service
  const json = JSON.stringify(value)
  const turns = json.length / SLICE_CHARACTERS

  beforeAll(async () => {
    const entries = [{ key: 'k', value, ttlSeconds: 60 }]
    service = await Service.start({ namespaces: [{ id: 'ns_a_1', entries }] })
    calls = new AdminCalls(service)
  })

  test.each([
    ['PUT /namespaces/ns_a_1/entries/k', JSON.stringify({ value, ttlSeconds: 60 }), 3],
    ['PUT /namespaces/ns_a_1/entries/k', JSON.stringify({ json, ttlSeconds: 60 }), 4],
    ['GET /namespaces/ns_a_1/entries/k', undefined, 2],
    ['GET /namespaces/ns_a_1/entries/k/history', undefined, 4],
  ])('%s, number %#', async (line, body, times) => {
    expect(await turnsDuring(calls.send(line, body))).toBeGreaterThan(times * turns)
    const stored = service.world.state.namespaces.get('ns_a_1')?.entries.get('k')?.text
    expect(stored === json).toBe(true)
  })
})

describe('JSON text of many MB is checked as a short one is', () => {
  const problemsOf = (json: string) => {
    const data = { namespaces: [{ id: 'ns_a_1', entries: [{ key: 'k', json, ttlSeconds: 60 }] }] }
    return atOnce(schemaProblems(seed, data, new Slice()))
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

  test('and so is where it breaks', () => {
    expect(turnsOf(plainJsonProblem(`[${numbers}`, new Slice()))).toBeGreaterThan(5)
  })
})

describe('the body of a fault', () => {
  const expanded = (body: unknown) => atOnce(expandFaults([{ status: 503, body }]))[0]?.body

  test('becomes its JSON in slices where it is long, once for all requests that get it', async () => {
    const faults = [{ status: 503, body: numbers }]
    expect(turnsOf(expandFaults(faults))).toBeGreaterThan(numbers.length / 2500)
    const service = await Service.start({ faults })
    const { text: sent } = await service.send('GET /documents')
    expect(sent === JSON.stringify(numbers)).toBe(true)
    expect(expanded(numbers)).toEqual(new RawJson(JSON.stringify(numbers)))
  })

  test('stays what it is where it is short, or text', () => {
    for (const body of [{ a: [1] }, 'text', plain, undefined]) expect(expanded(body)).toBe(body)
  })

  test('becomes text where no seed can hold it', () => {
    const body = [...numbers, 2 ** 60]
    expect(expanded(body)).toBe(JSON.stringify(body))
  })
})
