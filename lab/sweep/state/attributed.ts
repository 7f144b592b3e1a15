import type { RequestSummary, StateChange } from 'tristore-emulator'
import type { Subjects } from '../requests.js'
import type { StateDifference } from './differences.js'
import { comparableJson } from './final-state.js'
import { withoutIds } from './own-values.js'

/** The differences with the requests that made them, as far as the changes of the run's world show. */
export function attributed(
  differences: readonly StateDifference[],
  changes: readonly StateChange[],
  requests: readonly RequestSummary[],
  subjects: Subjects,
): StateDifference[] {
  const places = subjects.placesOf(requests)
  const placeOf = new Map(requests.map(({ id }, index) => [id, places[index]?.place]))
  return differences.map((difference) => {
    // If records are equal, the last one is the one too many.
    const change = changes.findLast((one) => isOf(one, difference))
    const by = change === undefined ? undefined : placeOf.get(change.by)
    return by === undefined ? difference : { ...difference, by }
  })
}

/** True if a change made the differing item: the entry of its key, or a record with its fields. */
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

/** Whether the item that differs is at a path into the state of a service of one's own, or below it. */
function isBelow(path: string, { after, before }: StateDifference): boolean {
  const [, , , ...names] = path.split('/').map(unescaped)
  const [label = ''] = Object.keys(JSON.parse(after ?? before ?? '{}'))
  return label.startsWith(withoutIds(names.join('.')))
}

/** A name of a JSON Pointer (RFC 6901). */
const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~')
