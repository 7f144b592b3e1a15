import { describe, expect, test } from 'vitest'
import { expandFault } from '../../../src/seed/expand/fault.js'
import { Offset } from '../../../src/services/kv/entry.js'
import { expanded, loaded, parsed } from '../seeds.js'

const people = '{ key: "p{{index}}", repeat: 3, value: "{{person.fullName}} {{number.int}}", ttlSeconds: 60 }'
const more = '{ key: "more", value: "{{person.fullName}}", ttlSeconds: 60 }'
const namespace = (...entries: string[]) => `namespaces: [{ id: ns_a, entries: [${entries.join(', ')}] }]`

async function textsOf(text: string, random = 1): Promise<string[]> {
  const seed = loaded([text], random)
  return seed.namespaces[0]?.entries.map((entry) => entry.text) ?? []
}

describe('each record draws from its own stream', () => {
  test('equal seeds give equal data, another random seed gives other data', async () => {
    const text = namespace(people)
    const texts = await textsOf(text)
    expect(new Set(texts).size).toBe(3)
    expect(await textsOf(text)).toEqual(texts)
    expect(await textsOf(text, 2)).not.toEqual(texts)
  })

  test.each([
    ['appending a block', namespace(people, more)],
    ['a longer repeat', namespace(people.replace('repeat: 3', 'repeat: 9'))],
    ['a block before one with a key', namespace(more, people)],
    [
      'another namespace before it',
      `namespaces: [{ id: ns_b, entries: [${more}] }, ${namespace(people).slice('namespaces: ['.length)}`,
    ],
    [
      'another list',
      `${namespace(people)}\ndatabase: { documents: [{ repeat: 5, title: "{{lorem.word}}" }] }`,
    ],
    [
      'a new owner and new limits',
      namespace(people).replace('id: ns_a', 'id: ns_a, owner: me, limits: { reads: 1 }'),
    ],
  ])('%s does not change the data of other records', async (_, text) => {
    const before = await textsOf(namespace(people))
    const seed = await expanded(text)
    const after = seed.namespaces
      .find(({ id }) => id === 'ns_a')
      ?.entries.filter(({ key }) => /^p[123]$/.test(key))
    expect(after?.map((entry) => entry.text)).toEqual(before)
  })

  test('a block without id draws by its position, one with an id does not', async () => {
    const titles = async (...blocks: string[]) => {
      const seed = await expanded(`database: { documents: [${blocks.join(', ')}] }`)
      return seed.documents.map(({ heading }) => heading)
    }
    const [plain, named] = ['{ title: "{{lorem.sentence}}" }', '{ id: 5, title: "{{lorem.sentence}}" }']
    const [first, second] = await titles(plain, named)
    expect(await titles(named, plain)).toEqual([second, expect.not.stringMatching(`^${first}$`)])
    expect(await titles(plain, named, plain)).toEqual([first, second, expect.any(String)])
  })

  test('a function that changes its arguments in place does not affect the next record', async () => {
    const shuffled = `{ key: "{{index}}", repeat: 20, value: '{{helpers.shuffle([1,2,3,4,5], {"inplace": true})}}', ttlSeconds: 60 }`
    const alone = await textsOf(namespace(shuffled.replace('repeat: 20', 'repeat: 2')))
    expect((await textsOf(namespace(shuffled))).slice(0, 2)).toEqual(alone)
  })
})

