import { describe, expect, test } from 'vitest'
import { State } from '../../../src/domain/state.js'
import { DOCUMENTS } from '../../../src/services/documents/contents.js'
import { scopeOf } from '../../../src/services/documents/kinds.js'
import { services } from '../../../src/services/index.js'
import { column, member, startDatabase } from '../../request/clients.js'
import type { Answer } from '../../support/service.js'

const ids = (answer: Answer) => column(answer, 'id')
const tokenOf = (answer: Answer) => /[\w-]+\.[\w-]+$/.exec(answer.header('x-next') ?? '')?.[0] ?? ''

const database = {
  projects: [
    { id: 10, name: 'Ten' },
    { id: 11, name: 'Eleven' },
  ],
  documents: [
    { id: 1, title: 'of ten', project: 10 },
    { id: 2, title: 'of eleven', project: 11 },
    { id: 3, title: 'of none' },
    { id: 4, title: 'of ten', project: 10 },
    { id: 5, title: 'of none' },
  ],
}
const start = (scope: object, profile = {}) =>
  startDatabase({ ...database, keys: [{ key: 'scoped', ...scope }] }, profile)

describe('the records that a key sees', () => {
  test.each<[string, object, number[], number[]]>([
    ['without a scope', {}, [10, 11], [1, 2, 3, 4, 5]],
    ['of a project', { projects: [10] }, [10], [1, 4]],
    ['of documents', { documents: [2, 3] }, [], [2, 3]],
    ['of both', { projects: [10], documents: [3, 4] }, [10], [1, 3, 4]],
    ['of both projects', { projects: [11, 10] }, [10, 11], [1, 2, 4]],
    ['of what is not there', { projects: [99], documents: [99] }, [], []],
    ['of nothing', { documents: [] }, [], []],
  ])('a key %s sees only the records of its scope', async (_, scope, projects, documents) => {
    const { send } = await start(scope)
    expect(ids(await send('GET /projects', 'scoped'))).toEqual(projects)
    expect(ids(await send('GET /documents', 'scoped'))).toEqual(documents)
    for (const { id } of database.documents) {
      const { status } = await send(`GET /documents/${id}`, 'scoped')
      expect([id, status]).toEqual([id, documents.includes(id) ? 200 : 403])
    }
    expect((await send('GET /documents/77', 'scoped')).status).toBe(404)
  })

  test('the project of a document is never sent', async () => {
    const { send } = await start({})
    expect((await send('GET /documents/1')).json).toEqual({ id: 1, title: 'of ten' })
  })
})

test('the keys that a request could send are those that see its record, keys without a scope first', () => {
  const contents = State.empty(services).of(DOCUMENTS)
  contents.documents.insert({ id: '1', heading: 't', text: undefined })
  for (const name of ['1', '2']) {
    contents.addKey(`some${name}`, scopeOf({ documents: ['1'] }))
    contents.addKey(`all${name}`)
  }
  contents.addKey('none', scopeOf({ documents: [], outOfScope: 'forbidden' }))
  const keysFor = (id: string) => contents.keysFor(id).map(({ key }) => key)
  expect(keysFor('1')).toEqual(['all1', 'all2', 'some1', 'some2'])
  expect(keysFor('99')).toEqual(['all1', 'all2'])
  expect(keysFor('')).toEqual(['all1', 'all2', 'some1', 'some2'])
})

test('a record that a scoped key creates is visible to that key and to keys without a scope, but not to other scoped keys', async () => {
  const keys = [
    { key: 'mine', documents: [] },
    { key: 'other', documents: [] },
  ]
  const { send, create } = await startDatabase({ ...database, keys })
  const document = member(await create('/documents', { title: 'new' }, 'mine'), 'id')
  const project = member(await create('/projects', { name: 'new' }, 'mine'), 'id')
  expect([document, project]).toEqual([6, 12])
  for (const [key, documents, projects, status] of [
    ['mine', [6], [12], 200],
    ['other', [], [], 403],
    ['db', [1, 2, 3, 4, 5, 6], [10, 11, 12], 200],
  ] as const) {
    expect(ids(await send('GET /documents', key))).toEqual(documents)
    expect(ids(await send('GET /projects', key))).toEqual(projects)
    expect((await send('GET /documents/6', key)).status).toBe(status)
  }
})

test('a record that a scoped key creates is no longer in the scope after a reset', async () => {
  const { send, create, service } = await start({ documents: [1] })
  await create('/documents', { title: 'new' }, 'scoped')
  service.world.reset()
  expect(ids(await send('GET /documents', 'scoped'))).toEqual([1])
  await create('/documents', { title: 'new' })
  expect(ids(await send('GET /documents', 'scoped'))).toEqual([1])
})

