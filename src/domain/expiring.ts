import type { ExpiringEntry, State } from './state.js'

/** Returns the entries that expire after an instant and up to another (ms). */
export const expiringEntries = ({ contents }: State, after: number, upTo: number): ExpiringEntry[] =>
  [...contents.values()].flatMap((held) => held.expiring?.(after, upTo) ?? [])

/** Sorts by the distance from an instant (ms); of equals the one that was put first comes first. */
export const nearestTo = (instant: number) => (one: ExpiringEntry, other: ExpiringEntry) =>
  Math.abs(one.at - instant) - Math.abs(other.at - instant)
