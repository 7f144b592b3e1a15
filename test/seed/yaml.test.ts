import { describe, expect, test } from 'vitest'
import { ALIASED_NODES_MAX } from '../../src/seed/text/read-yaml.js'
import { brief, parsed, problemsOf, type Row, testProblems } from './seeds.js'

const TEMPLATE_MEND = "put text with a template in single quotes: '{{internet.email}}'"
const TAG_MEND = "leave it out; write dates as text, and exact JSON as json: '<text>'"

const NO_LIST = 'a seed is a mapping (namespaces: …), but this is a list'
const UNLISTED = 'write its fields without a list around them'

const rows: readonly Row[] = [
  [
    'a field given twice',
    'random: 1\n§random: 2',
    '"random" appears twice in one mapping',
    'keep one of them',
  ],
  [
    'a JSON member given twice',
    '{"random": 1, §"random": 2}',
    '"random" appears twice in one mapping',
    'keep one of them',
  ],
  [
    'a tab',
    'clock:\n§\tnow: 5',
    'this line is indented with a tab',
    'use spaces: YAML does not allow tabs here',
  ],
  [
    'a second document',
    'random: 1\n§---\nrandom: 2',
    'a second YAML document begins here',
    'put each document in its own file; --seed a.yaml --seed b.yaml joins them',
  ],
  ['an unquoted template', 'random: §{{index}}', 'this template needs quotes', TEMPLATE_MEND],
  [
    'a template in double quotes',
    'profile: { kv: { a: "{{number.int({"§max": 9})}}" } }',
    /^this is not valid YAML/,
    TEMPLATE_MEND,
  ],
  ['a mapping as the name of a field', '? §[a]\n: 1', 'the name of a field must be plain text'],
  ['a list that does not end', 'namespaces: §[\n', 'this list has no closing bracket', 'close it with ]'],
  [
    'a reserved sign',
    'profile: { kv: { a: §@b } }',
    /^this is not valid YAML: Plain value/,
    'put the text in quotes',
  ],
  [
    'text with a colon',
    'profile: { kv: 1 }\nresume: §a: b',
    /^this is not valid YAML: Nested/,
    'put text that contains ": " in quotes',
  ],
  [
    'a date by its tag',
    'profile: { kv: { a: §!!timestamp 2026-01-01 } }',
    'seeds do not support the tag !!timestamp',
    TAG_MEND,
  ],
  ['a tag of its own', 'random: §!secret 5', 'seeds do not support the tag !secret', TAG_MEND],
  [
    'an alias of nothing',
    'clock: &clock {}\ndatabase: §*clok',
    'there is no anchor &clok above',
    'did you mean *clock?',
  ],
  [
    'an alias of nothing near',
    'database: §*x',
    'there is no anchor &x above',
    'put text that begins with * in quotes',
  ],
  ['an alias within its anchor', 'profile: { kv: &a { b: [§*a] } }', '*a is inside its own anchor'],
  [
    'a merge of text',
    'clock: { <<: §now }',
    '<< takes a mapping or a list of mappings',
    'for a field called <<, write "<<":',
  ],
  ['a list as the seed', '# seeds\n§- random: 1', NO_LIST, UNLISTED],
  [
    'text as the seed',
    '\n  §fixtures.yaml',
    'a seed is a mapping (namespaces: …), but this is the text "fixtures.yaml"',
    'this looks like a path: pass the text of the file',
  ],
  ['a JSON list as the seed', '§[{"random": 1}]', NO_LIST, UNLISTED],
  [
    'a list of records',
    '§- id: ns_a\n',
    NO_LIST,
    'write it below the field that it belongs to, such as namespaces',
  ],
]

describe('text that is not a seed', () => {
  testProblems(rows)
})

test.each([[''], ['\n'], ['# nothing yet\n'], ['---\n...\n'], ['~'], ['{}'], ['\uFEFF']])(
  '%j is an empty seed',
  (text) => {
    expect(parsed(text)).toEqual({})
  },
)

test('lines may end as on Windows, and a byte order mark is not part of the first', () => {
  expect(problemsOf('\uFEFFrandom: x\r\n').map(({ column, source }) => ({ column, source }))).toEqual([
    { column: 9, source: 'random: x' },
  ])
})

test('YAML is 1.2, whatever a directive says', () => {
  const text = '%YAML 1.1\n---\nresume: { ids: { a: yes, b: 010, c: 2026-01-31, d: 0x1F, e: 1_000, f: ~ } }'
  expect(parsed(text).resume?.ids).toEqual({ a: 'yes', b: 10, c: '2026-01-31', d: 31, e: '1_000', f: null })
})

