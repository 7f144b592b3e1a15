import { describe, expect, test } from 'vitest'
import { joinDocuments, parseSeeds } from '../../src/seed/parse.js'
import { problemAt } from '../../src/seed/text/positions.js'
import { services } from '../../src/services/index.js'
import { brief, expanded, expandProblemsOf, parsed, problemsOf } from './seeds.js'

describe('joining', () => {
  test.each([
    ['the later random seed', 'random: 1', 'random: 2', 'random: 2'],
    [
      'the clock field by field',
      'clock: { now: 5000, rate: 2 }',
      'clock: { rate: 3 }',
      'clock: { now: 5000, rate: 3 }',
    ],
    [
      'the profile option by option',
      'profile: { kv: { putStatus: 201, defaultLimits: { reads: 1, lists: 2 } }, http: { notShown: 404 } }',
      'profile: { kv: { defaultLimits: { reads: 5 } } }',
      'profile: { kv: { putStatus: 201, defaultLimits: { reads: 5, lists: 2 } }, http: { notShown: 404 } }',
    ],
    [
      'a namespace field by field',
      'namespaces: [{ id: ns_a, owner: x, limits: { reads: 1, writes: 2 }, usage: { reads: 3, 2025-12: { reads: 4 } } }]',
      'namespaces: [{ id: ns_b }, { id: ns_a, owner: y, limits: { reads: 9 }, usage: { lists: 1, 2025-12: { lists: 2 } } }]',
      'namespaces: [{ id: ns_a, owner: y, limits: { reads: 9, writes: 2 }, usage: { reads: 3, lists: 1, 2025-12: { reads: 4, lists: 2 } } }, { id: ns_b }]',
    ],
    [
      'keys by key',
      'stores: [{ id: ec_a, keys: [{ key: k, scope: read }, { key: l, scope: read }] }]',
      'stores: [{ id: ec_a, keys: [{ key: m, scope: read }, { key: k, scope: admin }] }]',
      'stores: [{ id: ec_a, keys: [{ key: k, scope: admin }, { key: l, scope: read }, { key: m, scope: read }] }]',
    ],
    [
      'entries whole, by key',
      'stores: [{ id: ec_a, entries: [{ key: a, value: 1, updatedAt: -1h }] }]',
      'stores: [{ id: ec_a, entries: [{ key: a, value: 2 }, { key: b, value: 3 }] }]',
      'stores: [{ id: ec_a, entries: [{ key: a, value: 2 }, { key: b, value: 3 }] }]',
    ],
    [
      'repeated entries whose key text is equal',
      'stores: [{ id: ec_a, entries: [{ key: "a{{index}}", repeat: 3, value: 1 }] }]',
      'stores: [{ id: ec_a, entries: [{ key: "a{{index}}", repeat: 2, value: 2 }, { key: "b{{index}}", value: 1 }] }]',
      'stores: [{ id: ec_a, entries: [{ key: "a{{index}}", repeat: 2, value: 2 }, { key: "b{{index}}", value: 1 }] }]',
    ],
    [
      'a literal key apart from the template spelt alike',
      'stores: [{ id: ec_a, entries: [{ key: "a{{index}}", value: 1 }] }]',
      'stores: [{ id: ec_a, entries: [{ key: "a{{index}}", literal: true, value: 2 }] }]',
      'stores: [{ id: ec_a, entries: [{ key: "a{{index}}", value: 1 }, { key: "a{{index}}", literal: true, value: 2 }] }]',
    ],
    [
      'records whole by id, the others appended',
      'database: { documents: [{ id: 1, title: a, content: c }, { title: b }] }',
      'database: { documents: [{ title: b }, { id: "1", title: d }] }',
      'database: { documents: [{ id: 1, title: d }, { title: b }, { title: b }] }',
    ],
    [
      'the rate limit, and database keys by key',
      'database: { rateLimit: { requests: 1, per: 1m }, keys: [{ key: k, projects: [1] }, { key: l }] }',
      'database: { rateLimit: { requests: 2, per: 2m }, keys: [{ key: k }] }',
      'database: { rateLimit: { requests: 2, per: 2m }, keys: [{ key: k }, { key: l }] }',
    ],
    [
      'projects by id',
      'database: { projects: [{ id: 1, name: a }, { id: 2, name: b }] }',
      'database: { projects: [{ id: 1, name: c }] }',
      'database: { projects: [{ id: 1, name: c }, { id: 2, name: b }] }',
    ],
    [
      'faults by id, the others appended',
      'faults: [{ id: f, status: 500 }, { status: 501 }]',
      'faults: [{ status: 502 }, { id: f, delay: 5 }]',
      'faults: [{ id: f, delay: 5 }, { status: 501 }, { status: 502 }]',
    ],
  ])('joining seeds takes %s', (_, first, second, both) => {
    expect(parsed(first, second)).toEqual(parsed(both))
  })

  test('joining seeds leaves its parts as they were', () => {
    const [first, second] = ['random: 1\nclock: { rate: 2 }', 'clock: { rate: 3 }'].map((text) =>
      parseSeeds([{ name: 'x', text }], services),
    )
    if (first === undefined || second === undefined) throw new Error('two documents were parsed')
    expect(joinDocuments([first, second], services).data).toEqual({ random: 1, clock: { rate: 3 } })
    expect([first.data, second.data]).toEqual([{ random: 1, clock: { rate: 2 } }, { clock: { rate: 3 } }])
    expect(joinDocuments([], services).data).toEqual({})
  })
})

