/** Text of about n characters of one shape, for each parser that may be slow with it. */
export type Shape = (n: number) => string

const filled = (n: number, unit: (index: number) => string, between = ''): string => {
  const length = unit(1).length + between.length
  return Array.from({ length: Math.max(1, Math.floor(n / length)) }, (_, index) => unit(index)).join(between)
}

/** JSON values, sound and broken. */
export const JSON_SHAPES: Readonly<Record<string, Shape>> = {
  'many members': (n) => `{${filled(n, (index) => `"m${index}":0`, ',')}}`,
  'one member again and again': (n) => `{${filled(n, () => '"a":0', ',')}}`,
  'many lists': (n) => `[${filled(n, () => '[]', ',')}]`,
  'many objects': (n) => `[${filled(n, () => '{"a":{}}', ',')}]`,
  'many numbers': (n) => `[${filled(n, (index) => `${index}`, ',')}]`,
  'many fractions': (n) => `[${filled(n, () => '1.50e1', ',')}]`,
  'a long number': (n) => '9'.repeat(n),
  'a long text': (n) => `"${'x'.repeat(n)}"`,
  'escaped quotes': (n) => `"${'\\"'.repeat(n / 2)}"`,
  'escaped backslashes': (n) => `"${'\\\\'.repeat(n / 2)}"`,
  'escaped letters': (n) => `"${'\\u00e9'.repeat(n / 6)}"`,
  'many short texts': (n) => `[${filled(n, () => '"\\n"', ',')}]`,
  'white space': (n) => `[${' \n'.repeat(n / 2)}1]`,
  'blanks between items': (n) => `[${filled(n, () => '1', ' , ')}]`,
  'deep lists': (n) => `${'['.repeat(n / 2)}${']'.repeat(n / 2)}`,
  'deep objects': (n) => `${'{"a":'.repeat(n / 6)}0${'}'.repeat(n / 6)}`,
  'lists that do not end': (n) => '['.repeat(n),
  'a text that does not end': (n) => `"${'a\\'.repeat(n / 2)}`,
  commas: (n) => `[${','.repeat(n)}]`,
  'a long name': (n) => `{"${'n'.repeat(n)}":1}`,
  'braces of templates': (n) => `"${'{{'.repeat(n / 2)}"`,
  templates: (n) => `"${'{{index}} '.repeat(n / 10)}"`,
  'texts of a template': (n) => `[${filled(n, () => '"{{index}}"', ',')}]`,
}

const entry = (key: string): string => `{"key":"${key}","value":1,"ttlSeconds":60}`

/** States in JSON, with very many of something. */
export const STATE_SHAPES: Readonly<Record<string, Shape>> = {
  entries: (n) =>
    inNamespace(
      'entries',
      filled(n, (index) => entry(`k${index}`), ','),
    ),
  'entries of one key': (n) =>
    inNamespace(
      'entries',
      filled(n, () => entry('k'), ','),
    ),
  'keys of a namespace': (n) =>
    inNamespace(
      'keys',
      filled(n, (index) => `{"key":"k${index}","scope":"read"}`, ','),
    ),
  namespaces: (n) => `{"namespaces":[${filled(n, (index) => `{"id":"ns_a_${index}"}`, ',')}]}`,
  'namespaces of one id': (n) => `{"namespaces":[${filled(n, () => '{"id":"ns_a_1"}', ',')}]}`,
  'namespaces with a key each': (n) =>
    `{"namespaces":[${filled(n, (index) => `{"id":"ns_a_${index}","keys":[{"key":"k${index}","scope":"read"}]}`, ',')}]}`,
  'configs of stores': (n) =>
    `{"stores":[${filled(n, (index) => `{"id":"ec_a_${index}","entries":[{"key":"k","value":1}]}`, ',')}]}`,
  'keys of the database': (n) =>
    inDatabase(
      'keys',
      filled(n, (index) => `{"key":"k${index}"}`, ','),
    ),
  documents: (n) =>
    inDatabase(
      'documents',
      filled(n, (index) => `{"id":${index + 1},"title":"t"}`, ','),
    ),
  projects: (n) =>
    inDatabase(
      'projects',
      filled(n, () => '{"name":"p"}', ','),
    ),
}

const inNamespace = (field: string, items: string): string =>
  `{"namespaces":[{"id":"ns_a_1","${field}":[${items}]}]}`

const inDatabase = (list: string, items: string): string => `{"database":{"${list}":[${items}]}}`

