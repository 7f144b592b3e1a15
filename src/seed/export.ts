import { formatInstant } from '../core/instants.js'
import { LazyList } from '../core/lazy-list.js'
import { type ConfigEntry, type Store, updateOf } from '../domain/config.js'
import type { ScopedKey } from '../domain/credentials.js'
import type { DatabaseKey, DatabaseRecord } from '../domain/database.js'
import { creationOf, expiryOf, type KvEntry } from '../domain/entries/entry.js'
import type { Namespace } from '../domain/namespace.js'
import { defaultProfile, type Profile } from '../domain/profile/profile.js'
import type { Counters } from '../domain/quotas.js'
import type { KeysByResource, State } from '../domain/state.js'
import type { World } from '../domain/world.js'
import { exportFaults } from './export-faults.js'
import { exportPlaces } from './export-places.js'
import { exportProfile } from './export-profile.js'
import { exportRateWindows, exportTombstones } from './export-resume.js'
import {
  EXPORTED_AT_ONCE,
  type ExportedValue,
  exportInstant,
  exportValue,
  exportValueSteps,
} from './export-value.js'
import type { DatabaseView, NamespaceView, SeedView, StoreView } from './seed-view.js'

/**
 * The present state of a world as a seed that gives the same state back (docs/DESIGN.md section 4, Export). All times are
 * instants, every record has its id, and `resume` says where ids, chances and rate windows go on. Its lists are made as
 * they are read, of the state as it is now, whatever changes meanwhile.
 *
 * @param usual the profile that a state without options gets in this emulator
 */
export const exportSeed = (world: World, usual?: Profile): SeedView => exportSteps(world, usual)

/** `exportSeed` in slices; the state is that of the first one. */
export function exportSteps(world: World, usual: Profile = defaultProfile): SeedView {
  const { clock, random, profile } = world
  const state = world.state.fork()
  const options = exportProfile(profile, usual)
  const now = clock.now()
  const hasFaults = world.faults.size > 0
  const faults = world.faults.asOfNow()
  const heading = {
    version: 1 as const,
    clock: {
      now: formatInstant(now),
      ...(clock.mode === 'frozen' ? { freeze: true } : {}),
      ...(clock.rate === 1 ? {} : { rate: clock.rate }),
    },
    random: random.seed,
  }
  const ids = {
    documents: String(state.documents.lastId),
    projects: String(state.projects.lastId),
    faults: String(world.faults.lastId),
  }
  const streams = random.save()
  const cursors = { names: [...world.cursorNames] }
  const left = world.tombstones.save()
  // From here on others may change the world.
  const keys = state.keysByResource()
  const created = createdBy(state)
  const places = exportPlaces(state)
  return {
    ...heading,
    ...(Object.keys(options).length === 0 ? {} : { profile: options }),
    namespaces: listOf(state.namespaces, (namespace) => exportNamespace(namespace, state, keys)),
    stores: listOf(state.stores, (store) => exportStore(store, state, keys)),
    database: exportDatabase(state, created),
    ...(hasFaults ? { faults: exportFaults(faults, now) } : {}),
    resume: {
      ids,
      random: streams,
      rateWindows: exportRateWindows(state),
      gone: exportTombstones(left),
      cursors,
      ...places,
    },
  }
}

/** The values of a map in order, each as it is exported. */
const listOf = <V, U>(map: { values(): Iterable<V> }, make: (value: V) => U): LazyList<U> =>
  new LazyList(() => LazyList.map(map.values(), make))

/** The entries of a namespace or store in order, long values in slices. */
function entriesOf<E extends { readonly text: string }, U>(
  entries: { values(): Iterable<E> },
  make: (entry: E, value: ExportedValue) => U,
): LazyList<U> {
  return new LazyList(function* () {
    for (const entry of entries.values()) {
      const { text } = entry
      const isShort = text.length <= EXPORTED_AT_ONCE
      yield make(entry, isShort ? exportValue(text) : exportValueSteps(text))
    }
  })
}

