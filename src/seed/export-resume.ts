import { setField } from '../core/objects.js'
import { byCharacters } from '../core/text/by-characters.js'
import { namedBy, passingElsewhere, type Tombstone, type TombstoneRecords } from '../domain/tombstones.js'
import type { DatabaseContents } from '../services/documents/contents.js'
import type { RateWindow } from '../services/documents/rate-limit.js'

/** An entry that left: its namespace or store, its key, and when it expired, in ms, or who deleted it. */
type RemovedEntry = readonly [resourceId: string, key: string, why: number | string]

/**
 * Entries that left. By name, since the order in which entries that expired together left depends on how they are kept.
 */
export function exportTombstones({ isComplete, records }: TombstoneRecords) {
  const byName = [...records.values()].sort((one, other) => byCharacters(one.name, other.name))
  return { isComplete, entries: byName.map(exportTombstone) }
}

function exportTombstone({ name, passing }: Tombstone): RemovedEntry {
  const why = passingElsewhere(passing)
  return [...namedBy(name), 'expiredAt' in why ? why.expiredAt : why.deletedBy]
}

/** The windows of the keys, by key. */
export function exportRateWindows({ rateWindows }: DatabaseContents): Readonly<Record<string, RateWindow>> {
  const windows: Record<string, RateWindow> = {}
  for (const [key, window] of rateWindows.entries()) setField(windows, key, window)
  return windows
}
