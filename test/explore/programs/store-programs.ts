import { isDeepStrictEqual } from 'node:util'
import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import { type Means, NAMESPACE, type Program } from './program.js'
import { entriesIn, get, getConfig, put, putConfig, remove, valuesIn, writesLeft } from './services.js'

/** Adds one to the entry of this key. */
async function addOne(means: Means, key: string): Promise<void> {
  await put(means, key, Number((await get(means, key)) ?? 0) + 1)
}

async function sumOf(world: EmulatorClient, prefix: string): Promise<number> {
  return (await valuesIn(world, prefix)).reduce<number>((sum, value) => sum + Number(value), 0)
}

export const rateLimitCounter: Program = {
  name: 'a rate-limit counter by get and put',
  racy: {
    party: (means) => addOne(means, 'hits'),
    outcome: (world) => sumOf(world, 'hits'),
  },
  // Each process counts under a key of its own, and whoever asks adds them up.
  mended: {
    party: (means, name) => addOne(means, `hits-${name}`),
    outcome: (world) => sumOf(world, 'hits-'),
  },
  isRight: (hits) => hits === 2,
}

async function bannersIn(world: EmulatorClient): Promise<object> {
  const { stores = [] } = await world.state.get()
  const entries = stores.flatMap(({ entries = [] }) => entries) as { key: string; value: object }[]
  return Object.assign({}, ...entries.filter(({ key }) => key.startsWith('banner')).map(({ value }) => value))
}

export const configChange: Program = {
  name: "a config's read, change and write",
  racy: {
    async party(means, name) {
      const banner = (await getConfig(means, 'banner')) as object
      await putConfig(means, 'banner', { ...banner, [name]: true })
    },
    outcome: bannersIn,
  },
  // Each switch is an entry of its own: nobody writes what another one changes.
  mended: {
    async party(means, name) {
      const banner = (await getConfig(means, 'banner')) as { readonly text: string }
      await putConfig(means, `banner-${name}`, { [name]: banner.text !== '' })
    },
    outcome: bannersIn,
  },
  isRight: (banner) => isDeepStrictEqual(banner, { text: 'hi', A: true, B: true }),
}

/** A session whose time is over, under a key, and what else lives on. */
const expired =
  (key: string, others: Readonly<Record<string, unknown>> = {}) =>
  async (world: EmulatorClient) => {
    const entries = [
      { key, value: 'old', ttlSeconds: 60 },
      ...Object.entries(others).map(([other, value]) => ({ key: other, value, ttlSeconds: 3600 })),
    ]
    await world.state.merge({ namespaces: [{ id: NAMESPACE, entries }] })
    await world.clock.advance('60s')
  }

export const deleteAtExpiry: Program = {
  name: 'a delete against a put at an expiry',
  racy: {
    prepare: expired('session'),
    async party(means, name) {
      if (name === 'A') await put(means, 'session', 'new')
      else if ((await get(means, 'session')) === undefined) await remove(means, 'session')
    },
    outcome: async (world) => (await entriesIn(world)).session,
  },
  // Each login has a key of its own, and one entry says which is in force: what is cleaned away is never the new one.
  mended: {
    prepare: expired('session-1', { current: 1 }),
    async party(means, name) {
      if (name === 'A') {
        await put(means, 'session-2', 'new')
        await put(means, 'current', 2)
        return
      }
      const current = await get(means, 'current')
      if ((await get(means, `session-${current}`)) === undefined) await remove(means, `session-${current}`)
    },
    async outcome(world) {
      const entries = await entriesIn(world)
      return entries[`session-${entries.current}`]
    },
  },
  isRight: (session) => session === 'new',
}

const leaveWrites = (writes: number) => (world: EmulatorClient) =>
  world.namespaces.update(NAMESPACE, { limits: { writes } })

/** The orders that parties say they stored, those that are there, and those that are listed. */
async function ordersIn(world: EmulatorClient, results: readonly unknown[]) {
  const names = Object.keys(await entriesIn(world))
  const ending = (prefix: string) =>
    names
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
      .sort()
  return {
    told: results.filter((name) => name !== undefined).sort(),
    stored: ending('order-'),
    listed: ending('listed-'),
  }
}

export const quotaRace: Program = {
  name: 'a quota race',
  racy: {
    prepare: leaveWrites(3),
    async party(means, name) {
      if ((await writesLeft(means)) < 2) return undefined
      await put(means, `order-${name}`, { of: name })
      await put(means, `listed-${name}`, true)
      return name
    },
    outcome: ordersIn,
  },
  // One write holds all that belongs together, and its answer, not the report of before, says whether there was room.
  mended: {
    prepare: leaveWrites(1),
    async party(means, name) {
      if ((await writesLeft(means)) < 1) return undefined
      return (await put(means, `order-${name}`, { of: name, listed: true })) ? name : undefined
    },
    async outcome(world, results) {
      const orders = await ordersIn(world, results)
      return { ...orders, listed: orders.stored }
    },
  },
  isRight(orders) {
    const { told, stored, listed } = orders as Awaited<ReturnType<typeof ordersIn>>
    return `${told}` === `${stored}` && `${stored}` === `${listed}`
  },
}
