import { describe, expect, test } from 'vitest'
import { jsonSchema } from '../../src/seed/schema/json-schema.js'
import { services } from '../../src/services/index.js'
import { expandProblemsOf } from '../seed/seeds.js'

/** The problems of a seed that misnames a kind of record, and the kinds in the schema for editors. */

/** The place and message of each problem. */
const saidOf = async (seed: string): Promise<string[]> =>
  (await expandProblemsOf(seed)).map(({ path, message }) => `${path}: ${message}`)

test.each([
  ['namespaces: 1', 'namespaces', 'a list of namespaces'],
  ['namespaces: [1]', 'namespaces[0]', 'a namespace (a mapping)'],
  ['namespaces: [{ id: 1 }]', 'namespaces[0].id', 'a namespace id, which begins with ns_'],
  ['namespaces: [{ id: ns_a_1, limits: 1 }]', 'namespaces[0].limits', 'limits (a mapping)'],
  ['namespaces: [{ id: ns_a_1, entries: 1 }]', 'namespaces[0].entries', 'a list of entries'],
  ['namespaces: [{ id: ns_a_1, entries: [1] }]', 'namespaces[0].entries[0]', 'an entry (a mapping)'],
  ['stores: 1', 'stores', 'a list of stores'],
  ['stores: [1]', 'stores[0]', 'a store (a mapping)'],
  ['stores: [{ id: 1 }]', 'stores[0].id', 'a store id, which begins with ec_'],
  ['stores: [{ id: ec_a_1, entries: 1 }]', 'stores[0].entries', 'a list of entries'],
  ['stores: [{ id: ec_a_1, entries: [1] }]', 'stores[0].entries[0]', 'an entry (a mapping)'],
  ['database: 1', 'database', 'the database (a mapping)'],
  ['database: { rateLimit: 1 }', 'database.rateLimit', 'a rate limit (a mapping)'],
  ['database: { keys: 1 }', 'database.keys', 'a list of keys'],
  ['database: { keys: [1] }', 'database.keys[0]', 'a database key (a mapping)'],
  ['database: { keys: [{ key: a, projects: 1 }] }', 'database.keys[0].projects', 'a list of project ids'],
  ['database: { keys: [{ key: a, documents: 1 }] }', 'database.keys[0].documents', 'a list of document ids'],
  ['database: { projects: 1 }', 'database.projects', 'a list of projects'],
  ['database: { projects: [1] }', 'database.projects[0]', 'a project (a mapping)'],
  ['database: { documents: 1 }', 'database.documents', 'a list of documents'],
  ['database: { documents: [1] }', 'database.documents[0]', 'a document (a mapping)'],
])('%s names what was expected', async (text, path, expected) => {
  expect(await saidOf(text)).toContainEqual(expect.stringContaining(`${path}: expected ${expected}, found `))
})

const ENTRY = 'stores: [{ id: ec_a_1, entries: [{ key: a, value: 1, § }] }]'

test.each([
  ['database: { rateLimit: 1 }', /^write { requests: 1, per: 1m }$/],
  ['database: { rateLimit: fast }', /^undefined$/],
  [ENTRY.replace('§', 'ttlSeconds: 1'), /^leave it out: config entries never expire$/],
  [ENTRY.replace('§', 'settled: 1'), /^(?!leave it out)/],
])('%s gets a hint that fits', async (seed, hint) => {
  const [problem] = await expandProblemsOf(seed)
  expect(String(problem?.hint)).toMatch(hint)
})

test.each([
  ['namespaces: [{ id: ns_a_1, entries: [{ key: a1, json: x, ttlSeconds: 60 }] }]', 'entries[0].json'],
  ['namespaces: [{ id: ns_a_1, entries: [{ key: "{{x}}", value: 1, ttlSeconds: 60 }] }]', 'entries[0].key'],
  [
    'namespaces: [{ id: ns_a_1, entries: [{ repeat: 1, key: a, value: 1, createdAt: "+{{x}}s", ttlSeconds: 60 }] }]',
    'entries[0].createdAt',
  ],
  [
    'namespaces: [{ id: ns_a_1, entries: [{ repeat: 1, key: a, value: 1, expiresAt: "+{{x}}s" }] }]',
    'entries[0].expiresAt',
  ],
  ['stores: [{ id: ec_a_1, entries: [{ key: "{{x}}", value: 1 }] }]', 'entries[0].key'],
  [
    'stores: [{ id: ec_a_1, entries: [{ key: a, value: "{{helpers.arrayElement([null])}}" }] }]',
    'entries[0].value',
  ],
  ['database: { projects: [{ repeat: 1, id: "{{x}}", name: a }] }', 'projects[0].id'],
  ['database: { projects: [{ name: "{{x}}" }] }', 'projects[0].name'],
  ['database: { projects: [{ name: a, description: "{{x}}" }] }', 'projects[0].description'],
  ['database: { documents: [{ repeat: 1, id: "{{x}}", title: a }] }', 'documents[0].id'],
  ['database: { documents: [{ title: "{{x}}" }] }', 'documents[0].title'],
  ['database: { documents: [{ title: a, content: "{{x}}" }] }', 'documents[0].content'],
  ['database: { documents: [{ repeat: 1, title: a, project: "{{x}}" }] }', 'documents[0].project'],
])('%s is refused with the name of the field', async (text, path) => {
  expect(await saidOf(text)).toContainEqual(expect.stringContaining(`${path}: `))
})

test.each([
  ['namespaces: [{ id: ns_a_1, entries: [§] }]', 'key: "k{{index}}", value: 1, ttlSeconds: 60', 'key: k1'],
  ['stores: [{ id: ec_a_1, entries: [§] }]', 'key: "k{{index}}", value: 1', 'key: k1'],
  ['database: { projects: [§] }', 'id: "{{index}}", name: a', 'id: "1"'],
  ['database: { documents: [§] }', 'id: "{{index}}", title: a', 'id: "1"'],
])('two blocks of %s that make the same record are refused', async (list, fields, one) => {
  const first = `{ repeat: 2, ${fields} }`
  const second = `{ repeat: 1, ${fields.replace(/(key|id): "[^"]*"/, one)} }`
  expect(await saidOf(list.replace('§', first))).toEqual([])
  const both = list.replace('§', `${first}, ${second}`)
  expect(await saidOf(both)).toEqual([expect.stringMatching(/\[1\]\.(key|id): the .* is taken/)])
})

describe('for editors', () => {
  test('no description is empty', async () => {
    const descriptions: unknown[] = []
    JSON.stringify(jsonSchema(services), (name, value) => {
      if (name === 'description' && typeof value !== 'object') descriptions.push(value)
      return value
    })
    expect(descriptions.length).toBeGreaterThan(100)
    expect(descriptions.filter((text) => typeof text !== 'string' || text.trim() === '')).toEqual([])
  })

  test('an entry of a namespace has one value and an expiry, and one of a store has one value', async () => {
    const text = JSON.stringify(jsonSchema(services))
    const value = '"oneOf":[{"required":["value"]},{"required":["json"]}]'
    const expiry = '"anyOf":[{"required":["ttlSeconds"]},{"required":["expiresAt"]}]'
    expect(text.split(value)).toHaveLength(3)
    expect(text.split(expiry)).toHaveLength(2)
  })
})
