import type { RequestDetails } from '../admin/request-json.js'
import { operations } from '../contract/operations.js'
import type { MatchObject } from '../domain/faults/fault-object.js'

/** A request of the undisturbed run, with the name of its place in the run. */
export interface PlacedRequest {
  /** By operation, resource and occurrence: "kv.get ns_shop/session:1#2"; with a drawn key "kv.get ns_shop/*#2". */
  readonly place: string
  /** By operation alone: "kv.get". */
  readonly operation: string
  /** Which of the calls that match it is, from 1. */
  readonly occurrence: number
  /** The calls of its operation and resource; with a drawn key those of its operation and namespace or store. */
  readonly match: MatchObject
  /** The namespace or store, if it names one. */
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
type NamedRequest = Pick<RequestDetails, 'operation' | 'method' | 'path'>

/** What a request is for. Clients reorder requests, so no number of the journal names one. */
interface Subject {
  /** "kv.get ns_shop/session:1" */
  readonly name: string
  readonly operation: string
  readonly match: MatchObject
  /** The parameters of the path. */
  readonly parts: readonly string[]
}

/** A request's operation and resource. */
export function subjectOf({ operation, method, path }: NamedRequest): Subject {
  const row = ROWS.get(operation)
  if (row === undefined) {
    return { name: `${method} ${path}`, operation: method, match: { method, path }, parts: [] }
  }
  const parts = parametersOf(row.path, path)
  const match = { operation: row.id, ...matchOf(row.service, parts, path) }
  return { name: [row.id, parts.join('/')].join(' ').trimEnd(), operation: row.id, match, parts }
}

/** Returns a request's operation and namespace or store, for a key that the client draws in each run. */
function wideSubjectOf(request: NamedRequest): Subject {
  const { operation, parts } = subjectOf(request)
  const row = ROWS.get(request.operation)
  const wide = row === undefined || row.service === 'documents' ? [] : parts.slice(0, -1)
  const match = row === undefined ? { method: request.method } : matchOf(row.service, wide, '')
  return {
    name: `${operation} ${[...wide, '*'].join('/')}`,
    operation,
    match: row === undefined ? match : { operation: row.id, ...match },
    parts,
  }
}

/** The subjects that two runs have in common: keys that a client draws are in one run only. */
export function commonSubjects(
  one: readonly NamedRequest[],
  other: readonly NamedRequest[],
): ReadonlySet<string> {
  const names = new Set(other.map((request) => subjectOf(request).name))
  return new Set(one.map((request) => subjectOf(request).name).filter((name) => names.has(name)))
}

/** A request's subject, and which of that subject it is. */
interface NumberedSubject extends Subject {
  readonly place: string
  readonly occurrence: number
}

/**
 * Names requests in the order of their arrival.
 *
 * @param common the subjects that each run has; the others are named by namespace or store. Left out: all are named whole
 */
export function placesOf(requests: readonly NamedRequest[], common?: ReadonlySet<string>): NumberedSubject[] {
  const counts = new Map<string, number>()
  const counted = (subject: Subject): NumberedSubject => {
    const occurrence = (counts.get(subject.name) ?? 0) + 1
    counts.set(subject.name, occurrence)
    return { ...subject, place: `${subject.name}#${occurrence}`, occurrence }
  }
  return requests.map((request) => {
    const whole = counted(subjectOf(request))
    if (common === undefined) return whole
    const wide = counted(wideSubjectOf(request))
    return common.has(whole.name) ? whole : wide
  })
}

/**
 * @param movesBefore how many moves of the clock came before the request of an index
 * @param common as in `placesOf`
 */
export function placed(
  requests: readonly RequestDetails[],
  movesBefore: (index: number) => number,
  common: ReadonlySet<string>,
): PlacedRequest[] {
  const places = placesOf(requests, common)
  return requests.flatMap((details, index) => {
    const found = places[index]
    if (found === undefined) return []
    const { place, operation, occurrence, match, parts } = found
    const [resource, key] = details.path.startsWith('/v1/') ? parts : []
    return [{ place, operation, occurrence, match, resource, key, segment: movesBefore(index), details }]
  })
}

/** The segments of a path that fill the parameters of its template, decoded. */
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
  service: 'kv' | 'config' | 'documents',
  [resource, key]: readonly string[],
  path: string,
): MatchObject {
  if (resource === undefined) return {}
  if (service === 'documents') return { path }
  const place = service === 'kv' ? { namespace: resource } : { store: resource }
  return key === undefined ? place : { ...place, key }
}

/** The Authorization of a request, its signature left out; empty if it has none. */
export function authorizationOf({ requestHeaders }: RequestDetails): string {
  return requestHeaders.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? ''
}
