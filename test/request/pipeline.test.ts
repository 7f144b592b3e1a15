import { describe, expect, test } from 'vitest'
import { defaultBounds } from '../../src/domain/bounds.js'
import { Grease } from '../../src/domain/profile/grease.js'
import type { ProfilePatch } from '../../src/domain/profile/profile.js'
import type { RequestRecord } from '../../src/domain/requests/record.js'
import { operationIdsOf } from '../../src/domain/service.js'
import { World } from '../../src/domain/world.js'
import { TokenSignatures } from '../../src/identity/signatures.js'
import { DataPlane, type DataPlanePorts } from '../../src/request/pipeline.js'
import { services } from '../../src/services/index.js'
import { loggedRequest } from '../support/calls.js'
import { dataRequest } from '../support/data-request.js'
import { NO_FILES, REAL_NOW, Service } from '../support/service.js'
import { bearer, FROZEN, keysOf, NS, OWNER } from './clients.js'

const SEED = {
  clock: FROZEN,
  namespaces: [{ id: NS, owner: OWNER, keys: keysOf('shop') }],
  database: { keys: [{ key: 'db' }] },
}

/** Starts a plane whose clock shows these ms one after the other. */
async function timed(profile: ProfilePatch, ...ms: number[]) {
  const { world } = await Service.start(SEED, profile)
  const told: RequestRecord[] = []
  const defects: unknown[] = []
  const plane = new DataPlane({
    services,
    signatures: new TokenSignatures(NO_FILES),
    realNow: () => REAL_NOW,
    monotonic: () => ms.shift() ?? Number.NaN,
    onRecord: (record) => told.push(record),
    onDefect: (error) => defects.push(error),
  })
  return { world, plane, told, defects }
}

describe('a finished request', () => {
  test('a finished request is recorded with its arrival and its duration', async () => {
    const { world, plane, told } = await timed({}, 100, 107)
    await plane.answer(world, dataRequest('GET', '/documents', { 'x-api-key': 'db' }))
    expect(told).toEqual([world.journal.newest])
    expect(world.journal.newest).toMatchObject({ arrivedMs: 100, durationMs: 7 })
    expect(world.usage.report(operationIdsOf(services)).operations).toEqual({ 'documents.list': 1 })
  })

  test('a replayed request has a duration, too', async () => {
    const { world, plane } = await timed({}, 100, 107)
    plane.again(world, loggedRequest({ at: world.clock.now() }))
    expect(world.journal.newest).toMatchObject({ arrivedMs: 100, durationMs: 7 })
  })

  test('a defect is reported, except by a silent data plane', async () => {
    const { world, plane, defects } = await timed({}, 0, 0, 0, 0, 0, 0)
    const defect = new Error('a defect')
    const otherAddressOf = () => {
      throw defect
    }
    await plane.answer(world, dataRequest('GET', '/documents'))
    const failing = { ...dataRequest('GET', '/documents'), otherAddressOf }
    for (const one of [plane, plane.silent()])
      expect(await one.answer(world, failing)).toMatchObject({ reply: { status: 500 } })
    expect(defects).toEqual([defect])
  })

  test('a silent data plane reports no finished request', async () => {
    const { world, plane, told } = await timed({}, 0, 0)
    await plane.silent().answer(world, dataRequest('GET', '/nowhere'))
    expect([
      told.length,
      world.journal.added,
      world.usage.report(operationIdsOf(services)).operations,
    ]).toEqual([0, 1, {}])
  })

  test('a request depends on the charset option if its answer names a charset', async () => {
    for (const charset of [true, false]) {
      const { world, plane } = await timed({ http: { charset } }, 0, 0)
      await plane.answer(world, dataRequest('GET', '/documents', { 'x-api-key': 'db' }))
      expect('http.charset' in (world.journal.newest?.gaps.used() ?? {})).toBe(charset)
    }
  })

  test('a request has its token read if its operation takes one', async () => {
    const { world, plane } = await timed({}, 0, 0, 0, 0)
    const { Authorization: authorization } = await bearer()
    await plane.answer(world, dataRequest('GET', `/v1/usage/${NS}`, { authorization }))
    expect(world.journal.newest).toMatchObject({ status: 200, credential: OWNER })
    await plane.answer(world, dataRequest('GET', '/documents', { authorization, 'x-api-key': 'db' }))
    expect(world.journal.newest).toMatchObject({ status: 200, credential: 'db' })
    expect(world.history.at(world.history.length - 1)).toMatchObject({ id: 'r2', token: undefined })
  })
})

describe('an answer varies by the grease', () => {
  const ports: DataPlanePorts = {
    services,
    signatures: new TokenSignatures(NO_FILES),
    realNow: () => REAL_NOW,
    monotonic: () => 0,
    onRecord: () => {},
  }

  test('an answer varies by the grease of its world, and is recorded as it is sent', async () => {
    const { seeds } = await Service.start(SEED)
    const hang = { 'x-emulator-fault': 'hang' }
    const [statuses, texts] = [new Set<number>(), new Set<string>()]
    for (let number = 1; number <= 20; number++) {
      const now = () => REAL_NOW
      const world = new World(services, seeds.baseline, now, defaultBounds, { grease: new Grease(number) })
      const plane = new DataPlane(ports)
      const key = { 'x-kv-key': 'kv_admin_shop' }
      const put = dataRequest('PUT', `/v1/kv/${NS}/k`, key, '{"value":1,"ttlSeconds":60}')
      const { reply } = await plane.answer(world, put)
      statuses.add(reply?.status ?? 0)
      const text = reply?.body ?? ''
      texts.add(text)
      expect(world.journal.newest?.replyBody?.text).toBe(text)
      expect(await plane.answer(world, dataRequest('GET', '/', hang))).toMatchObject({ reply: undefined })
    }
    expect(statuses).toEqual(new Set([200, 201]))
    expect(texts.size).toBeGreaterThan(10)
  })
})