const exportKeys = (keys: readonly ScopedKey[] = []) => keys.map(({ key, scope }) => ({ key, scope }))

function exportNamespace(namespace: Namespace, state: State, keys: KeysByResource): NamespaceView {
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
    entries: entriesOf(entries, (entry, value) => exportEntry(entry, state.origin, value)),
  }
}

/** A month that was only looked at is like one that was not. */
const hasCounted = (counters: Counters): boolean => Object.values(counters).some((count) => count > 0)

/** An entry as a seed has it. `origin` in ms. */
export function exportEntry(entry: KvEntry, origin: number, value = exportValue(entry.text)) {
  const { key, text, ttlSeconds } = entry
  return {
    key,
    ...value,
    ...(ttlSeconds === undefined ? {} : { ttlSeconds }),
    createdAt: exportInstant(creationOf(entry, origin)),
    expiresAt: exportInstant(expiryOf(entry, origin)),
    ...literally(key, text),
  }
}

function exportStore(store: Store, state: State, keys: KeysByResource): StoreView {
  return {
    id: store.id,
    owner: store.owner,
    keys: exportKeys(keys.get(store.id)),
    entries: entriesOf(store.entries, (entry, value) => exportConfigEntry(entry, state.origin, value)),
  }
}

/** A config entry as a seed has it. `origin` in ms. */
export function exportConfigEntry(entry: ConfigEntry, origin: number, value = exportValue(entry.text)) {
  const { key, text } = entry
  return {
    key,
    ...value,
    updatedAt: exportInstant(updateOf(entry, origin)),
    ...literally(key, text),
  }
}

function exportDatabase(state: State, created: ReadonlyMap<string, Created>): DatabaseView {
  const { rateLimit, databaseKeys, projects, documents } = state
  return {
    ...(rateLimit === undefined
      ? {}
      : { rateLimit: { requests: rateLimit.requests, per: `${rateLimit.perMs}ms` } }),
    keys: listOf(databaseKeys, (key) => exportDatabaseKey(key, created.get(key.key) ?? NOTHING)),
    projects: listOf(projects.records, (record) => {
      const { id, heading, text } = record
      return {
        id,
        name: heading,
        ...(text === undefined ? {} : { description: text }),
        ...literally(heading, text),
      }
    }),
    documents: listOf(documents.records, (record) => {
      const { id, heading, text, project } = record
      return {
        id,
        title: heading,
        ...(text === undefined ? {} : { content: text }),
        ...(project === undefined ? {} : { project }),
        ...literally(heading, text),
      }
    }),
  }
}

interface Created {
  readonly projects: readonly DatabaseRecord[]
  readonly documents: readonly DatabaseRecord[]
}

const NOTHING: Created = { projects: [], documents: [] }

/** Scoped keys see the records that they created; in a seed these are part of their scope. */
function createdBy({ projects, documents, databaseKeys }: State): ReadonlyMap<string, Created> {
  const created = new Map<string, { projects: DatabaseRecord[]; documents: DatabaseRecord[] }>()
  if (!hasScoped(databaseKeys.values())) return created
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

function hasScoped(keys: Iterable<DatabaseKey>): boolean {
  for (const { scope } of keys) {
    if (scope !== undefined) return true
  }
  return false
}

function exportDatabaseKey({ key, scope }: DatabaseKey, created: Created) {
  if (scope === undefined) return { key }
  // There may be very many of them.
  const ids = (seen: ReadonlySet<string>, own: readonly DatabaseRecord[]) =>
    new LazyList(function* () {
      yield* seen
      for (const { id } of own) if (!seen.has(id)) yield id
    })
  return {
    key,
    projects: ids(scope.projects, created.projects),
    documents: ids(scope.documents, created.documents),
    outOfScope: scope.outOfScope,
  }
}

const literally = (...texts: (string | undefined)[]): { literal?: true } =>
  texts.some((text) => text?.includes('{{')) ? { literal: true } : {}
