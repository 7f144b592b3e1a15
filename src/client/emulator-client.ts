import type { Kept } from '../domain/world.js'
import { AdminInterface, at } from './ask.js'
import { type ClockClient, clockClient } from './clock.js'
import { type ConductClient, conductClient } from './conduct.js'
import { type DatabaseKeysClient, databaseKeysClient } from './database-keys.js'
import { EmulatorError } from './error.js'
import { type FaultsClient, faultsClient } from './faults.js'
import { type NamespacesClient, namespacesClient } from './namespaces.js'
import { type ProfileClient, profileClient } from './profile.js'
import { type RequestsClient, requestsClient } from './requests.js'
import { type SnapshotsClient, snapshotsClient } from './snapshots.js'
import { type StateClient, stateClient } from './state.js'
import { type StoresClient, storesClient } from './stores.js'
import { type TokensClient, tokensClient } from './tokens.js'
import type { Addresses, MadeWorld, Transport } from './transport.js'

/**
 * What a world is made of.
 *
 * @example
 * const world = await emulator.world({ from: 'current' })
 */
export interface WorldOptions {
  /** Its id; generated when left out. */
  readonly id?: string
  /** "seed" (the default), "current", or the name of a snapshot of this world. */
  readonly from?: string
}

/**
 * What a reset leaves as it is.
 *
 * @example
 * await emulator.reset({ keep: ['clock', 'faults'] })
 */
export interface ResetOptions {
  readonly keep?: readonly Kept[]
}

/**
 * An emulator, or one of its worlds, to a test: the same in process and over HTTP. Whatever it refuses rejects with
 * an EmulatorError.
 *
 * @example
 * await using world = await emulator.world()
 * await world.clock.advance('1d')
 * const response = await world.fetch('/v1/kv/ns_shop_k3v9x2/cart', { headers: { 'X-KV-Key': 'kv_read_demo' } })
 */
export interface EmulatorClient extends Addresses, RequestsClient, ConductClient, AsyncDisposable {
  readonly clock: ClockClient
  readonly faults: FaultsClient
  readonly state: StateClient
  readonly snapshots: SnapshotsClient
  readonly namespaces: NamespacesClient
  readonly stores: StoresClient
  readonly databaseKeys: DatabaseKeysClient
  readonly tokens: TokensClient
  readonly profile: ProfileClient
  /** Back to the seed, or what the world was made from: `reset({ keep: ['faults'] })`. */
  reset(options?: ResetOptions): Promise<void>
  /** Makes a complete, isolated emulator beside this one; closing it lets go of it. */
  world(options?: WorldOptions): Promise<EmulatorClient>
  /**
   * Sends a request to the services as the global fetch does. Of its address only the path counts (`/documents` is
   * enough); without a world's prefix it goes to this world. In process no socket is involved.
   */
  readonly fetch: typeof globalThis.fetch
  /** Ends what this began: the emulator that was started, the world that was made; not an emulator connected to. */
  close(): Promise<void>
}

/**
 * The interface over a way to a world.
 *
 * @param close ends what the transport leads to; asked once
 */
export function emulatorClient(transport: Transport, close: () => Promise<void>): EmulatorClient {
  const { ask, addresses } = transport
  const admin = new AdminInterface(ask)
  let closing: Promise<void> | undefined
  const closeOnce = (): Promise<void> => {
    closing ??= close()
    return closing
  }
  return {
    ...addresses,
    clock: clockClient(admin),
    faults: faultsClient(admin),
    state: stateClient(admin),
    snapshots: snapshotsClient(admin),
    namespaces: namespacesClient(admin),
    stores: storesClient(admin),
    databaseKeys: databaseKeysClient(admin),
    tokens: tokensClient(admin),
    profile: profileClient(admin),
    ...requestsClient(admin),
    ...conductClient(admin),
    async reset(options = {}) {
      await admin.send('POST', '/reset', options)
    },
    async world(options = {}) {
      const made = await admin.send<MadeWorld>('POST', '/worlds', options)
      const way = transport.toWorld(made)
      return emulatorClient(way, () => letGo(way, made.id))
    },
    fetch: transport.fetch,
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  }
}

/**
 * Asks the world itself, since the one that it was made from may be gone. One that is gone already is no reason to
 * fail a test.
 */
async function letGo({ ask }: Transport, id: string): Promise<void> {
  try {
    await new AdminInterface(ask).delete(at`/worlds/${id}`)
  } catch (error) {
    if (!(error instanceof EmulatorError && error.code === 'not_found')) throw error
  }
}
