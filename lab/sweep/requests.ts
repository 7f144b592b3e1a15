import type { FaultInput, RequestDetails } from 'tristore-emulator'
import { type Operations, parametersOf } from '../operations.js'

type Match = NonNullable<FaultInput['match']>

/** A request of the undisturbed run, with the name of its place in the run. */
export interface PlacedRequest {
  /** By operation, resource and occurrence: "kv.get ns_shop/session:1#2"; with a drawn key "kv.get ns_shop/*#2". */
  readonly place: string
  /** By operation alone: "kv.get". */
  readonly operation: string
  /** Which of the calls that match it is, from 1. */
  readonly occurrence: number
  /** Matches its operation and resource; for a generated key its operation and namespace or store. */
  readonly match: Match
  /** The namespace or store, if it names one. */
  readonly resource: string | undefined
  readonly key: string | undefined
  /** The number of clock moves before it. */
  readonly segment: number
  readonly details: RequestDetails
}

/** The parts of a request that place it among others. */
type NamedRequest = Pick<RequestDetails, 'operation' | 'method' | 'path'>

/** Describes a request by its purpose. Clients reorder requests, so its number in the journal says nothing. */
interface Subject {
  /** "kv.get ns_shop/session:1" */
  readonly name: string
  readonly operation: string
  readonly match: Match
  /** The parameters of the path. */
  readonly parts: readonly string[]
}

/** A request's subject, and which of that subject it is. */
interface NumberedSubject extends Subject {
  readonly place: string
  readonly occurrence: number
}

/** Names requests by the operations of their emulator. */
export class Subjects {
  constructor(private readonly operations: Operations) {}

  /** A request's operation and resource. */
  of({ operation, method, path }: NamedRequest): Subject {
    const row = this.operations.named(operation)
    if (row === undefined) {
      return { name: `${method} ${path}`, operation: method, match: { method, path }, parts: [] }
    }
    const parts = parametersOf(row.route, path)
    const match = { operation: row.id, ...matchOf(row.service, parts, path) }
    return { name: [row.id, parts.join('/')].join(' ').trimEnd(), operation: row.id, match, parts }
  }

  /** The subjects that two runs have in common: keys that a client draws are in one run only. */
  common(one: readonly NamedRequest[], other: readonly NamedRequest[]): ReadonlySet<string> {
    const names = new Set(other.map((request) => this.of(request).name))
    return new Set(one.map((request) => this.of(request).name).filter((name) => names.has(name)))
  }

  /**
   * Names requests in the order of their arrival.
   *
   * @param common the subjects that each run has; the others are named by namespace or store. Left out: all are named whole
   */
  placesOf(requests: readonly NamedRequest[], common?: ReadonlySet<string>): NumberedSubject[] {
    const counts = new Map<string, number>()
    const counted = (subject: Subject): NumberedSubject => {
      const occurrence = (counts.get(subject.name) ?? 0) + 1
      counts.set(subject.name, occurrence)
      return { ...subject, place: `${subject.name}#${occurrence}`, occurrence }
    }
    return requests.map((request) => {
      const whole = counted(this.of(request))
      if (common === undefined) return whole
      const wide = counted(this.#wide(request))
      return common.has(whole.name) ? whole : wide
    })
  }

  /**
   * @param movesBefore how many moves of the clock came before the request of an index
   * @param common as in `placesOf`
   */
  placed(
    requests: readonly RequestDetails[],
    movesBefore: (index: number) => number,
    common: ReadonlySet<string>,
  ): PlacedRequest[] {
    const places = this.placesOf(requests, common)
    return requests.flatMap((details, index) => {
      const found = places[index]
      if (found === undefined) return []
      const { place, operation, occurrence, match, parts } = found
      const [resource, key] = details.path.startsWith('/v1/') ? parts : []
      return [{ place, operation, occurrence, match, resource, key, segment: movesBefore(index), details }]
    })
  }

  /** A request's operation and namespace or store, for a key that the client draws in each run. */
  #wide(request: NamedRequest): Subject {
    const { operation, parts } = this.of(request)
    const row = this.operations.named(request.operation)
    const wide = row?.service === 'kv' || row?.service === 'config' ? parts.slice(0, -1) : []
    const match: Match =
      row === undefined
        ? { method: request.method }
        : { operation: row.id, ...matchOf(row.service, wide, '') }
    return { name: `${operation} ${[...wide, '*'].join('/')}`, operation, match, parts }
  }
}

function matchOf(service: string, [resource, key]: readonly string[], path: string): Match {
  if (resource === undefined) return {}
  if (service !== 'kv' && service !== 'config') return { path }
  const place = service === 'kv' ? { namespace: resource } : { store: resource }
  return key === undefined ? place : { ...place, key }
}

/** The Authorization of a request, its signature left out; empty if it has none. */
export function authorizationOf({ requestHeaders }: RequestDetails): string {
  return requestHeaders.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? ''
}
