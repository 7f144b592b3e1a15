import { expect, test } from 'vitest'
import { readSeeds } from '../../src/seed/parse.js'
import { SeedProblems } from '../../src/seed/text/problems.js'
import { services } from '../../src/services/index.js'

/** All problems of a seed are reported together: those of fields, templates, repeats and the profile. */

async function problemsOf(...texts: readonly string[]): Promise<readonly string[]> {
  const sources = texts.map((text, index) => ({ name: `${index}.yaml`, text }))
  const error = await readSeeds(sources, services).catch((error) => error)
  if (!(error instanceof SeedProblems)) return []
  return error.problems.map(({ file, line, message }) => `${file}:${line}: ${message}`)
}

test('problems of templates and repeats are reported beside all others', async () => {
  const text = `
versoin: 1
profile: { kv: { putStatus: 201 } }
namespaces:
  - id: ns_shop_1
    entries:
      - { key: a, value: '{{nobody.knows}}', ttlSeconds: 60 }
      - { key: b, value: '{{internet.email', ttlSeconds: 60 }
      - { key: c, value: 1, ttlSeconds: 60, repeat: 3 }
      - { key: 'd{{index}}', value: 1, ttlSeconds: 60, repeat: 4000000 }
      - { key: e, valeu: '{{internet.emial}}', ttlSeconds: 60 }
      - { key: f, value: 1, ttlSeconds: 5 }
database:
  documents:
    - { id: 1, title: '{{number.int({"min": 9, "max": 1})}}' }
    - { id: x, title: a }
    - { id: 2, title: '{{', literal: true, contnet: a }
    - { id: 3, title: a }
    - { id: 3, title: b, content: '{{no' }
`
  expect(await problemsOf(text)).toEqual([
    '0.yaml:2: unknown field "versoin"',
    '0.yaml:7: there is no template {{nobody.knows}}',
    '0.yaml:8: "{{internet.email" is not a template',
    '0.yaml:9: repeat creates the key "c" twice',
    '0.yaml:10: a seed can generate at most 4000000 records',
    '0.yaml:11: unknown field "valeu"',
    '0.yaml:11: there is no template {{internet.emial}}',
    expect.stringContaining('0.yaml:12: expected an integer of at least 60'),
    '0.yaml:15: {{number.int}}: Max 1 should be greater than min 9.',
    expect.stringContaining('0.yaml:16: expected an int64 id'),
    '0.yaml:17: unknown field "contnet"',
    '0.yaml:19: this id appears twice in one list',
    '0.yaml:19: "{{no" is not a template',
  ])
})

test('templates are checked beside a number that JSON cannot hold', async () => {
  const entry = "{ key: '{{no.such}}', value: 1, repeat: 9007199254740993 }"
  expect(await problemsOf(`stores: [{ id: ec_a_1, entries: [${entry}] }]`)).toEqual([
    '0.yaml:1: there is no template {{no.such}}',
    '0.yaml:1: expected an integer of at least 1, found the number 9007199254740993',
  ])
})

test('text that is not YAML is the only problem if nothing can be read', async () => {
  expect(await problemsOf('stores: [')).toHaveLength(1)
})
