import { beforeEach, describe, expect, test } from 'vitest'
import { AdminCalls } from '../../support/admin-calls.js'
import { Service } from '../../support/service.js'

const MAX = '9223372036854775807'

const SEED = `
clock: { now: 2026-01-15T12:00:00Z, freeze: true }
database:
  keys: [{ key: db }, { key: db_scoped, projects: [10] }]
  projects:
    - { id: 10, name: Onboarding, description: Example scripts }
    - { id: -3, name: "{{brace}}", literal: true }
  documents:
    - { id: ${MAX}, title: last }
    - { id: 5, title: intro, content: "", project: 10 }
    - { id: 6, title: "6" }
`

const DOCUMENTS = [
  `{"id":${MAX},"title":"last"}`,
  '{"id":5,"title":"intro","content":"","project":10}',
  '{"id":6,"title":"6"}',
]
const PROJECTS = [
  '{"id":10,"name":"Onboarding","description":"Example scripts"}',
  '{"id":-3,"name":"{{brace}}","literal":true}',
]

let service: Service
let admin: AdminCalls

beforeEach(async () => {
  service = await Service.start(SEED)
  admin = new AdminCalls(service)
})

const read = (path: string, key = 'db') => service.send(`GET ${path}`, { headers: { 'x-api-key': key } })
const all = async () => [(await admin.send('GET /documents')).text, (await admin.send('GET /projects')).text]
const idIn = (text: string) => /"id":(-?\d+)/.exec(text)?.[1]

describe('GET', () => {
  test('GET lists records as in a seed, ids to the digit', async () => {
    expect(await all()).toEqual([
      `{"documents":[${DOCUMENTS.join(',')}]}\n`,
      `{"projects":[${PROJECTS.join(',')}]}\n`,
    ])
  })

  test.each([
    [`/documents/${MAX}`, DOCUMENTS[0]],
    ['/documents/5', DOCUMENTS[1]],
    ['/projects/-3', PROJECTS[1]],
  ])('GET %s returns one record', async (path, text) => {
    expect(await admin.send(`GET ${path}`)).toMatchObject({ status: 200, text: `${text}\n` })
  })

  test('records are listed in pages', async () => {
    const pages: string[] = []
    let after = ''
    for (;;) {
      const { text, json } = await admin.send(`GET /documents?limit=2${after}`)
      pages.push(...[...text.matchAll(/"id":(\d+)/g)].map(([, id = '']) => id))
      const { next } = json as { next?: string }
      if (next === undefined) break
      after = `&after=${next}`
      await admin.send('POST /documents', { id: 7, title: 'meanwhile' })
    }
    expect(pages).toEqual([MAX, '5', '6', '7'])
  })
})

describe('find and sort', () => {
  beforeEach(async () => {
    for (const [id, title, content] of [
      [101, 'Zebra', 'striped'],
      [102, 'aardvark', 'Ant eater'],
      [103, 'Bear', 'eats all'],
    ] as const) {
      await admin.send('POST /documents', { id, title, content })
    }
  })

  const ids = async (query: string) =>
    [...(await admin.send(`GET /documents?${query}`)).text.matchAll(/"id":(\d+)/g)].map(([, id]) => id)

  test.each([
    ['find=EAT', ['102', '103']],
    ['find=none', []],
  ])('the query %s lists only the matching records', async (query, found) => {
    expect(await ids(query)).toEqual(expect.arrayContaining(found))
    expect((await ids(query)).filter((id) => id !== undefined && Number(id) > 100 && id !== MAX)).toEqual(
      found,
    )
  })

  test.each<[string, string[]]>([
    ['id', ['5', '6', '101', '102', '103', MAX]],
    ['-id', [MAX, '103', '102', '101', '6', '5']],
    ['project', [MAX, '6', '101', '102', '103', '5']],
    ['-project', ['5', '103', '102', '101', '6', MAX]],
  ])('a list is sorted by %s, to the digit, also across pages', async (sort, sorted) => {
    expect(await ids(`sort=${sort}`)).toEqual(sorted)
    const found: unknown[] = []
    for (let after = ''; ; ) {
      const { text, json } = await admin.send(`GET /documents?sort=${sort}&limit=1${after}`)
      found.push(idIn(text))
      const { next } = json as { next?: string }
      if (next === undefined) break
      after = `&after=${encodeURIComponent(next)}`
    }
    expect(found).toEqual(sorted)
  })

  test('projects can be sorted by id and name', async () => {
    const texts = async (sort: string) => (await admin.send(`GET /projects?sort=${sort}`)).text
    expect(await texts('id')).toBe(`{"projects":[${PROJECTS.toReversed().join(',')}]}\n`)
    expect(await texts('-name')).toBe(`{"projects":[${PROJECTS.toReversed().join(',')}]}\n`)
    expect(await admin.refused('GET /projects?sort=title')).toMatchObject({
      message: 'sort: expected id, name, or one of these after a "-" to reverse it, found "title"',
    })
  })
})

