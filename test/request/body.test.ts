import { describe, expect, test } from 'vitest'
import type { ProfilePatch } from '../../src/domain/profile/profile.js'
import { type Sent, Service } from '../support/service.js'
import { ALL_SERVICES, dbKey, kvKey, NS, STORE } from './clients.js'

/** Where to send a body, with a key that may do so. */
const LINES = {
  kv: [`PUT /v1/kv/${NS}/k`, kvKey('kv_admin_shop')],
  config: [`PUT /v1/ec/${STORE}/k`, kvKey('kv_admin_web')],
  documents: ['POST /documents', dbKey('db')],
  projects: ['POST /projects', dbKey('db')],
} as const

/** Returns the status and the reason. */
async function sent(
  to: keyof typeof LINES,
  body: NonNullable<Sent['body']>,
  headers: Readonly<Record<string, string>> = {},
  profile: ProfilePatch = {},
): Promise<string> {
  const [line, key] = LINES[to]
  const service = await Service.start(ALL_SERVICES, profile)
  const answer = await service.send(line, { body, headers: { ...key, ...headers } })
  return [answer.status, answer.header('x-emulator-reason')].join(' ').trim()
}

describe('a body other than a JSON object is refused, with an example to send instead', () => {
  test.each([
    ['kv', '', '400 the body is empty; send a JSON object such as {"value": 1, "ttlSeconds": 60}'],
    ['kv', '{', '400 the body is not valid JSON; send a JSON object such as {"value": 1, "ttlSeconds": 60}'],
    ['config', '', '400 the body is empty; send a JSON object such as {"value": 1}'],
    ['documents', '', '400 the body is empty; send a JSON object such as {"title": "a"}'],
    ['projects', '', '400 the body is empty; send a JSON object such as {"name": "a"}'],
    ['documents', '7', '400 the body must be a JSON object'],
    ['documents', 'null', '400 the body must be a JSON object'],
    ['documents', '[]', '400 the body must be a JSON object'],
    ['documents', '"{}"', '400 the body must be a JSON object'],
  ] as const)('%s takes no body %j', async (to, body, said) => {
    expect(await sent(to, body)).toBe(said)
  })

  test('a body that begins with a byte order mark is refused', async () => {
    expect(await sent('documents', '\ufeff{"title":"t"}')).toBe(
      '400 the body begins with a byte order mark, which JSON does not have; send a JSON object such as {"title": "a"}',
    )
  })

  test('a body that is not UTF-8 is refused', async () => {
    expect(await sent('documents', Buffer.from([0x22, 0xff, 0x22]))).toBe('400 the body is not valid UTF-8')
  })
})

describe('members of a record', () => {
  test.each<['documents' | 'projects', object, string]>([
    ['documents', { title: 7 }, 'the member title is required, and it is a string'],
    ['projects', {}, 'the member name is required, and it is a string'],
    ['documents', { title: 't', content: 7 }, 'the member content must be a string, or be left out'],
    ['projects', { name: 'n', description: {} }, 'the member description must be a string, or be left out'],
    ['documents', { title: 't', other: 1 }, 'the member "other" is not known'],
    ['projects', { name: 'n', id: 7 }, 'the id is assigned by the service, and is not sent'],
  ])('a record of %s with wrong members is refused: %j', async (to, body, reason) => {
    const strict = { database: { unknownMembers: 'reject', sentId: 'reject' } } as const
    expect(await sent(to, JSON.stringify(body), {}, strict)).toBe(`400 ${reason}`)
  })

  test.each<[object, ProfilePatch['database'], string]>([
    [{ title: 't', id: 7 }, { sentId: 'ignore', unknownMembers: 'reject' }, '201'],
    [
      { title: 't', id: 7, other: 1 },
      { sentId: 'ignore', unknownMembers: 'reject' },
      '400 the member "other" is not known',
    ],
    [
      { title: 't', other: 1, id: 7 },
      { sentId: 'reject', unknownMembers: 'ignore' },
      '400 the id is assigned by the service, and is not sent',
    ],
    [{ title: 't', content: 'c', other: 1 }, { unknownMembers: 'ignore' }, '201'],
    [{ title: 't', content: null }, { contentNull: 'accept' }, '201'],
    [
      { title: 't', content: null },
      { contentNull: 'reject' },
      '400 the member content must be a string, or be left out',
    ],
  ])('the record %j is judged as the profile says: %j', async (body, database, said) => {
    expect(await sent('documents', JSON.stringify(body), {}, { database })).toBe(said)
  })
})

