import type { RequestDetails } from '../admin/request-json.js'
import type { FaultMatch } from '../client/fault-object.js'
import { operations } from '../contract/operations.js'

/** A request of the undisturbed run, with the name of its place in the run. */
export interface PlacedRequest {
  /** By operation, resource and occurrence: "kv.get ns_shop/session:1#2". */
  readonly place: string
  /** By operation alone: "kv.get". */
  readonly operation: string
  /** Which of its operation and resource it is, from 1. */
  readonly occurrence: number
  /** The calls of its operation and resource. */
  readonly match: FaultMatch
  /** The namespace or store, where it names one. */
  readonly resource: string | undefined
  readonly key: string | undefined
  /** How many moves of the clock came before it. */
  readonly segment: number
  readonly details: RequestDetails
}

const ROWS: ReadonlyMap<string | null, (typeof operations)[number]> = new Map(
  operations.map((row) => [row.id, row]),
)

/** The parts of a request that place it among others. */
type Placed = Pick<RequestDetails, 'operation' | 'method' | 'path'>

/** What a request is for: its operation and resource. Clients reorder requests, so no number of the journal names one. */
export function subjectOf({ operation, method, path }: Placed) {
  const row = ROWS.get(operation)
  if (row === undefined) {
    return { name: `${method} ${path}`, operation: method, match: { method, path }, parts: [] }
  }
  const parts = parametersOf(row.path, path)
  const match = { operation: row.id, ...matchOf(row.interface, parts, path) }
  return { name: [row.id, parts.join('/')].join(' ').trimEnd(), operation: row.id, match, parts }
}

/** Names requests in the order of their arrival. */
export function placeNames(requests: readonly Placed[]): { place: string; occurrence: number }[] {
  const counts = new Map<string, number>()
  return requests.map((request) => {
    const { name } = subjectOf(request)
    const occurrence = (counts.get(name) ?? 0) + 1
    counts.set(name, occurrence)
    return { place: `${name}#${occurrence}`, occurrence }
  })
}

/** @param movesBefore how many moves of the clock came before the request of an index */
export function placed(
  requests: readonly RequestDetails[],
  movesBefore: (index: number) => number,
): PlacedRequest[] {
  const names = placeNames(requests)
  return requests.map((details, index) => {
    const { operation, match, parts } = subjectOf(details)
    const { place, occurrence } = names[index] ?? { place: '', occurrence: 1 }
    const [resource, key] = details.path.startsWith('/v1/') ? parts : []
    return { place, operation, occurrence, match, resource, key, segment: movesBefore(index), details }
  })
}

/** The segments of a path that stand for the parameters of its template, decoded. */
function parametersOf(template: string, path: string): string[] {
  const segments = path.split('/')
  return template
    .split('/')
    .flatMap((part, index) => (part.startsWith('{') ? [decoded(segments[index] ?? '')] : []))
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function matchOf(
  interface_: 'kv' | 'config' | 'documents',
  [resource, key]: readonly string[],
  path: string,
): FaultMatch {
  if (resource === undefined) return {}
  if (interface_ === 'documents') return { path }
  const place = interface_ === 'kv' ? { namespace: resource } : { store: resource }
  return key === undefined ? place : { ...place, key }
}

/** The Authorization of a request, its signature left out; empty where it has none. */
export function authorizationOf({ requestHeaders }: RequestDetails): string {
  return requestHeaders.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? ''
}
