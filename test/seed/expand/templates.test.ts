import { describe, expect, test } from 'vitest'
import { brief, expanded, expandProblemsOf, marked } from '../seeds.js'

const valueSeed = (value: string) => `stores: [{ id: ec_a, entries: [{ key: a, value: ${value} }] }]`

async function filledIn(value: string): Promise<unknown> {
  const seed = await expanded(valueSeed(value))
  return JSON.parse(seed.stores[0]?.entries[0]?.text ?? '')
}

describe('the result of a template', () => {
  test.each([
    ['\'{{number.int({"min": 7, "max": 7})}}\'', 7],
    ['\'no {{number.int({"min": 7, "max": 7})}}\'', 'no 7'],
    ["'{{ index }}'", 1],
    ["'{{index}}{{index}}'", '11'],
    ['\'{{datatype.boolean({"probability": 1})}}\'', true],
    ['\'{{number.bigInt({"min": 5, "max": 5})}}\'', 5],
    ['\'{{helpers.arrayElement(["a)}}"])}}\'', 'a)}}'],
    ['\'{{helpers.arrayElement([{"a": [1]}])}}\'', { a: [1] }],
    ["'{{helpers.arrayElement([null])}}'", null],
    ['\'{{string.fromCharacters("z", 3)}}\'', 'zzz'],
    ['\'{{date.between({"from": "2026-01-01", "to": "2026-01-01"})}}\'', '2026-01-01T00:00:00.000Z'],
    ['\'on {{date.between({"from": "2026-01-01", "to": "2026-01-01"})}}\'', 'on 2026-01-01T00:00:00.000Z'],
    ["[{ '{{index}}': ['{{index}}', x] }, 2]", [{ 1: [1, 'x'] }, 2]],
    ["'{ {index}'", '{ {index}'],
  ])('the template %s is filled in', async (template, value) => {
    if (value === null)
      return expect((await expandProblemsOf(valueSeed(template)))[0]?.message).toContain('cannot hold null')
    expect(await filledIn(template)).toEqual(value)
  })

  test('the text around a template is escaped as JSON', async () => {
    expect(await filledIn(`'"{{helpers.arrayElement(["\\""])}}\\'`)).toBe('""\\')
  })

  test('literal turns templates off in every field, and json has none', async () => {
    const text = [
      'namespaces:',
      '  - id: ns_a',
      '    entries:',
      "      - { key: '{{index}}', literal: true, value: ['{{nonsense'], ttlSeconds: 60 }",
      `      - { key: b, json: '"{{index}}"', ttlSeconds: 60 }`,
    ].join('\n')
    expect((await expanded(text)).namespaces[0]?.entries).toMatchObject([
      { key: '{{index}}', text: '["{{nonsense"]', ttlSeconds: 60 },
      { key: 'b', text: '"{{index}}"', ttlSeconds: 60 },
    ])
  })

  test('records take templates in all their texts', async () => {
    const seed = await expanded(
      'database: { projects: [{ id: "1{{index}}", name: "{{index}}", description: "d{{index}}" }], documents: [{ id: "{{index}}", title: "t{{index}}", content: "{{index}}", project: "1{{index}}" }] }',
    )
    expect(seed.projects).toMatchObject([{ id: '11', heading: '1', text: 'd1' }])
    expect(seed.documents).toMatchObject([{ id: '1', heading: 't1', text: '1', project: '11' }])
  })

  test('templates can be used in times', async () => {
    const seed = await expanded(
      'namespaces: [{ id: ns_a, entries: [{ key: "{{index}}", repeat: 2, value: 1, createdAt: "-{{index}}h", expiresAt: "+{{index}}m" }] }]',
    )
    expect(seed.namespaces[0]?.entries).toMatchObject([
      { key: '1', text: '1', createdAt: -3_600_000, expiresAt: 60_000 },
      { key: '2', text: '1', createdAt: -7_200_000, expiresAt: 120_000 },
    ])
  })
})

