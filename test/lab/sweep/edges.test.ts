import type { EmulatorClient, SeedObject } from 'tristore-emulator'
import { startEmulator } from 'tristore-emulator'
import { describe, expect, test } from 'vitest'
import { Draws } from '../../../lab/explore/drawing.js'
import { instantBoundaries } from '../../../lab/sweep/edges/instants.js'
import { meterBoundaries } from '../../../lab/sweep/edges/meters.js'
import { type Disturbance, Runner } from '../../../lab/sweep/one-run.js'
import { EDGES, type Swept } from '../../../lab/sweep/options.js'
import { learn, type UndisturbedRun } from '../../../lab/sweep/undisturbed.js'
import { get, put, SEED, swept } from './shop.js'

interface Learnt {
  readonly runner: Runner
  readonly undisturbed: UndisturbedRun
}

async function learning<T>(seed: SeedObject, run: Swept, look: (learnt: Learnt) => Promise<T>): Promise<T> {
  await using emulator = await startEmulator({ seed })
  const runner = await Runner.start(emulator, run, 10_000)
  return await look({ runner, undisturbed: await learn(runner) })
}

const lastStatus = (runner: Runner, disturbance: Disturbance): Promise<number | null | undefined> =>
  runner.once(disturbance, ({ requests }) => requests.at(-1)?.status)

