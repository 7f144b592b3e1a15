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
  'deep lists': (n) => `${'['.repeat(n / 2)}${']'.repeat(n / 2)}`,
  'deep objects': (n) => `${'{"a":'.repeat(n / 6)}0${'}'.repeat(n / 6)}`,
  'lists that do not end': (n) => '['.repeat(n),
  'a text that does not end': (n) => `"${'a\\'.repeat(n / 2)}`,
  commas: (n) => `[${','.repeat(n)}]`,
  'a long name': (n) => `{"${'n'.repeat(n)}":1}`,
  'braces of templates': (n) => `"${'{{'.repeat(n / 2)}"`,
  templates: (n) => `"${'{{index}} '.repeat(n / 10)}"`,
}

/** Seeds in YAML, sound and broken. */
export const YAML_SHAPES: Readonly<Record<string, Shape>> = {
  'many entries': (n) =>
    entries(filled(n, (index) => `      - { key: k${index}, value: 1, ttlSeconds: 60 }\n`)),
  'equal keys': (n) => entries(filled(n, () => '      - { key: k, value: 1, ttlSeconds: 60 }\n')),
  'a block of text': (n) =>
    `${entries('      - key: k\n        ttlSeconds: 60\n        value: |\n')}${'          line\n'.repeat(n / 15)}`,
  comments: (n) => `${'# nothing\n'.repeat(n / 10)}version: 1\n`,
  'empty lines': (n) => `version: 1\n${'\n'.repeat(n)}`,
  'unknown fields': (n) => filled(n, (index) => `field${index}: 1\n`),
  'one field again and again': (n) => 'version: 1\n'.repeat(n / 11),
  aliases: (n) => `random: &a 1\nfaults:\n${'  - *a\n'.repeat(n / 7)}`,
  'unknown aliases': (n) => `faults:\n${filled(n, (index) => `  - *u${index}\n`)}`,
  anchors: (n) => `faults:\n${filled(n, (index) => `  - &u${index} {}\n`)}`,
  'merge keys': (n) => `profile: &a { kv: {} }\nfaults:\n${'  - { <<: *a }\n'.repeat(n / 15)}`,
  'quotes that do not end': (n) => "a: 'b\n".repeat(n / 6),
  tabs: (n) => '\t- a\n'.repeat(n / 5),
  colons: (n) => 'a: b: c\n'.repeat(n / 8),
  'brackets that close': (n) => ']\n'.repeat(n / 2),
  documents: (n) => '---\na: 1\n'.repeat(n / 9),
  tags: (n) => '- !!binary x\n'.repeat(n / 13),
  'complex keys': (n) => '? a\n: b\n'.repeat(n / 8),
  'flow lists': (n) => `faults: [${filled(n, () => '{ status: 503 }', ', ')}]`,
  'wrong values': (n) => `faults:\n${'  - { status: x }\n'.repeat(n / 18)}`,
  'a long line': (n) => `version: ${'x'.repeat(n)}`,
  'many namespaces': (n) => `namespaces:\n${filled(n, (index) => `  - id: ns_a_${index}\n`)}`,
  'keys of namespaces': (n) =>
    `namespaces:\n${filled(n, (index) => `  - { id: ns_a_${index}, keys: [{ key: k${index}, scope: read }] }\n`)}`,
}

const entries = (list: string): string => `namespaces:\n  - id: ns_a_1\n    entries:\n${list}`

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
  ['stars in one segment', `/${'*a'.repeat(499)}`, (n) => `/${'a'.repeat(n)}b`],
  ['stars over segments', '/**/a'.repeat(200), (n) => `${'/a'.repeat(n / 2)}/b`],
  ['a long run of segments', `/**${'/a'.repeat(400)}/**/c/**`, (n) => `${'/a'.repeat(n / 2)}/b`],
]
