import { describe, expect, test } from 'vitest'
import { operations } from '../../src/contract/operations.js'
import { expandFault } from '../../src/seed/expand/fault.js'
import { parsePart } from '../../src/seed/parse.js'
import { faults as faultList, fault as faultSchema } from '../../src/seed/schema/fault.js'
import { problemsOf, type Row, testProblems } from './seeds.js'

const fault = (fields: string) => `faults: [${fields}]`

const TOO_LONG = 'a delay is at most 2147483647 ms, which is 24 days'
const NO_ANSWER = 'for no answer at all, use connection: hang'
const DELAY = 'expected ms, a duration such as 200ms, or {min, max}'

const rows: readonly Row[] = [
  [
    'an unknown operation',
    fault('{ match: { operation: §kv.gte }, status: 503 }'),
    'expected an operation or a glob such as kv.*, found the text "kv.gte"',
    'did you mean kv.get?',
  ],
  [
    'a fault that does nothing',
    fault('§{ match: { method: GET }, effect: after }'),
    'this fault does nothing',
    'give it a status, a delay, a connection or hold: true',
  ],
  [
    'a status below 200',
    fault('{ status: §100 }'),
    'expected an integer from 200 to 599, found the number 100',
  ],
  [
    'a chance above 1',
    fault('{ status: 503, probability: §50 }'),
    'expected a probability from 0 to 1, found the number 50',
  ],
  [
    'a glob that no operation matches',
    fault('{ match: { operation: §"kvs.*" }, status: 503 }'),
    'expected an operation or a glob such as kv.*, found the text "kvs.*"',
    'did you mean kv.*?',
  ],
  [
    'a glob of another kind',
    fault('{ match: { operation: §"{documents,projects}.*" }, status: 503 }'),
    'expected an operation or a glob such as kv.*, found the text "{documents,projects}.*"',
    `the operations: ${operations.map(({ id }) => id).join(' ')}`,
  ],
  [
    'a glob over operations that is too long',
    fault(`{ match: { operation: §"${'*'.repeat(1001)}" }, status: 503 }`),
    'a glob has at most 1000 characters, not 1001',
    'shorten it with a star',
  ],
  [
    'a path that is too long',
    fault(`{ match: { path: §/${'x'.repeat(1000)} }, status: 503 }`),
    'a glob has at most 1000 characters, not 1001',
    'shorten it with a star',
  ],
  [
    'a path that begins with no slash',
    fault('{ match: { path: §v1/kv/** }, status: 503 }'),
    'expected a path, found the text "v1/kv/**"',
    'did you mean /v1/kv/**?',
  ],
  [
    'a path with a query',
    fault('{ match: { path: §"/documents?limit=*" }, status: 503 }'),
    'a path is matched without its query',
    'leave out the ? and everything after it',
  ],
  ['an empty path', fault('{ match: { path: §"" }, status: 503 }'), 'expected text that is not empty'],
  [
    'an unknown method',
    fault('{ match: { method: §GTE }, status: 503 }'),
    'expected an HTTP method such as GET, found the text "GTE"',
    'did you mean GET?',
  ],
  [
    'a status beside a connection that has no answer',
    fault('{ status: 503, connection: §reset }'),
    'reset leaves no answer that could have the status 503',
    'leave one of the two out',
  ],
  ...(['body', 'headers', 'retryAfter'] as const).flatMap((field): Row[] => {
    const value = field === 'headers' ? '{ x: y }' : '5'
    return ['connection: truncate', 'delay: 5', 'effect: after'].map((others) => [
      `${field} without a status, with ${others}`,
      fault(`{ ${others}, ${field}: §${value} }`),
      `a fault without a status sends no ${field}`,
      'give it a status such as 503',
    ])
  }),
  ['a negative delay', fault('{ delay: §-5 }'), `${DELAY}, found the number -5`],
  ['a delay of another shape', fault('{ delay: §{ min: 5 } }'), `${DELAY}, found a mapping`],
  [
    'a delay the wrong way round',
    fault('{ delay: §{ min: 5, max: 2 } }'),
    'the minimum delay is longer than the maximum',
    'swap min and max',
  ],
  [
    'a delay the wrong way round, the numbers in quotes',
    fault('{ delay: §{ min: "200", max: 100ms } }'),
    'the minimum delay is longer than the maximum',
    'swap min and max',
  ],
  ['a delay with a fraction, in quotes', fault('{ delay: §"1.5" }'), `${DELAY}, found the text "1.5"`],
  ['a delay longer than a timer can wait', fault('{ delay: §2147483648 }'), TOO_LONG, NO_ANSWER],
  ['a length of time beyond that', fault('{ delay: §25d }'), TOO_LONG, NO_ANSWER],
  ['a range up to beyond that', fault('{ delay: { min: 0, max: §25d } }'), TOO_LONG, NO_ANSWER],
  [
    'an unknown connection',
    fault('{ connection: §rest }'),
    'expected one of reset, close, hang, truncate, cut, garbage, found the text "rest"',
    'did you mean reset?',
  ],
  [
    'a window that ends before it begins',
    fault('{ status: 503, from: +10m, until: §+5m }'),
    'this window ends before it begins',
    'set until to a moment after from: it is exclusive',
  ],
]

describe('faults', () => {
  testProblems(rows)
})

describe('valid faults', () => {
  test.each([
    '{ match: { operation: "*" }, status: 503 }',
    '{ match: { operation: "*.list", method: get, path: "**" }, delay: 0 }',
    '{ match: { operation: kv.**, path: /v1/kv/ns/k* }, connection: reset, effect: after, delay: 5 }',
    '{ status: 503, connection: truncate, body: "", headers: { Retry-After: 5 }, retryAfter: 1 }',
    '{ status: 503, effect: after, delay: { min: 0, max: 24d } }',
    '{ connection: truncate, effect: before }',
    '{ status: 503, connection: cut, body: "" }',
    '{ delay: 2147483647 }',
  ])('the fault %s is valid', (text) => {
    expect(problemsOf(fault(text))).toEqual([])
  })

  test.each<[string, unknown]>([
    ['"200"', 200],
    ['200', 200],
    ['{ min: "0", max: "1500" }', { min: 0, max: 1500 }],
  ])('the delay %s is in ms', (text, delay) => {
    const read = parsePart({ name: 'body', text: `{ delay: ${text} }` }, faultSchema)
    expect(expandFault(read).delay).toEqual(delay)
  })
})

test('faults outside of a seed are read by their own schema', () => {
  const faults = parsePart({ name: 'body', text: '[{"status": 503, "from": "+10m"}]' }, faultList)
  expect(faults.map(expandFault)).toEqual([{ status: 503, from: { offset: 600_000 } }])
})

test('faults outside of a seed report their problems at their own places', () => {
  const read = () => parsePart({ name: 'body', text: '{\n  "statsu": 503\n}' }, faultSchema)
  expect(read).toThrow(/^body:2:3: unknown field "statsu"\n.*\n.*\n {2}did you mean status\?/)
})
