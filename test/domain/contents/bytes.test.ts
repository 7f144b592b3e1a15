import { describe, expect, test } from 'vitest'
import { operations } from '../../../src/contract/operations.js'
import { Seen } from '../../../src/core/seen.js'
import { defaultBounds } from '../../../src/domain/bounds.js'
import { bytesOfWorld } from '../../../src/domain/contents/bytes.js'
import { DecisionFacts } from '../../../src/domain/decision-facts.js'
import { Offset } from '../../../src/domain/entries/entry.js'
import { Grease } from '../../../src/domain/profile/grease.js'
import { patchProfile } from '../../../src/domain/profile/profile.js'
import { World } from '../../../src/domain/world.js'
import { parseSeeds } from '../../../src/seed/parse.js'
import { WorldSeed } from '../../../src/seed/world-seed.js'

const NS = 'ns_a_1'
const LENGTH = 100_000
/** More than everything takes that has no long text. */
const SMALL = 30_000

async function started(seed: object = {}, bounds = defaultBounds): Promise<World> {
  const text = JSON.stringify({ namespaces: [{ id: NS }], ...seed })
  const { baseline } = await WorldSeed.of(parseSeeds([{ name: 'seed', text }]), {})
  return new World(baseline, () => 0, bounds)
}

/** A text of its own each time. */
const long = (): string => Buffer.alloc(LENGTH, 'x').toString()

function put({ state }: World, key: string, text: string): void {
  const times = { ttlSeconds: 60, createdAt: 0, expiresAt: 60_000, offsets: Offset.none }
  state.namespace(NS)?.put({ key, text, ...times })
}

const bytesOf = (...worlds: World[]): number => {
  const seen = new Seen()
  return worlds.reduce((sum, world) => sum + bytesOfWorld(world, seen), 0)
}

/** How many of the long texts a number of bytes stands for. */
const texts = (bytes: number): number => Math.floor(bytes / LENGTH)

