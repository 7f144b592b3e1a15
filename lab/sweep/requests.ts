import type { FaultInput, RequestDetails } from 'tristore-emulator'
import { type Operations, parametersOf } from '../operations.js'

type Match = NonNullable<FaultInput['match']>

/** A request of the undisturbed run and its place there. */
export interface RunRequest {
  /**
   * Operation, resource and occurrence, e.g. "kv.get ns_shop/session:1#2" (for a generated key "kv.get ns_shop/*#2").
   */
  readonly place: string
  /** E.g. "kv.get". */
  readonly operation: string
  /** Its position among the requests with the same `match`, counted from 1. */
  readonly occurrence: number
  /** Matches the operation and the resource. If the key is generated, matches its namespace or store instead. */
  readonly match: Match
  readonly resource: string | undefined
  readonly key: string | undefined
  readonly segment: number
  readonly details: RequestDetails
}

/** The fields that distinguish a request from others. */
type NamedRequest = Pick<RequestDetails, 'operation' | 'method' | 'path'>

/** The subject of a request. Clients reorder requests, so its number in the journal can't identify it. */
interface Subject {
  /** E.g. "kv.get ns_shop/session:1". */
  readonly name: string
  readonly operation: string
  readonly match: Match
  readonly parts: readonly string[]
}

interface NumberedSubject extends Subject {
  readonly place: string
  readonly occurrence: number
}

export class Subjects {
  constructor(private readonly operations: Operations) {}

  of({ operation, method, path }: NamedRequest): Subject {
    const row = this.operations.named(operation)
    if (row === undefined) {
      return { name: `${method} ${path}`, operation: method, match: { method, path }, parts: [] }
    }
    const parts = parametersOf(row.route, path)
    const match = { operation: row.id, ...matchOf(row.service, parts, path) }
    return { name: [row.id, parts.join('/')].join(' ').trimEnd(), operation: row.id, match, parts }
  }

  /** Returns the subjects that both runs have. Keys that a client generates are only in one of them. */
  common(one: readonly NamedRequest[], other: readonly NamedRequest[]): ReadonlySet<string> {
    const names = new Set(other.map((request) => this.of(request).name))
    return new Set(one.map((request) => this.of(request).name).filter((name) => names.has(name)))
  }

  /**
   * Names requests in order of arrival.
   *
   * @param common subjects that every run has; others are only named by namespace or store. If omitted, all requests
   * get their full names
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
   * @param movesBefore returns how many clock moves came before the request at an index
   * @param common as in `placesOf`
   */
  placed(
    requests: readonly RequestDetails[],
    movesBefore: (index: number) => number,
    common: ReadonlySet<string>,
  ): RunRequest[] {
    const places = this.placesOf(requests, common)
    return requests.flatMap((details, index) => {
      const found = places[index]
      if (found === undefined) return []
      const { place, operation, occurrence, match, parts } = found
      const [resource, key] = details.path.startsWith('/v1/') ? parts : []
      return [{ place, operation, occurrence, match, resource, key, segment: movesBefore(index), details }]
    })
  }

  /** Returns the operation and the namespace or store, used if the client generates the key. */
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

/** Returns the Authorization header, in which the journal omits the signature, or an empty string. */
export function authorizationOf({ requestHeaders }: RequestDetails): string {
  return requestHeaders.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? ''
}
