import type { Scope } from '../src/contract/values.js'
/** The needs of statements and gaps, in words, and whether a service meets them. */

import type { Need, ServiceUnderTest, SubjectDatabase } from './subject.js'

/** A need in words, and whether a subject meets it. */
export interface NeedRule {
  readonly what: string
  met(subject: ServiceUnderTest): boolean
}

/** Long enough for the shortest TTL to elapse, with some room. */
const PASS_MS = 150_000

const kvHas = (subject: ServiceUnderTest, ...scopes: readonly Scope[]): boolean =>
  subject.baseUrl !== undefined && scopes.some((scope) => subject.namespace?.keys[scope] !== undefined)
const storeHas = (subject: ServiceUnderTest, ...scopes: readonly Scope[]): boolean =>
  subject.baseUrl !== undefined && scopes.some((scope) => subject.store?.keys[scope] !== undefined)
const reaches = (subject: ServiceUnderTest, ms: number): boolean =>
  subject.time?.pass !== undefined && subject.time.reachMs >= ms
const database = (subject: ServiceUnderTest): SubjectDatabase | undefined =>
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
    what: 'keys of the namespace whose texts name another scope than theirs',
    met: (subject) => subject.misnamed !== undefined,
  },
  'kv.bulk': {
    what: 'a way to fill the namespace with more than a thousand entries',
    met: (subject) => subject.fill !== undefined && kvHas(subject, 'write', 'admin'),
  },
  'kv.generate': {
    what: 'an admin interface that makes namespaces and their keys',
    met: (subject) => subject.generate !== undefined,
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
  'store.misnamed': {
    what: 'keys of the store whose texts name another scope than theirs',
    met: (subject) => subject.misnamed !== undefined,
  },
  'store.bulk': {
    what: 'a way to fill the store with more than a thousand entries',
    met: (subject) => subject.fill !== undefined && storeHas(subject, 'write', 'admin'),
  },
  'store.generate': {
    what: 'an admin interface that makes stores and their keys',
    met: (subject) => subject.generate !== undefined,
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
  'db.scoped-to-project': {
    what: 'a scoped database key, with a project inside and one outside its scope',
    met: (subject) => database(subject)?.scopedToProject !== undefined,
  },
  'db.long-ids': {
    what: 'a document and a project whose ids no double holds',
    met: (subject) => database(subject)?.longIds !== undefined,
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
export function unmet(needs: readonly Need[], subject: ServiceUnderTest): readonly Need[] {
  return needs.filter((need) => !NEEDS[need].met(subject))
}