describe('templates that are refused', () => {
  test.each([
    [
      'a misspelt function',
      valueSeed("[1, §'{{internet.emial}}']"),
      'there is no template {{internet.emial}}',
      'did you mean {{internet.email}}?',
    ],
    [
      'a function of another module',
      valueSeed("§'{{person.email}}'"),
      'there is no template {{person.email}}',
      'did you mean {{internet.email}}?',
    ],
    [
      'a constructor',
      valueSeed("§'{{constructor}}'"),
      'there is no template {{constructor}}',
      expect.anything(),
    ],
    [
      'a prototype',
      valueSeed("§'{{internet.__proto__}}'"),
      'there is no template {{internet.__proto__}}',
      expect.anything(),
    ],
    ['the seed of faker', valueSeed("§'{{seed(5)}}'"), 'there is no template {{seed}}', expect.anything()],
    [
      'templates in templates',
      valueSeed(`§'{{helpers.fake("x")}}'`),
      'there is no template {{helpers.fake}}',
      expect.anything(),
    ],
    [
      'no path',
      valueSeed("§'{{}}'"),
      '"{{}}" is not a template',
      'write one like {{internet.email}} or {{index}}, or turn templates off with literal: true',
    ],
    [
      'a template that does not end',
      valueSeed("§'{{index'"),
      '"{{index" is not a template',
      'write one like {{internet.email}} or {{index}}, or turn templates off with literal: true',
    ],
    [
      'arguments that do not end',
      valueSeed(`§'{{number.int({"max": 9}}}'`),
      'the template {{number.int(… is not closed',
      'close it with )}}',
    ],
    [
      'arguments that are not JSON',
      valueSeed("§'{{number.int({max: 9})}}'"),
      'the arguments of {{number.int(…)}} are not JSON: {max: 9}',
      'write them with double quotes, as in {{number.int({"max": 9})}}',
    ],
    [
      'arguments that the function refuses',
      valueSeed(`§'{{number.int({"min": 9, "max": 1})}}'`),
      '{{number.int}}: Max 1 should be greater than min 9.',
      undefined,
    ],
    [
      'an object within text',
      valueSeed("§'at {{airline.airport}}'"),
      '{{airline.airport}} gives an object, which cannot be part of a text',
      'make the template the whole value',
    ],
    [
      'a list as a title',
      'database: { documents: [{ title: §\'{{date.betweens({"from": 0, "to": 1})}}\' }] }',
      '{{date.betweens}} gives a list, which cannot be part of a text',
      'make the template the whole value',
    ],
    [
      'a number beyond 2^53',
      valueSeed(`§'{{number.bigInt({"min": 9007199254740993, "max": 9007199254740999})}}'`),
      expect.stringContaining('which is beyond 2^53'),
      'give it a smaller max',
    ],
    [
      'an invalid id',
      'database: { documents: [{ id: §"x{{index}}", title: t }] }',
      expect.stringMatching(/^expected an int64 id: digits .*, found the text "x1"$/),
      'use a template that gives digits, such as {{index}}',
    ],
    [
      'an invalid time',
      'stores: [{ id: ec_a, entries: [{ key: a, value: 1, updatedAt: §"{{index}}m" }] }]',
      expect.stringMatching(/^expected an instant: .* such as \+10m or -1h, found the text "1m"$/),
      'did you mean +1m?',
    ],
    [
      'an empty key',
      `stores: [{ id: ec_a, entries: [{ key: §'{{helpers.arrayElement([""])}}', value: 1 }] }]`,
      'expected text that is not empty',
      undefined,
    ],
    [
      'keys that are all the same',
      'stores: [{ id: ec_a, entries: [{ key: §a, repeat: 2, value: 1 }] }]',
      'repeat creates the key "a" twice',
      'put {{index}} in the key',
    ],
    [
      'keys that are the same by chance',
      `stores: [{ id: ec_a, entries: [{ key: §'{{datatype.boolean}}', repeat: 3, value: 1 }] }]`,
      expect.stringMatching(/^repeat creates the key "(true|false)" twice$/),
      'put {{index}} in the key',
    ],
  ])('a template is refused: %s', async (_, source, message, hint) => {
    const { text, at } = marked(source)
    expect((await expandProblemsOf(text)).map(brief)).toEqual([{ at, message, hint }])
  })
})