describe('places in joined seeds', () => {
  test('an API key in two files names the second place, and the first', () => {
    const first = 'namespaces: [{ id: ns_a, keys: [{ key: k, scope: read }] }]'
    const second = 'random: 2\nstores:\n  - id: ec_a\n    keys:\n      - { key: k, scope: read }'
    const [problem, ...others] = problemsOf(first, second)
    expect(others).toEqual([])
    expect(problem).toEqual({
      file: 'b.yaml',
      line: 5,
      column: 16,
      path: 'stores[0].keys[0].key',
      source: '      - { key: k, scope: read }',
      message: 'the key "k" already belongs to ns_a',
      hint: 'a key opens a single namespace or store; the other one is at a.yaml:1:40',
    })
  })

  test('a field points to the file that it came from, however many there are', () => {
    const documents = [
      'resume: { ids: { a: 1, b: 1 } }',
      'resume:\n  ids: { b: 2 }',
      'resume:\n  random:\n    c: 3',
    ].map((text, index) => parseSeeds([{ name: `${index}.yaml`, text }], services))
    const document = joinDocuments(documents, services)
    const placeOf = (...path: string[]) => {
      const { file, line, column } = problemAt(document, { path: ['resume', ...path], message: '' })
      return `${file}:${line}:${column}`
    }
    expect(placeOf('ids', 'a')).toBe('0.yaml:1:21')
    expect(placeOf('ids', 'b')).toBe('1.yaml:2:13')
    expect(placeOf('random', 'c')).toBe('2.yaml:3:8')
    expect(placeOf('random')).toBe('2.yaml:3:5')
    // A missing field is reported at its parent.
    expect(placeOf('random', 'd')).toBe('2.yaml:3:5')
  })

  test('data that was never text has only a name as its place', () => {
    expect(
      problemAt({ data: { profile: {} } }, { path: ['profile', 'kv'], message: 'wrong', hint: 'mend' }),
    ).toEqual({
      file: 'seed',
      line: 1,
      column: 1,
      path: 'profile.kv',
      source: '',
      message: 'wrong',
      hint: 'mend',
    })
  })
})

describe('keys from templates', () => {
  const first = 'stores: [{ id: ec_a, entries: [{ key: "a{{index}}", repeat: 3, value: 1 }] }]'

  test('keys from templates in a later file replace equal ones', async () => {
    const seed = await expanded(first, 'stores: [{ id: ec_a, entries: [{ key: a2, value: 5 }] }]')
    expect(seed.stores[0]?.entries.map(({ key, text }) => `${key}=${text}`)).toEqual(['a1=1', 'a2=5', 'a3=1'])
  })

  test('keys from templates in one file must differ', async () => {
    const problems = await expandProblemsOf(first.replace(' }] }]', ' }, { key: a2, value: 5 }] }]'))
    expect(problems.map(brief)).toEqual([
      { at: '1:83', message: 'the key "a2" is taken', hint: 'by the one at a.yaml:1:32' },
    ])
  })
})
