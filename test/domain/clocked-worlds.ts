import type { ClockStart } from '../../src/core/clock.js'
import type { Duration } from '../../src/core/durations.js'
import { parseInstant } from '../../src/core/instants.js'
import { defaultBounds } from '../../src/domain/bounds.js'
import { defaultProfile } from '../../src/domain/profile/profile.js'
import { State } from '../../src/domain/state.js'
import { World } from '../../src/domain/world.js'
import { services } from '../../src/services/index.js'
import { KV } from '../../src/services/kv/contents.js'
import { Offset } from '../../src/services/kv/entry.js'

export const SECOND = 1000
export const HOUR = 3600 * SECOND
export const DAY = 24 * HOUR
export const NOW = at('2026-01-31T12:00:00Z')

export function at(iso: string): number {
  const ms = parseInstant(iso)
  if (ms === undefined) throw new Error(`${iso} is not an instant`)
  return ms
}

export const ms = (length: number): Duration => ({ months: 0, ms: length })
export const months = (length: number): Duration => ({ months: length, ms: 0 })

interface TestEntry {
  readonly namespace?: string
  readonly key: string
  /** In ms. An offset from the origin if `isOffset`. */
  readonly expiresAt: number
  readonly isOffset?: boolean
}

/** Creates a world with these entries, and a handle on its real time. */
export function makeWorld(
  entries: readonly TestEntry[] = [],
  clock: ClockStart = { now: NOW, frozen: true },
) {
  const state = State.empty(services)
  for (const { namespace: id = 'ns_a', key, expiresAt, isOffset = false } of entries) {
    const namespace = state.of(KV).namespaces.get(id) ?? state.of(KV).addNamespace(id, 'u', {})
    namespace.put({
      key,
      text: '1',
      ttlSeconds: 60,
      createdAt: 0,
      expiresAt,
      offsets: isOffset ? Offset.expiresAt : Offset.none,
    })
  }
  const real = { now: 5_000_000 }
  const baseline = {
    state,
    profile: defaultProfile,
    clock,
    randomSeed: 1,
    faults: [],
    randomStates: {},
    lastFaultId: 0,
  }
  const world = new World(services, baseline, () => real.now, { ...defaultBounds, requests: 10 })
  return { world, real }
}
