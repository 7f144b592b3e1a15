import { beforeEach, describe, expect, test } from 'vitest'
import { defaultBounds } from '../../../src/domain/bounds.js'
import type { FaultSpec } from '../../../src/domain/faults/fault.js'
import type { EndEffect } from '../../../src/domain/faults/holds.js'
import type { Answer } from '../../../src/domain/requests/reply.js'
import type { IncomingRequest } from '../../../src/domain/requests/request.js'
import { World } from '../../../src/domain/world.js'
import { TokenSignatures } from '../../../src/identity/signatures.js'
import { partyIn } from '../../../src/request/faults/hold.js'
import { DataPlane, type DataPlanePorts } from '../../../src/request/pipeline.js'
import { parseSeeds } from '../../../src/seed/parse.js'
import { services } from '../../../src/services/index.js'
import { KV } from '../../../src/services/kv/contents.js'
import { WorldSeed } from '../../../src/worlds/world-seed.js'
import { dataRequest } from '../../support/data-request.js'
import { NO_FILES } from '../../support/service.js'

/** A fault holds requests on a machine whose time and clients the test controls. */

const NS = 'ns_shop_k3v9x2'
const SEED = { namespaces: [{ id: NS, keys: [{ key: 'kv_a', scope: 'admin' }] }] }
const { baseline } = await WorldSeed.of(
  services,
  parseSeeds([{ name: 'seed', text: JSON.stringify(SEED) }], services),
  {},
  defaultBounds,
)

let machineMs: number
let world: World
const ports: DataPlanePorts = {
  services,
  signatures: new TokenSignatures(NO_FILES),
  realNow: () => 0,
  monotonic: () => machineMs,
  onRecord: () => {},
}
const plane = new DataPlane(ports)

beforeEach(() => {
  machineMs = 0
  world = new World(services, baseline, () => 0, defaultBounds)
})

interface Client {
  readonly answer: Promise<Answer>
  leave(): void
}

const put = (key = 'a'): Client =>
  send(dataRequest('PUT', `/v1/kv/${NS}/${key}`, { 'x-kv-key': 'kv_a' }, '{"value":1,"ttlSeconds":60}'))

function send(request: IncomingRequest): Client {
  const gone = new Set<() => void>()
  const client = {
    whenGone(then: () => void) {
      gone.add(then)
      return () => gone.delete(then)
    },
  }
  return {
    answer: Promise.resolve(plane.answer(world, request, client)),
    leave: () => {
      for (const then of gone) then()
    },
  }
}

const hold = (fault: FaultSpec = {}) => world.faults.add([{ hold: true, ...fault }], 0)
const isStored = () => world.state.of(KV).namespaces.get(NS)?.entries.get('a') !== undefined
const newest = () => world.journal.newest

describe('the time that a client waited', () => {
  test.each(['before', 'after'] as const)(
    'the time that a client waited is the time of its hold, with effect %s',
    async (effect) => {
      hold({ effect })
      machineMs = 100
      const { answer } = put()
      machineMs = 350
      world.holds.release('r1', {})
      const { reply, faultAction } = await answer
      machineMs = 360
      faultAction?.wait?.end('answered')
      machineMs = 1000
      expect(reply?.status).toBe(200)
      expect(newest()?.faultAction?.wait).toMatchObject({ heldMs: 260, ended: 'answered' })
      expect(newest()?.durationMs).toBe(0)
    },
  )

  test('includes a delay after the hold', async () => {
    hold({ delay: 200 })
    const { answer } = put()
    machineMs = 50
    world.holds.release('r1', {})
    const { faultAction } = await answer
    expect(faultAction).toMatchObject({ delayMs: 200, wait: { ended: 'waiting' } })
    machineMs = 250
    faultAction?.wait?.end('answered')
    expect(newest()?.faultAction?.wait).toMatchObject({ heldMs: 250, ended: 'answered' })
  })

  test('the time that a client waited ends as its client leaves, and the request never takes effect', async () => {
    hold()
    const client = put()
    machineMs = 70
    client.leave()
    await client.answer
    machineMs = 90
    expect(newest()).toMatchObject({ status: null, outcome: 'fault', durationMs: 0 })
    expect(newest()?.faultAction?.wait).toMatchObject({ heldMs: 70, ended: 'aborted' })
    expect([isStored(), world.holds.list()]).toEqual([false, []])
  })
})

