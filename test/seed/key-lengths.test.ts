import { describe, expect, test } from 'vitest'
import { KEY_LENGTH_MAX } from '../../src/domain/bounds.js'
import { AdminCalls } from '../support/admin-calls.js'
import { Service } from '../support/service.js'
import { expandProblemsOf, problemsOf } from './seeds.js'

const TOO_LONG = `keys and ids have at most ${KEY_LENGTH_MAX} characters, not ${KEY_LENGTH_MAX + 1}`
const SHORTEN = 'shorten it: it is sent in the head of a request, which servers limit to 8 or 16 KiB'

/** The longest allowed text, and one that is a character longer. */
const longest = (before = '') => before.padEnd(KEY_LENGTH_MAX, 'x')
const tooLong = (before = '') => `${longest(before)}x`

const namespace = (fields: object) => ({ namespaces: [{ id: 'ns_a_1', ...fields }] })
const store = (fields: object) => ({ stores: [{ id: 'ec_a_1', ...fields }] })

const SEEDS: readonly [what: string, path: string, make: (text: typeof longest) => object][] = [
  [
    'an API key',
    'namespaces[0].keys[0].key',
    (text) => namespace({ keys: [{ key: text(), scope: 'read' }] }),
  ],
  [
    'an API key of a store',
    'stores[0].keys[0].key',
    (text) => store({ keys: [{ key: text(), scope: 'read' }] }),
  ],
  ['a key of the database', 'database.keys[0].key', (text) => ({ database: { keys: [{ key: text() }] } })],
  ['the id of a namespace', 'namespaces[0].id', (text) => ({ namespaces: [{ id: text('ns_') }] })],
  ['the id of a store', 'stores[0].id', (text) => ({ stores: [{ id: text('ec_') }] })],
  ['the id of a fault', 'faults[0].id', (text) => ({ faults: [{ id: text(), status: 503 }] })],
  [
    'the key of a match',
    'faults[0].match.key',
    (text) => ({ faults: [{ match: { key: text() }, status: 503 }] }),
  ],
  [
    'the key of an entry',
    'namespaces[0].entries[0].key',
    (text) => namespace({ entries: [{ key: text(), value: 1, ttlSeconds: 60 }] }),
  ],
  [
    'the key of a config',
    'stores[0].entries[0].key',
    (text) => store({ entries: [{ key: text(), value: 1 }] }),
  ],
]

describe.each(SEEDS)('%s', (_what, path, make) => {
  test('a key of this kind may be as long as a request can carry', () => {
    expect(problemsOf(JSON.stringify(make(longest)))).toEqual([])
    expect(problemsOf(JSON.stringify(make(tooLong)))).toMatchObject([
      { path, message: TOO_LONG, hint: SHORTEN },
    ])
  })
})

describe('a key from a template', () => {
  const entry = (fields: object) => JSON.stringify(store({ entries: [{ value: 1, ...fields }] }))

  test('a key from a template has the same maximum, however long the template is', async () => {
    const words = JSON.stringify(Array(10).fill('y'.repeat(1000)))
    expect(await expandProblemsOf(entry({ key: `{{helpers.arrayElement(${words})}}` }))).toEqual([])
    expect(await expandProblemsOf(entry({ key: `${longest()}{{index}}` }))).toMatchObject([
      { message: TOO_LONG, hint: 'use a template that gives a shorter key' },
    ])
  })

  test('a key from a template is not a template if templates are off', async () => {
    const problems = await expandProblemsOf(entry({ key: tooLong('{{index}}'), literal: true }))
    expect(problems).toMatchObject([{ message: TOO_LONG }])
  })
})

test('a key in the path of an admin call has the same maximum', async () => {
  const admin = new AdminCalls(await Service.start(store({})))
  expect((await admin.send(`PUT /stores/ec_a_1/entries/${longest()}`, { value: 1 })).status).toBe(200)
  const { status, json } = await admin.send(`PUT /stores/ec_a_1/entries/${tooLong()}`, { value: 1 })
  expect({ status, json }).toMatchObject({
    status: 400,
    json: { message: `key: ${TOO_LONG}`, hint: SHORTEN },
  })
})

test('keys of rate windows and of removed entries have the same maximum', async () => {
  const gone = (key: string) => ({ resume: { gone: { isComplete: true, entries: [['ns_a_1', key, 1]] } } })
  const limited = (key: string) => ({ resume: { rateWindows: { [key]: { number: 1, used: 1 } } } })
  const put = async (seed: object) => new AdminCalls(await Service.start({})).send('PUT /state', seed)
  for (const having of [gone, limited]) {
    expect((await put(having(longest()))).status).toBe(200)
    expect(await put(having(tooLong()))).toMatchObject({
      status: 400,
      text: expect.stringContaining(`at most ${KEY_LENGTH_MAX} characters, not ${KEY_LENGTH_MAX + 1}`),
    })
  }
})
