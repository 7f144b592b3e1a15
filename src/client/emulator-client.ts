import type { ContractInfo } from '../admin/calls/contract.js'
import type { HistoryInfo } from '../admin/calls/history/log.js'
import type { UndoInfo } from '../admin/calls/history/undo.js'
import type { Profile, ProfilePatch } from '../domain/profile/profile.js'
import type { Usage } from '../domain/usage.js'
import type { Kept } from '../domain/world.js'
import type { Bundle } from '../history/bundle/format.js'
import type { StateChange } from '../history/change.js'
import type { Timeline } from '../history/timeline.js'
import { baggageOf } from '../worlds/carriers/carriers.js'
import { credentialOf } from '../worlds/carriers/credential.js'
import type { WorldInfo } from '../worlds/world-info.js'
import { type Addresses, AdminInterface, type Ask, at, type Transport } from './admin-client.js'
import { type ClockClient, clockClient, type DurationText, type Instant } from './clock.js'
import { closed, EmulatorError } from './error.js'
import { type FaultsClient, faultsClient } from './faults.js'
import {
  type HistoryRange,
  historyClient,
  type Point,
  pointText,
  type RecordsClient,
  recordsClient,
  type TimelineRange,
} from './history.js'
import { type HoldsClient, holdsClient } from './holds.js'
import { type InLab, moved } from './moved.js'
import { type RequestsClient, requestsClient } from './requests.js'
import {
  type DatabaseKeysClient,
  databaseKeysClient,
  type NamespacesClient,
  resourceClient,
  type StoresClient,
} from './resources.js'
import type { SeedClock, SeedObject } from './seed-object.js'
import { type SnapshotsClient, type StateClient, snapshotsClient, stateClient } from './state.js'

/**
 * Options of a new world.
 *
 * @example
 * const fork = await emulator.world({ from: 'current' })
 * const world = await emulator.world({ clock: '2026-01-31T23:59:00Z', seed: { stores: [{ id: 'ec_web_1' }] } })
 */
export interface WorldOptions {
  /** Its id; generated when left out. */
  readonly id?: string | undefined
  /** "seed" (the default), "current", or the name of a snapshot of this world. */
  readonly from?: string | undefined
  /** In place of `from`: this world as it was at a point of its history. */
  readonly at?: Point | undefined
  /** In place of `from`: a seed of its own, an object or text in YAML or JSON. A reset goes back to it. */
  readonly seed?: SeedObject | string | undefined
  /** Where its clock starts, and starts again after a reset; wins over the seed. */
  readonly clock?: Instant | SeedClock | undefined
  /** Varies what the contract leaves open in its answers, reproducibly from this number, as --grease does. */
  readonly grease?: number | undefined
}

/**
 * Options of a reset: the parts of the world to keep.
 *
 * @example
 * await emulator.reset({ keep: ['clock', 'faults'] })
 */
export interface ResetOptions {
  readonly keep?: readonly Kept[] | undefined
}

/** The profile of a world: how it fills the gaps of the contract. */
export interface ProfileClient {
  /** Every option with its present value. */
  get(): Promise<Profile>
  /** Changes some options until the next reset: `profile.patch({ kv: { putStatus: 201 } })`. */
  patch(changes: ProfilePatch): Promise<Profile>
}

/**
 * The claims of a token to make.
 *
 * @example
 * const token = await emulator.tokens.create({ sub: 'user_alice', expiresIn: '1h' })
 */
