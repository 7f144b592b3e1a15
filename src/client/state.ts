import { type AdminInterface, at } from './admin-client.js'
import type { SnapshotInfo } from './answers.js'
import { type Point, pointText } from './history.js'
import type { SeedObject } from './seed-object.js'

/**
 * The state is written as a seed (see docs/seeds.md).
 *
 * @example
 * const before = await emulator.state.get()
 * await emulator.state.merge('namespaces: [{ id: ns_demo_starter, usage: { reads: 998 } }]')
 * await emulator.state.replace(before)
 */
export interface StateClient {
  /** Returns the current state, or an earlier one with e.g. `state.get({ at: 'r41' })`. */
  get(options?: { readonly at?: Point }): Promise<SeedObject>
  /**
   * @param seed an object, or YAML or JSON
   * @throws EmulatorError `invalid_seed` with `problems`, in which case nothing changes
   */
  replace(seed: SeedObject | string): Promise<void>
  /**
   * Records whose id already exists are merged with the existing ones.
   *
   * @throws EmulatorError `invalid_seed` with `problems`, in which case nothing changes
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

export type SnapshotReference = string | { readonly name: string }

/**
 * Snapshots include everything except the journal.
 *
 * @example
 * const before = await emulator.snapshots.take()
 * await emulator.snapshots.restore(before)
 */
export interface SnapshotsClient {
  /** Replaces any snapshot with the same name. Generates a name by default. */
  take(name?: string): Promise<SnapshotInfo>
  /** Afterwards, the same requests get the same responses again. */
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
