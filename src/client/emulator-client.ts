import type { Profile, ProfilePatch } from '../domain/profile/profile.js'
import type { Kept } from '../domain/world.js'
import type { Conduct } from '../journal/conduct/conduct.js'
import { type Addresses, AdminInterface, at, type MadeWorld, type Transport } from './admin-client.js'
import { type ClockClient, clockClient, type DurationText } from './clock.js'
import { EmulatorError } from './error.js'
import { type FaultsClient, faultsClient } from './faults.js'
import { type RequestsClient, requestsClient } from './requests.js'
import {
  type DatabaseKeysClient,
  databaseKeysClient,
  type NamespacesClient,
  namespacesClient,
  type StoresClient,
  storesClient,
} from './resources.js'
import type { SeedObject } from './seed-object.js'

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

/** How a world behaves where the contract says "not shown". */
export interface ProfileClient {
  /** Every option with its present value. */
  get(): Promise<Profile>
  /** Changes some options until the next reset: `profile.patch({ kv: { putStatus: 201 } })`. */
  patch(changes: ProfilePatch): Promise<Profile>
}

/** The profile over the admin interface. */
export function profileClient(admin: AdminInterface): ProfileClient {
  return {
    get: () => admin.get('/profile'),
    patch: (changes) => admin.send('PATCH', '/profile', changes),
  }
}

/** What the client under test owes the contract. */
export interface ConductClient {
  /** How it does by its duties, as far as the journal goes back: kept, broken, or not exercised. */
  conduct(): Promise<Conduct>
}

/** The judgement over the admin interface. */
export function conductClient(admin: AdminInterface): ConductClient {
  return { conduct: () => admin.get('/conduct') }
}

/**
 * What a token says.
 *
 * @example
 * const token = await emulator.tokens.create({ sub: 'user_alice', expiresIn: '1h' })
 */
export interface NewToken {
  /** Who calls; user_local when left out. */
  readonly sub?: string
  /** By the virtual clock; without it the token does not expire. */
  readonly expiresIn?: DurationText
  /** Further claims. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** The built-in identity provider. */
export interface TokensClient {
  /** A bearer token: `tokens.create({ sub: 'user_alice', expiresIn: '1h' })`. */
  create(token?: NewToken): Promise<string>
}

/** Tokens over the admin interface. */
export function tokensClient(admin: AdminInterface): TokensClient {
  return {
    create: async (token = {}) => (await admin.send<{ token: string }>('POST', '/tokens', token)).token,
  }
}

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

/**
 * A state of a world that was kept under a name.
 *
 * @example
 * const { name, atIso } = await emulator.snapshots.take('before')
 */
export interface SnapshotInfo {
  readonly name: string
  /** The virtual time when it was taken, in ms. */
  readonly at: number
  readonly atIso: string
}

/** A snapshot, or its name. */
export type SnapshotReference = string | { readonly name: string }

/**
 * The snapshots of a world: all of it but its journal.
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
    restore: (snapshot) => admin.send('POST', at`/snapshots/${nameOf(snapshot)}/restore`),
    list: async () => (await admin.get<{ snapshots: SnapshotInfo[] }>('/snapshots')).snapshots,
    remove: (snapshot) => admin.delete(at`/snapshots/${nameOf(snapshot)}`),
  }
}

const nameOf = (snapshot: SnapshotReference): string =>
  typeof snapshot === 'string' ? snapshot : snapshot.name
