import { describe, expect, test } from 'vitest'
import { problemsOf, type Row, testProblems } from './seeds.js'

const deeper = (name: string, column: number) =>
  `this line is indented deeper than its neighbor ${name} (column ${column})`

const less = (name: string, column: number) =>
  `this line is indented less than its neighbor ${name} (column ${column})`

const VARIABLE = ['$', '{NS}'].join('')

const READONLY = 'namespaces: [{ id: ns_a, keys: [{ key: k, scope: §readonly }] }]'

/** The most common mistakes, each with what should have been written. */
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
    'put text that contains ": " in quotes',
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
    'a field indented too little',
    'namespaces:\n  - id: ns_a\n   §owner: a\n',
    less('id', 5),
    'put owner in column 5',
  ],
  [
    'a field indented too little, after deeper ones',
    'namespaces:\n  - id: ns_a\n    limits:\n      reads: 1\n   §owner: a\n',
    less('limits', 5),
    'put owner in column 5',
  ],
  [
    'a field of a key indented too little',
    'namespaces:\n  - id: ns_a\n    keys:\n    - key: k\n     §scope: admin\n',
    less('key', 7),
    'put scope in column 7',
  ],
  [
    'a field of a mapping indented too little',
    'clock:\n    now: 2026-01-31\n  §freeze: true\n',
    less('now', 5),
    'put freeze in column 5',
  ],
  [
    'a quote within single quotes',
    "namespaces:\n  - id: ns_a\n    owner: 'Alice'§s'\n",
    'this text continues after its closing quote',
    "put all of it in quotes, and write '' for a ' in it",
  ],
  [
    'text after double quotes',
    'namespaces:\n  - id: ns_a\n    owner: "Alice" §or Bob\n',
    'this text continues after its closing quote',
    'put all of it in quotes, and write \\" for a " in it',
  ],
  [
    'two fields on a line',
    'database:\n  documents:\n    - title: §"x" repeat: 4\n',
    /^this is not valid YAML: Nested/,
    'put each field on its own line',
  ],
  [
    'a list that is not closed',
    'namespaces:\n  - id: ns_a\n    keys: §[{ key: k }\n    entries: []\n',
    'this list has no closing bracket',
    'close it with ]',
  ],
  [
    'a mapping that is not closed',
    'faults: [{ status: 503 }, §{ status: 500 ]\n',
    'this mapping has no closing bracket',
    'close it with }',
  ],
  [
    'a field without a blank after its colon',
    'namespaces:\n  - §id:ns_a\n',
    'expected a namespace (a mapping), found the text "id:ns_a"',
    'put a space after the colon: id: ns_a',
  ],
  [
    'a number in quotes for ttlSeconds',
    'namespaces: [{ id: ns_a, entries: [{ key: k, value: 1, ttlSeconds: §"900" }] }]',
    'expected an integer of at least 60, or of at least 0 if expiresAt is set, found the text "900"',
    'write it without quotes: 900',
  ],
  [
    'documents at the top',
    '§documents: []\nversion: 1\n',
    'unknown field "documents"',
    'it belongs under database',
  ],
  ['entries at the top', '§entries: []\n', 'unknown field "entries"', 'it belongs in an item of namespaces'],
  [
    'an operation beside the match',
    'faults: [{ §operation: kv.get, status: 503 }]',
    'unknown field "operation"',
    'it belongs under match',
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
    'a key without a list',
    'namespaces: [{ id: ns_a, keys: §kv_read }]',
    'expected a list of keys, found the text "kv_read"',
    'write [{ key: kv_read, scope: read }]',
  ],
  [
    'a number for the limits',
    'namespaces: [{ id: ns_a, limits: §5 }]',
    'expected limits (a mapping), found the number 5',
    'name each limit, such as { reads: 1000, writes: 100 }',
  ],
  [
    'a time in words',
    'namespaces: [{ id: ns_a, entries: [{ key: a, value: 1, expiresAt: §in 10 minutes }] }]',
    /^expected an instant: .*, found the text "in 10 minutes"$/,
    'did you mean +10m?',
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
    'write it as an item, with "- " before its first field',
  ],
  [
    'a duration for ttlSeconds',
    'namespaces: [{ id: ns_a, entries: [{ key: k, value: 1, ttlSeconds: §15m }] }]',
    'expected an integer of at least 60, or of at least 0 if expiresAt is set, found the text "15m"',
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
    'expected a probability from 0 to 1, found the text "10%"',
    '10% is 0.1',
  ],
  [
    'a variable of the environment',
    `namespaces: [{ id: §"${VARIABLE}" }]`,
    `expected a namespace id, which begins with ns_, found the text "${VARIABLE}"`,
    'seeds do not expand environment variables',
  ],
  [
    'the parts of a duration as ttlSeconds',
    'namespaces: [{ id: ns_a, entries: [{ key: k, value: 1, ttlSeconds: §{ minutes: 15 } }] }]',
    'expected an integer of at least 60, or of at least 0 if expiresAt is set, found a mapping',
    '15m is 900',
  ],
  [
    'the parts of a duration as a moment',
    'namespaces: [{ id: ns_a, entries: [{ key: k, value: 1, expiresAt: §{ days: 1 } }] }]',
    /^expected an instant: .*, found a mapping$/,
    'did you mean +1d?',
  ],
  [
    'a moment in words',
    'namespaces: [{ id: ns_a, entries: [{ key: k, value: 1, expiresAt: §15 minutes }] }]',
    /^expected an instant: .*, found the text "15 minutes"$/,
    'did you mean +15m?',
  ],
  [
    'a unit as a window',
    'database: { rateLimit: { requests: 5, per: §minute } }',
    'expected a duration above 0 such as 30s or 1m, found the text "minute"',
    'did you mean 1m?',
  ],
  [
    'a rate limit as a number',
    'database: { rateLimit: §100 }',
    'expected a rate limit (a mapping), found the number 100',
    'write { requests: 100, per: 1m }',
  ],
  [
    'an instant with the day first',
    'clock: { now: §31/01/2026 }',
    /^expected an instant: .*, found the text "31\/01\/2026"$/,
    'write the year first: 2026-01-31',
  ],
  [
    'an instant with a blank for its T',
    'clock: { now: §2026-01-31 12:00 }',
    /^expected an instant: .*, found the text "2026-01-31 12:00"$/,
    'did you mean 2026-01-31T12:00?',
  ],
  [
    'an instant with the day before the month',
    'clock: { now: §2026-31-01 }',
    /^expected an instant: /,
    'did you mean 2026-01-31?',
  ],
  [
    'a day that there is not',
    'clock: { now: §2026-02-30 }',
    /^expected an instant: /,
    'there is no such day',
  ],
  [
    'a word for the clock',
    'clock: §frozen',
    'expected the clock (a mapping), found the text "frozen"',
    'write clock: { freeze: true }',
  ],
  [
    'a time to live of a config entry',
    'stores: [{ id: ec_a, entries: [{ key: k, value: 1, §ttlSeconds: 60 }] }]',
    'unknown field "ttlSeconds"',
    'leave it out: config entries never expire',
  ],
  [
    'an anchor in a field of its own',
    '§x-base: &base { owner: a }\nnamespaces: [{ <<: *base, id: ns_a }]\n',
    'unknown field "x-base"',
    'put the anchor where it is first used: a seed has no field just for anchors',
  ],
  [
    'a merge of an unknown anchor',
    'namespaces: [&base { id: ns_a }, { <<: §*bse, id: ns_b }]',
    'there is no anchor &bse above',
    'did you mean *base?',
  ],
  [
    'another word for the title',
    'database: { documents: [{ §name: a }] }',
    'unknown field "name"',
    'did you mean title?',
  ],
  [
    'JSON as the content of a document',
    'database: { documents: [{ title: a, content: §{ n: 1 } }] }',
    'expected text, found a mapping',
    'put JSON in single quotes, as text',
  ],
  [
    'faults by their operations',
    'faults: §{ kv.get: { status: 503 } }',
    'expected a list of faults, found a mapping',
    'write each as an item: - match: { operation: kv.get }',
  ],
  [
    'a limit in thousands',
    'namespaces: [{ id: ns_a, limits: { reads: §10k } }]',
    'expected an integer of at least 0, found the text "10k"',
    'did you mean 10000?',
  ],
  [
    'an equals sign in place of a colon',
    'random: 1\n§owner = a\n',
    /^this is not valid YAML: /,
    'write a field as name: value',
  ],
  [
    'an inclusion of another file',
    '§!include other.yaml',
    'seeds do not support the tag !include',
    'pass each file instead: --seed a.yaml --seed b.yaml',
  ],
]

describe('the commonest mistakes', () => testProblems(rows))

test('many mistakes on long lines are found soon', () => {
  const wide = `a${' '.repeat(50_000)}`
  expect(problemsOf(`${wide}\n ${wide}: 1\n`).length).toBeGreaterThan(0)
  const items = Array.from({ length: 20_000 }, (_, index) => `"${index}"`).join(' ')
  expect(problemsOf(`stores: [${items}]`).length).toBeGreaterThan(0)
})
