import type { AdminInterface } from './ask.js'
import type { SeedObject } from './seed-object.js'

/**
 * What a world holds.
 *
 * @example
 * const before = await emulator.state.get()
 * await emulator.state.merge('namespaces: [{ id: ns_shop_k3v9x2, usage: { reads: 998 } }]')
 * await emulator.state.replace(before)
 */
export interface StateClient {
  /** The present state, as a seed that gives it back. */
  get(): Promise<SeedObject>
  /** Puts the state of a seed (an object, or text in YAML or JSON) in place of the present one. */
  replace(seed: SeedObject | string): Promise<void>
  /** Merges a seed into the present state: what has an id joins what is there. */
  merge(seed: SeedObject | string): Promise<void>
}

/** The state over the admin interface. */
export function stateClient(admin: AdminInterface): StateClient {
  return {
    get: () => admin.get('/state', { format: 'json' }),
    async replace(seed) {
      await admin.send('PUT', '/state', seed)
    },
    async merge(seed) {
      await admin.send('PATCH', '/state', seed)
    },
  }
}
