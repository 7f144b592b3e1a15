import { describe, expect, test } from 'vitest'
import { parsed, problemsOf, type Row, testProblems } from './seeds.js'

const entry = (fields: string) => `namespaces:\n  - id: ns_a\n    entries:\n      - { ${fields} }\n`
const configEntry = (fields: string) => `stores: [{ id: ec_a, entries: [{ ${fields} }] }]`

const TTL = 'expected an integer of at least 60, or of at least 0 if expiresAt is set'
const TTL_MEND =
  'the service raises smaller values to 60; for an entry that is about to expire, write expiresAt: +30s'
const JSON_MEND = "write the whole value as JSON text, which keeps every digit: json: '…'"
const INSTANT = 'an instant: ISO 8601 such as 2026-01-31T23:59:00Z, or ms since 1970'
const MOMENT = `expected ${INSTANT}, or an offset from the origin such as +10m or -1h`

const rows: readonly Row[] = [
  [
    'neither value nor json',
    entry('key: a, ttlSeconds: 60').replace('{', '§{'),
    'an entry needs "value" or "json"',
  ],
  [
    'value and json',
    entry("key: a, value: 1, json: §'1', ttlSeconds: 60"),
    'an entry has either value or json, not both',
    'keep json if digits matter, otherwise value',
  ],
  ['invalid json', entry('key: a, json: §\'{"a":}\', ttlSeconds: 60'), /^this is not valid JSON: ./],
  [
    'json with a bare template',
    entry("key: a, json: §'[{{index}}]', ttlSeconds: 60"),
    /^this is not valid JSON: ./,
    'templates work in value, not in json',
  ],
  [
    'json that is not text',
    entry('key: a, json: §{ a: 1 }, ttlSeconds: 60'),
    `expected JSON text in quotes, such as '{"price": 1.0}', found a mapping`,
    'put it in single quotes',
  ],
  [
    'null in a config store',
    configEntry('key: a, value: §null'),
    'the config store cannot hold null',
    'write an object, a list, text, a number or a boolean',
  ],
  [
    'null as json in a config store',
    configEntry("key: a, json: §' null '"),
    'the config store cannot hold null',
    'write an object, a list, text, a number or a boolean',
  ],
  [
    'infinity in a value',
    entry('key: a, value: { n: [§.inf] }, ttlSeconds: 60'),
    'the number Infinity cannot be written in JSON',
    JSON_MEND,
  ],
  [
    'a number too large for JSON',
    entry('key: a, value: §1e999, ttlSeconds: 60'),
    'the number Infinity cannot be written in JSON',
    JSON_MEND,
  ],
  [
    'NaN in a value',
    entry('key: a, value: §.nan, ttlSeconds: 60'),
    'the number NaN cannot be written in JSON',
    JSON_MEND,
  ],
  [
    'digits that would be lost',
    entry('key: a, value: { n: §9007199254740993 }, ttlSeconds: 60'),
    '9007199254740993 is beyond 2^53 and would lose digits',
    JSON_MEND,
  ],
  [
    'negative digits that would be lost',
    configEntry('key: a, value: §-9007199254740993'),
    '-9007199254740993 is beyond 2^53 and would lose digits',
    JSON_MEND,
  ],
  [
    'no lifetime',
    entry('key: a, value: 1').replace('{', '§{'),
    'an entry needs "ttlSeconds" or "expiresAt"',
    'every key-value entry expires: write e.g. ttlSeconds: 3600',
  ],
  [
    'a ttlSeconds below 60',
    entry('key: a, value: 1, ttlSeconds: §59'),
    `${TTL}, found the number 59`,
    TTL_MEND,
  ],
  [
    'a ttlSeconds with a fraction',
    entry('key: a, value: 1, ttlSeconds: §60.5'),
    `${TTL}, found the number 60.5`,
  ],
  [
    'a negative ttlSeconds beside expiresAt',
    entry('key: a, value: 1, expiresAt: +1m, ttlSeconds: §-1'),
    `${TTL}, found the number -1`,
    TTL_MEND,
  ],
  [
    'a duration without sign',
    entry('key: a, value: 1, expiresAt: §10m'),
    `${MOMENT}, found the text "10m"`,
    'did you mean +10m?',
  ],
  [
    'a duration in months',
    entry('key: a, value: 1, expiresAt: §+P1M'),
    `${MOMENT}, found the text "+P1M"`,
    'count in days: months and years have no fixed length',
  ],
  [
    'a date that does not exist',
    entry('key: a, value: 1, expiresAt: §2026-02-30'),
    `${MOMENT}, found the text "2026-02-30"`,
    'there is no such day',
  ],
]

describe('entries', () => {
  testProblems(rows)
})

test('problems name the path in the document', () => {
  const [problem] = problemsOf(entry('key: a, value: { "two words": [.inf] }, ttlSeconds: 60'))
  expect(problem?.path).toBe('namespaces[0].entries[0].value["two words"][0]')
  expect(problem?.source).toBe('      - { key: a, value: { "two words": [.inf] }, ttlSeconds: 60 }')
})

test('a member called id inside a value stays a number', () => {
  const seed = parsed(configEntry('key: a, value: { id: 5, projects: [6], from: +7 }'))
  expect(seed.stores?.[0]?.entries?.[0]?.value).toEqual({ id: 5, projects: [6], from: 7 })
})
