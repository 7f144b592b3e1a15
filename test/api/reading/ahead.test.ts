import { describe, expect, test } from 'vitest'
import type { DataRequest } from '../../../src/api/message.js'
import { bodySteps, READ_AT_ONCE_MAX } from '../../../src/api/reading/ahead.js'
import type { ProfilePatch } from '../../../src/domain/profile/profile.js'
import { dataRequest } from '../../support/data-request.js'
import { Service } from '../../support/service.js'
import { ALL_SERVICES, NS, STORE } from '../clients.js'

const LINES = {
  kv: ['PUT', `/v1/kv/${NS}/k?x`, { 'x-kv-key': 'kv_admin_shop' }],
  config: ['PUT', `/v1/ec/${STORE}/k`, { 'x-kv-key': 'kv_admin_web' }],
  documents: ['POST', '/documents', { 'x-api-key': 'db' }],
  projects: ['POST', '/projects', { 'x-api-key': 'db' }],
} as const
const JSON_TYPE = { 'content-type': 'application/json' }

type Target = keyof typeof LINES

function requestWith(to: Target, body: string | Buffer, headers = JSON_TYPE): DataRequest {
  const [method, target, key] = LINES[to]
  return { ...dataRequest(method, target, { ...key, ...headers }), body: Buffer.from(body) }
}

/** What becomes of a request, and what is there behind it. */
async function outcomeOf(request: DataRequest, isAhead: boolean, profile: ProfilePatch) {
  const service = await Service.start(ALL_SERVICES, profile)
  const steps = bodySteps(request)
  if (steps === undefined) throw new Error('the body is not read ahead')
  const bodyAhead = isAhead ? steps : undefined
  const { reply } = await service.plane.answer(service.world, request, undefined, bodyAhead)
  const { namespaces, stores, documents, projects } = service.world.state
  const { decision, optionsRead, outcome, reason } = [...service.world.journal.newestFirst()][0] ?? {}
  return {
    ...{ reply: reply && { ...reply, refusal: undefined, body: reply.body } },
    ...{ decision, options: optionsRead?.named(), outcome, reason },
    texts: [namespaces.get(NS)?.entries.get('k')?.text, stores.get(STORE)?.entries.get('k')?.text],
    records: [...documents.records.values(), ...projects.records.values()],
  }
}

const LONG = 'x'.repeat(READ_AT_ONCE_MAX)
const STRANGE = '😀é"\\\n\u0001'.repeat(30_000)
const LIST = JSON.stringify(Array.from({ length: 30_000 }, (_, index) => ({ n: index / 8, t: null })))

