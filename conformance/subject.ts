/** The service under test, and the needs of statements and gaps. */

import type { Scope } from '../src/contract/values.js'
import type { Send } from './http-client.js'

/** A namespace or store, with its raw keys by scope. */
export interface EntryGroup {
  readonly id: string
  readonly keys: Readonly<Partial<Record<Scope, string>>>
}

/** Two keys with misleading texts: read scope under kv_admin_, admin scope under kv_read_. */
export interface MisnamedKeys {
  readonly readAsAdmin: string
  readonly adminAsRead: string
}

/** A namespace or store just made by an admin interface: its id, and two keys per scope. */
export interface GeneratedGroup {
  readonly id: string
  readonly keys: Readonly<Record<Scope, readonly [string, string]>>
}

/** A namespace with known, small limits, unused so far this month, and its owner's token. */
export interface LimitedNamespace extends EntryGroup {
  readonly bearer: string
  /** reads, writes and lists from 2 to about 10, so they are soon used up; storageBytes from 200 to 10000. */
  readonly limits: {
    readonly reads: number
    readonly writes: number
    readonly lists: number
    readonly storageBytes: number
  }
}

/** A namespace with the service's own limits, and its owner's token. */
export interface DefaultNamespace extends EntryGroup {
  readonly bearer: string
}

/** The service's time, as far as a session can read or move it. */
export interface ServiceTime {
  /** Unix ms on the service's clock. */
  now(): Promise<number>
  /** Maximum error of `now` in ms; 0 if the clock is frozen and read from the service itself. */
  readonly skewMs: number
  /** Lets some ms pass: moves a virtual clock, or waits. Absent if neither is possible. */
  pass?(ms: number): Promise<void>
  /** The longest time for one `pass`, in ms. */
  readonly reachMs: number
}

/** A service with credentials. Everything optional may be missing; see `NEEDS`. */
export interface ServiceUnderTest {
  readonly send: Send
  /** Part of every key that a session writes, as text or number: letters and digits, unique to the session. */
  readonly prefix: string
  /** The base address of the two stores. */
  readonly baseUrl?: string
  /** The base address of the database. */
  readonly dbBaseUrl?: string
  /** Must be exclusively ours, since its counters are compared. */
  readonly namespace?: EntryGroup
  /** Another namespace, which belongs to `strangerBearer`. */
  readonly foreignNamespace?: EntryGroup
  /** Keys whose text names another scope than they have. */
  readonly misnamed?: { readonly namespace: MisnamedKeys; readonly store: MisnamedKeys }
  /** A token of the namespace's owner. */
  readonly bearer?: string
  /** A valid token of another user. */
  readonly strangerBearer?: string
  readonly store?: EntryGroup
  readonly foreignStore?: EntryGroup
  readonly database?: SubjectDatabase
  readonly time?: ServiceTime
  /** Returns a fresh namespace with small limits. */
  limited?(): Promise<LimitedNamespace>
  /** A namespace with the service's own limits. */
  readonly unlimited?: DefaultNamespace
  /** Puts an entry under each of many keys through an admin interface; only present if nobody else writes. */
  fill?(what: 'namespace' | 'store', id: string, keys: readonly string[]): Promise<void>
  /** Makes a namespace or store with keys. */
  generate?(what: 'namespace' | 'store'): Promise<GeneratedGroup>
  /** Signs a token with these claims, besides the usual ones; times in seconds. */
  signToken?(claims: Readonly<Record<string, string | number>>): Promise<string>
  /** Makes the next request fail with this status, which a client can't cause. */
  provoke?(status: number): Promise<void>
}

export interface SubjectDatabase {
  readonly key: string
  /** Creating records is allowed, though the contract has no way to remove them. */
  readonly mayCreate: boolean
  /** A key that sees one document but not the other (ids as digits). */
  readonly scoped?: { readonly key: string; readonly seen: string; readonly hidden: string }
  /** A key that sees one project but not the other (ids as digits). */
  readonly scopedToProject?: { readonly key: string; readonly seen: string; readonly hidden: string }
  /** Ids of a document and a project that aren't exact as doubles: the rounded ones name another record or none. */
  readonly longIds?: Readonly<Record<'documents' | 'projects', string>>
  /** Keys that see no document at all. */
  readonly blindKeys?: readonly string[]
  /** Set if the rate limit is low enough to be reached on purpose. */
  readonly rateLimit?: { readonly requests: number; readonly perMs: number }
}

/** Something that a statement or a gap needs. `unobservable`: no client can see it, on any service. */
export type Need =
  | 'kv'
  | 'kv.reader'
  | 'kv.writer'
  | `kv.${Scope}`
  | 'kv.misnamed'
  | 'kv.bulk'
  | 'kv.generate'
  | 'kv.foreign'
  | 'kv.default'
  | 'bearer'
  | 'bearer.stranger'
  | 'tokens'
  | 'store'
  | 'store.reader'
  | 'store.writer'
  | `store.${Scope}`
  | 'store.foreign'
  | 'store.misnamed'
  | 'store.bulk'
  | 'store.generate'
  | 'db'
  | 'db.create'
  | 'db.scoped'
  | 'db.scoped-to-project'
  | 'db.long-ids'
  | 'db.blind'
  | 'time'
  | 'time.pass'
  | 'time.exact'
  | 'time.leap'
  | 'limited'
  | 'ratelimit'
  | 'provoke'
  | 'unobservable'

/** A service to try: an emulator's sandbox, or an address with some credentials. */
export interface SubjectSource {
  /** Returns the service for one session, with what it can offer of these needs, and a unique prefix. */
  subjectFor(needs: readonly Need[]): Promise<ServiceUnderTest>
}
