import { isConfig, isEntry, isKv, isList, isUsage, keyOf, miscounting, type Seen, wrongOf } from './wrong.js'

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

/** Ways to count wrong: for one kind of call, the usage report is off afterwards. */
export const wrongCounters = wrongOf({
  'usage.moves.put-new.by-write-key': { 'a put counts as a read too': miscounting(isPut, { reads: 1 }) },
  'usage.moves.put-new.by-admin-key': {
    'writes of an admin key are not counted': miscounting(by('admin', isPut), { writes: -1 }),
  },
  'usage.moves.put-over.by-write-key': {
    'an upsert counts twice': miscounting((seen) => isPut(seen) && seen.wasLive, { writes: 1 }),
  },
  'usage.moves.put-over.by-admin-key': {
    'an upsert by an admin key adds the value again': miscounting(
      by('admin', (seen) => isPut(seen) && seen.wasLive),
      { storageBytes: 20 },
    ),
  },
  'usage.moves.get.by-read-key': { 'a read counts as a list too': miscounting(isGet, { lists: 1 }) },
  'usage.moves.get.by-admin-key': {
    'reads of an admin key are not counted': miscounting(by('admin', isGet), { reads: -1 }),
  },
  'usage.moves.get-missing.by-read-key': { 'a miss counts twice': miscounting(missed, { reads: 2 }) },
  'usage.moves.get-missing.by-admin-key': {
    'a miss of an admin key counts as a write': miscounting(by('admin', missed), { writes: 1 }),
  },
  'usage.moves.delete.by-write-key': {
    'a delete counts as a write too': miscounting(isDelete, { writes: 1 }),
  },
  'usage.moves.delete.by-admin-key': {
    'deletes of an admin key are not counted': miscounting(by('admin', isDelete), { deletes: -1 }),
  },
  'usage.moves.delete-missing.by-write-key': {
    'a delete of nothing counts as a write': miscounting(nothingDeleted, { writes: 1 }),
  },
  'usage.moves.delete-missing.by-admin-key': {
    'a delete of nothing by an admin key frees storage': miscounting(by('admin', nothingDeleted), {
      storageBytes: -7,
    }),
  },
  'usage.moves.get-expired': {
    'the read of an expired key counts as a delete': miscounting((seen) => missed(seen) && seen.wasPut, {
      deletes: 1,
    }),
  },
  'usage.moves.list': {
    'a list counts as a read too': miscounting(listed, { reads: 1 }),
    'a list counts twice': miscounting(listed, { lists: 1 }),
  },
  'usage.moves.config-calls': {
    'calls on a store count in every namespace': miscounting(
      (seen) => isConfig(seen) && seen.method === 'GET',
      { reads: 1 },
      'everywhere',
    ),
  },
  'usage.moves.refused.get-without-key': {
    'a read without a key counts as a write': miscounting(refused('GET', 401, isAnonymous), { writes: 1 }),
  },
  'usage.moves.refused.put-without-key': {
    'a put without a key counts as a read': miscounting(refused('PUT', 401), { reads: 1 }),
  },
  'usage.moves.refused.delete-without-key': {
    'a delete without a key frees storage': miscounting(refused('DELETE', 401), { storageBytes: -9 }),
  },
  'usage.moves.refused.get-by-unknown-key': {
    'a read with an unknown key counts twice': miscounting(
      refused('GET', 401, (seen) => 'x-kv-key' in seen.headers),
      { reads: 2 },
    ),
  },
  'usage.moves.refused.get-by-write-key': {
    'a read with a write key counts as a write': miscounting(refused('GET', 403), { writes: 1 }),
  },
  'usage.moves.refused.put-by-read-key': {
    'a put with a read key takes storage': miscounting(refused('PUT', 403), { storageBytes: 30 }),
  },
  'usage.moves.refused.delete-by-read-key': {
    'a delete with a read key counts as a write': miscounting(refused('DELETE', 403), { writes: 1 }),
  },
  'usage.moves.refused.put-malformed': {
    'a malformed put counts as a delete': miscounting(refused('PUT', 400), { deletes: 1 }),
  },
  'usage.moves.refused.list-without-token': {
    'a list without a token counts as a read': miscounting(refused('GET', 401, isList), { reads: 1 }),
  },
  'usage.moves.refused.list-by-stranger': {
    "a list with a stranger's token counts twice": miscounting(
      (seen) => isList(seen) && (seen.status === 403 || seen.status === 404),
      { lists: 2 },
    ),
  },
  'usage.moves.refused.usage-by-stranger': {
    "a stranger's look at the usage counts as a read": miscounting(
      (seen) => isUsage(seen) && seen.status === 403,
      { reads: 1 },
    ),
  },
  'usage.elsewhere.foreign-key': {
    'a key counts at home wherever it is used': miscounting(
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
    'growing upserts are not seen': miscounting((seen) => isPut(seen) && seen.wasLive, {
      storageBytes: -400,
    }),
  },
  'usage.storage.deleted': {
    'an upsert takes a byte more': miscounting((seen) => isPut(seen) && seen.wasLive, { storageBytes: 1 }),
  },
  ...elsewhere('same-owner'),
  ...elsewhere('other-owner'),
})

/** Calls that count in a namespace besides their own. */
function elsewhere(id: 'same-owner' | 'other-owner') {
  const call = `usage.elsewhere.${id}`
  return {
    [`${call}.put`]: { [`puts count for everybody (${id})`]: miscounting(isPut, { writes: 1 }, 'elsewhere') },
    [`${call}.get`]: { [`reads count for everybody (${id})`]: miscounting(isGet, { reads: 1 }, 'elsewhere') },
    [`${call}.list`]: {
      [`lists count for everybody (${id})`]: miscounting(listed, { lists: 1 }, 'elsewhere'),
    },
    [`${call}.delete`]: {
      [`deletes count for everybody (${id})`]: miscounting(isDelete, { deletes: 1 }, 'elsewhere'),
    },
  }
}

function everyOther(isIt: (seen: Seen) => boolean): Is {
  let count = 0
  return (seen) => isIt(seen) && ++count % 2 === 0
}
