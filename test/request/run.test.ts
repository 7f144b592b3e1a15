import { describe, expect, test } from 'vitest'
import { type OperationId, operations } from '../../src/contract/operations.js'
import { Gaps } from '../../src/domain/profile/gaps.js'
import { defaultProfile, patchProfile } from '../../src/domain/profile/profile.js'
import type { Reply } from '../../src/domain/requests/reply.js'
import { challenged } from '../../src/request/run-operation.js'
import { dataRequest } from '../support/data-request.js'
import { type Sent, Service } from '../support/service.js'
import { dbKey, FROZEN, keysOf, kvKey, NS, OWNER, STORE } from './clients.js'

const seed = (faults: readonly object[] = []) => ({
  clock: FROZEN,
  random: 42,
  namespaces: [
    { id: NS, owner: OWNER, keys: keysOf('shop'), entries: [{ key: 'k', value: 1, ttlSeconds: 60 }] },
  ],
  stores: [{ id: STORE, owner: OWNER, keys: keysOf('web'), entries: [{ key: 'k', value: 1 }] }],
  database: { keys: [{ key: 'db' }] },
  faults,
})
const ofKv = { headers: kvKey('kv_admin_shop') }
const ofConfig = { headers: kvKey('kv_admin_web') }
const ofDatabase = { headers: dbKey('db') }

/** The statuses of one request to each service, with these faults. */
async function statuses(...faults: readonly object[]): Promise<number[]> {
  const service = await Service.start(seed(faults))
  const requests: [string, Sent][] = [
    [`GET /v1/kv/${NS}/k`, ofKv],
    [`GET /v1/ec/${STORE}/k`, ofConfig],
    ['GET /documents', ofDatabase],
    ['GET /nowhere', {}],
  ]
  const found: number[] = []
  for (const [line, sent] of requests) found.push((await service.send(line, sent)).status)
  return found
}

describe('a fault', () => {
  test.each<[object, number[]]>([
    [{ namespace: NS }, [418, 200, 200, 501]],
    [{ store: STORE }, [200, 418, 200, 501]],
    [{ store: NS }, [200, 200, 200, 501]],
    [{ namespace: STORE }, [200, 200, 200, 501]],
    [{ key: 'k' }, [418, 418, 200, 501]],
    [{ operation: 'documents.*' }, [200, 200, 418, 501]],
    [{ path: '/nowhere' }, [200, 200, 200, 418]],
    [{ header: { 'x-api-key': 'db' } }, [200, 200, 418, 501]],
    [{ credential: 'kv_admin_web' }, [200, 418, 200, 501]],
  ])('a fault for %j affects only what it is for', async (match, expected) => {
    expect(await statuses({ match, status: 418 })).toEqual(expected)
  })

  test('a fault that fires is reported once', async () => {
    const { world, plane } = await Service.start(seed([{ id: 'f', status: 418, times: 1 }]))
    const told: unknown[] = []
    world.events.listen({ hear: ({ event }) => told.push(event), end: () => {} })
    for (let index = 0; index < 2; index++)
      await plane.answer(world, dataRequest('GET', '/documents', { 'x-api-key': 'db' }))
    expect(told).toMatchObject([
      { type: 'fault', change: 'fired', fault: { id: 'f', hits: 1 } },
      { type: 'request' },
      { type: 'request' },
    ])
  })

  test.each<[object, string | undefined, number | undefined]>([
    [{ status: 418 }, undefined, 418],
    [{ status: 418, delay: '5ms' }, 'waiting', 418],
    [{ connection: 'hang' }, 'waiting', undefined],
    [{ connection: 'reset', effect: 'after' }, undefined, undefined],
  ])(
    'the client of the fault %j waits if its answer comes late or never: %s, with status %s',
    async (fault, ended, status) => {
      const { world, plane } = await Service.start(seed([fault]))
      const { reply } = await plane.answer(world, dataRequest('GET', '/documents', { 'x-api-key': 'db' }))
      expect([world.journal.newest?.faultAction?.wait?.ended, reply?.status]).toEqual([ended, status])
    },
  )

  test('a fault draws its chances from a stream of its own', async () => {
    const drawn = async (fault: object) => {
      const service = await Service.start(seed([fault]))
      const before = service.world.random.save()
      await service.send('GET /documents', ofDatabase)
      const { faults, ...others } = service.world.random.save()
      expect(others).toEqual(before)
      return faults !== undefined
    }
    expect(await drawn({ status: 418, probability: 0.5 })).toBe(true)
    expect(await drawn({ delay: { min: '1ms', max: '9ms' } })).toBe(true)
    expect(await drawn({ status: 418 })).toBe(false)
  })
})

describe('a path that the contract does not show', () => {
  test('a path that the contract does not show is one that another port serves; paths of the emulator are served with the key-value store', async () => {
    const { world, plane } = await Service.start(seed())
    const ask = async (target: string, served: string) => {
      const otherAddressOf = (service: string) => (service === served ? 'http://other.test' : undefined)
      const { reply } = await plane.answer(world, {
        ...dataRequest('GET', target, { 'x-api-key': 'db' }),
        otherAddressOf,
      })
      return [reply?.status, reply?.headers[reply.headers.indexOf('X-Emulator-Reason') + 1]]
    }
    const elsewhere = [501, 'this service has its own port; it is served at http://other.test']
    expect(await ask('/documents', 'documents')).toEqual(elsewhere)
    expect(await ask('/_admin/x', 'kv')).toEqual(elsewhere)
    expect((await ask('/documents/_', 'kv'))[0]).toBe(400)
    expect((await ask('/documents', 'config'))[0]).toBe(200)
  })
})

/** The headers of an answer to an operation, and the options that it depends on. */
function headersOf(id: OperationId | undefined, reply: Partial<Reply> = {}, challenge = true) {
  const gaps = new Gaps(patchProfile(defaultProfile, { auth: { challenge } }))
  const operation = operations.find((one) => one.id === id)
  const { headers } = challenged({ status: 401, headers: ['a', 'b'], body: '', ...reply }, operation, gaps)
  return [headers.join(' '), Object.keys(gaps.used()).join()]
}

const PLAIN = ['a b', '']
const noted = (headers: string) => [headers, 'auth.challenge']

test('a 401 names the credential that its operation takes, and depends on the option', () => {
  expect(headersOf('usage.get')).toEqual(noted('a b WWW-Authenticate Bearer'))
  expect(headersOf('kv.get')).toEqual(noted('a b WWW-Authenticate ApiKey header="X-KV-Key"'))
  expect(headersOf('documents.list')).toEqual(noted('a b WWW-Authenticate ApiKey header="X-API-Key"'))
})

test('no other answer has a challenge: another status, a path without an operation, a profile without the option', () => {
  expect(headersOf('kv.get', { status: 403 })).toEqual(PLAIN)
  expect(headersOf(undefined)).toEqual(PLAIN)
  expect(headersOf('kv.get', {}, false)).toEqual(PLAIN)
})

test("a fault's own header wins, in any case; a value is not taken for a name", () => {
  const own = ['x', 'y', 'WWW-authenticate', 'Mine']
  expect(headersOf('kv.get', { headers: own })).toEqual([own.join(' '), ''])
  expect(headersOf('kv.get', { headers: ['x', 'www-authenticate'] })[1]).toBe('auth.challenge')
})
