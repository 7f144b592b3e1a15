/** The service under test, and the needs of statements and gaps that it meets. */

import type { Send } from './http-client.js'

/** A scoped key's scope (docs/CONTRACT.md K-4). */
export type Scope = 'read' | 'write' | 'admin'

/** A namespace or a store, with the raw keys at hand, by the scope that the service holds for them. */
export interface EntryGroup {
  readonly id: string
  readonly keys: Readonly<Partial<Record<Scope, string>>>
}

/** A namespace with known, small limits, unused so far this month, and its owner's token. */
export interface LimitedNamespace extends EntryGroup {
  readonly bearer: string
  /** reads, writes and lists from 2 to about 10, so that they are soon used up; storageBytes from 200 to 10000. */
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
  /** Unix ms by the service's clock. */
  now(): Promise<number>
  /** How far `now` may be off, ms; 0 when the clock is frozen and is read from the service itself. */
  readonly skewMs: number
  /** Lets time pass, ms: moves a virtual clock or waits. Absent when a session can do neither. */
  pass?(ms: number): Promise<void>
  /** The longest that `pass` may be asked for, ms. */
  readonly reachMs: number
}

/** A service, with the credentials for it. Everything optional may be missing: see `NEEDS`. */
export interface Subject {
  readonly send: Send
  /** The first part of every key that a session writes: letters and digits, different for every session. */
  readonly prefix: string
  /** The base address of A and B. */
  readonly baseUrl?: string
  /** The base address of C. */
  readonly dbBaseUrl?: string
  /** It has no other user meanwhile, for its counters are compared. */
  readonly namespace?: EntryGroup
  /** Another namespace, which belongs to `strangerBearer`. */
  readonly foreignNamespace?: EntryGroup
  /** A key of the namespace with read scope whose text begins kv_admin_. */
  readonly misnamedKey?: string
  /** A token of the namespace's owner. */
  readonly bearer?: string
  /** A valid token of another user. */
  readonly strangerBearer?: string
  readonly store?: EntryGroup
  readonly foreignStore?: EntryGroup
  readonly database?: SubjectDatabase
  readonly time?: ServiceTime
  /** Hands out a fresh namespace with small limits. */
  limited?(): Promise<LimitedNamespace>
  /** A namespace that has the service's own limits. */
  readonly unlimited?: DefaultNamespace
  /** Has a token signed that says exactly this, besides what every token says; times in seconds. */
  signToken?(claims: Readonly<Record<string, string | number>>): Promise<string>
  /** Makes the next request answer with this status, which a client cannot bring about by itself. */
  provoke?(status: number): Promise<void>
}

/** The database, and the keys to it. */
export interface SubjectDatabase {
  readonly key: string
  /** Records may be created, though nothing in the contract removes them again. */
  readonly mayCreate: boolean
  /** A key that sees the one document and not the other (ids as digits). */
  readonly scoped?: { readonly key: string; readonly seen: string; readonly hidden: string }
  /** Keys that see no document at all. */
  readonly blindKeys?: readonly string[]
  /** Set when the rate limit is low enough to be reached on purpose. */
  readonly rateLimit?: { readonly requests: number; readonly perMs: number }
}

/** A part that a statement or a gap needs. `unobservable`: no client can see it, on any service. */
export type Need =
  | 'kv'
  | 'kv.reader'
  | 'kv.writer'
  | `kv.${Scope}`
  | 'kv.misnamed'
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
  | 'db'
  | 'db.create'
  | 'db.scoped'
  | 'db.blind'
  | 'time'
  | 'time.pass'
  | 'time.exact'
  | 'time.leap'
  | 'limited'
  | 'ratelimit'
  | 'provoke'
  | 'unobservable'

/** A need in words, and whether a subject meets it. */
export interface NeedRule {
  readonly what: string
  met(subject: Subject): boolean
}

/** Long enough for the shortest TTL to elapse, with some room. */
const PASS_MS = 150_000

const kvHas = (subject: Subject, ...scopes: readonly Scope[]): boolean =>
  subject.baseUrl !== undefined && scopes.some((scope) => subject.namespace?.keys[scope] !== undefined)
const storeHas = (subject: Subject, ...scopes: readonly Scope[]): boolean =>
  subject.baseUrl !== undefined && scopes.some((scope) => subject.store?.keys[scope] !== undefined)
const reaches = (subject: Subject, ms: number): boolean =>
  subject.time?.pass !== undefined && subject.time.reachMs >= ms
const database = (subject: Subject): SubjectDatabase | undefined =>
  subject.dbBaseUrl === undefined ? undefined : subject.database

