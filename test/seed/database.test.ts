import { describe, expect, test } from 'vitest'
import { parsed, type Row, testProblems } from './seeds.js'

const database = (fields: string) => `database: { ${fields} }`

const INT64 =
  'expected an int64 id: digits without plus sign, leading zeros, point or exponent, from -2^63 to 2^63-1'

const rows: readonly Row[] = [
  [
    'no repeats',
    database('documents: [{ title: a, repeat: §0 }]'),
    'expected an integer of at least 1, found the number 0',
  ],
  ['a document without title', database('documents: [§{ id: 1 }]'), 'a document needs "title"'],
  ['a fractional id', database('projects: [{ id: §1.5, name: a }]'), `${INT64}, found the text "1.5"`],
  ['an id with an exponent', database('projects: [{ id: §1e3, name: a }]'), `${INT64}, found the text "1e3"`],
  [
    'an id beyond int64',
    database('projects: [{ id: §9223372036854775808, name: a }]'),
    `${INT64}, found the text "9223372036854775808"`,
  ],
  [
    'a quoted id beyond int64',
    database('projects: [{ id: §"-9223372036854775809", name: a }]'),
    `${INT64}, found the text "-9223372036854775809"`,
  ],
  [
    'an id with leading zeros',
    database('projects: [{ id: §007, name: a }]'),
    `${INT64}, found the text "007"`,
  ],
  ['an id that is text', database('keys: [{ key: k, projects: [1, §x] }]'), `${INT64}, found the text "x"`],
  ['a rate limit without window', database('rateLimit: §{ requests: 5 }'), 'a rate limit needs "per"'],
  [
    'a window of nothing',
    database('rateLimit: { requests: 5, per: §0s }'),
    'expected a duration above 0 such as 30s or 1m, found the text "0s"',
  ],
  [
    'a window of a month',
    database('rateLimit: { requests: 5, per: §P1M }'),
    'expected a duration above 0 such as 30s or 1m, found the text "P1M"',
  ],
  [
    'an unknown outOfScope',
    database('keys: [{ key: k, outOfScope: §forbid }]'),
    'expected one of empty, forbidden, found the text "forbid"',
    'did you mean forbidden?',
  ],
]

describe('the database', () => {
  testProblems(rows)
})

test.each([
  ['5', '5'],
  ['-5', '-5'],
  ['0', '0'],
  ['9007199254740993', '9007199254740993'],
  ['"9007199254740993"', '9007199254740993'],
  ['9223372036854775807', '9223372036854775807'],
  ['-9223372036854775808', '-9223372036854775808'],
])('the id %s keeps its digits', (source, id) => {
  const seed = parsed(
    `database: { keys: [{ key: k, documents: [${source}] }], documents: [{ id: ${source}, title: t, project: ${source} }] }`,
  )
  expect(seed.database?.documents).toEqual([{ id, title: 't', project: id }])
  expect(seed.database?.keys).toEqual([{ key: 'k', documents: [id] }])
})
