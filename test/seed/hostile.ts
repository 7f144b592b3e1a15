/** Names, values and a seed that writers and readers of text are likely to trip over. */

export const NAMESPACES = ['ns_a_1', 'ns_<<_{{x}}', 'ns___proto__', 'ns_ü 😀_: #']
export const STORES = ['ec_a_1', 'ec_{{index}}', 'ec_- x_%']
export const OWNER = 'user: "{{x}}"'

/** Keys of the two stores. Each opens the id at its index above; the last ones have a smaller scope. */
export const KV_KEYS = ['constructor', '__proto__', '{{index}}', '1e3', 'kv_read', 'kv_write']
export const CONFIG_KEYS = ['ec', '<<', 'null']
/** Keys of the database. The first one sees everything. */
export const DB_KEYS = ['db', 'constructor', '__proto__', '0', '1e3', 'prototype']

export const ENTRY_KEYS = [
  'a',
  'b',
  '__proto__',
  'constructor',
  '{{',
  '{{index}}',
  '<<',
  'yes',
  '~',
  '1e3',
  '0x1F',
  '2026-01-31',
  '- a: # b',
  ' ',
  'a/b?c%20',
  '😀\u0000\u2028',
  '+5m',
  'x'.repeat(300),
]

export const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

export const VALUES = [
  '1',
  '1.0',
  '-0',
  '1e400',
  '1e3',
  '1e20',
  '9007199254740993',
  '9007199254740994',
  '0.1',
  'true',
  'null',
  '""',
  '"yes"',
  '"1e3"',
  '"2026-01-31"',
  '"<<"',
  '"{{"',
  '"{{internet.email}}"',
  '"__proto__"',
  '"\\ud800"',
  '"\\ud83d\\ude00"',
  '"😀"',
  '"\\u0000\\u0085\\u2028\\ufeff"',
  '"a\\n b \\n\\n"',
  '" # x: y"',
  '[]',
  '{}',
  '[1, -0, 1.50]',
  '{"__proto__": {"a": 1}}',
  '{"constructor": {"prototype": null}}',
  '{"<<": {"a": 1}, "*a": "&a"}',
  '{"a": 1, "a": 2}',
  '{"b": 1, "1": 2}',
  '{"": {"": ""}}',
  '{"{{index}}": ["{{index}}", 0]}',
  '{"value": "v", "json": "j", "literal": true, "id": 12345678901234567890}',
  nested(300),
  nested(10_000),
  `"${'x'.repeat(65_536)}"`,
  `"${'é{{ '.repeat(16_384)}"`,
]

export const HEADINGS = [
  '',
  'a',
  '{{company.name}}',
  '__proto__',
  'yes',
  '1',
  '😀\n',
  '"\ud800"',
  '<<',
  ' - a',
]

/** Times, values and keys of every kind. It is JSON text, because that can hold half surrogate pairs. */
export const SEED = JSON.stringify({
  clock: { now: '2026-01-31T23:58:00Z' },
  random: 7,
  namespaces: [
    {
      id: NAMESPACES[0],
      owner: OWNER,
      limits: { reads: 12, writes: 30, lists: 0 },
      usage: { reads: 3, '2025-12': { deletes: 7 }, '2026-02': { reads: 11 } },
      keys: [
        { key: 'constructor', scope: 'admin' },
        { key: 'kv_read', scope: 'read' },
        { key: 'kv_write', scope: 'write' },
      ],
      entries: [
        { key: 'a', value: { a: 1 }, ttlSeconds: 90 },
        { key: 'gone', value: '{{', literal: true, expiresAt: '-1s', createdAt: '-90s' },
        { key: 'half \ud800', value: '\udfff', expiresAt: '+2m' },
        { key: 'soon', json: ' [1.0, 2] ', expiresAt: '+30s', ttlSeconds: 0 },
        { key: 'old', value: null, createdAt: '-30000d', expiresAt: '+1h' },
        { key: 'far', value: 1, expiresAt: 253_402_300_800_000 },
        {
          key: 'made:{{index}}',
          value: { n: '{{index}}', mail: '{{internet.email}}' },
          ttlSeconds: 3600,
          repeat: 3,
        },
      ],
    },
    {
      id: NAMESPACES[1],
      owner: OWNER,
      limits: { storageBytes: 100 },
      keys: [{ key: '__proto__', scope: 'admin' }],
    },
    { id: NAMESPACES[2], owner: OWNER, keys: [{ key: '{{index}}', scope: 'admin' }] },
    { id: NAMESPACES[3], owner: OWNER, keys: [{ key: '1e3', scope: 'admin' }] },
  ],
  stores: STORES.map((id, index) => ({
    id,
    owner: OWNER,
    keys: [{ key: CONFIG_KEYS[index], scope: 'admin' }],
    entries: [
      { key: '<<', value: { '<<': 'x' }, updatedAt: '-1h' },
      { key: 'at', value: '1e3', updatedAt: '2020-01-01' },
    ],
  })),
  database: {
    rateLimit: { requests: 9, per: '1m' },
    keys: [
      { key: 'db' },
      { key: 'constructor', projects: [10], documents: [] },
      { key: '__proto__', documents: [1, '9223372036854775807'], outOfScope: 'forbidden' },
      { key: '0', projects: [], outOfScope: 'forbidden' },
      { key: '1e3', documents: [] },
      { key: 'prototype' },
    ],
    projects: [
      { id: 10, name: 'Ten' },
      { name: '{{company.name}}', repeat: 2 },
    ],
    documents: [
      { id: 1, title: 'one', content: '', project: 10 },
      { id: '9223372036854775807', title: 'last', project: '9007199254740993' },
      { id: -5, title: '{{x', literal: true },
      { title: '{{lorem.sentence}}', repeat: 25 },
    ],
  },
  faults: [
    {
      match: { operation: 'kv.get', key: 'b' },
      status: 503,
      from: '+30s',
      until: '+2m',
      probability: 0.5,
      optional: true,
    },
    { id: 'f_2', match: { header: { 'X-Test': 1 } }, status: 429, retryAfter: '1500ms', after: 1, times: 2 },
  ],
})
