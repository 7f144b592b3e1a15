import type { SnapshotInfo } from '../admin/calls/snapshots.js'
import { type AdminInterface, at } from './admin-client.js'
import { type Point, pointText } from './history.js'
import type { SeedObject } from './seed-object.js'

/**
 * The state of a world.
 *
 * @example
 * const before = await emulator.state.get()
 * await emulator.state.merge('namespaces: [{ id: ns_demo_starter, usage: { reads: 998 } }]')
 * await emulator.state.replace(before)
 */
export interface StateClient {
  /** The present state as a seed that gives it back; that of another moment: `state.get({ at: 'r41' })`. */
  get(options?: { readonly at?: Point }): Promise<SeedObject>
  /** Puts the state of a seed (an object, or text in YAML or JSON) in place of the present one. */
  replace(seed: SeedObject | string): Promise<void>
  /** Merges a seed into the present state: an element with the id of a present one joins it. */
  merge(seed: SeedObject | string): Promise<void>
}

/** The state over the admin interface. */
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
 * The snapshots of a world: they keep all of it but its journal.
 *
 * @example
 * const before = await emulator.snapshots.take()
 * await emulator.snapshots.restore(before)
 */
export interface SnapshotsClient {
  /** Keeps the present state; without a name one is made, and one of the same name is replaced. */
  take(name?: string): Promise<SnapshotInfo>
  /** Goes back to a snapshot: the same requests get the same answers again. */
  restore(snapshot: SnapshotReference): Promise<SnapshotInfo>
  list(): Promise<SnapshotInfo[]>
  remove(snapshot: SnapshotReference): Promise<void>
}

/** The snapshots over the admin interface. */
export function snapshotsClient(admin: AdminInterface): SnapshotsClient {
  return {
    take: (name) => admin.send('POST', '/snapshots', name === undefined ? {} : { name }),
    restore: async (snapshot) => admin.send('POST', at`/snapshots/${nameOf(snapshot)}/restore`),
    list: () => admin.list('snapshots', '/snapshots'),
    remove: async (snapshot) => admin.delete(at`/snapshots/${nameOf(snapshot)}`),
  }
}

const nameOf = (snapshot: SnapshotReference): string =>
  typeof snapshot === 'string' ? snapshot : snapshot.name
