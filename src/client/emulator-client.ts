import type { Profile, ProfilePatch } from '../domain/profile/profile.js'
import type { KeptPart } from '../domain/world.js'
import { baggageOf } from '../worlds/carriers/carriers.js'
import { credentialOf } from '../worlds/carriers/credential.js'
import { type Addresses, AdminInterface, type Ask, at, type Transport } from './admin-client.js'
import type { ContractInfo, Usage, WorldInfo } from './answers.js'
import { type ClockClient, clockClient, type DurationText, type Instant } from './clock.js'
import { closed, EmulatorError } from './error.js'
import { type FaultsClient, faultsClient } from './faults.js'
import {
  type HistoryClient,
  historyClient,
  type Point,
  pointText,
  type RecordsClient,
  recordsClient,
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
 * Options for making a world.
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
  /** Replaces `from`: this world as it was at a point of its history. */
  readonly at?: Point | undefined
  /** Replaces `from`: a seed, as an object or text in YAML or JSON. Resets go back to it. */
  readonly seed?: SeedObject | string | undefined
  /** Where its clock starts, also after a reset; overrides the seed. */
  readonly clock?: Instant | SeedClock | undefined
  /** Varies what the contract leaves open, seeded with this number, as --grease does. */
  readonly grease?: number | undefined
}

/**
 * Options for a reset: the parts of the world to keep.
 *
 * @example
 * await emulator.reset({ keep: ['clock', 'faults'] })
 */
export interface ResetOptions {
  readonly keep?: readonly KeptPart[] | undefined
}

/** The profile of a world: how it fills the gaps of the contract (docs/gaps.md). */
export interface ProfileClient {
  /** Returns every option with its current value. */
  get(): Promise<Profile>
  /**
   * Changes options until the next reset: `profile.patch({ kv: { putStatus: 201 } })`.
   *
   * @throws EmulatorError `invalid_profile`
   */
  patch(changes: ProfilePatch): Promise<Profile>
}

/**
 * The claims of a new token.
 *
 * @example
 * const token = await emulator.tokens.create({ sub: 'user_alice', expiresIn: '1h' })
 */
export interface NewToken {
  /** The calling user; user_local when left out. */
  readonly sub?: string | undefined
  /** By the virtual clock; the token never expires when left out. */
  readonly expiresIn?: DurationText | undefined
  /** Further claims. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
}

/** The built-in identity provider. */
export interface TokensClient {
  /** Creates a bearer token: `tokens.create({ sub: 'user_alice', expiresIn: '1h' })`. */
  create(token?: NewToken): Promise<string>
}

/**
 * An emulator or one of its worlds, the same in process and over HTTP. A refused call rejects with an EmulatorError:
 * `not_found` for an unknown id, name or point, `invalid_request` for a wrong argument, `no_emulator` if nothing answers.
 *
 * @example
 * await using world = await emulator.world()
 * await world.clock.advance('1d')
 * const response = await world.fetch('/v1/kv/ns_demo_starter/cart', { headers: { 'X-KV-Key': 'kv_read_demo' } })
 */
export interface EmulatorClient
  extends Addresses,
    RequestsClient,
    HistoryClient,
    HoldsClient,
    AsyncDisposable {
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
  /** @deprecated `conduct(world)` of 'tristore-emulator/lab' judges how the client under test behaves. */
  conduct(..._: readonly InLab[]): Promise<never>
  /** Returns the operations it answers, and the gaps of the contract with the options that fill them. */
  contract(): Promise<ContractInfo>
  /**
   * Returns the usage since the start or the last reset, as the services count it. Equal runs have equal usage, so
   * `expect(await world.usage()).toMatchInlineSnapshot()` is a budget.
   */
  usage(): Promise<Usage>
  /** Goes back to the seed, or to whatever the world was made from: `reset({ keep: ['faults'] })`. */
  reset(options?: ResetOptions): Promise<void>
  /**
   * Makes an isolated copy of the emulator (docs/worlds.md). Closing it deletes it.
   *
   * @throws EmulatorError `conflict` if the id is taken
   */
  world(options?: WorldOptions): Promise<WorldClient>
  /**
   * Sends a request to the services like the global fetch. Only the path of its address counts (`/documents` is
   * enough). Unless the path names another world, it goes to this one. In process it needs no socket.
   */
  readonly fetch: typeof globalThis.fetch
  /** Stops the emulator with all its worlds, wherever it runs, as SIGTERM does. */
  shutdown(): Promise<void>
  /**
   * Stops an emulator that was started, and deletes a world that was made. An emulator that was connected to keeps
   * running. Later calls reject.
   */
  close(): Promise<void>
}

/**
 * A world beside the default one, with the headers by which an application with one base address can reach it.
 *
 * @example
 * await using world = await emulator.world()
 * await fetch('http://127.0.0.1:3000/cart', { headers: { traceparent: world.traceparent } })
 */
export interface WorldClient extends EmulatorClient {
  readonly id: string
  /** A W3C Traceparent header. An instrumented application that gets it sends its own requests to this world. */
  readonly traceparent: string
  /** A W3C Baggage header with the same effect, which leaves the trace alone: `emulator-world=w1`. */
  readonly baggage: string
  /** Returns an API key that selects this world: `world.credential('kv_admin_demo')` is `kv_admin_demo@w1`. */
  credential(key: string): string
}

/** @param close ends the emulator or world; called once */
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

/** The members that a description of a world must have. */
const WORLD_TEXTS = ['id', 'traceparent', 'baseUrl', 'dbBaseUrl', 'adminUrl'] as const

/**
 * Deletes a world. Asks the world itself, since the one it was made from may be gone. It may be gone too, which doesn't
 * fail a test.
 */
async function deleteWorld(transport: Transport, id: string): Promise<void> {
  if (transport.dropWorld?.() === true) return
  try {
    await new AdminInterface(transport.ask).delete(at`/worlds/${id}`)
  } catch (error) {
    if (!(error instanceof EmulatorError && error.code === 'not_found')) throw error
  }
}
