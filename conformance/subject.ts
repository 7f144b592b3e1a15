import type { Scope } from '../src/contract/values.js'
import type { Send } from './http-client.js'

/** A namespace or store, with its raw keys by scope. */
export interface EntryGroup {
  readonly id: string
  readonly keys: Readonly<Partial<Record<Scope, string>>>
}

/** Two misleading keys. One has the read scope but starts with `kv_admin_`, and the other is the reverse. */
export interface MisnamedKeys {
  readonly readAsAdmin: string
  readonly adminAsRead: string
}

/** A namespace or store that was just created through the admin interface. It has two keys per scope. */
export interface GeneratedGroup {
  readonly id: string
  readonly keys: Readonly<Record<Scope, readonly [string, string]>>
}

/** A namespace with known, small limits that hasn't been used this month. */
export interface LimitedNamespace extends EntryGroup {
  readonly bearer: string
  /** reads, writes and lists are 2 to about 10, so that they're soon exhausted. storageBytes is 200 to 10000. */
  readonly limits: {
    readonly reads: number
    readonly writes: number
    readonly lists: number
    readonly storageBytes: number
  }
}

export interface DefaultNamespace extends EntryGroup {
  readonly bearer: string
}

/** The service's time, as far as a session can read or move it. */
export interface ServiceTime {
  /** Returns Unix ms on the service's clock. */
  now(): Promise<number>
  /** The maximum error of `now` in ms. It's 0 if the clock is frozen and we read it from the service. */
  readonly skewMs: number
  /** Moves a virtual clock by this many ms, or waits. Omitted if neither is possible. */
  pass?(ms: number): Promise<void>
  /** The longest possible `pass`, in ms. */
  readonly reachMs: number
}

/** A service with credentials. Any optional part may be missing, see `NEEDS`. */
export interface ServiceUnderTest {
  readonly send: Send
  /** Letters and digits, unique to the session. Every key that the session writes contains it. */
  readonly prefix: string
  /** Base URL of the two stores. */
  readonly baseUrl?: string
  readonly dbBaseUrl?: string
  /** Nobody else may use it, since we compare its counters. */
  readonly namespace?: EntryGroup
  /** Another namespace, which belongs to `strangerBearer`. */
  readonly foreignNamespace?: EntryGroup
  /** Keys whose text suggests a scope other than their own. */
  readonly misnamed?: { readonly namespace: MisnamedKeys; readonly store: MisnamedKeys }
  /** A token for the namespace's owner. */
  readonly bearer?: string
  /** A valid token for another user. */
  readonly strangerBearer?: string
  readonly store?: EntryGroup
  readonly foreignStore?: EntryGroup
  readonly database?: SubjectDatabase
  readonly time?: ServiceTime
  /** Returns a new namespace with small limits. */
  limited?(): Promise<LimitedNamespace>
  /** A namespace with the service's default limits. */
  readonly unlimited?: DefaultNamespace
  /** Creates an entry for each of these keys through an admin interface. Only set if nobody else writes. */
  fill?(what: 'namespace' | 'store', id: string, keys: readonly string[]): Promise<void>
  /** Creates a namespace or store with keys. */
  generate?(what: 'namespace' | 'store'): Promise<GeneratedGroup>
  /** Signs a token with these claims in addition to the usual ones. Times are in seconds. */
  signToken?(claims: Readonly<Record<string, string | number>>): Promise<string>
  /** Makes the next request fail with a status that a client can't cause. */
  provoke?(status: number): Promise<void>
}

export interface SubjectDatabase {
  readonly key: string
  /** True if creating records is allowed. Note that the contract has no way to remove them. */
  readonly mayCreate: boolean
  /** A key that can see one document but not the other. The ids are digits. */
  readonly scoped?: { readonly key: string; readonly seen: string; readonly hidden: string }
  /** A key that can see one project but not the other. The ids are digits. */
  readonly scopedToProject?: { readonly key: string; readonly seen: string; readonly hidden: string }
  /** Ids of a document and a project that a double would round. The rounded ids belong to another record or to none. */
  readonly longIds?: Readonly<Record<'documents' | 'projects', string>>
  /** Keys that can't see any document. */
  readonly blindKeys?: readonly string[]
  /** Set if the rate limit is low enough to reach on purpose. */
  readonly rateLimit?: { readonly requests: number; readonly perMs: number }
}

/** Something that a statement or a gap needs. `unobservable` means that no client can see it on any service. */
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

/** Where to get a service to try, e.g. an emulator's sandbox, or an address with credentials. */
export interface SubjectSource {
  /** Returns a service for one session. It has a unique prefix, and offers as many of these needs as it can. */
  subjectFor(needs: readonly Need[]): Promise<ServiceUnderTest>
}
