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
} from './wrong.js'

type Is = Parameters<typeof miscounting>[0]

const done = (method: string) => (seen: Seen) =>
  isKv(seen) && isEntry(seen) && seen.method === method && seen.status < 300
const [isPut, isGet, isDelete] = [done('PUT'), done('GET'), done('DELETE')]
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
const isAnonymous = (seen: Seen) => !('x-kv-key' in seen.headers) && !('authorization' in seen.headers)

type Row = readonly [
  what: string,
  caughtBy: string,
  isIt: Is,
  off: Parameters<typeof miscounting>[1],
  where?: 'here' | 'elsewhere' | 'everywhere',
]

const ROWS: readonly Row[] = [
  ['a put counts as a read too', 'usage.moves.put-new.by-write-key', isPut, { reads: 1 }],
  [
    'writes of an admin key are not counted',
    'usage.moves.put-new.by-admin-key',
    by('admin', isPut),
    { writes: -1 },
  ],
  [
    'an upsert counts twice',
    'usage.moves.put-over.by-write-key',
    (seen) => isPut(seen) && seen.wasLive,
    { writes: 1 },
  ],
  [
    'an upsert by an admin key adds the value again',
    'usage.moves.put-over.by-admin-key',
    by('admin', (seen) => isPut(seen) && seen.wasLive),
    { storageBytes: 20 },
  ],
  ['a read counts as a list too', 'usage.moves.get.by-read-key', isGet, { lists: 1 }],
  [
    'reads of an admin key are not counted',
    'usage.moves.get.by-admin-key',
    by('admin', isGet),
    { reads: -1 },
  ],
  ['a miss counts twice', 'usage.moves.get-missing.by-read-key', missed, { reads: 2 }],
  [
    'a miss of an admin key counts as a write',
    'usage.moves.get-missing.by-admin-key',
    by('admin', missed),
    { writes: 1 },
  ],
  ['a delete counts as a write too', 'usage.moves.delete.by-write-key', isDelete, { writes: 1 }],
  [
    'deletes of an admin key are not counted',
    'usage.moves.delete.by-admin-key',
    by('admin', isDelete),
    { deletes: -1 },
  ],
  [
    'a delete of nothing counts as a write',
    'usage.moves.delete-missing.by-write-key',
    nothingDeleted,
    { writes: 1 },
  ],
  [
    'a delete of nothing by an admin key frees storage',
    'usage.moves.delete-missing.by-admin-key',
    by('admin', nothingDeleted),
    { storageBytes: -7 },
  ],
  [
    'the read of an expired key counts as a delete',
    'usage.moves.get-expired',
    (seen) => missed(seen) && seen.wasPut,
    { deletes: 1 },
  ],
  ['a list counts as a read too', 'usage.moves.list', listed, { reads: 1 }],
  ['a list counts twice', 'usage.moves.list', listed, { lists: 1 }],
  [
    'calls on a store count in every namespace',
    'usage.moves.config-calls',
    (seen) => isConfig(seen) && seen.method === 'GET',
    { reads: 1 },
    'everywhere',
  ],
  [
    'a read without a key counts as a write',
    'usage.moves.refused.get-without-key',
    refused('GET', 401, isAnonymous),
    { writes: 1 },
  ],
  [
    'a put without a key counts as a read',
    'usage.moves.refused.put-without-key',
    refused('PUT', 401),
    { reads: 1 },
  ],
  [
    'a delete without a key frees storage',
    'usage.moves.refused.delete-without-key',
    refused('DELETE', 401),
    { storageBytes: -9 },
  ],
  [
    'a read with an unknown key counts twice',
    'usage.moves.refused.get-by-unknown-key',
    refused('GET', 401, (seen) => 'x-kv-key' in seen.headers),
    { reads: 2 },
  ],
  [
    'a read with a write key counts as a write',
    'usage.moves.refused.get-by-write-key',
    refused('GET', 403),
    { writes: 1 },
  ],
  [
    'a put with a read key takes storage',
    'usage.moves.refused.put-by-read-key',
    refused('PUT', 403),
    { storageBytes: 30 },
  ],
  [
    'a delete with a read key counts as a write',
    'usage.moves.refused.delete-by-read-key',
    refused('DELETE', 403),
    { writes: 1 },
  ],
  [
    'a malformed put counts as a delete',
    'usage.moves.refused.put-malformed',
    refused('PUT', 400),
    { deletes: 1 },
  ],
  [
    'a list without a token counts as a read',
    'usage.moves.refused.list-without-token',
    refused('GET', 401, isList),
    { reads: 1 },
  ],
  [
    "a list with a stranger's token counts twice",
    'usage.moves.refused.list-by-stranger',
    (seen) => isList(seen) && (seen.status === 403 || seen.status === 404),
    { lists: 2 },
  ],
  [
    "a stranger's look at the usage counts as a read",
    'usage.moves.refused.usage-by-stranger',
    (seen) => isUsage(seen) && seen.status === 403,
    { reads: 1 },
  ],
  ...(['same-owner', 'other-owner'] as const).flatMap((id): readonly Row[] => [
    [`puts count for everybody (${id})`, `usage.elsewhere.${id}.put`, isPut, { writes: 1 }, 'elsewhere'],
    [`reads count for everybody (${id})`, `usage.elsewhere.${id}.get`, isGet, { reads: 1 }, 'elsewhere'],
    [`lists count for everybody (${id})`, `usage.elsewhere.${id}.list`, listed, { lists: 1 }, 'elsewhere'],
    [
      `deletes count for everybody (${id})`,
      `usage.elsewhere.${id}.delete`,
      isDelete,
      { deletes: 1 },
      'elsewhere',
    ],
  ]),
  [
    'a key counts at home wherever it is used',
    'usage.elsewhere.foreign-key',
    (seen, { foreignNamespace }) =>
      isKv(seen) && keyOf(seen) === foreignNamespace?.keys.admin && seen.status >= 400,
    { reads: 1 },
    'elsewhere',
  ],
  ['every other entry takes a byte less', 'usage.storage.adds-up', everyOther(isPut), { storageBytes: -1 }],
  [
    'growing upserts are not seen',
    'usage.storage.upsert',
    (seen) => isPut(seen) && seen.wasLive,
    { storageBytes: -400 },
  ],
  [
    'an upsert takes a byte more',
    'usage.storage.deleted',
    (seen) => isPut(seen) && seen.wasLive,
    { storageBytes: 1 },
  ],
]

function everyOther(isIt: (seen: Seen) => boolean): Is {
  let count = 0
  return (seen) => isIt(seen) && ++count % 2 === 0
}

/** Ways to count wrong: for one kind of call, the usage report is off afterwards. */
export const wrongCounters: readonly Wrong[] = ROWS.map(([what, caughtBy, isIt, off, where]) => ({
  what,
  caughtBy,
  make: miscounting(isIt, off, where),
}))
