import { describe, expect, test } from 'vitest'
import { patchProfile } from '../../../src/domain/profile/profile.js'
import { cursorIn } from '../../../src/services/documents/paging.js'
import { column, member, startDatabase } from '../../request/clients.js'
import type { Answer } from '../../support/service.js'

const documents = (count: number) => [{ repeat: count, title: 'Document {{index}}' }]
const ids = (answer: Answer) => column(answer, 'id')
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
const nextOf = (answer: Answer) => answer.header('x-next') ?? ''
const tokenOf = (next: string) => /[\w-]+\.[\w-]+$/.exec(next)?.[0] ?? ''

describe('limit is an int32 above 0, once', () => {
  test.each<[query: string, length: number]>([
    ['', 20],
    ['limit=1', 1],
    ['limit=05', 5],
    ['limit=2147483647', 30],
    ['other=0', 20],
    ['limit=%35', 5],
  ])('the query %j gives a page of %d', async (query, length) => {
    const { send } = await startDatabase({ documents: documents(30) })
    const answer = await send(`GET /documents?${query}`)
    expect([answer.status, ids(answer)]).toEqual([200, upTo(length)])
  })

  test.each([
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=',
    'limit',
    'limit=2147483648',
    'limit=+5',
    'limit=5%20',
    'limit=%ZZ',
    'limit=%D9%A5',
    'limit=5&limit=5',
  ])('the limit %j is refused', async (query) => {
    for (const path of ['/documents', '/projects']) {
      const { send } = await startDatabase()
      const answer = await send(`GET ${path}?${query}`)
      expect(answer.status).toBe(400)
      expect(member(answer, 'error')).toBe('invalid_request')
    }
  })

  test.each(['limit=0', 'limit=00'])(
    'the limit %j returns an empty page if the profile says so',
    async (query) => {
      const { send } = await startDatabase({ documents: documents(3) }, { database: { limitZero: 'empty' } })
      const answer = await send(`GET /documents?${query}`)
      expect([answer.status, answer.text, answer.header('x-next')]).toEqual([200, '[]', undefined])
      expect((await send('GET /documents?limit=-1')).status).toBe(400)
    },
  )
})

describe('x-next is sent only if a further page exists', () => {
  test.each([
    [0, 20, [0]],
    [20, 20, [20]],
    [21, 20, [20, 1]],
    [7, 3, [3, 3, 1]],
    [6, 3, [3, 3]],
  ])('x-next is sent only if a further page exists: %d records by %d', async (count, limit, pages) => {
    const { send } = await startDatabase({ documents: count === 0 ? [] : documents(count) })
    const lengths = []
    let line = `GET /documents?limit=${limit}`
    for (;;) {
      const answer = await send(line)
      lengths.push(ids(answer).length)
      if (answer.header('x-next') === undefined) break
      line = `GET ${nextOf(answer).replace('http://emulator.test', '')}`
    }
    expect(lengths).toEqual(pages)
  })
})

/** The ways in which a client may send an x-next back. */
const WAYS: Record<string, (next: string) => readonly [target: string, headers: Record<string, string>]> = {
  followed: (next) => [next.startsWith('http') ? new URL(next).pathname + new URL(next).search : next, {}],
  'around the whole': (next) => [`/documents?next=${encodeURIComponent(next)}`, {}],
  'around the whole, not encoded': (next) => [`/documents?next=${next}`, {}],
  'as a bare cursor': (next) => [`/documents?next=${tokenOf(next)}`, {}],
  'as a request header': (next) => ['/documents', { 'x-next': next }],
  'as a request header, bare': (next) => ['/documents', { 'x-next': tokenOf(next) }],
}

describe.each(['url', 'path', 'cursor'] as const)('an x-next sent as %s', (given) => {
  describe.each(['url', 'path', 'cursor'] as const)('is accepted when the option is %s', (present) => {
    test.each(Object.keys(WAYS))('the x-next is accepted: %s', async (way) => {
      const { send, service } = await startDatabase(
        { documents: documents(5) },
        { database: { next: given } },
      )
      const next = nextOf(await send('GET /documents?limit=2'))
      service.world.changeProfile(patchProfile(service.world.profile, { database: { next: present } }))
      const followsBare = way === 'followed' && given === 'cursor'
      const [target, headers] = (followsBare ? WAYS['as a bare cursor'] : WAYS[way])?.(next) ?? ['', {}]
      const answer = await send(`GET ${target}`, 'db', { headers })
      expect(ids(answer)).toEqual([3, 4])
    })
  })
})

describe('the limit of a page', () => {
  test.each([
    ['goes on as it was', '', [3, 4]],
    ["is the request's own if it has one", '&limit=1', [3]],
    ["may be larger in the request's own", '&limit=3', [3, 4, 5]],
  ])('the limit of a page %s', async (_, own, page) => {
    const { send } = await startDatabase({ documents: documents(9) })
    const next = nextOf(await send('GET /documents?limit=2'))
    expect(ids(await send(`GET ${next.replace('http://emulator.test', '')}${own}`))).toEqual(page)
  })

  test('a bad limit is refused even with a good cursor', async () => {
    const { send } = await startDatabase({ documents: documents(9) })
    const next = nextOf(await send('GET /documents?limit=2'))
    expect((await send(`GET ${next.replace('http://emulator.test', '')}&limit=0`)).status).toBe(400)
  })

  test('the limit of a page is cut to a later maximum, whatever the answer to a larger limit', async () => {
    for (const overMax of ['clamp', 'reject'] as const) {
      const { send, service } = await startDatabase({ documents: documents(90) }, { database: { overMax } })
      const next = tokenOf(nextOf(await send('GET /documents?limit=50')))
      const { profile } = service.world
      service.world.changeProfile(patchProfile(profile, { database: { maxPageSize: 3 } }))
      expect(ids(await send(`GET /documents?next=${next}`))).toEqual([51, 52, 53])
    }
  })
})