describe('a long body that is read ahead gets the answer that it gets in one go:', () => {
  test.each<[Target, string | Buffer]>([
    ['kv', `{"value":"${LONG}","ttlSeconds":60}`],
    ['kv', JSON.stringify({ ttlSeconds: 90, other: [LONG], value: STRANGE }, null, 2)],
    ['kv', `{"value": ${LIST} , "ttlSeconds" : 60.0}`],
    ['kv', `{"value":1,"value":2,"ttlSeconds":"60","x":"${LONG}"}`],
    ['kv', `{"ttlSeconds":60,"x":"${LONG}"}`],
    ['kv', `{"value":"${LONG}"}`],
    ['kv', `{"value":1,"ttlSeconds":${'1'.repeat(READ_AT_ONCE_MAX)}}`],
    ['kv', `{"value":1,"ttlSeconds":1.5,"x":"${LONG}"}`],
    ['kv', `{"value":1,"ttlSeconds":${LIST}}`],
    ['kv', `{"value":1,"ttlSeconds":60,"x":"${LONG}"`],
    ['kv', `[${LIST}]`],
    ['kv', `"${LONG}"`],
    [
      'kv',
      Buffer.concat([Buffer.from(`{"value":"${LONG}`), Buffer.of(0xc3), Buffer.from('","ttlSeconds":60}')]),
    ],
    ['kv', Buffer.concat([Buffer.from(`{broken ${LONG}`), Buffer.of(0x80, 0x80, 0x80, 0x80)])],
    ['kv', `\ufeff{"value":"${LONG}","ttlSeconds":60}`],
    ['config', `{"value":${LIST}}`],
    ['config', `{"value": "${LONG}", "ttlSeconds": 1}`],
    ['config', `{"value":null,"x":"${LONG}"}`],
    ['config', `{"x":"${LONG}"}`],
    ['documents', JSON.stringify({ title: STRANGE, content: `${STRANGE}.` })],
    ['documents', `{"title":"t","content":"${LONG}"}`],
    ['documents', `{"title":"t","content":${LIST}}`],
    ['documents', `{"title":${LIST}}`],
    ['documents', `{"title":"t","content":null,"x":"${LONG}"}`],
    ['documents', `{"title":"t","x":"${LONG}","id":1}`],
    ['documents', `{"title":"t","id":1,"x":"${LONG}"}`],
    ['documents', `{"title":"t","id":1,"x":"${LONG}","7":1,"6":2}`],
    ['projects', `{"name":"p","description":"${LONG}"}`],
    ['projects', `{"description":"${LONG}"}`],
  ])('%s', async (to, body) => {
    const profiles: ProfilePatch[] = [
      {},
      {
        kv: { valueMissing: 'null', ttlMissing: 70, ttlInvalid: 'truncate' },
        database: { sentId: 'reject', unknownMembers: 'reject', contentNull: 'accept' },
        limits: { valueBytes: 70_000 },
      },
    ]
    for (const profile of profiles) {
      const request = requestWith(to, body)
      expect(await outcomeOf(request, true, profile)).toEqual(await outcomeOf(request, false, profile))
    }
  })

  test('what refuses it ahead of its contents does so first', async () => {
    const encoded = requestWith('kv', `broken ${LONG}`, { 'content-encoding': 'gzip' } as never)
    const unnamed = requestWith('kv', `broken ${LONG}`, {} as never)
    for (const request of [encoded, unnamed]) {
      const outcome = await outcomeOf(request, true, { http: { contentType: 'require' } })
      expect(outcome.outcome).toBe('media_type_unsupported')
      expect(outcome).toEqual(await outcomeOf(request, false, { http: { contentType: 'require' } }))
    }
  })
})

test.each<[Target, string, readonly string[], readonly string[]]>([
  ['kv', `{"value":"${LONG}","ttlSeconds":60,"x":1}`, ['value', 'ttlSeconds'], ['ttlSeconds']],
  ['config', `{"x":1,"value":"${LONG}","ttlSeconds":60}`, ['value'], []],
  ['documents', `{"title":"t","content":"${LONG}","id":1,"x":1}`, [], ['title', 'content', 'id']],
  ['projects', `{"x":1,"title":"t","name":"p","description":"${LONG}"}`, [], ['name', 'description']],
])('of a long body for %s it keeps what is read there, and no more', (to, body, texts, members) => {
  const read = bodySteps(requestWith(to, body)) ?? never()
  if (typeof read === 'string') throw new Error(read)
  expect([[...read.texts.keys()], Object.keys(read.members)]).toEqual([texts, members])
})

function never(): never {
  throw new Error('the body is not read ahead')
}

describe('is left to the operation:', () => {
  const long = requestWith('kv', `{"value":"${LONG}"}`)
  test.each<[string, DataRequest]>([
    ['a short body', { ...long, body: Buffer.alloc(READ_AT_ONCE_MAX) }],
    ['one that is too large', { ...long, bodyIsTooLarge: true }],
    ['one that nobody reads', { ...long, method: 'DELETE' }],
    ['one for nothing that there is', { ...long, target: '/nowhere' }],
  ])('%s', (_what, request) => {
    expect(bodySteps(request)).toBeUndefined()
  })
})
