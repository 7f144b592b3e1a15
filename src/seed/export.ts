import { formatInstant } from '../core/instants.js'
import type { ScopedKey } from '../domain/credentials.js'
import { defaultProfile, type Profile } from '../domain/profile/profile.js'
import type { Counters } from '../domain/quotas.js'
import type { KeysByResource, State } from '../domain/state.js'
import type { World } from '../domain/world.js'
import { CONFIG } from '../services/config/contents.js'
import { configEntry } from '../services/config/kinds.js'
import type { Store } from '../services/config/store.js'
import type { DatabaseRecord } from '../services/documents/collection.js'
import { type DatabaseContents, DOCUMENTS } from '../services/documents/contents.js'
import { type Created, showDatabaseKey, showDocument, showProject } from '../services/documents/kinds.js'
import { KV } from '../services/kv/contents.js'
import { kvEntry } from '../services/kv/kinds.js'
import type { Namespace } from '../services/kv/namespace.js'
import { exportFault } from './export-faults.js'
import { exportPlaces } from './export-places.js'
import { exportProfile } from './export-profile.js'
import { exportRateWindows, exportTombstones } from './export-resume.js'
import type { DatabaseSeed, NamespaceSeed, Seed, StoreSeed } from './schema/schema.js'

/**
 * Returns the present state of a world as a seed that gives the same state back (docs/DESIGN.md section 4, Export). All
 * times are instants, every record has its id, and `resume` says where ids, chances and rate windows go on.
 *
 * @param usual the profile that a state without options gets in this emulator
 */
export function exportSeed(world: World, usual: Profile = defaultProfile): Seed {
  const { clock, random, profile, state, faults } = world
  const options = exportProfile(profile, usual)
  const now = clock.now()
  const keys = state.keysByResource()
  const database = state.of(DOCUMENTS)
  return {
    version: 1,
    clock: {
      now: formatInstant(now),
      ...(clock.mode === 'frozen' ? { freeze: true } : {}),
      ...(clock.rate === 1 ? {} : { rate: clock.rate }),
    },
    random: random.seed,
    ...(Object.keys(options).length === 0 ? {} : { profile: options }),
    namespaces: [...state.of(KV).namespaces.values()].map((namespace) =>
      exportNamespace(namespace, state, keys),
    ),
    stores: [...state.of(CONFIG).stores.values()].map((store) => exportStore(store, state, keys)),
    database: exportDatabase(database),
    ...(faults.size > 0 ? { faults: faults.list().map((fault) => exportFault(fault, now)) } : {}),
    resume: {
      ids: {
        documents: String(database.documents.lastId),
        projects: String(database.projects.lastId),
        faults: String(faults.lastId),
      },
      random: random.save(),
      rateWindows: exportRateWindows(database),
      gone: exportTombstones(world.tombstones.save()),
      cursors: { names: [...world.cursorNames] },
      ...exportPlaces(database),
    },
  }
}

const exportKeys = (keys: readonly ScopedKey[] = []) => keys.map(({ key, scope }) => ({ key, scope }))

function exportNamespace(namespace: Namespace, state: State, keys: KeysByResource): NamespaceSeed {
  const { id, owner, limits, usage, entries } = namespace
  // A namespace that nothing has touched since the seed still counts in the origin's month.
  const months = usage
    .copy(state.origin)
    .months()
    .filter(([, counters]) => hasCounted(counters))
  return {
    id,
    owner,
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(months.length === 0
      ? {}
      : { usage: Object.fromEntries(months.map(([month, counters]) => [month, { ...counters }])) }),
    keys: exportKeys(keys.get(id)),
    entries: [...entries.values()].map((entry) => kvEntry.value(entry, state.origin)),
  }
}

/** A month that was only looked at is like one that was not. */
const hasCounted = (counters: Counters): boolean => Object.values(counters).some((count) => count > 0)

function exportStore(store: Store, state: State, keys: KeysByResource): StoreSeed {
  return {
    id: store.id,
    owner: store.owner,
    keys: exportKeys(keys.get(store.id)),
    entries: [...store.entries.values()].map((entry) => configEntry.value(entry, state.origin)),
  }
}

function exportDatabase(database: DatabaseContents): DatabaseSeed {
  const created = createdBy(database)
  const { rateLimit, databaseKeys, projects, documents } = database
  return {
    ...(rateLimit === undefined
      ? {}
      : { rateLimit: { requests: rateLimit.requests, per: `${rateLimit.perMs}ms` } }),
    keys: [...databaseKeys.values()].map((key) => showDatabaseKey(key, digits, created.get(key.key))),
    projects: [...projects.records.values()].map((record) => showProject(record, digits)),
    documents: [...documents.records.values()].map((record) => showDocument(record, digits)),
  }
}

const digits = (id: string): string => id

/** Scoped keys see the records that they created; in a seed these are part of their scope. */
function createdBy({ projects, documents, databaseKeys }: DatabaseContents): ReadonlyMap<string, Created> {
  const created = new Map<string, { projects: DatabaseRecord[]; documents: DatabaseRecord[] }>()
  if ([...databaseKeys.values()].every(({ scope }) => scope === undefined)) return created
  for (const collection of [projects, documents]) {
    for (const record of collection.records.values()) {
      if (record.creator === undefined) continue
      const own = created.get(record.creator) ?? { projects: [], documents: [] }
      created.set(record.creator, own)
      own[collection.name].push(record)
    }
  }
  return created
}