test('a held request is listed with its party, even if no service has its path', async () => {
  hold()
  world.clock.set(5000)
  const { answer } = send(dataRequest('GET', '/nowhere', { baggage: 'emulator-party=A' }))
  put()
  expect(world.holds.list().map(({ request }) => request)).toEqual([
    {
      ...{ id: 'r1', fault: 'f_1', operation: null, method: 'GET', path: '/nowhere' },
      ...{ party: 'A', since: 5000 },
    },
    expect.objectContaining({ id: 'r2', operation: 'kv.put', party: null }),
  ])
  world.holds.close()
  await answer
})

test('a held request fails with the defect that it meets, and leaves the others alone', async () => {
  const faulty = new DataPlane({
    ...ports,
    onRecord: () => {
      throw new Error('a defect')
    },
  })
  hold()
  let told: unknown
  Promise.resolve(faulty.answer(world, dataRequest('GET', '/documents'))).catch((error) => {
    told = error
  })
  const other = put()
  world.holds.releaseAll()
  expect((await other.answer).reply?.status).toBe(200)
  expect(told).toMatchObject({ message: 'a defect' })
})

test.each<[EndEffect, object, object]>([
  [{}, { reply: { status: 200 } }, { status: 200, outcome: 'ok', lostStatus: undefined }],
  [{ status: 503 }, { reply: { status: 503 } }, { status: 503, outcome: 'ok', lostStatus: 200 }],
  [
    { connection: 'reset' },
    { reply: undefined, faultAction: { connection: 'reset' } },
    { status: null, outcome: 'ok', lostStatus: 200 },
  ],
  [
    { connection: 'truncate' },
    { reply: { status: 200 }, faultAction: { connection: 'truncate' } },
    { status: 200, outcome: 'ok', lostStatus: 200 },
  ],
  [
    { connection: 'cut' },
    { reply: { status: 200 }, faultAction: { connection: 'cut' } },
    { status: 200, outcome: 'ok', lostStatus: 200 },
  ],
  [
    { connection: 'cut', status: 503 },
    { reply: { status: 503 }, faultAction: { connection: 'cut' } },
    { status: 503, outcome: 'ok', lostStatus: 200 },
  ],
])('a finished answer that is held can be released with %j', async (effect, answer, record) => {
  hold({ effect: 'after', delay: 30 })
  const client = put()
  await Promise.resolve()
  expect(isStored()).toBe(true)
  world.holds.release('r1', effect)
  expect(await client.answer).toMatchObject(answer)
  expect(newest()).toMatchObject({ ...record, faultAction: { fault: 'f_1', delayMs: 30 } })
})

test('a finished answer that is held is lost if its client leaves', async () => {
  hold({ effect: 'after' })
  const client = put()
  client.leave()
  expect(await client.answer).toMatchObject({ reply: undefined, faultAction: { connection: 'close' } })
  expect(newest()).toMatchObject({ status: null, outcome: 'ok', lostStatus: 200 })
  expect(isStored()).toBe(true)
})

test.each<[EndEffect, object, boolean]>([
  [{}, { status: 200, outcome: 'ok', faultAction: { delayMs: 30, connection: undefined } }, true],
  [{ status: 503 }, { status: 503, outcome: 'fault', faultAction: { delayMs: 0 } }, false],
  [{ connection: 'reset' }, { status: null, outcome: 'fault', faultAction: { connection: 'reset' } }, false],
  [{ connection: 'cut' }, { status: 200, outcome: 'ok', faultAction: { connection: 'cut' } }, true],
])('a request that is held before its operation can be released with %j', async (effect, record, stored) => {
  hold({ effect: 'before', delay: 30 })
  const client = put()
  expect(newest()).toBeUndefined()
  world.holds.release('r1', effect)
  await client.answer
  expect(newest()).toMatchObject({ id: 'r1', ...record })
  expect(isStored()).toBe(stored)
})

test.each<[string | undefined, string | null]>([
  [undefined, null],
  ['', null],
  ['a=1', null],
  ['emulator-party=A', 'A'],
  ['a=1, emulator-party = bob ;p=1', 'bob'],
  ['emulator-party=abcdefghijklmnopqrst', 'abcdefghijklmnopqrst'],
  ['emulator-party=abcdefghijklmnopqrstu', null],
  ['emulator-party=1A', null],
  ['emulator-party=A1', null],
  ['emulator-party=%41', 'A'],
])('the party of a request with the Baggage %s is %s', (baggage, party) => {
  expect(partyIn(baggage)).toBe(party)
})
