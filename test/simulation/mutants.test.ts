import { describe, expect, test } from 'vitest'
import { Faults } from '../../src/domain/faults/faults.js'
import { MonthlyUsage } from '../../src/domain/quotas.js'
import { State } from '../../src/domain/state.js'
import { World } from '../../src/domain/world.js'
import { Collection } from '../../src/services/documents/collection.js'
import { RateWindows } from '../../src/services/documents/rate-limit.js'
import { Namespace } from '../../src/services/kv/namespace.js'
import { extent } from '../support/extent.js'
import { check, drawnSteps, FIXED_SEEDS } from './check.js'
import { Mismatch, simulate, type Tamper } from './simulation.js'

/** Checks that the simulation can fail. Every test run must find each of these bugs. */

/** Tries all bugs, or just one in six. */
const SHARE = extent(6, 1)

/** Bugs in answers. */
const TAMPERED: Readonly<Record<string, Tamper>> = {
  'a page lacks its last record': async (response, { operation }) => {
    if (operation !== 'documents.list' || response.status !== 200) return response
    const records: unknown = await response.json()
    return changed(response, Array.isArray(records) ? records.slice(0, -1) : records)
  },
  'a key is shown for one ms too long': (response, call, { model }) => {
    const { clock, namespaces } = model.state
    if (call.operation !== 'kv.get' || response.status !== 404 || call.key === undefined) return response
    const entry = namespaces.get(call.resource)?.entries.get(call.key)
    if (entry?.expiresAt !== clock.now) return response
    const { text: json, ttlSeconds } = entry
    const seen = { ok: true, key: call.key, value: JSON.parse(json), ttlSeconds, expiresAt: clock.now }
    return changed(response, seen, 200)
  },
  'a quota admits one more request': async (response, call, { client, model }) => {
    if (call.operation !== 'kv.get' || response.status !== 429 || response.headers.has('retry-after'))
      return response
    const { usage } = await client.namespaces.get(call.resource)
    const limit = model.state.namespaces.get(call.resource)?.limits.reads
    return usage.reads === limit ? changed(response, { ok: true }, 200) : response
  },
  'the delete of a missing key counts': async (response, call, { client }) => {
    if (call.operation !== 'kv.delete' || response.status !== 404) return response
    const found = (await client.namespaces.list()).find(({ id }) => id === call.resource)
    if (found === undefined) return response
    await client.namespaces.update(found.id, { usage: { deletes: found.usage.deletes + 1 } })
    return response
  },
  'Retry-After is one second too short': (response) => {
    const seconds = response.headers.get('retry-after')
    if (seconds !== null) response.headers.set('retry-after', String(Number(seconds) - 1))
    return response
  },
  'digits of a value are lost': async (response, { operation }) => {
    if (operation !== 'kv.get' || response.status !== 200) return response
    return changed(response, await response.json())
  },
}

/** Bugs in the domain, made by replacing methods in prototypes. */
const PATCHED: Readonly<Record<string, () => () => void>> = {
  'snapshots share their state with the world': () =>
    patched(
      State.prototype,
      'fork',
      () =>
        function (this: State) {
          return this
        },
    ),
  'the copy of a namespace loses its limits': () =>
    patched(
      Namespace.prototype,
      'copy',
      (copy) =>
        function (this: Namespace, ...given) {
          const made = copy.apply(this, given)
          made.changeLimits({ reads: null, writes: null, lists: null, storageBytes: null })
          return made
        },
    ),
  'a reset keeps the faults': () =>
    patched(
      World.prototype,
      'reset',
      (reset) =>
        function (this: World, keep = new Set()) {
          reset.call(this, new Set([...keep, 'faults' as const]))
        },
    ),
  'a reset keeps the clock': () =>
    patched(
      World.prototype,
      'reset',
      (reset) =>
        function (this: World, keep = new Set()) {
          reset.call(this, new Set([...keep, 'clock' as const]))
        },
    ),
  'counters of another month are shown': () =>
    patched(
      MonthlyUsage.prototype,
      'at',
      (at) =>
        function (this: MonthlyUsage) {
          return at.call(this, 0)
        },
    ),
  "a key of the database has another one's window": () =>
    patched(
      RateWindows.prototype,
      'take',
      (take) =>
        function (this: RateWindows, _key, ...given) {
          take.call(this, 'everybody', ...given)
        },
    ),
  'every key sees every record': () => patched(Collection.prototype, 'shows', () => () => true),
  'a page begins one record early': () =>
    patched(
      Collection.prototype,
      'page',
      (page) =>
        function (this: Collection, key, after, limit) {
          return page.call(this, key, after - 1, limit)
        },
    ),
  'faults do not strike': () => patched(Faults.prototype, 'fire', () => () => undefined),
  'a deleted entry still counts as stored bytes': () =>
    patched(
      Namespace.prototype,
      'delete',
      () =>
        function (this: Namespace, entry, passing, tombstones) {
          this.entries.delete(entry.key)
          tombstones.note(this.id, entry.key, passing)
        },
    ),
}

/** Bugs that only show after many steps in the same life of a world. */
const PATCHED_DEEP: Readonly<Record<string, () => () => void>> = {
  'going back opens a rate window again': () =>
    patched(
      RateWindows.prototype,
      'take',
      (take) =>
        function (this: RateWindows, key, ...given) {
          take.call(this, key, ...given)
          for (const [held, window] of this.entries()) {
            if ('number' in window) this.set(held, { number: window.number, used: window.used })
          }
        },
    ),
}

describe('a bug in answers is found', () => {
  test.each(some(TAMPERED))('%s', async (_name, tamper) => {
    expect(await isFound(tamper)).toBe(true)
  })
})

describe('a bug in the domain is found', () => {
  test.each(some(PATCHED))('%s', async (_name, patch) => {
    const mend = patch()
    try {
      expect(await isFound()).toBe(true)
    } finally {
      mend()
    }
  })
})

describe('a bug that takes long to show is found', () => {
  test.each(Object.entries(PATCHED_DEEP))('%s', async (_name, patch) => {
    const mend = patch()
    try {
      expect(await isFoundDeep()).toBe(true)
    } finally {
      mend()
    }
  })
})

function some<T>(defects: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(defects).filter((_, at) => at % SHARE === 0)
}

async function isFoundDeep(): Promise<boolean> {
  for (let seed = 1; seed <= 8; seed++) {
    try {
      await simulate(drawnSteps(seed, 1500))
    } catch (error) {
      if (error instanceof Mismatch) return true
      throw error
    }
  }
  return false
}

/** Returns true if a run with the fixed seeds fails. Stops at the first one. */
async function isFound(tamper?: Tamper): Promise<boolean> {
  for (const seed of FIXED_SEEDS) {
    if ((await check({ seed, shrinks: false }, tamper)) !== undefined) return true
  }
  return false
}

function changed(response: Response, json: unknown, status = response.status): Response {
  return new Response(JSON.stringify(json), { status, headers: response.headers })
}

/** Replaces a method. Returns a function that restores the original. */
function patched<T extends object, Name extends keyof T>(
  prototype: T,
  name: Name,
  replace: (own: T[Name]) => T[Name],
): () => void {
  const own = prototype[name]
  prototype[name] = replace(own)
  return () => {
    prototype[name] = own
  }
}
