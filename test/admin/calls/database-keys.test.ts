import { beforeEach, describe, expect, test } from 'vitest'
import { AdminCalls } from '../../support/admin-calls.js'
import { Service } from '../../support/service.js'

const BEYOND_2_53 = '9007199254740993'

const SEED = `
clock: { now: 2026-01-15T12:00:00Z, freeze: true }
database:
  rateLimit: { requests: 2, per: 90s }
  keys:
    - { key: db_all }
    - { key: db_some, projects: [10, ${BEYOND_2_53}], outOfScope: forbidden }
  projects: [{ id: 10, name: a }, { id: 11, name: b }]
  documents: [{ id: ${BEYOND_2_53}, title: x }, { id: 2, title: y, project: 10 }, { id: 3, title: z }]
`

let service: Service
let admin: AdminCalls

beforeEach(async () => {
  service = await Service.start(SEED)
  admin = new AdminCalls(service)
})

async function idsSeen(key: string, collection = 'documents') {
  const { status, text } = await service.send(`GET /${collection}`, { headers: { 'x-api-key': key } })
  return status === 200 ? [...text.matchAll(/"id":(-?\d+)/g)].map(([, id]) => id) : status
}

const ALL = `{"databaseKeys":[{"key":"db_all"},{"key":"db_some","projects":[10,${BEYOND_2_53}],"documents":[],"outOfScope":"forbidden"}]}\n`

test('GET lists the keys with their scopes, ids to the digit', async () => {
  expect(await admin.send('GET /database-keys')).toMatchObject({ status: 200, text: ALL })
})

describe('POST', () => {
  test.each<[unknown, string, unknown]>([
    ['', '', [BEYOND_2_53, '2', '3']],
    [{ outOfScope: 'forbidden' }, '', [BEYOND_2_53, '2', '3']],
    [{ documents: [3] }, ',"projects":[],"documents":[3],"outOfScope":"empty"', ['3']],
    [{ documents: ['3'] }, ',"projects":[],"documents":[3],"outOfScope":"empty"', ['3']],
    [
      `{"documents": [${BEYOND_2_53}]}`,
      `,"projects":[],"documents":[${BEYOND_2_53}],"outOfScope":"empty"`,
      [BEYOND_2_53],
    ],
    [{ projects: [10] }, ',"projects":[10],"documents":[],"outOfScope":"empty"', ['2']],
    [{ projects: [] }, ',"projects":[],"documents":[],"outOfScope":"empty"', []],
    [
      { documents: [], outOfScope: 'forbidden' },
      ',"projects":[],"documents":[],"outOfScope":"forbidden"',
      403,
    ],
  ])('POST a database key: %j', async (body, scope, seen) => {
    const { status, text, json } = await admin.send('POST /database-keys', body)
    const { key } = json as { key: string }
    expect(status).toBe(201)
    expect(key).toMatch(/^db_[0-9A-Za-z]{24}$/)
    expect(text).toBe(`{"key":"${key}"${scope}}\n`)
    expect(await idsSeen(key)).toEqual(seen)
  })

  test('POST accepts the text of the key', async () => {
    expect((await admin.send('POST /database-keys', { key: 'mine' })).text).toBe('{"key":"mine"}\n')
    expect(await idsSeen('mine', 'projects')).toEqual(['10', '11'])
  })

  test('generates the same keys from run to run, and never one that is in use', async () => {
    const create = async () => ((await admin.send('POST /database-keys')).json as { key: string }).key
    const first = await create()
    service.world.reset()
    expect(await create()).toBe(first)
    service = await Service.start({ database: { keys: [{ key: first }] } })
    admin = new AdminCalls(service)
    expect(await create()).not.toBe(first)
  })
})

test('DELETE revokes a key', async () => {
  expect(await admin.send('DELETE /database-keys/db_all')).toMatchObject({ status: 204, text: '' })
  expect(await idsSeen('db_all')).toBe(401)
  expect(await idsSeen('db_some')).toEqual(['2'])
})

describe('the database', () => {
  const shown = { rateLimit: { requests: 2, per: '1m30s' }, keys: 2, projects: 2, documents: 3 }

  test('GET returns its rate limit and counts', async () => {
    expect((await admin.send('GET /database')).json).toEqual(shown)
    await admin.send('POST /database-keys')
    expect((await admin.send('GET /database')).json).toEqual({ ...shown, keys: 3 })
  })

  test.each<[object, object | null, number[]]>([
    [{}, shown.rateLimit, [200, 200, 429]],
    [{ rateLimit: null }, null, [200, 200, 200]],
    [{ rateLimit: { requests: 1, per: 60 } }, { requests: 1, per: '1m' }, [200, 429, 429]],
    [{ rateLimit: { requests: 0, per: '1h30m' } }, { requests: 0, per: '1h30m' }, [429, 429, 429]],
  ])('the database is changed by PATCH %j', async (changes, rateLimit, statuses) => {
    expect((await admin.send('PATCH /database', changes)).json).toEqual({ ...shown, rateLimit })
    const answers = []
    for (let time = 0; time < 3; time++) {
      answers.push((await service.send('GET /projects', { headers: { 'x-api-key': 'db_all' } })).status)
    }
    expect(answers).toEqual(statuses)
  })
})

test.each<[string, unknown, string, string, string?]>([
  [
    'POST /database-keys',
    { key: 'db_all' },
    'conflict',
    'the database already has the key db_all',
    'DELETE /_admin/database-keys/db_all first',
  ],
  [
    'POST /database-keys',
    { project: [1] },
    'invalid_seed',
    'project: unknown field "project"',
    'did you mean projects?',
  ],
  [
    'DELETE /database-keys/none',
    undefined,
    'not_found',
    'the database has no key none',
    'GET /_admin/database-keys lists them',
  ],
  [
    'PATCH /database',
    { rateLimit: { requests: 1 } },
    'invalid_seed',
    'rateLimit.per: a rate limit needs "per"',
  ],
  [
    'PATCH /database',
    { ratelimit: null },
    'invalid_seed',
    'ratelimit: unknown field',
    'did you mean rateLimit?',
  ],
])('a call on database keys refuses %s %j', async (line, body, code, message, hint = '') => {
  const before = [await admin.send('GET /database-keys'), await admin.send('GET /database')]
  const refused = await admin.refused(line, body)
  expect(refused.code).toBe(code)
  expect(refused.message.slice(0, message.length)).toBe(message)
  expect(refused.hint ?? '').toContain(hint)
  expect([await admin.send('GET /database-keys'), await admin.send('GET /database')]).toEqual(before)
})
