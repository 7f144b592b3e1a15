import type { RequestSummary, StateChange } from 'tristore-emulator'
import type { Subjects } from '../requests.js'
import type { StateDifference } from './differences.js'
import { comparableJson } from './final-state.js'
import { withoutIds } from './own-values.js'

/** Adds the request that caused each difference, if the world's changes show it. */
export function attributed(
  differences: readonly StateDifference[],
  changes: readonly StateChange[],
  requests: readonly RequestSummary[],
  subjects: Subjects,
): StateDifference[] {
  const places = subjects.placesOf(requests)
  const placeOf = new Map(requests.map(({ id }, index) => [id, places[index]?.place]))
  return differences.map((difference) => {
    // If there are equal records, the last one is the extra one.
    const change = changes.findLast((one) => isOf(one, difference))
    const by = change === undefined ? undefined : placeOf.get(change.by)
    return by === undefined ? difference : { ...difference, by }
  })
}

/** Returns true if a change caused the difference. Compares an entry's key or a record's fields. */
function isOf({ path, before, after }: StateChange, difference: StateDifference): boolean {
  const [, area, collection, kind, key] = path.split('/').map(unescaped)
  if (area === 'services') return collection === difference.collection && isBelow(path, difference)
  const item: object = JSON.parse(difference.after ?? difference.before ?? '{}')
  if (area !== 'database') {
    return kind === 'entries' && collection === difference.collection && Reflect.get(item, 'key') === key
  }
  const record: unknown = after ?? before
  if (collection !== difference.collection || typeof record !== 'object' || record === null) return false
  return Object.entries(item).every(
    ([name, value]) => comparableJson(Reflect.get(record, name)) === JSON.stringify(value),
  )
}

/** Returns true if the difference is at or below the path in the state of a user's own service. */
function isBelow(path: string, { after, before }: StateDifference): boolean {
  const [, , , ...names] = path.split('/').map(unescaped)
  const [label = ''] = Object.keys(JSON.parse(after ?? before ?? '{}'))
  return label.startsWith(withoutIds(names.join('.')))
}

/** Decodes a name in a JSON Pointer (RFC 6901). */
const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~')
