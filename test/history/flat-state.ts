import { isRecord } from '../../src/core/objects.js'
import { defaultProfile, patchProfile } from '../../src/domain/profile/profile.js'
import { pointer } from '../../src/domain/view.js'

/** A state as values by path. Built from its seed, independently of the emulator's differences. */
export type FlatState = Map<string, string>

type Json = Record<string, unknown>

export function flatState(seed: unknown): FlatState {
  const flat: FlatState = new Map()
  const set = (value: unknown, ...names: string[]): void => {
    if (value !== undefined) flat.set(pointer(...names), JSON.stringify(value))
  }
  const { clock, namespaces, stores, database, faults, profile, resume } = seed as Record<string, Json>
  const now = Date.parse(String(clock?.now))
  set(now, 'clock', 'now')
  set(clock?.freeze === true ? 'frozen' : 'running', 'clock', 'mode')
  set(clock?.rate ?? 1, 'clock', 'rate')
  for (const namespace of listOf(namespaces)) {
    const id = String(namespace.id)
    const within = ['namespaces', id] as const
    set(namespace.owner, ...within, 'owner')
    for (const [name, limit] of Object.entries(objectOf(namespace.limits)))
      set(limit, ...within, 'limits', name)
    for (const [month, counters] of Object.entries(objectOf(namespace.usage))) {
      for (const [name, count] of Object.entries(objectOf(counters))) {
        if (count !== 0) set(count, ...within, 'usage', month, name)
      }
    }
    for (const { key, scope } of listOf(namespace.keys)) set({ scope }, ...within, 'keys', String(key))
    for (const entry of listOf(namespace.entries)) {
      const { expiresAt } = entry
      const expiry = typeof expiresAt === 'number' ? expiresAt : Date.parse(String(expiresAt))
      if (expiry > now) set(entry, ...within, 'entries', String(entry.key))
    }
  }
  for (const store of listOf(stores)) {
    const within = ['stores', String(store.id)] as const
    set(store.owner, ...within, 'owner')
    for (const { key, scope } of listOf(store.keys)) set({ scope }, ...within, 'keys', String(key))
    for (const entry of listOf(store.entries)) set(entry, ...within, 'entries', String(entry.key))
  }
  for (const { key } of listOf(database?.keys)) set('a key', 'database', 'keys', String(key))
  for (const name of ['projects', 'documents'] as const) {
    for (const record of listOf(database?.[name])) set(record, 'database', name, String(record.id))
  }
  for (const [key, window] of Object.entries(objectOf(resume?.rateWindows))) {
    set(window, 'database', 'rateWindows', key)
  }
  for (const { id, enabled, matches, hits } of listOf(faults)) {
    const within = ['faults', String(id)] as const
    set({ enabled }, ...within)
    if (matches !== 0) set(matches, ...within, 'matches')
    if (hits !== 0) set(hits, ...within, 'hits')
  }
  flatten(patchProfile(defaultProfile, profile ?? {}), ['profile'], set)
  return flat
}

/** Writes the value of a change as a flat state has it. */
export function flatValue(path: string, value: unknown): string {
  if (path.startsWith('/database/keys/')) return JSON.stringify('a key')
  // A seed writes the rest of a fault differently.
  if (/^\/faults\/[^/]*$/.test(path)) return JSON.stringify({ enabled: objectOf(value).enabled })
  return JSON.stringify(value)
}

function flatten(value: unknown, names: string[], set: (value: unknown, ...names: string[]) => void): void {
  if (!isRecord(value)) set(value, ...names)
  else for (const [name, inner] of Object.entries(value)) flatten(inner, [...names, name], set)
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : [])

const objectOf = (value: unknown): Json => (isRecord(value) ? value : {})