test.each<[string, unknown, string]>([
  ['/documents', { title: '', content: 'b', project: 10 }, '{"id":7,"title":"","content":"b","project":10}'],
  ['/documents', { id: 100, title: 'a' }, '{"id":100,"title":"a"}'],
  ['/documents', { id: '-9223372036854775808', title: 'a' }, '{"id":-9223372036854775808,"title":"a"}'],
  ['/documents', '{"id": 9007199254740993, "title": "a"}', '{"id":9007199254740993,"title":"a"}'],
  ['/documents', 'title: yes', '{"id":7,"title":"yes"}'],
  ['/projects', { name: 'p', description: 'd' }, '{"id":11,"name":"p","description":"d"}'],
  ['/projects', { name: '{{company.name}}' }, '{"id":11,"name":"{{company.name}}","literal":true}'],
  ['/projects', { name: 'a', literal: true }, '{"id":11,"name":"a"}'],
])('POST %s creates %j', async (path, body, text) => {
  expect(await admin.send(`POST ${path}`, body)).toMatchObject({ status: 201, text: `${text}\n` })
  const { status, text: seen } = await read(path === '/projects' ? path : `${path}/${idIn(text)}`)
  expect(status).toBe(200)
  expect(seen).toContain(text.replace(/,"(?:literal|project)":\w+/, ''))
})

test('POST never uses an id again', async () => {
  const create = async () => idIn((await admin.send('POST /documents', { title: 'a' })).text)
  expect(await create()).toBe('7')
  await admin.send('DELETE /documents/7')
  expect(await create()).toBe('8')
  await admin.send('PUT /documents/20', { title: 'a' })
  await admin.send('DELETE /documents/20')
  expect(await create()).toBe('21')
  const created = await service.send('POST /documents', {
    headers: { 'x-api-key': 'db' },
    body: '{"title":"a"}',
  })
  expect(created.json).toEqual({ id: 22, title: 'a' })
})

test.each<[string, unknown, string]>([
  ['/documents/5', { id: 5, title: 'new', content: 'c' }, '{"id":5,"title":"new","content":"c"}'],
  [`/documents/${MAX}`, `{"id": ${MAX}, "title": "new"}`, `{"id":${MAX},"title":"new"}`],
  ['/projects/10', { name: 'new' }, '{"id":10,"name":"new"}'],
])('PUT %s replaces the record by %j', async (path, body, text) => {
  expect(await admin.send(`PUT ${path}`, body)).toMatchObject({ status: 200, text: `${text}\n` })
  expect((await admin.send(`GET ${path}`)).text).toBe(`${text}\n`)
})

test('PUT accepts what GET returned, each in its place', async () => {
  const before = await all()
  for (const text of DOCUMENTS.toReversed()) await admin.send(`PUT /documents/${idIn(text)}`, text)
  for (const text of PROJECTS.toReversed()) await admin.send(`PUT /projects/${idIn(text)}`, text)
  expect(await all()).toEqual(before)
})

test('PUT moves a document in and out of the scope of a key', async () => {
  expect((await read('/documents/5', 'db_scoped')).status).toBe(200)
  await admin.send('PUT /documents/5', { title: 'moved' })
  expect((await read('/documents/5', 'db_scoped')).status).toBe(403)
  await admin.send('PUT /documents/6', { title: 'moved', project: 10 })
  expect((await read('/documents/6', 'db_scoped')).status).toBe(200)
})

test('PUT leaves a record to the key that created it', async () => {
  const body = '{"title":"own"}'
  const { json } = await service.send('POST /documents', { headers: { 'x-api-key': 'db_scoped' }, body })
  expect(json).toEqual({ id: 7, title: 'own' })
  await admin.send('PUT /documents/7', { title: 'changed' })
  expect((await read('/documents/7', 'db_scoped')).json).toEqual({ id: 7, title: 'changed' })
})

test('DELETE removes a record', async () => {
  expect(await admin.send(`DELETE /documents/${MAX}`)).toMatchObject({ status: 204, text: '' })
  expect(await admin.send('DELETE /projects/10')).toMatchObject({ status: 204, text: '' })
  expect((await read(`/documents/${MAX}`)).status).toBe(404)
  expect((await read('/projects')).json).toEqual([{ id: -3, name: '{{brace}}' }])
})

test.each<[string, unknown, string, string, string?]>([
  [
    'POST /documents',
    { id: 5, title: 'a' },
    'conflict',
    'there is already a document 5',
    'PUT /_admin/documents/5 replaces it',
  ],
  [
    'POST /projects',
    { id: -3, name: 'a' },
    'conflict',
    'there is already a project -3',
    'without an id, one is generated',
  ],
  ['POST /documents', { title: 'a', repeat: 2 }, 'invalid_seed', 'repeat: unknown field "repeat"'],
  ['POST /projects', { name: 'a', title: 'b' }, 'invalid_seed', 'title: unknown field "title"'],
  [
    'PUT /documents/5',
    { id: 6, title: 'a' },
    'invalid_request',
    'id: the body says 6, the path says 5',
    'leave id out of the body',
  ],
  [
    'PUT /documents/five',
    { title: 'a' },
    'invalid_request',
    'id: the path says "five"',
    'a whole number of 64 bits',
  ],
  ['GET /documents/4', undefined, 'not_found', 'there is no document 4', 'GET /_admin/documents lists them'],
  ['DELETE /projects/4', undefined, 'not_found', 'there is no project 4', 'GET /_admin/projects lists them'],
  [
    'GET /documents?prefix=a',
    undefined,
    'invalid_request',
    'prefix: there is no such parameter',
    'the parameters are limit, after',
  ],
])('a call on records refuses %s %j', async (line, body, code, message, hint = '') => {
  const before = await all()
  const refused = await admin.refused(line, body)
  expect(refused.code).toBe(code)
  expect(refused.message.slice(0, message.length)).toBe(message)
  expect(refused.hint ?? '').toContain(hint)
  expect(await all()).toEqual(before)
})
