import { decodeSegment, route } from '../api/route.js'
import type { Operation } from '../contract/operations.js'

/** How a request touches a part of the services. */
type Mode = 'read' | 'write' | 'add'

/** A part of the services that a request touches: all parts below if the last segment of its place is "*". */
interface Touch {
  readonly place: readonly string[]
  readonly mode: Mode
}

/** All that a request reads and changes. */
export type Footprint = readonly Touch[]

/**
 * Names a counter, by its namespace and name, whether so few requests can use it up that their order matters.
 */
export type IsTight = (namespace: string, counter: string) => boolean

/**
 * What a request touches, by the table of operations; one that the contract does not show touches nothing.
 */
export function footprintOf(method: string, path: string, isTight: IsTight): Footprint {
  const found = route(method, path)
  if (found.operation === undefined) return []
  const { operation, segments } = found
  const [resource = '', key = '*'] = segments.map((segment) => decodeSegment(segment) ?? segment)
  return operation.service === 'documents'
    ? [recordTouch(operation, resource), ...rateTouch(isTight)]
    : [entryTouch(operation, resource, key), ...counterTouches(operation, resource, isTight)]
}

const modeOf = ({ method }: Operation): Mode => (method === 'GET' ? 'read' : 'write')

function entryTouch(operation: Operation, resource: string, key: string): Touch {
  if (operation.id === 'usage.get') return { place: ['counters', resource, '*'], mode: 'read' }
  return { place: ['entries', operation.service, resource, key], mode: modeOf(operation) }
}

/** A record that is created has the next id, and its place in each list. */
function recordTouch(operation: Operation, id: string): Touch {
  const [collection = ''] = operation.id.split('.')
  return { place: ['records', collection, id === '' ? '*' : id], mode: modeOf(operation) }
}

function counterTouches(operation: Operation, namespace: string, isTight: IsTight): Touch[] {
  const counters = operation.counts === undefined ? [] : [operation.counts]
  const stored = operation.counts === 'writes' || operation.counts === 'deletes' ? ['storageBytes'] : []
  return [...counters, ...stored].map((counter) => ({
    place: ['counters', namespace, counter],
    mode: isTight(namespace, counter) ? 'write' : 'add',
  }))
}

function rateTouch(isTight: IsTight): Touch[] {
  return isTight('', 'rate') ? [{ place: ['rate'], mode: 'write' }] : []
}

/** Whether two requests have the same effect, and get the same answers, in either order. */
export const commute = (one: Footprint, other: Footprint): boolean =>
  !one.some((touch) => other.some((there) => overlap(touch.place, there.place) && clash(touch, there)))

/** Additions to a counter commute, as reads do. */
const clash = (one: Touch, other: Touch): boolean => one.mode !== other.mode || one.mode === 'write'

const overlap = (one: readonly string[], other: readonly string[]): boolean =>
  one.every((segment, index) => segment === other[index] || segment === '*' || other[index] === '*')