describe('a list without visible records', () => {
  test.each<[string, object, number]>([
    ['is empty by default', { documents: [] }, 200],
    ['is empty', { documents: [], outOfScope: 'empty' }, 200],
    ['is forbidden', { documents: [], outOfScope: 'forbidden' }, 403],
  ])('a list without visible records %s', async (_, scope, status) => {
    const { send, service } = await start(scope)
    for (const path of ['/documents', '/projects', '/documents?limit=1']) {
      const answer = await send(`GET ${path}`, 'scoped')
      expect(answer.status).toBe(status)
      if (status === 200) expect([answer.text, answer.header('x-next')]).toEqual(['[]', undefined])
      else {
        expect(service.outcome).toBe('collection_out_of_scope')
        const [name] = path.slice(1).split('?')
        expect(answer.header('x-emulator-reason')).toBe(
          `nothing in ${name} is within the scope of this API key`,
        )
      }
    }
  })

  test('a list without visible records is forbidden even in a large collection', async () => {
    const { send } = await startDatabase({
      documents: [{ repeat: 2100, title: 'D' }],
      keys: [{ key: 'scoped', documents: [], outOfScope: 'forbidden' }],
    })
    const answer = await send('GET /documents', 'scoped')
    expect(answer.status).toBe(403)
    expect(answer.json).toEqual({
      error: 'forbidden',
      message: 'The API key does not allow access to this resource.',
    })
    expect(answer.header('x-emulator-reason')).toContain('within the scope')
  })

  test('a list is forbidden after the last record only if no record before it is visible either', async () => {
    const { send } = await start({ documents: [1], outOfScope: 'forbidden' })
    const token = tokenOf(await send('GET /documents?limit=4'))
    expect((await send(`GET /documents?next=${token}`, 'scoped')).text).toBe('[]')
  })

  test('a list without visible records is decided for each collection by itself', async () => {
    const { send } = await start({ documents: [1], outOfScope: 'forbidden' })
    expect((await send('GET /documents', 'scoped')).status).toBe(200)
    expect((await send('GET /projects', 'scoped')).status).toBe(403)
  })

  test('a list is no longer forbidden once the key has created something', async () => {
    const { send, create } = await start({ documents: [], outOfScope: 'forbidden' })
    expect((await create('/documents', { title: 'new' }, 'scoped')).status).toBe(201)
    expect(ids(await send('GET /documents', 'scoped'))).toEqual([6])
    expect((await send('GET /projects', 'scoped')).status).toBe(403)
  })

  test('an empty collection is an empty list for a key without a scope', async () => {
    const { send } = await startDatabase({
      keys: [{ key: 'scoped', documents: [], outOfScope: 'forbidden' }],
    })
    expect((await send('GET /documents')).text).toBe('[]')
    expect((await send('GET /documents', 'scoped')).status).toBe(403)
  })

  test('an empty page asked for with limit=0 is not forbidden to a key that sees something', async () => {
    const profile = { database: { limitZero: 'empty' as const } }
    const { send } = await start({ documents: [1], outOfScope: 'forbidden' }, profile)
    expect((await send('GET /documents?limit=0', 'scoped')).text).toBe('[]')
    expect((await send('GET /projects?limit=0', 'scoped')).status).toBe(403)
  })
})

describe('x-next is sent only if a further record is visible to the key', () => {
  test.each<[string, object, number, number[][]]>([
    ['a hidden one follows', { documents: [1, 3] }, 2, [[1, 3]]],
    ['only hidden ones follow', { documents: [1] }, 1, [[1]]],
    ['hidden ones are in between', { projects: [10] }, 1, [[1], [4]]],
    [
      'all are visible',
      {},
      3,
      [
        [1, 2, 3],
        [4, 5],
      ],
    ],
  ])(
    'an x-next is sent only if a further record is visible to the key: %s',
    async (_, scope, limit, pages) => {
      const { send } = await start(scope)
      const seen = []
      let answer = await send(`GET /documents?limit=${limit}`, 'scoped')
      seen.push(ids(answer))
      while (answer.header('x-next') !== undefined) {
        answer = await send(`GET /documents?next=${tokenOf(answer)}`, 'scoped')
        seen.push(ids(answer))
      }
      expect(seen).toEqual(pages)
    },
  )

  test('a cursor of another key shows no hidden records', async () => {
    const { send } = await start({ documents: [1, 4] })
    const token = tokenOf(await send('GET /documents?limit=1'))
    expect(ids(await send(`GET /documents?next=${token}`, 'scoped'))).toEqual([4])
  })
})
