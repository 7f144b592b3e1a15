import { describe, expect, test } from 'vitest'
import { column, member, startDatabase } from '../../request/clients.js'
import { dataRequest } from '../../support/data-request.js'

const KINDS = [
  { path: '/documents', heading: 'title', text: 'content' },
  { path: '/projects', heading: 'name', text: 'description' },
] as const

describe('ids', () => {
  const records = [
    { id: '9007199254740993', title: 'beyond 2^53' },
    { id: '9223372036854775807', title: 'the last int64' },
    { id: '-9223372036854775808', title: 'the first int64' },
    { id: -7, title: 'negative' },
    { id: 0, title: 'zero' },
  ]
  test.each(records)('the id $id is sent and read with these digits', async ({ id, title }) => {
    const { send } = await startDatabase({ documents: records })
    const answer = await send(`GET /documents/${id}`)
    expect(answer.text).toBe(`{"id":${id},"title":"${title}"}`)
    expect((await send('GET /documents')).text).toContain(`{"id":${id},"title":"${title}"}`)
  })

  test('a seed’s records without an id get theirs in the same way, around those that it names', async () => {
    const documents = [{ title: 'a' }, { id: 2, title: 'b' }, { repeat: 2, title: 'c' }]
    const { send } = await startDatabase({ documents })
    expect(column(await send('GET /documents'), 'id')).toEqual([3, 2, 4, 5])
  })

  test.each([
    ['007', 200],
    ['-0', 404],
    ['8', 404],
    ['%37', 200],
  ])('the id %s in the path gives a %d', async (path, status) => {
    const { send } = await startDatabase({ documents: [{ id: 7, title: 't' }] })
    expect((await send(`GET /documents/${path}`)).status).toBe(status)
  })

  test.each(['first', '1.0', '+1', '%ZZ', '9223372036854775808', '-9223372036854775809'])(
    'the id %s in the path is invalid',
    async (path) => {
      const { send, service } = await startDatabase()
      const answer = await send(`GET /documents/${path}`)
      expect([answer.status, service.outcome]).toEqual([400, 'record_id_invalid'])
      expect(member(answer, 'error')).toBe('invalid_request')
    },
  )
})

describe.each(KINDS)('a record of $path', ({ path, heading, text }) => {
  test('a record is answered as it was created, and stays so', async () => {
    const { create, send } = await startDatabase()
    const answer = await create(path, { [text]: 'b', [heading]: 'a' })
    expect(answer.status).toBe(201)
    expect(answer.text).toBe(`{"id":1,"${heading}":"a","${text}":"b"}`)
    expect((await send(`GET ${path}`)).text).toBe(`[{"id":1,"${heading}":"a","${text}":"b"}]`)
  })

  test.each<[string, object, object]>([
    ['an empty text', { [heading]: '', [text]: '' }, { id: 1, [heading]: '', [text]: '' }],
    ['an optional member left out', { [heading]: 'a' }, { id: 1, [heading]: 'a' }],
    ['an id that is sent', { id: 77, [heading]: 'a' }, { id: 1, [heading]: 'a' }],
    ['an id that is not a valid id', { id: 'x', [heading]: 'a' }, { id: 1, [heading]: 'a' }],
    ['unknown members', { [heading]: 'a', project: 10, tags: [1] }, { id: 1, [heading]: 'a' }],
    [
      'any character',
      { [heading]: '"\\\u0000\u2028ü😀\ud800' },
      { id: 1, [heading]: '"\\\u0000\u2028ü😀\ud800' },
    ],
  ])('a record is created with %s', async (_, body, record) => {
    const { create, send } = await startDatabase()
    const answer = await create(path, body)
    expect([answer.status, answer.json]).toEqual([201, record])
    expect((await send(`GET ${path}`)).json).toEqual([record])
  })

  test.each<[string, string]>([
    ['no heading', '{}'],
    ['a number for a heading', `{"${heading}":1}`],
    ['null for a heading', `{"${heading}":null}`],
    ['a list for a heading', `{"${heading}":["a"]}`],
    ['a heading that only the prototype has', `{"__proto__":{"${heading}":"a"}}`],
    ['null for a text', `{"${heading}":"a","${text}":null}`],
    ['a number for a text', `{"${heading}":"a","${text}":1}`],
    ['an object for a text', `{"${heading}":"a","${text}":{}}`],
    ['a list', `[{"${heading}":"a"}]`],
    ['a text', '"a"'],
    ['null', 'null'],
  ])('a record with %s is a validation_error', async (_, body) => {
    const { create, send } = await startDatabase()
    const answer = await create(path, body)
    expect(answer.status).toBe(400)
    expect(Object.keys(Object(answer.json))).toEqual(['error', 'message'])
    expect(member(answer, 'error')).toBe('validation_error')
    expect((await send(`GET ${path}`)).json).toEqual([])
    expect(member(await create(path, { [heading]: 'a' }), 'id')).toBe(1)
  })
})

describe('error bodies are {error, message} and nothing else (contract, Errors C)', () => {
  test.each([
    ['GET /documents', 'nobody', 401, 'unauthorized'],
    ['GET /documents?limit=x', 'db', 400, 'invalid_request'],
    ['GET /documents/5', 'db', 404, 'not_found'],
    ['GET /documents/x', 'db', 400, 'invalid_request'],
    ['POST /documents', 'db', 400, 'invalid_request'],
    ['GET /documents/1', 'db_blind', 403, 'forbidden'],
    ['GET /documents', 'db_blind', 403, 'forbidden'],
    ['DELETE /documents/1', 'db', 501, 'not_emulated'],
  ])(
    'the error of %s with %s has {error, message} and nothing else (contract, Errors C)',
    async (line, key, status, error) => {
      const keys = [{ key: 'db_blind', documents: [], outOfScope: 'forbidden' }]
      const { send } = await startDatabase({ keys, documents: [{ id: 1, title: 't' }] })
      const answer = await send(line, key)
      expect(answer.status).toBe(status)
      expect(answer.json).toEqual({ error, message: expect.stringMatching(/./) })
    },
  )

  test('errors of the database keep their shape whatever the shape of the two stores', async () => {
    const { send } = await startDatabase({}, { errors: { shape: 'nested', codes: { '404': 'gone' } } })
    expect((await send('GET /documents/5')).json).toEqual({ error: 'not_found', message: expect.any(String) })
  })
})

test('a page depends on the option for absent members', async () => {
  const { service } = await startDatabase({ documents: [{ repeat: 1, title: 't' }] })
  const { world, plane } = service
  await plane.answer(world, dataRequest('GET', '/documents?limit=50', { 'x-api-key': 'db' }))
  const leanedOn = Object.keys(world.journal.newest?.gaps.used() ?? {})
  expect(leanedOn).toContain('database.absentMembers')
})

test('the reason for a missing record names its kind', async () => {
  const { send } = await startDatabase()
  expect((await send('GET /documents/5')).header('x-emulator-reason')).toBe('there is no such document')
})
