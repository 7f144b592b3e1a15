import {
  isConfig,
  isEntry,
  isKv,
  isList,
  isUsage,
  keyOf,
  miscounting,
  type Seen,
  type Wrong,
  wrongOf,
} from './wrong.js'

type Is = Parameters<typeof miscounting>[0]
type Off = Parameters<typeof miscounting>[1]

const done = (method: string) => (seen: Seen) =>
  isKv(seen) && isEntry(seen) && seen.method === method && seen.status < 300
const [isPut, isGet, isDelete] = [done('PUT'), done('GET'), done('DELETE')]
const isUpsert = (seen: Seen) => isPut(seen) && seen.wasLive
const listed: Is = (seen) => isList(seen) && seen.status === 200
const refused =
  (method: string, status: number, isIt: (seen: Seen) => boolean = () => true): Is =>
  (seen) =>
    isKv(seen) && seen.method === method && seen.status === status && isIt(seen)
const by =
  (scope: 'read' | 'write' | 'admin', isIt: (seen: Seen) => boolean): Is =>
  (seen, { namespace }) =>
    isIt(seen) && keyOf(seen) === namespace?.keys[scope]
const missed = (seen: Seen) => isKv(seen) && isEntry(seen) && seen.method === 'GET' && seen.status === 404
const nothingDeleted = (seen: Seen) =>
  isKv(seen) && seen.method === 'DELETE' && !seen.wasLive && (seen.status === 404 || seen.status === 200)
const hasKey = (seen: Seen) => 'x-kv-key' in seen.headers
const isAnonymous = (seen: Seen) => !hasKey(seen) && !('authorization' in seen.headers)

/** The end of a statement's id, the mistake, the calls that trigger it, and the error in the usage report. */
const MOVES: readonly (readonly [id: string, what: string, isIt: Is, off: Off])[] = [
  ['put-new.by-write-key', 'a put counts as a read too', isPut, { reads: 1 }],
  ['put-new.by-admin-key', 'writes of an admin key are not counted', by('admin', isPut), { writes: -1 }],
  ['put-over.by-write-key', 'an upsert counts twice', isUpsert, { writes: 1 }],
  ['put-over.by-admin-key', 'an upsert adds the value again', by('admin', isUpsert), { storageBytes: 20 }],
  ['get.by-read-key', 'a read counts as a list too', isGet, { lists: 1 }],
  ['get.by-admin-key', 'reads of an admin key are not counted', by('admin', isGet), { reads: -1 }],
  ['get-missing.by-read-key', 'a miss counts twice', missed, { reads: 2 }],
  ['get-missing.by-admin-key', 'a miss counts as a write', by('admin', missed), { writes: 1 }],
  ['delete.by-write-key', 'a delete counts as a write too', isDelete, { writes: 1 }],
  ['delete.by-admin-key', 'deletes are not counted by admin key', by('admin', isDelete), { deletes: -1 }],
  ['delete-missing.by-write-key', 'a delete of nothing counts as a write', nothingDeleted, { writes: 1 }],
  [
    'delete-missing.by-admin-key',
    'a delete of nothing frees storage',
    by('admin', nothingDeleted),
    { storageBytes: -7 },
  ],
  [
    'get-expired',
    'the read of an expired key counts as a delete',
    (seen) => missed(seen) && seen.wasPut,
    { deletes: 1 },
  ],
  ['list', 'a list counts as a read too', listed, { reads: 1 }],
  ['list', 'a list counts twice', listed, { lists: 1 }],
  ['refused.get-without-key', 'it counts as a write', refused('GET', 401, isAnonymous), { writes: 1 }],
  ['refused.put-without-key', 'it counts as a read', refused('PUT', 401), { reads: 1 }],
  ['refused.delete-without-key', 'it frees storage', refused('DELETE', 401), { storageBytes: -9 }],
  ['refused.get-by-unknown-key', 'it counts twice', refused('GET', 401, hasKey), { reads: 2 }],
  ['refused.get-by-write-key', 'it counts as a write', refused('GET', 403), { writes: 1 }],
  ['refused.put-by-read-key', 'it takes storage', refused('PUT', 403), { storageBytes: 30 }],
  ['refused.delete-by-read-key', 'it counts as a write', refused('DELETE', 403), { writes: 1 }],
  ['refused.put-malformed', 'it counts as a delete', refused('PUT', 400), { deletes: 1 }],
  ['refused.list-without-token', 'it counts as a read', refused('GET', 401, isList), { reads: 1 }],
  [
    'refused.list-by-stranger',
    'it counts twice',
    (seen) => isList(seen) && (seen.status === 403 || seen.status === 404),
    { lists: 2 },
  ],
  [
    'refused.usage-by-stranger',
    'it counts as a read',
    (seen) => isUsage(seen) && seen.status === 403,
    { reads: 1 },
  ],
]

/** Calls that also count in other namespaces. */
const ELSEWHERE: readonly (readonly [call: string, isIt: Is, off: Off])[] = [
  ['put', isPut, { writes: 1 }],
  ['get', isGet, { reads: 1 }],
  ['list', listed, { lists: 1 }],
  ['delete', isDelete, { deletes: 1 }],
]

/** Services whose usage report is wrong after one kind of call. */
export const wrongCounters: readonly Wrong[] = [
  ...MOVES.map(([id, what, isIt, off]) => ({
    what: id.startsWith('refused') ? `${id}: ${what}` : what,
    caughtBy: `usage.moves.${id}`,
    make: miscounting(isIt, off),
  })),
  ...['same-owner', 'other-owner'].flatMap((owner) =>
    ELSEWHERE.map(([call, isIt, off]) => ({
      what: `${call}s count for everybody (${owner})`,
      caughtBy: `usage.elsewhere.${owner}.${call}`,
      make: miscounting(isIt, off, 'elsewhere'),
    })),
  ),
  ...wrongOf({
    'usage.moves.config-calls': {
      'calls on a store count in every namespace': miscounting(
        (seen) => isConfig(seen) && seen.method === 'GET',
        { reads: 1 },
        'everywhere',
      ),
    },
    'usage.elsewhere.foreign-key': {
      'a refused key counts in its own namespace too': miscounting(
        (seen, { foreignNamespace }) =>
          isKv(seen) && keyOf(seen) === foreignNamespace?.keys.admin && seen.status >= 400,
        { reads: 1 },
        'elsewhere',
      ),
    },
    'usage.storage.adds-up': {
      'every other entry takes a byte less': miscounting(everyOther(isPut), { storageBytes: -1 }),
    },
    'usage.storage.upsert': {
      'growing upserts are not counted': miscounting(isUpsert, { storageBytes: -400 }),
    },
    'usage.storage.deleted': { 'an upsert takes a byte more': miscounting(isUpsert, { storageBytes: 1 }) },
  }),
]

function everyOther(isIt: (seen: Seen) => boolean): Is {
  let count = 0
  return (seen) => isIt(seen) && ++count % 2 === 0
}
