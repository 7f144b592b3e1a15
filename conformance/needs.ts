import type { Scope } from '../src/contract/values.js'
import type { Need, ServiceUnderTest, SubjectDatabase } from './subject.js'

type Met = (subject: ServiceUnderTest) => boolean

export interface NeedRule {
  readonly what: string
  readonly met: Met
}

/** Enough for the shortest TTL to elapse, with a margin. */
const PASS_MS = 150_000

const offers =
  (...parts: readonly (keyof ServiceUnderTest)[]): Met =>
  (subject) =>
    parts.every((part) => subject[part] !== undefined)
const hasKey =
  (group: 'namespace' | 'store', ...scopes: readonly Scope[]): Met =>
  (subject) =>
    subject.baseUrl !== undefined && scopes.some((scope) => subject[group]?.keys[scope] !== undefined)
const hasInDatabase =
  (is: (database: SubjectDatabase) => unknown): Met =>
  ({ dbBaseUrl, database }) =>
    dbBaseUrl !== undefined && database !== undefined && Boolean(is(database))
const reaches =
  (ms: number): Met =>
  ({ time }) =>
    time?.pass !== undefined && time.reachMs >= ms
const all =
  (...rules: readonly Met[]): Met =>
  (subject) =>
    rules.every((met) => met(subject))

const MISNAMED = 'whose prefix suggests another scope'
const MANY = 'with more than a thousand entries'

/** `what` describes what the subject is missing. */
export const NEEDS: Readonly<Record<Need, NeedRule>> = {
  kv: { what: 'a namespace', met: offers('baseUrl', 'namespace') },
  'kv.reader': { what: 'a read or admin key of the namespace', met: hasKey('namespace', 'read', 'admin') },
  'kv.writer': { what: 'a write or admin key of the namespace', met: hasKey('namespace', 'write', 'admin') },
  'kv.read': { what: 'a read key of the namespace', met: hasKey('namespace', 'read') },
  'kv.write': { what: 'a write key of the namespace', met: hasKey('namespace', 'write') },
  'kv.admin': { what: 'an admin key of the namespace', met: hasKey('namespace', 'admin') },
  'kv.misnamed': { what: `keys of the namespace ${MISNAMED}`, met: offers('misnamed') },
  'kv.bulk': {
    what: `a way to fill the namespace ${MANY}`,
    met: all(offers('fill'), hasKey('namespace', 'write', 'admin')),
  },
  'kv.generate': { what: 'an admin interface that creates namespaces and keys', met: offers('generate') },
  'kv.foreign': {
    what: 'an admin key of a second namespace',
    met: ({ foreignNamespace }) => foreignNamespace?.keys.admin !== undefined,
  },
  'kv.default': { what: 'a namespace with default limits', met: offers('baseUrl', 'unlimited') },
  bearer: { what: "a token for the namespace's owner", met: offers('bearer') },
  'bearer.stranger': {
    what: 'a token for the owner of the second namespace',
    met: offers('strangerBearer'),
  },
  tokens: { what: 'a way to get tokens with any claims', met: offers('signToken') },
  store: { what: 'a store', met: offers('baseUrl', 'store') },
  'store.reader': { what: 'a read or admin key of the store', met: hasKey('store', 'read', 'admin') },
  'store.writer': { what: 'a write or admin key of the store', met: hasKey('store', 'write', 'admin') },
  'store.read': { what: 'a read key of the store', met: hasKey('store', 'read') },
  'store.write': { what: 'a write key of the store', met: hasKey('store', 'write') },
  'store.admin': { what: 'an admin key of the store', met: hasKey('store', 'admin') },
  'store.foreign': {
    what: 'an admin key of a second store',
    met: ({ foreignStore }) => foreignStore?.keys.admin !== undefined,
  },
  'store.misnamed': { what: `keys of the store ${MISNAMED}`, met: offers('misnamed') },
  'store.bulk': {
    what: `a way to fill the store ${MANY}`,
    met: all(offers('fill'), hasKey('store', 'write', 'admin')),
  },
  'store.generate': { what: 'an admin interface that creates stores and keys', met: offers('generate') },
  db: { what: 'a database key', met: offers('dbBaseUrl', 'database') },
  'db.create': {
    what: "permission to create records, which can't be removed",
    met: hasInDatabase(({ mayCreate }) => mayCreate),
  },
  'db.scoped': {
    what: 'a scoped database key, with one document inside its scope and one outside',
    met: hasInDatabase(({ scoped }) => scoped),
  },
  'db.scoped-to-project': {
    what: 'a scoped database key, with one project inside its scope and one outside',
    met: hasInDatabase(({ scopedToProject }) => scopedToProject),
  },
  'db.long-ids': {
    what: "a document and a project whose ids can't be represented as doubles",
    met: hasInDatabase(({ longIds }) => longIds),
  },
  'db.blind': {
    what: "a database key that can't see any document",
    met: hasInDatabase(({ blindKeys }) => blindKeys?.length),
  },
  time: { what: "the service's time", met: offers('time') },
  'time.pass': { what: 'permission to wait for a few minutes', met: reaches(PASS_MS) },
  'time.exact': {
    what: 'a clock that can be frozen and moved by the millisecond',
    met: all(reaches(PASS_MS), ({ time }) => time?.skewMs === 0),
  },
  'time.leap': {
    what: 'a clock that can be moved by months and years',
    met: reaches(Number.POSITIVE_INFINITY),
  },
  limited: { what: 'a fresh namespace with small limits', met: offers('baseUrl', 'limited') },
  ratelimit: {
    what: "a database rate limit that's low enough to reach",
    met: hasInDatabase(({ rateLimit }) => rateLimit),
  },
  provoke: { what: 'a way to make the service return any status', met: offers('provoke') },
  unobservable: { what: 'something that no client can observe', met: () => false },
}

/** Returns the needs that the subject doesn't meet, in the same order. */
export function unmet(needs: readonly Need[], subject: ServiceUnderTest): readonly Need[] {
  return needs.filter((need) => !NEEDS[need].met(subject))
}
