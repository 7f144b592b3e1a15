import { describe, expect, test } from 'vitest'
import { problemsOf, type Row, testProblems } from '../seeds.js'

const entry = (fields: string) => `namespaces:\n  - id: ns_a\n    entries:\n      - { ${fields} }\n`
const database = (fields: string) => `database: { ${fields} }`
const fault = (fields: string) => `faults: [${fields}]`

const INSTANT = 'an instant: ISO 8601 such as 2026-01-31T23:59:00Z, or ms since 1970'

const rows: readonly Row[] = [
  [
    'an unknown field',
    entry('key: a, value: 1, §ttlSecond: 60'),
    'unknown field "ttlSecond"',
    'did you mean ttlSeconds?',
  ],
  [
    'a misspelt alternative',
    entry('key: a, §valeu: 1, ttlSeconds: 60'),
    'unknown field "valeu"',
    'did you mean value?',
  ],
  [
    'an unknown field that is near no other',
    '§servers: []',
    'unknown field "servers"',
    'known here: version, clock, random, profile, namespaces, stores, database, services, faults, resume, $schema',
  ],
  ['a missing field', 'namespaces: [§{ owner: me }]', 'a namespace needs "id"'],
  ['text in place of a list', 'namespaces: §none', 'expected a list of namespaces, found the text "none"'],
  [
    'an empty list field',
    '§namespaces:\n',
    'expected a list of namespaces, found nothing (null)',
    'leave the field out, or write []',
  ],
  ['a list in place of a mapping', 'database: §[]', 'expected the database (a mapping), found a list'],
  ['an empty item', 'namespaces:\n  -§\n', 'expected a namespace (a mapping), found nothing (null)'],
  ['another version', 'version: §2', 'expected version 1, the only one there is, found the number 2'],
  [
    'a namespace id without its prefix',
    'namespaces: [{ id: §shop }]',
    'expected a namespace id, which begins with ns_, found the text "shop"',
    'did you mean ns_shop?',
  ],
  [
    "a store id with a namespace's prefix",
    'stores: [{ id: §ns_web }]',
    'expected a store id, which begins with ec_, found the text "ns_web"',
    'did you mean ec_web?',
  ],
  [
    'a bare prefix',
    'stores: [{ id: §ec_ }]',
    'expected a store id, which begins with ec_, found the text "ec_"',
    'did you mean ec_demo_1?',
  ],
  [
    'an unknown scope',
    'namespaces: [{ id: ns_a, keys: [{ key: k, scope: §raed }] }]',
    'expected one of read, write, admin, found the text "raed"',
    'did you mean read?',
  ],
  [
    'a key with a space',
    'stores: [{ id: ec_a, keys: [{ key: §a b, scope: read }] }]',
    'expected a key of visible ASCII characters, found the text "a b"',
    'keys are sent in a header',
  ],
  [
    'a number for text',
    entry('key: §5, value: 1, ttlSeconds: 60'),
    'expected text, found the number 5',
    'put it in quotes: "5"',
  ],
  [
    'a clock in seconds',
    'clock: { now: §1769817600 }',
    `expected ${INSTANT}, up to the year 9999, found the number 1769817600`,
    'is that in seconds? In ms it is 1769817600000; otherwise write 1970-01-21T11:36:57.600Z',
  ],
  [
    'an expiry in seconds',
    entry('key: a, value: 1, expiresAt: §"1769817600"'),
    `expected ${INSTANT}, or an offset from the origin such as +10m or -1h, found the text "1769817600"`,
    'is that in seconds? In ms it is 1769817600000; otherwise write 1970-01-21T11:36:57.600Z',
  ],
  ['an empty key', entry('key: §"", value: 1, ttlSeconds: 60'), 'expected text that is not empty'],
  [
    'a limit with a fraction',
    'namespaces: [{ id: ns_a, limits: { reads: §1.5 } }]',
    'expected an integer of at least 0, found the number 1.5',
  ],
  [
    'a negative limit',
    'namespaces: [{ id: ns_a, limits: { reads: §-1 } }]',
    'expected an integer of at least 0, found the number -1',
  ],
  [
    'a limit beyond 2^53',
    'namespaces: [{ id: ns_a, limits: { reads: §9007199254740993 } }]',
    'expected an integer of at least 0, found the number 9007199254740993',
  ],
  [
    'storageBytes as usage',
    'namespaces: [{ id: ns_a, usage: { storageBytes: §5 } }]',
    'storageBytes is not a counter: it follows from the entries',
    'leave it out; limits.storageBytes sets the limit',
  ],
  [
    'an invalid month',
    'namespaces: [{ id: ns_a, usage: { §2025-13: { reads: 1 } } }]',
    'unknown field "2025-13"',
    'write a month like 2026-01',
  ],
  [
    'a misspelt counter of a month',
    'namespaces: [{ id: ns_a, usage: { 2025-12: { §raeds: 1 } } }]',
    'unknown field "raeds"',
    'did you mean reads?',
  ],
  [
    'a relative clock',
    'clock: { now: §+1h }',
    `expected ${INSTANT}, up to the year 9999, found the text "+1h"`,
  ],
  [
    'a clock beyond the last date',
    'clock: { now: §253402300800000 }',
    `expected ${INSTANT}, up to the year 9999, found the number 253402300800000`,
  ],
  [
    'a clock that does not run',
    'clock: { rate: §0 }',
    'expected a number above 0, found the number 0',
    'freeze: true stops the clock',
  ],
  ['a word for a boolean', 'clock: { freeze: §yes }', 'expected true or false, found the text "yes"'],
  ['a negative random seed', 'random: §-1', 'expected an integer of at least 0, found the number -1'],
  [
    'an option that there is not',
    'profile: { kv: { §putStaus: 201 } }',
    'there is no such option',
    'did you mean putStatus?',
  ],
  [
    'an option of another value',
    'profile: { kv: { putStatus: §202 } }',
    'expected one of 200, 201, "201 or 200", found the number 202',
  ],
  [
    'a flat profile',
    'profile: { putStatus: §201 }',
    'expected the options of one section (a mapping), found the number 201',
    'write { kv: { putStatus: 201 } }',
  ],
]