/** The values at which the last request's status differs from the status one value earlier. */
async function changes(
  values: readonly number[],
  statusAt: (value: number) => Promise<number | null | undefined>,
): Promise<number[]> {
  const statuses: (number | null | undefined)[] = []
  for (const value of values) statuses.push(await statusAt(value))
  return values.filter((_, index) => index > 0 && statuses[index] !== statuses[index - 1])
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Replaces the instant that the run moves the clock to. */
const standing = (move: number, at: number): Disturbance => ({
  onMoved: async (world, moved) =>
    moved === move ? world.clock.set(at, { force: true, freeze: true }) : undefined,
})

/** The approaches to the last request's boundaries. */
function approachesOf({ undisturbed }: Learnt) {
  const last = undisturbed.requests.at(-1)
  const boundaries = [...instantBoundaries(undisturbed, EDGES).found, ...meterBoundaries(undisturbed, EDGES)]
  return boundaries.filter(({ request }) => request === last).flatMap(({ approaches }) => approaches)
}

/** The last request's statuses two steps before a boundary, one before, at it, and one after. */
function statusesAround(learnt: Learnt, name: string, unit = ''): Promise<(number | null | undefined)[]> {
  const statuses = ['-2', '-1', '+0', '+1'].map((step) => {
    const found = approachesOf(learnt).find((approach) => approach.name === name + step + unit)
    return found === undefined ? undefined : lastStatus(learnt.runner, found.disturbance)
  })
  return Promise.all(statuses)
}

const HISTORIES = range(1, 4)

describe('boundaries in time', () => {
  test.each(HISTORIES)(
    'boundaries in time are exactly the instants at which the response changes: history %i',
    async (seed) => {
      const random = new Draws(seed)
      const keys = ['a', 'b', 'c']
      const moves = keys.map(() => 1 + random.integer(8))
      const read = keys[random.integer(3)] ?? 'a'
      const run: Swept = async (world) => {
        for (const [index, key] of keys.entries()) {
          await put(world, key, index)
          await world.clock.advance(`${moves[index]}ms`)
        }
        await world.clock.advance('60001ms')
        await get(world, read)
      }
      await learning(SEED, run, async (learnt) => {
        const { instants } = learnt.undisturbed
        const start = instants[0] ?? 0
        const window = range(start + 59_998, start + 60_030)
        const tried = await changes(window, (at) => lastStatus(learnt.runner, standing(4, at)))
        const told = instantBoundaries(learnt.undisturbed, EDGES)
          .found.filter(({ request }) => request === learnt.undisturbed.requests.at(-1))
          .filter(({ approaches }) => approaches.some(({ name }) => name === '+0ms'))
        expect(tried).toHaveLength(1)
        expect(told).toHaveLength(1)
        expect(await statusesAround(learnt, '', 'ms')).toEqual([200, 200, 404, 404])
        expect(tried[0]).toBe(
          start + moves.slice(0, keys.indexOf(read)).reduce((sum, ms) => sum + ms, 0) + 60_000,
        )
      })
    },
  )

  test('boundaries in time are the ends of windows of a rate limit', async () => {
    const seed = { ...SEED, database: { keys: [{ key: 'db' }], rateLimit: { requests: 1, per: '50ms' } } }
    const list = (world: EmulatorClient) => world.fetch('/documents', { headers: { 'X-API-Key': 'db' } })
    const run: Swept = async (world) => {
      await list(world)
      await world.clock.advance('10ms')
      await list(world)
    }
    await learning(seed, run, async (learnt) => {
      const start = learnt.undisturbed.instants[0] ?? 0
      const window = range(start, start + 60)
      expect(await changes(window, (at) => lastStatus(learnt.runner, standing(1, at)))).toEqual([start + 50])
      expect(await statusesAround(learnt, 'window ', 'ms')).toEqual([429, 429, 200, 200])
    })
  })

  test('boundaries in time are the ends of sliding windows', async () => {
    const seed = {
      ...SEED,
      profile: { database: { rateWindow: 'sliding' as const } },
      database: { keys: [{ key: 'db' }], rateLimit: { requests: 1, per: '50ms' } },
    }
    const list = (world: EmulatorClient) => world.fetch('/documents', { headers: { 'X-API-Key': 'db' } })
    const run: Swept = async (world) => {
      await world.clock.advance('7ms')
      await list(world)
      await world.clock.advance('10ms')
      await list(world)
    }
    await learning(seed, run, async (learnt) => {
      expect(await statusesAround(learnt, 'window ', 'ms')).toEqual([429, 429, 200, 200])
    })
  })

  test('boundaries in time are the ends of months', async () => {
    const namespace = { ...SEED.namespaces[0], limits: { reads: 1 } }
    const clock = { now: '2026-01-31T23:59:59.950Z', freeze: true }
    const run: Swept = async (world) => {
      await put(world, 'a', 1)
      await get(world, 'a')
      await world.clock.advance('10ms')
      await get(world, 'a')
    }
    await learning({ ...SEED, clock, namespaces: [namespace] }, run, async (learnt) => {
      const start = learnt.undisturbed.instants[0] ?? 0
      const window = range(start, start + 100)
      const tried = await changes(window, (at) => lastStatus(learnt.runner, standing(1, at)))
      expect(tried).toEqual([Date.UTC(2026, 1, 1)])
      expect(await statusesAround(learnt, 'month ', 'ms')).toEqual([429, 429, 200, 200])
    })
  })

  test('boundaries in time are the ends of tokens, and of months', async () => {
    const run: Swept = async (world) => {
      const authorization = `Bearer ${await world.tokens.create({ expiresIn: '1h' })}`
      await get(world, 'a')
      await world.clock.advance('30m')
      await world.fetch('/v1/kv/ns_shop_1', { headers: { authorization } })
    }
    await learning(SEED, run, async (learnt) => {
      expect(await statusesAround(learnt, 'token ', 'ms')).toEqual([200, 200, 401, 401])
      const months = instantBoundaries(learnt.undisturbed, EDGES).found.filter(({ approaches }) =>
        approaches.some(({ name }) => name === 'month +12h'),
      )
      expect(months.map(({ request }) => request.place)).toEqual([
        'kv.get ns_shop_1/a#1',
        'kv.list ns_shop_1#1',
      ])
    })
  })

  test('boundaries in time that begin after the last move of the clock are reported as out of reach', async () => {
    const run: Swept = async (world) => {
      await put(world, 'a', 1)
      await get(world, 'a')
    }
    const { coverage } = await swept(run, { edges: ['expiry', 'month'] })
    expect(coverage).toContain('1 boundary out of reach, because no clock move led there')
  })

  test('boundaries in time are reached for seeded entries too', async () => {
    const [namespace] = SEED.namespaces
    const seed = {
      ...SEED,
      namespaces: [{ ...namespace, entries: [{ key: 'a', value: 1, expiresAt: '+1h' }] }],
    }
    await learning(
      seed,
      (world) => get(world, 'a'),
      async (learnt) => {
        expect(await statusesAround(learnt, '', 'ms')).toEqual([200, 200, 404, 404])
      },
    )
  })
})

describe('limits', () => {
  test.each([1, 3, 6])(
    'limits of reads are boundaries exactly at the count where the response changes: %i reads before',
    async (before) => {
      const [namespace] = SEED.namespaces
      const limit = 8
      const month = '2026-01'
      const seed = { ...SEED, namespaces: [{ ...namespace, limits: { reads: limit }, usage: { reads: 1 } }] }
      const run: Swept = async (world) => {
        for (const _ of range(1, before)) await get(world, 'a')
        await put(world, 'a', 1)
        await get(world, 'a')
      }
      await learning(seed, run, async (learnt) => {
        const tried = await changes(range(0, limit + 2), (reads) =>
          lastStatus(learnt.runner, {
            prepare: (world) =>
              world.state.merge({ namespaces: [{ id: 'ns_shop_1', usage: { [month]: { reads } } }] }),
          }),
        )
        expect(tried).toEqual([limit - before])
        expect(await statusesAround(learnt, 'reads ')).toEqual([200, 200, 429, 429])
      })
    },
  )

  test('limits of storage are boundaries exactly at the size where the response changes', async () => {
    await learning(
      SEED,
      (world) => put(world, 'a', 'alice'),
      async (learnt) => {
        const tried = await changes(range(0, 40), (storageBytes) =>
          lastStatus(learnt.runner, {
            prepare: (world) =>
              world.state.merge({ namespaces: [{ id: 'ns_shop_1', limits: { storageBytes } }] }),
          }),
        )
        // The key and the value, in bytes.
        expect(tried).toEqual([8])
        expect(await statusesAround(learnt, 'storageBytes ')).toEqual([200, 200, 403, 403])
      },
    )
  })
})