describe('the type of a body', () => {
  const required = { http: { contentType: 'require' } } as const
  const typed = (type: string) => sent('documents', '{"title":"t"}', { 'Content-Type': type }, required)

  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;a=b',
    'application/merge-patch+json',
    'application/vnd.a.b+json;v=1',
  ])('the type of a body may be %s', async (type) => {
    expect(await typed(type)).toBe('201')
  })

  test.each([
    '',
    'text/plain',
    'xapplication/json',
    'application/jsonx',
    'application/json x',
    'application/+json',
  ])('the type of a body may not be %j if a type is required', async (type) => {
    expect(await typed(type)).toBe('415 the body needs Content-Type: application/json')
    expect(await sent('documents', '{"title":"t"}', { 'Content-Type': type })).toBe('201')
  })

  test('a body may have no encoding', async () => {
    const encoded = (encoding: string) => sent('documents', '{"title":"t"}', { 'Content-Encoding': encoding })
    for (const none of ['Identity', '', ' ', ',', 'identity, identity', ' identity ,IDENTITY,'])
      expect([none, await encoded(none)]).toEqual([none, '201'])
    for (const coding of ['identity, gzip', 'gzip,', 'identity;q=1', 'identity identity'])
      expect([coding, await encoded(coding)]).toEqual([coding, expect.stringMatching(/^415 /)])
    expect(await encoded('gzip')).toBe(
      '415 the body has Content-Encoding: gzip; send the body as plain JSON text, without Content-Encoding',
    )
  })
})

describe('limits', () => {
  const put = (path: string, value: unknown, limits: ProfilePatch['limits']): Promise<string> =>
    Service.start(ALL_SERVICES, { limits }).then(async (service) => {
      const body = JSON.stringify({ value, ttlSeconds: 60 })
      const answer = await service.send(`PUT /v1/kv/${NS}/${path}`, { body, headers: kvKey('kv_admin_shop') })
      return [answer.status, answer.header('x-emulator-reason')].join(' ').trim()
    })

  test.each<[string, unknown, ProfilePatch['limits'], string]>([
    ['%C3%BC', 1, { keyBytes: 2 }, '200'],
    ['%C3%BCa', 1, { keyBytes: 2 }, '413 the key is longer than 2 bytes (limits.keyBytes)'],
    ['k'.repeat(8000), 1, {}, '200'],
    ['k'.repeat(8001), 1, { keyBytes: 9000 }, '413 keys and ids have at most 8000 characters, not 8001'],
    ['%zz', 1, {}, "400 the key's percent-encoding is broken"],
    ['ab', 1, { keyCharacters: 'a-z' }, '200'],
    ['a-b', 1, { keyCharacters: 'a-z' }, '413 the key has the character "-" (limits.keyCharacters)'],
    ['k', 'ü', { valueBytes: 4 }, '200'],
    ['k', 'üa', { valueBytes: 4 }, '413 the value is longer than 4 bytes (limits.valueBytes)'],
    ['k', 'long'.repeat(9), { valueBytes: null, keyBytes: null }, '200'],
    ['k', 'v', { bodyBytes: 10 }, '413 the body is longer than 10 bytes (limits.bodyBytes)'],
  ])('a put of %s = %j is limited by %j', async (path, value, limits, said) => {
    expect(await put(path, value, limits)).toBe(said)
  })
})
