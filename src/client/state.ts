import { type AdminInterface, at } from './admin-client.js'
import type { SnapshotInfo } from './answers.js'
import { type Point, pointText } from './history.js'
import type { SeedObject } from './seed-object.js'

/**
 * The state of a world, as a seed (docs/seeds.md).
 *
 * @example
 * const before = await emulator.state.get()
 * await emulator.state.merge('namespaces: [{ id: ns_demo_starter, usage: { reads: 998 } }]')
 * await emulator.state.replace(before)
 */
export interface StateClient {
  /** Returns a seed that restores the state, now or at a point: `state.get({ at: 'r41' })`. */
  get(options?: { readonly at?: Point }): Promise<SeedObject>
  /**
   * Replaces the state by a seed: an object, or text in YAML or JSON.
   *
   * @throws EmulatorError `invalid_seed` with `problems`; nothing has changed then
   */
  replace(seed: SeedObject | string): Promise<void>
  /**
   * Merges a seed into the state. An element with an existing id is merged with that one.
   *
   * @throws EmulatorError `invalid_seed` with `problems`; nothing has changed then
   */
  merge(seed: SeedObject | string): Promise<void>
}

export function stateClient(admin: AdminInterface): StateClient {
  return {
    get: async ({ at: point } = {}) => admin.get('/state', { format: 'json', at: pointText(point) }),
    async replace(seed) {
      await admin.send('PUT', '/state', seed)
    },
    async merge(seed) {
      await admin.send('PATCH', '/state', seed)
    },
  }
}

/** A snapshot, or its name. */
export type SnapshotReference = string | { readonly name: string }

/**
 * The snapshots of a world, each a copy of everything but the journal.
 *
 * @example
 * const before = await emulator.snapshots.take()
 * await emulator.snapshots.restore(before)
 */
export interface SnapshotsClient {
  /** Saves the state under a name, generated when left out. Replaces a snapshot of the same name. */
  take(name?: string): Promise<SnapshotInfo>
  /** Goes back to a snapshot; the same requests get the same answers again. */
  restore(snapshot: SnapshotReference): Promise<SnapshotInfo>
  list(): Promise<SnapshotInfo[]>
  remove(snapshot: SnapshotReference): Promise<void>
}

export function snapshotsClient(admin: AdminInterface): SnapshotsClient {
  return {
    take: (name) => admin.send('POST', '/snapshots', { name }),
    restore: async (snapshot) => admin.send('POST', at`/snapshots/${nameOf(snapshot)}/restore`),
    list: () => admin.list('snapshots', '/snapshots'),
    remove: async (snapshot) => admin.delete(at`/snapshots/${nameOf(snapshot)}`),
  }
}

const nameOf = (snapshot: SnapshotReference): string =>
  typeof snapshot === 'string' ? snapshot : snapshot.name
