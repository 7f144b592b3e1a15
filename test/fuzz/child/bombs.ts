import { startEmulator } from '../../../src/start-emulator.js'

/** Sends small inputs that expand to a lot of data, and prints a line of JSON for each answer. */

const many = (count: number, item: (index: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator)

const value = (template: string) => `stores: [{ id: ec_x_1, entries: [{ key: a, value: '${template}' }] }]`

const BOMBS: readonly (readonly [name: string, call: string, body: string])[] = [
  ['lists in lists', 'PUT /state', '['.repeat(6000)],
  ['lists in lists, a line each', 'PUT /state', '[\n'.repeat(6000)],
  ['mappings in mappings', 'PATCH /state', '{a: '.repeat(6000)],
  ['mappings in mappings, as JSON', 'PUT /seed', `${'{"a":'.repeat(6000)}1${'}'.repeat(6000)}`],
  ['lists in lists, by the million', 'PUT /state', '['.repeat(3_000_000)],
  ['faults in faults, by the million', 'POST /faults', '['.repeat(3_000_000)],
  ['mappings in mappings, by the million', 'PUT /state', '{a: '.repeat(1_000_000)],
  ['items of items, by the million', 'PUT /state', '- '.repeat(1_000_000)],
  ['items of items', 'PUT /state', '- '.repeat(6000)],
  ['keys of keys', 'PUT /state', '? '.repeat(6000)],
  ['blocks in blocks', 'PUT /state', many(1500, (depth) => `${' '.repeat(depth)}a:`, '\n')],
  ['anchors in anchors', 'PUT /state', 'a: &a [*a, '.repeat(10_000)],
  [
    'a billion laughs',
    'PUT /state',
    `profile: { a: { l0: &l0 [1,1,1,1,1,1,1,1,1,1], ${many(12, (n) => `l${n + 1}: &l${n + 1} [${`*l${n},`.repeat(10)}]`)} } }`,
  ],
  [
    'a billion merges',
    'PUT /state',
    many(20, (n) => `m${n}: &m${n} {${n > 0 ? `<<: [*m${n - 1}, *m${n - 1}]` : 'a: 1'}}`, '\n'),
  ],
  ['unknown fields', 'PUT /state', `{${many(3000, (n) => `"a${n}":1`)}}`],
  [
    'wrong entries on one line',
    'PUT /state',
    `{"stores":[{"id":"ec_x_1","entries":[${many(3000, (n) => `{"key":"a${n}"}`)}]}]}`,
  ],
  [
    'equal keys',
    'PUT /state',
    `stores: [{ id: ec_x_1, entries: [${many(2500, () => '{ key: a, value: 1 }')}] }]`,
  ],
  ['equal fields', 'PUT /state', `{${many(3000, () => '"random":1')}}`],
  [
    'fields of one value, in YAML',
    'PUT /state',
    `stores: [{ id: ec_x_1, entries: [{ key: a, value: { ${many(3000, (n) => `k${n}: 1`)} } }] }]`,
  ],
  [
    'long names all the way down',
    'PUT /state',
    `{"profile":{"kv":${`{"${'x'.repeat(3000)}":`.repeat(300)}{${many(2000, (n) => `"a${n}":1`)}}${'}'.repeat(300)}}}`,
  ],
  ['a million digits', 'PUT /state', `{"random":${'9'.repeat(1_000_000)}}`],
  [
    'a million digits of an id',
    'PUT /state',
    `database: { documents: [{ id: ${'9'.repeat(1_000_000)}, title: a }] }`,
  ],
  ['tags', 'PUT /state', `a: [${many(2500, (n) => `!t${n} 1`)}]`],
  [
    'repeat: 1e9',
    'PUT /state',
    'stores: [{ id: ec_x_1, entries: [{ key: "{{index}}", repeat: 1e9, value: 1 }] }]',
  ],
  [
    'many repeats',
    'PUT /state',
    `stores: [{ id: ec_x_1, entries: [${many(50, (n) => `{ key: "${n}_{{index}}", repeat: 1000000, value: 1 }`)}] }]`,
  ],
  [
    'much text',
    'PUT /state',
    `stores: [{ id: ec_x_1, entries: [{ key: "{{index}}", repeat: 1000000, value: "{{index}} ${'x'.repeat(6000)}" }] }]`,
  ],
  ['string.alpha(1000000000)', 'PUT /state', value('{{string.alpha(1000000000)}}')],
  ['lorem.words(1000000000)', 'PUT /state', value('{{lorem.words(1000000000)}}')],
  ['fromRegExp of a billion', 'PUT /state', value('{{helpers.fromRegExp("a{1000000000}")}}')],
  ['fromRegExp of one letter', 'PUT /state', value('{{helpers.fromRegExp("a{500000000}")}}')],
  ['fromRegExp of half a billion', 'PUT /state', value('{{helpers.fromRegExp("[a-z]{1,536870000}")}}')],
  ['string.fromCharacters of a billion', 'PUT /state', value('{{string.fromCharacters("a",1000000000)}}')],
  [
    'string.numeric of one digit',
    'PUT /state',
    value('{{string.numeric({"length":1e9,"exclude":"123456789"})}}'),
  ],
  ['a card number of a billion', 'PUT /state', value('{{finance.creditCardNumber("#a{500000000}")}}')],
  ['card symbols of a billion', 'PUT /state', value('{{helpers.replaceCreditCardSymbols("a{500000000}")}}')],
  ['a pattern of spaces', 'PUT /state', value(`{{helpers.fromRegExp("{${' '.repeat(100_000)}")}}`)],
  ['quantifiers in quantifiers', 'PUT /state', value('{{helpers.fromRegExp("a{9{9}}")}}')],
  [
    'the same text a million times',
    'PUT /state',
    'stores: [{ id: ec_x_1, entries: [{ key: "{{index}}", repeat: 1000000, value: \'{{string.fromCharacters("a",100000)}}\' }] }]',
  ],
  [
    'a password of no character',
    'PUT /state',
    value('{{internet.password({"length": 1000000, "pattern": "^$"})}}'),
  ],
  [
    'arguments in arguments',
    'PUT /state',
    value(`{{helpers.arrayElement(${'['.repeat(6000)}${']'.repeat(6000)})}}`),
  ],
  ['keys of /dev/zero', 'PATCH /profile', '{"auth":{"jwksFile":"/dev/zero"}}'],
  ['keys of /dev/zero, in a seed', 'PUT /state', 'profile: { auth: { jwksFile: /dev/zero } }'],
  ['faults', 'POST /faults', `[${many(3000, () => '{"status":503}')}]`],
  ['wrong faults', 'POST /faults', `[${many(3000, () => '{"status":1}')}]`],
  ['a long field', 'POST /clock', `{"${'"'.padStart(250_000, '\\"')}:1}`],
  ['options', 'PATCH /profile', `{${many(5000, (n) => `"a${n}":1`)}}`],
]

const emulator = await startEmulator({ seed: { random: 1 } })
const stateOf = async () => (await fetch(`${emulator.adminUrl}/state`)).text()
// The clock of the state is running.
const steady = (state: string) => state.replace(/"now": "[^"]*"/, '')
const before = steady(await stateOf())
for (const [name, call, body] of BOMBS) {
  const [method = '', path = ''] = call.split(' ')
  const response = await fetch(`${emulator.adminUrl}${path}`, { method, body })
  const bytes = (await response.text()).length
  const { status } = response
  if (status < 400) await fetch(`${emulator.adminUrl}/reset`, { method: 'POST' })
  const isAsBefore = steady(await stateOf()) === before
  process.stdout.write(`${JSON.stringify({ name, status, bytes, isAsBefore })}\n`)
}
await emulator.close()
