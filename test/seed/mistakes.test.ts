import { describe, expect, test } from 'vitest'
import { problemsOf, type Row, testProblems } from './seeds.js'

const deeper = (name: string, column: number) =>
  `this line is indented deeper than its neighbour ${name} (column ${column})`

const VARIABLE = ['$', '{NS}'].join('')

const READONLY = 'namespaces: [{ id: ns_a, keys: [{ key: k, scope: §readonly }] }]'

/** The mistakes that people make most, each with what they should have written. */
const rows: readonly Row[] = [
  [
    'a field indented too deep',
    'namespaces:\n  - id: ns_a\n     §owner: a\n',
    deeper('id', 5),
    'put owner in column 5',
  ],
  [
    'a field indented too deep after text in quotes',
    'namespaces:\n  - id: "ns_a"\n     §owner: a\n',
    deeper('id', 5),
    'put owner in column 5',
  ],
  [
    'a field at the top that is indented',
    'version: 1\n  §random: 2\n',
    deeper('version', 1),
    'put random in column 1',
  ],
  [
    'text with a colon and a blank',
    'namespaces:\n  - id: ns_a\n    owner: §a: b\n',
    /^this is not valid YAML: Nested/,
    'put text that holds ": " in quotes',
  ],
  [
    'a quote that is not closed',
    'namespaces:\n  - id: §"ns_a\n    owner: a\n',
    'this text has no closing quote',
    'close it with "',
  ],
  [
    'a quote that is not closed in a flow',
    "stores:\n  - id: ec_a\n    entries: [{ key: §'a, value: 1 }]\n",
    'this text has no closing quote',
    "close it with '",
  ],
  [
    'documents at the top',
    '§documents: []\nversion: 1\n',
    'unknown field "documents"',
    'it belongs below database',
  ],
  [
    'entries at the top',
    '§entries: []\n',
    'unknown field "entries"',
    'it belongs below an item of namespaces',
  ],
  [
    'an operation beside the match',
    'faults: [{ §operation: kv.get, status: 503 }]',
    'unknown field "operation"',
    'it belongs below match',
  ],
  [
    'an instant for the clock',
    'clock: §2026-01-31T00:00Z\n',
    'expected the clock (a mapping), found the text "2026-01-31T00:00Z"',
    'write clock: { now: 2026-01-31T00:00Z }',
  ],
  [
    'keys as text',
    'namespaces: [{ id: ns_a, keys: [§kv_read] }]',
    'expected a key (a mapping), found the text "kv_read"',
    'write { key: kv_read, scope: read }',
  ],
  [
    'keys of the database as text',
    'database: { keys: [§db_demo] }',
    'expected a database key (a mapping), found the text "db_demo"',
    'write { key: db_demo }',
  ],
  [
    'namespaces by their ids',
    'namespaces: §{ ns_a: { owner: x } }',
    'expected a list of namespaces, found a mapping',
    'write each as an item: - id: ns_a',
  ],
  [
    'one fault without its list',
    'faults: §{ status: 503 }',
    'expected a list of faults, found a mapping',
    'write it as an item: with "- " before its first field',
  ],
  [
    'a duration for ttlSeconds',
    'namespaces: [{ id: ns_a, entries: [{ key: k, value: 1, ttlSeconds: §15m }] }]',
    'expected an integer from 60 up, or beside expiresAt from 0 up, found the text "15m"',
    '15m is 900',
  ],
  [
    'a scope in more words',
    READONLY,
    'expected one of read, write, admin, found the text "readonly"',
    'did you mean read?',
  ],
  [
    'another word for an operation',
    'faults: [{ match: { operation: §kv.read }, status: 503 }]',
    'expected an operation or a glob such as kv.*, found the text "kv.read"',
    'did you mean kv.get?',
  ],
  [
    'an operation without its service',
    'faults: [{ match: { operation: §put }, status: 503 }]',
    'expected an operation or a glob such as kv.*, found the text "put"',
    'did you mean *.put?',
  ],
  [
    'a number in quotes',
    'faults: [{ status: §"503" }]',
    'expected an integer from 200 to 599, found the text "503"',
    'write it without quotes: 503',
  ],
  [
    'a chance in per cent',
    'faults: [{ status: 503, probability: §10% }]',
    'expected a chance from 0 to 1, found the text "10%"',
    '10% is 0.1',
  ],
  [
    'a variable of the environment',
    `namespaces: [{ id: §"${VARIABLE}" }]`,
    `expected a namespace id, which begins with ns_, found the text "${VARIABLE}"`,
    'seeds take no environment variables',
  ],
]

describe('the commonest mistakes', () => testProblems(rows))

test('many mistakes on long lines are found soon', () => {
  const wide = `a${' '.repeat(50_000)}`
  expect(problemsOf(`${wide}\n ${wide}: 1\n`).length).toBeGreaterThan(0)
  const items = Array.from({ length: 20_000 }, (_, index) => `"${index}"`).join(' ')
  expect(problemsOf(`stores: [${items}]`).length).toBeGreaterThan(0)
})
