import { expiryOf } from '../services/kv/entry.js'
import type { State } from './state.js'

/** An entry that expires. */
export interface ExpiringEntry {
  readonly namespace: string
  readonly key: string
  /** ms */
  readonly at: number
}

/** Returns the entries that expire after an instant and up to another (ms), in the order in which they were put. */
export function expiringEntries({ namespaces, origin }: State, after: number, upTo: number): ExpiringEntry[] {
  const found: ExpiringEntry[] = []
  for (const namespace of namespaces.values()) {
    if (namespace.earliestExpiry(origin) > upTo) continue
    for (const entry of namespace.entries.values()) {
      const at = expiryOf(entry, origin)
      if (at > after && at <= upTo) found.push({ namespace: namespace.id, key: entry.key, at })
    }
  }
  return found
}

/** Sorts by the distance from an instant (ms); of equals the one that was put first comes first. */
export const nearestTo = (instant: number) => (one: ExpiringEntry, other: ExpiringEntry) =>
  Math.abs(one.at - instant) - Math.abs(other.at - instant)