test('dates count from the clock of the seed, else from a fixed day', async () => {
  const recent = namespace('{ key: a, value: "{{date.recent}}", ttlSeconds: 60 }')
  expect(await textsOf(recent)).toEqual([expect.stringMatching(/^"(2025-12-31|2026-01-01)T/)])
  expect(await textsOf(`clock: { now: 2030-05-05 }\n${recent}`)).toEqual([
    expect.stringMatching(/^"2030-05-0[45]T/),
  ])
})

describe('the loaded data', () => {
  test('a seed that uses everything at once is loaded', async () => {
    const seed = await expanded(`
clock: { now: 2026-01-31T23:59:00Z, freeze: true, rate: 2 }
random: 42
profile: { database: { maxPageSize: 50 } }
namespaces:
  - id: ns_a
    owner: me
    limits: { reads: 5 }
    usage: { reads: 4, 2025-12: { reads: 7 } }
    keys: [{ key: k, scope: read }]
    entries:
      - { key: a, value: { b: 1.0 }, ttlSeconds: 60, createdAt: -1h30m }
      - { key: c, json: ' { "b" : 1.0 } ', expiresAt: 2026-02-01 }
      - { key: d, value: null, expiresAt: +30, ttlSeconds: 0 }
stores: [{ id: ec_a, entries: [{ key: a, value: x, updatedAt: 1000 }] }]
database:
  rateLimit: { requests: 60, per: 1m }
  keys: [{ key: db, projects: [10], outOfScope: forbidden }]
  projects: [{ id: 10, name: P }]
  documents: [{ title: D, project: 10 }]
resume: { ids: { documents: 5 } }
`)
    expect(seed).toMatchObject({
      namespaces: [
        {
          id: 'ns_a',
          owner: 'me',
          limits: { reads: 5 },
          usage: [
            ['2025-12', { reads: 7 }],
            ['origin', { reads: 4 }],
          ],
          entries: [
            {
              key: 'a',
              text: '{"b":1}',
              ttlSeconds: 60,
              createdAt: -5_400_000,
              expiresAt: -5_340_000,
              offsets: Offset.createdAt + Offset.expiresAt,
            },
            {
              key: 'c',
              text: '{"b":1.0}',
              createdAt: 0,
              expiresAt: Date.UTC(2026, 1, 1),
              offsets: Offset.createdAt,
            },
            {
              key: 'd',
              text: 'null',
              ttlSeconds: 0,
              createdAt: 0,
              expiresAt: 30_000,
              offsets: Offset.createdAt + Offset.expiresAt,
            },
          ],
        },
      ],
      stores: [
        {
          id: 'ec_a',
          entries: [{ key: 'a', text: '"x"', updatedAt: 1000, updatedIsOffset: false }],
        },
      ],
      keys: [{ key: 'k', resourceId: 'ns_a', scope: 'read' }],
      rateLimit: { requests: 60, perMs: 60_000 },
      databaseKeys: [
        {
          key: 'db',
          scope: { projects: new Set(['10']), documents: new Set(), outOfScope: 'forbidden' },
        },
      ],
      projects: [{ id: '10', heading: 'P' }],
      documents: [{ id: '1', heading: 'D', project: '10' }],
    })
  })

  test.each([
    [
      '{ status: 503, from: +10m, until: 2026-02-01 }',
      { status: 503, from: { offset: 600_000 }, until: { at: Date.UTC(2026, 1, 1) } },
    ],
    ['{ delay: 200 }', { delay: 200 }],
    ['{ delay: 200ms }', { delay: 200 }],
    ['{ delay: { min: 5, max: 2s } }', { delay: { min: 5, max: 2000 } }],
    ['{ status: 429, retryAfter: 30 }', { status: 429, retryAfter: 30 }],
    ['{ status: 429, retryAfter: 1500ms }', { status: 429, retryAfter: 2 }],
    [
      '{ status: 500, headers: { x-a: 5, x-b: c }, body: { id: 5 } }',
      { status: 500, headers: { 'x-a': '5', 'x-b': 'c' }, body: { id: 5 } },
    ],
    // Other programs compare the text, so it stays as written.
    [
      '{ status: 500, headers: { x-a: 1.10, x-b: 007, x-c: 0x1F, x-d: 12345678901234567890 }, match: { header: { x: 010 } } }',
      {
        status: 500,
        headers: { 'x-a': '1.10', 'x-b': '007', 'x-c': '0x1F', 'x-d': '12345678901234567890' },
        match: { header: { x: '010' } },
      },
    ],
    [
      '{ id: f, enabled: false, match: { operation: kv.*, header: { x: 1 } }, connection: reset, effect: after, after: 1, times: 2, probability: 0.5, optional: true, matches: 3, hits: 1 }',
      {
        id: 'f',
        enabled: false,
        match: { operation: 'kv.*', header: { x: '1' } },
        connection: 'reset',
        effect: 'after',
        after: 1,
        times: 2,
        probability: 0.5,
        optional: true,
        matches: 3,
        hits: 1,
      },
    ],
  ])('the fault %s is loaded as written', async (fault, spec) => {
    expect((parsed(`faults: [${fault}]`).faults ?? []).map(expandFault)).toEqual([spec])
  })
})
