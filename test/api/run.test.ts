import { describe, expect, test, vi } from 'vitest'
import type { RequestRecord } from '../../src/api/record.js'
import { MemoryBudget } from '../../src/core/memory.js'
import { defaultBounds } from '../../src/domain/bounds.js'
import { World } from '../../src/domain/world.js'
import { dataRequest } from '../support/data-request.js'
import { REAL_NOW, type Sent, Service } from '../support/service.js'
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
const put = '{"value":1,"ttlSeconds":60}'

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
  ])('for %j meets what it is for', async (match, expected) => {
    expect(await statuses({ match, status: 418 })).toEqual(expected)
  })

  test('that fires is told of, once it did', async () => {
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

  test('draws its chances from a stream of its own', async () => {
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

  test.each<[object, string | undefined]>([
    [{ connection: 'hang' }, 'waiting'],
    [{ delay: '1ms' }, 'waiting'],
    [{ connection: 'reset' }, undefined],
    [{ status: 418 }, undefined],
  ])('as %j keeps its client waiting: %s', async (fault, ended) => {
    const { world, plane } = await Service.start(seed([fault]))
    const answer = await plane.answer(world, dataRequest('GET', '/documents', { 'x-api-key': 'db' }))
    expect(answer.faultAction?.wait?.ended).toBe(ended)
  })

  test('that a request asks for in a way that is not understood is its refusal', async () => {
    const service = await Service.start(seed())
    const answer = await service.send('GET /documents', {
      headers: { ...dbKey('db'), 'X-Emulator-Fault': 'x' },
    })
    expect([answer.status, answer.json]).toEqual([
      400,
      { error: 'invalid_request', message: expect.any(String) },
    ])
    expect(answer.header('x-emulator-reason')).toContain('X-Emulator-Fault: "x" is not understood')
  })
})

describe('what the contract does not show', () => {
  test.each([
    ['GET /nowhere', '501', 'the contract shows no such operation (GET); the paths of the three services'],
    [
      'PATCH /documents',
      '501',
      'the contract shows no such operation (PATCH); GET and POST would be emulated',
    ],
  ])('%s is %s', async (line, status, reason) => {
    const answer = await (await Service.start(seed())).send(line)
    expect(`${answer.status}`).toBe(status)
    expect(answer.header('x-emulator-reason')).toContain(reason)
  })

  test('is what another port serves, paths of the emulator where the key-value store is', async () => {
    const { world, plane } = await Service.start(seed())
    const ask = async (target: string, served: string) => {
      const otherAddressOf = (interface_: string) => (interface_ === served ? 'http://other.test' : undefined)
      const { reply } = await plane.answer(
        world,
        dataRequest('GET', target, { 'x-api-key': 'db' }),
        otherAddressOf,
      )
      return [reply?.status, reply?.headers[reply.headers.indexOf('X-Emulator-Reason') + 1]]
    }
    const elsewhere = [501, 'this interface has a port of its own; it is served at http://other.test']
    expect(await ask('/documents', 'C')).toEqual(elsewhere)
    expect(await ask('/_admin/x', 'A')).toEqual(elsewhere)
    expect((await ask('/documents/_', 'A'))[0]).toBe(400)
    expect((await ask('/documents', 'B'))[0]).toBe(200)
  })
})

describe('where memory is short', () => {
  const shortOf = async (memory: number) => {
    const { seeds, plane } = await Service.start(seed())
    const world = new World<RequestRecord>(
      seeds.baseline,
      () => REAL_NOW,
      defaultBounds,
      undefined,
      new MemoryBudget(memory),
    )
    const send = async (method: string, body = '') => {
      const request = { ...dataRequest(method, `/v1/kv/${NS}/k`, ofKvSmall, body) }
      return (await plane.answer(world, request)).reply?.status
    }
    return send
  }
  const ofKvSmall = { 'x-kv-key': 'kv_admin_shop' }

  // What reads and deletes is let through for longer: see read-memory.test.ts.
  test('what writes is refused', async () => {
    expect(await (await shortOf(1))('PUT', put)).toBe(503)
    expect(await (await shortOf(100_000_000))('PUT', put)).toBe(200)
  })

  test('what writes takes room for a record, its body and its path', async () => {
    const service = await Service.start(seed())
    await service.send(`GET /v1/kv/${NS}/k`, ofKv)
    const taking = vi.spyOn(service.world.memory.contents, 'take')
    await service.send(`PUT /v1/kv/${NS}/k`, { ...ofKv, body: put })
    await service.send(`GET /v1/kv/${NS}/k`, ofKv)
    expect(taking.mock.calls).toEqual([[200 + put.length + `/v1/kv/${NS}/k`.length]])
  })

  test('only what deletes makes the next write count contents anew where little room is left', async () => {
    const service = await Service.start(seed())
    const { bytesMax, contents } = service.world.memory
    let counted = 0
    contents.hold(() => {
      counted++
      return bytesMax * 0.72
    })
    const countsOf = async (method: string) => {
      counted = 0
      await service.send(`${method} /v1/kv/${NS}/k`, { ...ofKv, body: put })
      return counted
    }
    await countsOf('PUT')
    contents.noteLess()
    contents.settle()
    // The log goes once, which takes a count of its own.
    await countsOf('DELETE')
    expect(await countsOf('PUT')).toBe(2)
    for (const [method, counts] of [
      ['PUT', 0],
      ['GET', 0],
      ['PUT', 0],
      ['DELETE', 0],
      ['PUT', 1],
      ['PUT', 0],
    ] as const)
      expect([method, await countsOf(method)]).toEqual([method, counts])
  })
})