test('inserts between pages disturb nothing: the records of the start come exactly once, in order', async () => {
  const { send, create } = await startDatabase({ documents: documents(11) })
  const seen: unknown[] = []
  let answer = await send('GET /documents?limit=3')
  for (;;) {
    seen.push(...ids(answer))
    const next = answer.header('x-next')
    if (next === undefined || seen.length > 50) break
    if (seen.length < 11) await create('/documents', { title: 'meanwhile' })
    answer = await send('GET /documents', 'db', { headers: { 'x-next': next } })
  }
  expect(seen.slice(0, 11)).toEqual(upTo(11))
  expect(new Set(seen).size).toBe(seen.length)
})

test('a record that is created after the last page belongs to the next walk', async () => {
  const { send, create } = await startDatabase({ documents: documents(2) })
  const first = await send('GET /documents?limit=2')
  expect(first.header('x-next')).toBeUndefined()
  await create('/documents', { title: 'late' })
  expect(ids(await send('GET /documents?limit=2'))).toEqual([1, 2])
  expect((await send('GET /documents?limit=2')).header('x-next')).toBeDefined()
})

describe('a refused x-next', () => {
  const altered: [string, (token: string) => string][] = [
    ['empty', () => ''],
    ['cut short', (token) => token.slice(0, -1)],
    ['with a further part', (token) => `${token}.x`],
    ['without its seal', (token) => token.split('.')[0] ?? ''],
    [
      'with another place',
      (token) => `${Buffer.from('documents:1:50').toString('base64url')}.${token.split('.')[1]}`,
    ],
    ['of a URL without one', () => encodeURIComponent('http://emulator.test/documents?page=2')],
  ]
  test.each(altered)('an altered x-next is refused: %s', async (_, alter) => {
    const { send, service } = await startDatabase({ documents: documents(5) })
    const token = tokenOf(nextOf(await send('GET /documents?limit=2')))
    const answer = await send(`GET /documents?next=${alter(token)}`)
    expect([answer.status, member(answer, 'error')]).toEqual([400, 'invalid_request'])
    expect(service.outcome).toBe('parameter_invalid')
    expect(ids(await send(`GET /documents?next=${token}`))).toEqual([3, 4])
  })

  test('an x-next of the other collection is refused', async () => {
    const { send } = await startDatabase({ documents: documents(3), projects: [{ repeat: 3, name: 'p' }] })
    const ofDocuments = tokenOf(nextOf(await send('GET /documents?limit=1')))
    const ofProjects = tokenOf(nextOf(await send('GET /projects?limit=1')))
    expect((await send(`GET /projects?next=${ofDocuments}`)).status).toBe(400)
    expect((await send(`GET /documents?next=${ofProjects}`)).status).toBe(400)
  })

  test('two of x-next at once are refused', async () => {
    const { send } = await startDatabase({ documents: documents(3) })
    const token = tokenOf(nextOf(await send('GET /documents?limit=1')))
    const answer = await send(`GET /documents?next=${token}&next=${token}`)
    expect([answer.status, answer.header('x-emulator-reason')]).toEqual([
      400,
      'next was given more than once',
    ])
  })

  test('an x-next from before a reset that names the place after the last record is refused', async () => {
    const { send, service } = await startDatabase({ documents: documents(2) })
    for (let i = 0; i < 2; i++) await send('POST /documents', 'db', { body: '{"title":"t"}' })
    const third = tokenOf(nextOf(await send('GET /documents?limit=3')))
    const second = tokenOf(nextOf(await send('GET /documents?limit=2')))
    service.world.reset()
    const answers = [await send(`GET /documents?next=${third}`), await send(`GET /documents?next=${second}`)]
    expect(answers.map(({ status }) => status)).toEqual([400, 200])
    expect(answers[0]?.header('x-emulator-reason')).toBe(
      'this x-next names a page of documents that is not there any more',
    )
  })

  test('an x-next of a world with another seed is refused', async () => {
    const there = await startDatabase({ documents: documents(3) })
    const here = await startDatabase({ documents: documents(3) })
    there.service.world.reseed({ ...there.service.world.baseline, randomSeed: 7 })
    here.service.world.reset()
    const foreign = tokenOf(nextOf(await there.send('GET /documents?limit=1')))
    expect((await here.send(`GET /documents?next=${foreign}`)).status).toBe(400)
  })
})

test('the refusal of a limit above the maximum names the maximum', async () => {
  const profile = { database: { overMax: 'reject', maxPageSize: 3 } } as const
  const { send } = await startDatabase({ documents: documents(5) }, profile)
  expect(ids(await send('GET /documents?limit=3'))).toEqual([1, 2, 3])
  const answer = await send('GET /documents?limit=4')
  expect([answer.status, answer.header('x-emulator-reason')]).toEqual([
    400,
    'limit is 4; the maximum is 3 (database.maxPageSize)',
  ])
})

test('an x-next holds its cursor as a URL, as a part of one, or alone', () => {
  const nexts = ['a.b', '?next=a.b', '/documents?next=a.b', 'http://h/documents?limit=1&next=a.b']
  expect(nexts.map(cursorIn)).toEqual(['a.b', 'a.b', 'a.b', 'a.b'])
  expect(cursorIn('http://h/documents?page=2')).toBe('')
})