describe('the document, namespaces and stores', () => {
  testProblems(rows)
})

describe('valid seeds', () => {
  test.each([
    [
      'the example of the design',
      'version: 1\nclock: { now: 2026-01-31T23:59:00Z, freeze: true }\nrandom: 42',
    ],
    [
      'usage by month beside this month',
      'namespaces: [{ id: ns_a, usage: { reads: 5, 2025-12: { reads: 7 } } }]',
    ],
    ['null in a namespace', entry('key: a, value: null, ttlSeconds: 60')],
    ['a ttlSeconds of 0 beside expiresAt', entry('key: a, value: 1, ttlSeconds: 0, expiresAt: -1s')],
    ['an expiry beyond 2^53 ms', entry('key: a, value: 1, expiresAt: 9007199254740991000')],
    [
      'limits of 0 and of 2^53-1',
      'namespaces: [{ id: ns_a, limits: { reads: 0, lists: 9007199254740991 } }]',
    ],
    [
      'a template as id and time',
      database('documents: [{ id: "{{index}}", title: a, project: "1{{index}}" }]'),
    ],
    ['a profile of some options', 'profile: { kv: { putStatus: 201 }, errors: { codes: { 5xx: oops } } }'],
    ['a resume of any content', 'resume: { ids: { documents: 7 }, random: {}, rateWindows: { db: [1, 2] } }'],
    ['a month for months not yet', 'namespaces: [{ id: ns_a, usage: { 2099-01: {} } }]'],
    [
      'one key for the key-value store and for the database',
      'stores: [{ id: ec_a, keys: [{ key: k, scope: read }] }]\ndatabase: { keys: [{ key: k }] }',
    ],
    [
      'a glob of operations',
      fault('{ match: { operation: "*.get" }, connection: hang, until: +5m, from: 2026-01-01 }'),
    ],
  ])('the seed is valid: %s', (_, text) => {
    expect(problemsOf(text)).toEqual([])
  })
})

test('all problems of all files are reported at once, from top to bottom', () => {
  const problems = problemsOf('random: x\nclock: { nwo: 1 }\nversoin: 1', 'namespaces: [{ id: a }]\nfoo: [')
  expect(problems.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
    'a.yaml:1 expected an integer of at least 0, found the text "x"',
    'a.yaml:2 unknown field "nwo"',
    'a.yaml:3 unknown field "versoin"',
    'b.yaml:2 this list has no closing bracket',
  ])
})
