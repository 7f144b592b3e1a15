import type { HeldRequest } from 'tristore-emulator'
import { type KnownOperation, type Operations, parametersOf } from '../operations.js'

/** The use of a part of the services by a request. */
type Mode = 'read' | 'write' | 'add'

/** A part of the services, with everything below it, that a request uses. An empty path means everything. */
interface Touch {
  readonly place: readonly string[]
  readonly mode: Mode
}

/** Everything a request reads and changes. */
export type Footprint = readonly Touch[]

export type FootprintOf = (request: Pick<HeldRequest, 'operation' | 'path'>) => Footprint

/** True if a run can use up the counter, so the order of requests matters. */
export type IsTight = (namespace: string, counter: string) => boolean

/**
 * Returns what a request uses, from a table of operations. An operation that isn't in the table may change all of its
 * service, or everything if its path names no service. The same goes for services that a user described, even for a
 * GET.
 */
export const footprintsBy =
  (operations: Operations, isTight: IsTight): FootprintOf =>
  ({ operation: id, path }) => {
    const operation = operations.named(id)
    if (operation === undefined) {
      const service = operations.serviceAt(path)
      return [{ place: service === undefined ? [] : [service], mode: 'write' }]
    }
    const parameters = parametersOf(operation.route, path)
    switch (operation.service) {
      case 'documents':
        return [recordTouch(operation, parameters), ...rateTouch(isTight)]
      case 'kv':
      case 'config':
        return [entryTouch(operation, parameters), ...counterTouches(operation, parameters, isTight)]
      default:
        return [{ place: [operation.service], mode: 'write' }]
    }
  }

function entryTouch({ id, service, access }: KnownOperation, parameters: readonly string[]): Touch {
  if (id === 'usage.get') return { place: ['kv', 'counters', ...parameters], mode: 'read' }
  return { place: [service, 'entries', ...parameters], mode: access }
}

/** A new record takes the next id, and a place in each list. */
function recordTouch({ id, access }: KnownOperation, parameters: readonly string[]): Touch {
  const [collection = ''] = id.split('.')
  return { place: ['documents', 'records', collection, ...parameters], mode: access }
}

function counterTouches(
  { counts }: KnownOperation,
  [namespace = '']: readonly string[],
  isTight: IsTight,
): Touch[] {
  const counters = counts === undefined ? [] : [counts]
  const stored = counts === 'writes' || counts === 'deletes' ? ['storageBytes'] : []
  return [...counters, ...stored].map((counter) => ({
    place: ['kv', 'counters', namespace, counter],
    mode: isTight(namespace, counter) ? 'write' : 'add',
  }))
}

function rateTouch(isTight: IsTight): Touch[] {
  return isTight('', 'rate') ? [{ place: ['documents', 'rate'], mode: 'write' }] : []
}

/** True if two requests have the same effects and answers in either order. */
export const commute = (one: Footprint, other: Footprint): boolean =>
  !one.some((touch) => other.some((there) => overlap(touch.place, there.place) && clash(touch, there)))

/** Two reads commute, and so do two additions. */
const clash = (one: Touch, other: Touch): boolean => one.mode !== other.mode || one.mode === 'write'

/** True if one path contains the other. */
const overlap = (one: readonly string[], other: readonly string[]): boolean =>
  one.slice(0, other.length).every((segment, index) => segment === other[index])