/** Seeds in YAML, sound and broken. */
export const YAML_SHAPES = {
  'many entries': (n: number) =>
    entries(filled(n, (index) => `      - { key: k${index}, value: 1, ttlSeconds: 60 }\n`)),
  'equal keys': (n: number) => entries(filled(n, () => '      - { key: k, value: 1, ttlSeconds: 60 }\n')),
  'a block of text': (n: number) =>
    `${entries('      - key: k\n        ttlSeconds: 60\n        value: |\n')}${'          line\n'.repeat(n / 15)}`,
  'fields of a value': (n: number) => longValue(filled(n, (index) => `          f${index}: 1\n`)),
  'items of a value': (n: number) => longValue(filled(n, () => '          - 1\n')),
  comments: (n: number) => `${'# nothing\n'.repeat(n / 10)}version: 1\n`,
  'empty lines': (n: number) => `version: 1\n${'\n'.repeat(n)}`,
  'unknown fields': (n: number) => filled(n, (index) => `field${index}: 1\n`),
  'one field again and again': (n: number) => 'version: 1\n'.repeat(n / 11),
  aliases: (n: number) => `random: &a 1\nfaults:\n${'  - *a\n'.repeat(n / 7)}`,
  'unknown aliases': (n: number) => `faults:\n${filled(n, (index) => `  - *u${index}\n`)}`,
  anchors: (n: number) => `faults:\n${filled(n, (index) => `  - &u${index} {}\n`)}`,
  'anchors and their aliases': (n: number) =>
    `faults:\n${filled(n, (index) => `  - &u${index} {}\n  - *u${index}\n`)}`,
  'merge keys': (n: number) => `profile: &a { kv: {} }\nfaults:\n${'  - { <<: *a }\n'.repeat(n / 15)}`,
  'quotes that do not end': (n: number) => "a: 'b\n".repeat(n / 6),
  tabs: (n: number) => '\t- a\n'.repeat(n / 5),
  colons: (n: number) => 'a: b: c\n'.repeat(n / 8),
  'brackets that close': (n: number) => ']\n'.repeat(n / 2),
  documents: (n: number) => '---\na: 1\n'.repeat(n / 9),
  tags: (n: number) => '- !!binary x\n'.repeat(n / 13),
  'complex keys': (n: number) => '? a\n: b\n'.repeat(n / 8),
  'flow lists': (n: number) => `faults: [${filled(n, () => '{ status: 503 }', ', ')}]`,
  'wrong values': (n: number) => `faults:\n${'  - { status: x }\n'.repeat(n / 18)}`,
  'a long line': (n: number) => `version: ${'x'.repeat(n)}`,
  'many namespaces': (n: number) => `namespaces:\n${filled(n, (index) => `  - id: ns_a_${index}\n`)}`,
  'keys of namespaces': (n: number) =>
    `namespaces:\n${filled(n, (index) => `  - { id: ns_a_${index}, keys: [{ key: k${index}, scope: read }] }\n`)}`,
} satisfies Readonly<Record<string, Shape>>

const longValue = (lines: string): string =>
  entries(`      - key: k\n        ttlSeconds: 60\n        value:\n${lines}`)

const entries = (list: string): string => `namespaces:\n  - id: ns_a_1\n    entries:\n${list}`

/** The head of a request has no more characters. */
export const HEAD_MAX = 256 * 1024

/** Text of headers, paths and queries. */
export const TEXT_SHAPES: Readonly<Record<string, Shape>> = {
  letters: (n) => 'a'.repeat(n),
  points: (n) => '.'.repeat(n),
  slashes: (n) => '/'.repeat(n),
  escapes: (n) => '%41'.repeat(n / 3),
  'broken escapes': (n) => '%'.repeat(n),
  blanks: (n) => ' '.repeat(n),
  quotes: (n) => '"'.repeat(n),
  commas: (n) => 'a,'.repeat(n / 2),
  'equals signs': (n) => 'a=b&'.repeat(n / 4),
  'question marks': (n) => 'a?'.repeat(n / 2),
}

/** Globs that would be tried in many ways on a text that they do not match, each with such a text of about n characters. */
export const SLOW_GLOBS: readonly (readonly [what: string, glob: string, textOf: Shape])[] = [
  ['stars in one segment', `/${'*a'.repeat(497)}*b*a`, (n) => `/${'a'.repeat(n)}`],
  [
    'stars in segments between stars over them',
    `/**${'/*a*a*b*a'.repeat(100)}/**`,
    (n) => '/aaaaaaaaa'.repeat(n / 10),
  ],
  ['stars over segments', '/**/a'.repeat(200), (n) => `${'/a'.repeat(n / 2)}/b`],
  ['a long run of segments', `/**${'/a'.repeat(400)}/**/c/**`, (n) => `${'/a'.repeat(n / 2)}/b`],
]