export interface NewToken {
  /** The user who calls; user_local when left out. */
  readonly sub?: string | undefined
  /** By the virtual clock; without it the token does not expire. */
  readonly expiresIn?: DurationText | undefined
  /** Further claims. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
}

/** The built-in identity provider. */
export interface TokensClient {
  /** A bearer token: `tokens.create({ sub: 'user_alice', expiresIn: '1h' })`. */
  create(token?: NewToken): Promise<string>
}

/**
 * An emulator, or one of its worlds, as a test sees it: the same in process and over HTTP. A call that it
 * refuses rejects with an EmulatorError.
 *
 * @example
 * await using world = await emulator.world()
 * await world.clock.advance('1d')
 * const response = await world.fetch('/v1/kv/ns_demo_starter/cart', { headers: { 'X-KV-Key': 'kv_read_demo' } })
 */
export interface EmulatorClient extends Addresses, RequestsClient, HoldsClient, AsyncDisposable {
  readonly clock: ClockClient
  readonly faults: FaultsClient
  readonly state: StateClient
  readonly snapshots: SnapshotsClient
  readonly namespaces: NamespacesClient
  readonly stores: StoresClient
  readonly databaseKeys: DatabaseKeysClient
  readonly documents: RecordsClient
  readonly projects: RecordsClient
  readonly tokens: TokensClient
  readonly profile: ProfileClient
  /** @deprecated `conduct(world)` of 'tristore-emulator/lab' judges how a client does by its duties. */
  conduct(..._: readonly InLab[]): Promise<never>
  /** The operations that it answers, and the gaps of the contract with the options that fill them. */
  contract(): Promise<ContractInfo>
  /**
   * What the requests since the start or the last reset used, as the services count it. A plain object, equal
   * for equal runs: `expect(await world.usage()).toMatchInlineSnapshot()` is a budget.
   */
  usage(): Promise<Usage>
  /**
   * All that changed this world since its life began, newest first: requests, and admin calls that change it.
   *
   * @example
   * const { commands } = await emulator.history({ since: 'r41' })
   */
  history(range?: HistoryRange): Promise<HistoryInfo>
  /**
   * What differs between two moments, and which command made it so.
   *
   * @example
   * const changes = await emulator.diff('r41', 'after:r41')
   */
  diff(from?: Point, to?: Point): Promise<readonly StateChange[]>
  /** What is on a stretch of virtual time, and ahead: requests, clock moves, expiries, the end of the month. */
  timeline(range?: TimelineRange): Promise<Timeline>
  /** Back to a point. An undo can be undone. */
  undo(options: { readonly to: Point }): Promise<UndoInfo>
  /**
   * This life of the world as one value, which JSON holds: `emulator replay FILE` runs it again, and holds
   * every answer to the one that was given. Signatures of tokens are not in it.
   */
  bundle(): Promise<Bundle>
  /** The journal as HAR 1.2, which browsers and other tools open. */
  har(): Promise<{ readonly log: object }>
  /** Back to the seed, or what the world was made from: `reset({ keep: ['faults'] })`. */
  reset(options?: ResetOptions): Promise<void>
  /** Makes a complete, isolated emulator beside this one; closing it deletes it. */
  world(options?: WorldOptions): Promise<WorldClient>
  /**
   * Sends a request to the services as the global fetch does. Only the path of its address counts (`/documents` is
   * enough); without a world's prefix it goes to this world. In process no socket is involved.
   */
  readonly fetch: typeof globalThis.fetch
  /** Stops the emulator wherever it runs, as SIGTERM does, and all of its worlds with it. */
  shutdown(): Promise<void>
  /**
   * Ends an emulator that was started, and deletes a world that was made; an emulator connected to stays as
   * it is. Every later call rejects.
   */
  close(): Promise<void>
}

/**
 * A world beside the default one, and what an application that has one base address hands on to reach it.
 *
 * @example
 * await using world = await emulator.world()
 * await fetch('http://127.0.0.1:3000/cart', { headers: { traceparent: world.traceparent } })
 */
export interface WorldClient extends EmulatorClient {
  readonly id: string
  /**
   * A W3C Traceparent header: what an instrumented application asks while it answers such a request, it asks
   * this world.
   */
  readonly traceparent: string
  /** A W3C Baggage header that does the same, and leaves the trace to the application: `emulator-world=w1`. */
  readonly baggage: string
  /** An API key that selects this world: `world.credential('kv_admin_demo')` is `kv_admin_demo@w1`. */
  credential(key: string): string
}

/**
 * Assembles the interface to a world over a transport.
 *
 * @param close ends the emulator or world; called once
 */
export function emulatorClient(transport: Transport, close: () => Promise<void>): EmulatorClient {
  const { addresses } = transport
  let closing: Promise<void> | undefined
  const ask: Ask = async (question) => {
    if (closing !== undefined) throw closed(`${question.method} /_admin${question.path}`)
    return transport.ask(question)
  }
  const admin = new AdminInterface(ask)
  const faults = faultsClient(admin)
  const closeOnce = (): Promise<void> => {
    closing ??= close()
    return closing
  }
  return {
    ...addresses,
    clock: clockClient(admin),
    faults,
    ...holdsClient(admin, faults),
    state: stateClient(admin),
    snapshots: snapshotsClient(admin),
    namespaces: resourceClient(admin, 'namespaces'),
    stores: resourceClient(admin, 'stores'),
    databaseKeys: databaseKeysClient(admin),
    documents: recordsClient(admin, 'documents'),
    projects: recordsClient(admin, 'projects'),
    tokens: {
      create: async (token = {}) =>
        (await admin.send<{ token: string }>('POST', '/tokens', token, ['token'])).token,
    },
    profile: {
      get: () => admin.get('/profile'),
      patch: (changes) => admin.send('PATCH', '/profile', changes),
    },
    ...requestsClient(admin),
    ...historyClient(admin),
    conduct: () => Promise.reject(moved('conduct')),
    contract: () => admin.get('/contract'),
    usage: () => admin.get('/usage'),
    async reset(options = {}) {
      await admin.send('POST', '/reset', options)
    },
    async shutdown() {
      await admin.send('POST', '/shutdown')
    },
    async world(options = {}) {
      const point = pointText(options.at)
      const asked = point === undefined ? options : { ...options, at: point }
      const isUsual = closing === undefined && Object.keys(options).length === 0
      const made =
        (isUsual ? transport.newWorld?.() : undefined) ??
        (await admin.send<WorldInfo>('POST', '/worlds', asked, WORLD_TEXTS))
      const { id, traceparent } = made
      const toMade = transport.toWorld(made)
      return {
        ...emulatorClient(toMade, () => deleteWorld(toMade, id)),
        id,
        traceparent,
        baggage: baggageOf(id),
        credential: (key) => credentialOf(key, id),
      }
    },
    async fetch(input, init) {
      if (closing !== undefined) throw new TypeError('fetch failed', { cause: closed('fetch') })
      return transport.fetch(input, init)
    },
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  }
}

/** What an answer needs to have that describes a world. */
const WORLD_TEXTS = ['id', 'traceparent', 'baseUrl', 'dbBaseUrl', 'adminUrl'] as const

/**
 * Deletes a world. The world itself is asked, since the one that it was made from may be gone; a world that
 * is gone already does not fail a test.
 */
async function deleteWorld(transport: Transport, id: string): Promise<void> {
  if (transport.dropWorld?.() === true) return
  try {
    await new AdminInterface(transport.ask).delete(at`/worlds/${id}`)
  } catch (error) {
    if (!(error instanceof EmulatorError && error.code === 'not_found')) throw error
  }
}
