import type { HeldRequest } from 'tristore-emulator'
import { type KnownOperation, type Operations, parametersOf } from '../operations.js'

/** The way in which a request touches a part of the services. */
type Mode = 'read' | 'write' | 'add'

/** A part of the services that a request touches, with everything below it. The empty path is everything. */
interface Touch {
  readonly place: readonly string[]
  readonly mode: Mode
}

/** Everything a request reads and changes. */
export type Footprint = readonly Touch[]

export type FootprintOf = (request: Pick<HeldRequest, 'operation' | 'path'>) => Footprint

/** True if so few requests use up the counter that their order matters. */
export type IsTight = (namespace: string, counter: string) => boolean

/**
 * Returns what a request touches, by the table of operations. Nothing is known of one that the table does not have: it may
 * change all of its service, or everything if its path names none. Nor is it of one that a user described, a GET included.
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

/** A record that is created has the next id, and its place in each list. */
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

/** Checks that two requests have the same effect and the same answers in either order. */
export const commute = (one: Footprint, other: Footprint): boolean =>
  !one.some((touch) => other.some((there) => overlap(touch.place, there.place) && clash(touch, there)))

/** Additions to a counter commute, as reads do. */
const clash = (one: Touch, other: Touch): boolean => one.mode !== other.mode || one.mode === 'write'

/** Checks if one place is inside the other. */
const overlap = (one: readonly string[], other: readonly string[]): boolean =>
  one.slice(0, other.length).every((segment, index) => segment === other[index])