/** Every need: the words say what a subject lacks when it is not met. */
export const NEEDS: Readonly<Record<Need, NeedRule>> = {
  kv: {
    what: 'a namespace',
    met: (subject) => subject.baseUrl !== undefined && subject.namespace !== undefined,
  },
  'kv.reader': {
    what: 'a read or admin key of the namespace',
    met: (subject) => kvHas(subject, 'read', 'admin'),
  },
  'kv.writer': {
    what: 'a write or admin key of the namespace',
    met: (subject) => kvHas(subject, 'write', 'admin'),
  },
  'kv.read': { what: 'a read key of the namespace', met: (subject) => kvHas(subject, 'read') },
  'kv.write': { what: 'a write key of the namespace', met: (subject) => kvHas(subject, 'write') },
  'kv.admin': { what: 'an admin key of the namespace', met: (subject) => kvHas(subject, 'admin') },
  'kv.misnamed': {
    what: 'a read key whose text begins kv_admin_',
    met: (subject) => subject.misnamedKey !== undefined,
  },
  'kv.foreign': {
    what: 'an admin key of a second namespace',
    met: (subject) => subject.foreignNamespace?.keys.admin !== undefined,
  },
  'kv.default': {
    what: 'a namespace whose limits nobody set',
    met: (subject) => subject.baseUrl !== undefined && subject.unlimited !== undefined,
  },
  bearer: { what: "a token of the namespace's owner", met: (subject) => subject.bearer !== undefined },
  'bearer.stranger': {
    what: 'a token of the owner of the second namespace',
    met: (subject) => subject.strangerBearer !== undefined,
  },
  tokens: {
    what: 'a way to have tokens signed with chosen claims',
    met: (subject) => subject.signToken !== undefined,
  },
  store: {
    what: 'a store',
    met: (subject) => subject.baseUrl !== undefined && subject.store !== undefined,
  },
  'store.reader': {
    what: 'a read or admin key of the store',
    met: (subject) => storeHas(subject, 'read', 'admin'),
  },
  'store.writer': {
    what: 'a write or admin key of the store',
    met: (subject) => storeHas(subject, 'write', 'admin'),
  },
  'store.read': { what: 'a read key of the store', met: (subject) => storeHas(subject, 'read') },
  'store.write': { what: 'a write key of the store', met: (subject) => storeHas(subject, 'write') },
  'store.admin': { what: 'an admin key of the store', met: (subject) => storeHas(subject, 'admin') },
  'store.foreign': {
    what: 'an admin key of a second store',
    met: (subject) => subject.foreignStore?.keys.admin !== undefined,
  },
  db: { what: 'a database key', met: (subject) => database(subject) !== undefined },
  'db.create': {
    what: 'leave to create records, which cannot be removed again',
    met: (subject) => database(subject)?.mayCreate === true,
  },
  'db.scoped': {
    what: 'a scoped database key, with a document inside and one outside its scope',
    met: (subject) => database(subject)?.scoped !== undefined,
  },
  'db.blind': {
    what: 'a database key whose scope holds no document',
    met: (subject) => (database(subject)?.blindKeys ?? []).length > 0,
  },
  time: { what: "the service's time", met: (subject) => subject.time !== undefined },
  'time.pass': {
    what: 'leave to let some minutes pass',
    met: (subject) => reaches(subject, PASS_MS),
  },
  'time.exact': {
    what: 'a clock that stands still and can be turned by the millisecond',
    met: (subject) => reaches(subject, PASS_MS) && subject.time?.skewMs === 0,
  },
  'time.leap': {
    what: 'a clock that can be turned by months and years',
    met: (subject) => reaches(subject, Number.POSITIVE_INFINITY),
  },
  limited: {
    what: 'a fresh namespace with small limits',
    met: (subject) => subject.baseUrl !== undefined && subject.limited !== undefined,
  },
  ratelimit: {
    what: 'a database rate limit low enough to be reached',
    met: (subject) => database(subject)?.rateLimit !== undefined,
  },
  provoke: {
    what: 'a way to make the service answer with a chosen status',
    met: (subject) => subject.provoke !== undefined,
  },
  unobservable: { what: 'more than any client can see', met: () => false },
}

/** The needs that this subject does not meet, in the order given. */
export function unmet(needs: readonly Need[], subject: Subject): readonly Need[] {
  return needs.filter((need) => !NEEDS[need].met(subject))
}

/** A service that is tried: an emulator's sandbox, or an address with some credentials. */
export interface SubjectSource {
  /** The service for one session, with what it can offer of these needs, under a prefix of its own. */
  subjectFor(needs: readonly Need[]): Promise<Subject>
}