describe('the bytes of a world', () => {
  test('are those of its entries', async () => {
    const world = await started()
    expect(bytesOf(world)).toBeLessThan(SMALL)
    for (const key of ['a', 'b', 'c']) put(world, key, long())
    expect(texts(bytesOf(world))).toBe(3)
    put(world, 'c', 'short')
    expect(texts(bytesOf(world))).toBe(2)
  })

  test('are those of the namespaces that were used, be they there or not', async () => {
    const world = await started()
    const [get] = operations.filter(({ id }) => id === 'kv.get')
    const before = bytesOf(world)
    for (let index = 0; index < 100; index++) {
      const decision = new DecisionFacts()
      decision.countedBy = `ns_gone_${index}`
      if (get !== undefined) world.usage.count(get, decision)
    }
    expect(bytesOf(world) - before).toBeGreaterThan(100 * 100)
  })

  test('are those of the profiles of its snapshots', async () => {
    const world = await started()
    world.changeProfile(patchProfile(world.profile, { auth: { secret: long() } }))
    for (let index = 0; index < 3; index++) world.keep()
    const one = bytesOf(world)
    expect(texts(one)).toBe(1)
    for (let index = 0; index < 3; index++) {
      world.changeProfile(patchProfile(world.profile, { auth: { secret: long() } }))
      world.keep()
    }
    expect(texts(bytesOf(world) - one)).toBeGreaterThanOrEqual(3)
    expect(texts(bytesOf(world) - one)).toBeLessThan(6)
  })

  test('are those of its profile in force, with the variants of it where answers got some', async () => {
    const world = await started()
    const before = bytesOf(world)
    const profile = patchProfile(world.profile, { auth: { secret: long() } })
    world.changeProfile(profile)
    expect(texts(bytesOf(world) - before)).toBe(1)
    world.inForce.greased(new Grease(1), 'r1')
    expect(bytesOf(world)).toBeGreaterThan(before + LENGTH + 16 * SMALL)
    const other = await started()
    const alone = bytesOf(world)
    other.changeProfile(profile)
    expect(bytesOf(world, other) - alone).toBeLessThan(SMALL)
  })

  test('are those of all that a snapshot alone keeps alive, and of no more', async () => {
    const world = await started()
    put(world, 'a', long())
    for (let index = 0; index < 10; index++) world.keep()
    expect(texts(bytesOf(world))).toBe(1)
    put(world, 'a', long())
    world.keep('later')
    put(world, 'a', long())
    expect(texts(bytesOf(world))).toBe(3)
    for (const { name } of world.snapshots.list()) world.snapshots.remove(name)
    world.reset()
    world.history.releaseContents()
    expect(bytesOf(world)).toBeLessThan(SMALL)
  })

  test('are those of what its log alone keeps alive, until that is forgotten', async () => {
    const world = await started()
    world.keep('empty')
    const change = (work: () => void) =>
      world.change({ area: 'state', id: undefined, call: { method: 'PUT', path: '/state', body: '' } }, work)
    for (let index = 0; index < 3; index++) {
      put(world, 'a', long())
      change(() => world.restore(world.snapshots.get('empty')))
    }
    expect(texts(bytesOf(world))).toBe(3)
    put(world, 'a', long())
    world.reset()
    expect(texts(bytesOf(world))).toBe(1)
    expect(world.history.releaseContents()).toBe(true)
    expect(bytesOf(world)).toBeLessThan(SMALL)
    expect(world.history.releaseContents()).toBe(false)
  })

  test('are fewer where others need the memory: its log lets go of what it alone keeps alive', async () => {
    const world = await started({}, { ...defaultBounds, memory: 3 * LENGTH })
    put(world, 'a', long())
    world.reset()
    const { contents } = world.memory
    expect(contents.takeInSlices(LENGTH)).toBe(true)
    expect(world.history.captures()).toHaveLength(1)
    expect(contents.takeInSlices(2 * LENGTH)).toBe(true)
    expect(world.history.captures()).toEqual([])
  })

  test('do not count what another world has too', async () => {
    const world = await started()
    put(world, 'a', long())
    const other = new World(world.capture().contents, () => 0, defaultBounds, 'w1')
    expect(texts(bytesOf(world, other))).toBe(1)
  })

  test('are those of its seed, its faults and their snapshots', async () => {
    const value = long()
    const world = await started({ stores: [{ id: 'ec_a_1', entries: [{ key: 'k', value }] }] })
    // The entry, and the seed that GET /_admin/seed shows.
    expect(texts(bytesOf(world))).toBe(2)
    world.faults.add([{ status: 503, body: long() }], 0)
    world.keep()
    expect(texts(bytesOf(world))).toBe(3)
  })

  test('are those of each fault, once for all that has the same list', async () => {
    const world = await started()
    const before = bytesOf(world)
    const faults = Array.from({ length: 10 }, (_, index) => ({ status: 503, match: { key: `k${index}` } }))
    world.faults.add(faults, 0)
    const each = (bytesOf(world) - before) / faults.length
    expect(each).toBeGreaterThan(1000)
    expect(each).toBeLessThan(1500)
    world.keep()
    const snapshot = bytesOf(world) - before - faults.length * each
    expect(snapshot).toBeLessThan(faults.length * 1000)
    world.faults.enable('f_1', false)
    expect(bytesOf(world) - before - snapshot).toBe(2 * faults.length * each)
  })

  test('are those of records that are gone, where a snapshot alone remembers them', async () => {
    const world = await started()
    world.tombstones.note(NS, 'k'.repeat(LENGTH / 2), { deletedBy: 'request r1' })
    expect(bytesOf(world)).toBeLessThan(SMALL)
    world.keep()
    expect(bytesOf(world)).toBeLessThan(SMALL)
    world.tombstones.note(NS, 'another', { deletedBy: 'request r2' })
    expect(texts(bytesOf(world))).toBe(1)
  })

  test('count what an alias repeats once', async () => {
    const many = `[${'*a, '.repeat(20)}1]`
    const text = `stores: [{ id: ec_a_1, entries: [{ key: k, value: { a: &a "${'x'.repeat(LENGTH)}", b: ${many} } }] }]`
    const { baseline } = await WorldSeed.of(parseSeeds([{ name: 'seed', text }]), {})
    expect(texts(bytesOf(new World(baseline, () => 0, defaultBounds)))).toBeLessThan(45)
  })
})
