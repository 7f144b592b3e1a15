import type { HeldRequest } from 'tristore-emulator'
import { type KnownOperation, type Operations, parametersOf } from '../operations.js'

type Mode = 'read' | 'write' | 'add'

/** A part of the services that a request uses, including everything below it. An empty path means everything. */
interface Touch {
  readonly place: readonly string[]
  readonly mode: Mode
}

export type Footprint = readonly Touch[]

export type FootprintOf = (request: Pick<HeldRequest, 'operation' | 'path'>) => Footprint

/** Returns true if a run can use up the counter, so that the order of requests matters. */
export type IsTight = (namespace: string, counter: string) => boolean

/**
 * Returns what a request uses, based on a table of operations. An unknown operation may change all of its service, or
 * everything if its path doesn't belong to a service. Users' own services are treated the same, even for a GET.
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

/** Note that a new record takes the next id and appears in every list. */
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

/** Returns true if two requests have the same effects and answers in either order. */
export const commute = (one: Footprint, other: Footprint): boolean =>
  !one.some((touch) => other.some((there) => overlap(touch.place, there.place) && clash(touch, there)))

/** Two reads commute, and so do two additions. */
const clash = (one: Touch, other: Touch): boolean => one.mode !== other.mode || one.mode === 'write'

const overlap = (one: readonly string[], other: readonly string[]): boolean =>
  one.slice(0, other.length).every((segment, index) => segment === other[index])
