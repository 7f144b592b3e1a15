import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer, DataRequest } from '../../../src/api/message.js'
import { DataPlane } from '../../../src/api/pipeline.js'
import type { RequestRecord } from '../../../src/api/record.js'
import { MemoryBudget } from '../../../src/core/memory.js'
import { defaultBounds } from '../../../src/domain/bounds.js'
import type { FaultSpec } from '../../../src/domain/faults/faults.js'
import { HELD_MAX } from '../../../src/domain/faults/holds.js'
import { World } from '../../../src/domain/world.js'
import { TokenSignatures } from '../../../src/identity/signatures.js'
import { parseSeeds } from '../../../src/seed/parse.js'
import { WorldSeed } from '../../../src/seed/world-seed.js'
import { dataRequest } from '../../support/data-request.js'
import { NO_FILES } from '../../support/service.js'

/** Requests that a fault holds, with a machine whose time and clients the test has in hand. */

const NS = 'ns_shop_k3v9x2'
const SEED = { namespaces: [{ id: NS, keys: [{ key: 'kv_a', scope: 'admin' }] }] }
const { baseline } = await WorldSeed.of(
  parseSeeds([{ name: 'seed', text: JSON.stringify(SEED) }]),
  {},
  defaultBounds,
)

let machineMs: number
let world: World<RequestRecord>
const plane = new DataPlane({
  signatures: new TokenSignatures(NO_FILES),
  realNow: () => 0,
  monotonic: () => machineMs,
  onRecord: () => {},
})

beforeEach(() => {
  machineMs = 0
  world = new World<RequestRecord>(baseline, () => 0, defaultBounds)
})

interface Client {
  readonly answer: Promise<Answer>
  leave(): void
}

/** A put whose client can leave. */
function put(key = 'a'): Client {
  const gone = new Set<() => void>()
  const body = '{"value":1,"ttlSeconds":60}'
  const request: DataRequest = {
    ...dataRequest('PUT', `/v1/kv/${NS}/${key}`, { 'x-kv-key': 'kv_a' }, body),
    whenGone(then) {
      gone.add(then)
      return () => gone.delete(then)
    },
  }
  return {
    answer: Promise.resolve(plane.answer(world, request)),
    leave: () => {
      for (const then of gone) then()
    },
  }
}

const hold = (fault: FaultSpec = {}) => world.faults.add([{ hold: true, ...fault }], 0)
const isStored = () => world.state.namespaces.get(NS)?.entries.get('a') !== undefined
const newest = () => world.journal.newest

describe('what a client waited', () => {
  it.each(['before', 'after'] as const)('is the time of its hold, with effect %s', async (effect) => {
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
  })

  it('is that of a delay behind its hold, too', async () => {
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

  it('ends as its client leaves, and the request never takes effect', async () => {
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

describe('what is held', () => {
  it('is dropped by a stop: the connection is closed, and the request never takes effect', async () => {
    hold()
    const { answer } = put()
    world.holds.close()
    expect(await answer).toMatchObject({ reply: undefined, faultAction: { connection: 'close' } })
    expect(isStored()).toBe(false)
  })

  it('is let go by a reset, ahead of it', async () => {
    hold()
    const { answer } = put()
    world.reset()
    expect((await answer).reply?.status).toBe(200)
    expect([isStored(), newest()]).toEqual([false, undefined])
  })

  it('is so many at most; who comes then is refused with the reason, until one lets go or leaves', async () => {
    hold()
    const clients = Array.from({ length: HELD_MAX }, () => put())
    const { reply } = await put('b').answer
    expect([reply?.status, newest()?.reason]).toEqual([
      503,
      `there is no room to hold this request: ${HELD_MAX} are held, or take all memory`,
    ])
    clients[0]?.leave()
    world.holds.release('r2', {})
    const held = () => world.holds.list().map(({ request }) => request.request)
    expect(held()).toHaveLength(HELD_MAX - 2)
    put('b')
    put('b')
    expect(held().slice(-2)).toEqual([`r${HELD_MAX + 2}`, `r${HELD_MAX + 3}`])
    expect((await put('b').answer).reply?.status).toBe(503)
    world.holds.close()
    await Promise.all(clients.map(({ answer }) => answer))
  })

  it('counts for the memory of all worlds, until it ends', async () => {
    const memory = new MemoryBudget(100_000)
    world = new World<RequestRecord>(baseline, () => 0, defaultBounds, undefined, memory)
    hold()
    const clients: Client[] = []
    const answered: number[] = []
    while (answered.length === 0) {
      const client = put()
      void client.answer.then(({ reply }) => answered.push(reply?.status ?? 0))
      clients.push(client)
      await Promise.resolve()
    }
    expect(answered).toEqual([503])
    expect(clients.length).toBeGreaterThan(5)
    const { used } = memory
    for (const client of clients) client.leave()
    await Promise.all(clients.map(({ answer }) => answer))
    expect(world.holds.list()).toEqual([])
    expect(memory.used).toBeLessThan(used)
  })
})