test('one line has one syntax error, and the lines after it have their own', () => {
  expect(problemsOf('a: b: c: d\ne: @f\n').map(({ line }) => line)).toEqual([1, 2])
})

describe('anchors', () => {
  test('an alias has the value of its anchor', () => {
    const seed = parsed('profile: { kv: &kv { putStatus: 201 }, config: *kv }')
    expect(seed.profile).toEqual({ kv: { putStatus: 201 }, config: { putStatus: 201 } })
  })

  test('a merge key gives what is missing; of several, the first wins', () => {
    const seed = parsed(
      'resume: { ids: { a: &a { x: 1, y: 1 }, b: &b { y: 2, z: 2 }, c: { <<: [*a, *b], x: 0 }, d: { "<<": 5 } } }',
    )
    expect(seed.resume?.ids?.c).toEqual({ x: 0, y: 1, z: 2 })
    expect(seed.resume?.ids?.d).toEqual({ '<<': 5 })
  })

  test('a problem of merged or aliased content is reported once, at its source', () => {
    const text = [
      'namespaces:',
      '  - { id: ns_a, limits: &limits { reads: -1, lits: 2 } }',
      '  - { id: ns_b, limits: *limits }',
      '  - { id: ns_c, limits: { <<: *limits, writes: 3 } }',
    ].join('\n')
    expect(problemsOf(text).map(brief)).toEqual([
      { at: '2:42', message: 'expected an integer of at least 0, found the number -1', hint: undefined },
      { at: '2:46', message: 'unknown field "lits"', hint: 'did you mean lists?' },
    ])
  })

  test('multiplying aliases are refused at the first one too many', () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const aliases = Array.from({ length: 9 }, () => `*a${level}`).join(', ')
      return `    a${level + 1}: &a${level + 1} [${aliases}]`
    })
    const text = ['profile:', '  bomb:', '    a0: &a0 boom', ...levels].join('\n')
    expect(problemsOf(text).map(({ line, message, hint }) => ({ line, message, hint }))).toEqual([
      {
        line: 8,
        message: `the aliases up to here add more than ${ALIASED_NODES_MAX} values`,
        hint: 'use repeat to create many records',
      },
    ])
  })
})

test('aliases that multiply one long text are refused too', () => {
  const text = `profile: { bomb: { page: &page ${'x'.repeat(100_000)}, pages: [${'*page, '.repeat(200)}] } }`
  expect(problemsOf(text).map(({ message }) => message)).toEqual([
    `the aliases up to here add more than ${ALIASED_NODES_MAX} values`,
  ])
})

describe.each([1_100, 20_000])('%i lists in each other', (depth) => {
  test.each([
    ['profile: { kv: { a: ', '}}'],
    ['{"profile": {"kv": {"a": ', '}}}'],
  ])('lists that are nested too deeply are refused, after %s', (head, tail) => {
    const [problem] = problemsOf(head + '['.repeat(depth) + ']'.repeat(depth) + tail)
    expect(problem?.message).toBe('this is nested too deeply')
  })
})

describe('JSON', () => {
  test('a seed in JSON is read to the same data as YAML, places included', () => {
    const data = {
      namespaces: [
        {
          id: 'ns_a',
          limits: { reads: -1 },
          entries: [{ key: 'a"\\\n', value: [1.5, true, null, 'é😀'], ttlSecond: 60 }],
        },
      ],
      database: { documents: [{ id: 5, title: '{{' }] },
    }
    const compact = JSON.stringify(data)
    const found = problemsOf(compact).map(brief)
    // A comment makes it YAML.
    expect(problemsOf(`${compact} # YAML`).map(brief)).toEqual(found)
    expect(found.map(({ message }) => message)).toEqual([
      'expected an integer of at least 0, found the number -1',
      'unknown field "ttlSecond"',
    ])
  })

  test('a seed in JSON may be indented with tabs', () => {
    expect(parsed(JSON.stringify({ clock: { freeze: true } }, null, '\t'))).toEqual({
      clock: { freeze: true },
    })
  })

  test('a seed in JSON keeps the digits of ids, and a field called __proto__ is a field', () => {
    const seed = parsed(
      '{"database": {"documents": [{"id": 9007199254740993, "title": "t"}]}, "resume": {"ids": {"__proto__": {"a": 1}}}}',
    )
    expect(seed.database?.documents?.[0]?.id).toBe('9007199254740993')
    expect(Object.keys(seed.resume?.ids ?? {})).toEqual(['__proto__'])
  })

  test.each([['{"random": 1,}'], ['{"random": 1} // c'], ['{"random": 01}'], ['{"random": 1']])(
    '%s is read as YAML',
    (text) => {
      // YAML may accept it or not, but it must throw nothing else than problems.
      expect(() => problemsOf(text)).not.toThrow()
    },
  )
})
