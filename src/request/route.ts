import type { Operation } from '../contract/operations.js'
import { nearest } from '../core/nearest.js'
import type { Route } from '../domain/requests/call.js'

interface Prefix<One> {
  readonly prefix: string
  readonly service: string
  /** Keyed by the number of segments after the prefix, then by method. */
  readonly byDepth: Map<number, Map<string, One>>
}

export class Routes<One extends Operation> {
  readonly #places: readonly Prefix<One>[]
  /** The service for any other path under /v1, which both stores share. */
  readonly #versioned: string | undefined
  readonly #ownPrefixes: readonly string[]

  /** @param ownPrefixes path prefixes of the user's own services, for suggestions */
  constructor(
    readonly operations: readonly One[],
    ownPrefixes: readonly string[] = [],
  ) {
    this.#ownPrefixes = ownPrefixes
    this.#places = placesOf(operations)
    this.#versioned = operations.find(({ path }) => path.startsWith('/v1/'))?.service
  }

  /**
   * Finds a request's operation by comparing prefixes and splitting the path once. Matching a list of patterns would
   * take longer than the operation itself.
   *
   * @param target path and query as sent, still percent-encoded
   */
  find(method: string, target: string): Route<One> {
    const mark = target.indexOf('?')
    const path = mark < 0 ? target : target.slice(0, mark)
    const query = mark < 0 ? '' : target.slice(mark + 1)
    for (const place of this.#places) {
      const { length } = place.prefix
      if (!path.startsWith(place.prefix) || (path.length > length && path[length] !== '/')) continue
      const segments = path.length === length ? [] : path.slice(length + 1).split('/')
      const byMethod = segments.includes('') ? undefined : place.byDepth.get(segments.length)
      const operation = byMethod?.get(method)
      const { service } = place
      if (operation !== undefined) return { path, query, service, operation, segments }
      return { path, query, service, ...notShown(place, method, segments, byMethod) }
    }
    const prefixes = this.#places.map((place) => place.prefix).join(', ')
    const meant = this.#meantPath(path)
    const hint =
      meant === undefined
        ? `the paths of the three services begin with ${prefixes}; those of the emulator with /_admin`
        : `did you mean ${meant}?`
    return { path, query, service: this.serviceOf(path), operation: undefined, hint, allow: [] }
  }

  /**
   * Suggests a service path that only differs in case, doubled slashes, or a missing or superfluous version, or a
   * similar path of one of the user's own services. Also recognizes the emulator's paths without their underscore.
   */
  #meantPath(path: string): string | undefined {
    if (/^\/healthz?$/.test(path)) return '/_admin/health'
    if (/^\/admin(?:\/|$)/.test(path)) return path.replace('/', '/_')
    const given = withoutVersion(path.replaceAll(/\/{2,}/g, '/'))
    for (const { prefix } of this.#places) {
      const { length } = withoutVersion(prefix)
      const ends = given.length === length || given[length] === '/'
      if (ends && given.slice(0, length).toLowerCase() === withoutVersion(prefix))
        return prefix + given.slice(length)
    }
    for (const prefix of this.#ownPrefixes) {
      const begin = given.split('/', prefix.split('/').length).join('/')
      if (nearest(begin, [prefix]) !== undefined) return prefix + given.slice(begin.length)
    }
  }

  /** Returns the service that a path belongs to, even if it has no such operation. */
  serviceOf(path: string): string | undefined {
    const named = this.#places.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
    return named?.service ?? (/^\/v1(?:\/|$)/.test(path) ? this.#versioned : undefined)
  }
}

const withoutVersion = (path: string): string => path.replace(/^\/v1(?=\/)/, '')

/** Browsers send an OPTIONS preflight before a page calls another origin. */
const BY_CORS = '; --cors, in code cors, lets web pages call'

function notShown<One extends Operation>(
  place: Prefix<One>,
  method: string,
  segments: readonly string[],
  byMethod: Map<string, One> | undefined,
) {
  const deepest = Math.max(...place.byDepth.keys())
  let hint = `a path under ${place.prefix} has the form ${formsOf(place)}`
  if (byMethod !== undefined)
    hint = `${[...byMethod.keys()].join(' and ')} would be emulated here, ${method} is not${method === 'OPTIONS' ? BY_CORS : ''}`
  else if (segments.at(-1) === '' && place.byDepth.has(segments.length - 1))
    hint = 'did you mean this path without the slash at its end?'
  else if (segments.length > deepest && formsOf(place).includes('{key}'))
    hint = 'a slash inside a key is written %2F'
  return { operation: undefined, hint, allow: [...(byMethod?.keys() ?? [])] }
}

function formsOf({ byDepth }: Prefix<Operation>): string {
  const paths = [...byDepth.values()].flatMap((byMethod) => [...byMethod.values()].map(({ path }) => path))
  return [...new Set(paths)].join(' or ')
}

function placesOf<One extends Operation>(table: readonly One[]): Prefix<One>[] {
  const found = new Map<string, Prefix<One>>()
  for (const operation of table) {
    const segments = operation.path.split('/')
    const literal = segments.filter((segment) => !segment.startsWith('{'))
    const prefix = literal.join('/')
    const place = found.get(prefix) ?? { prefix, service: operation.service, byDepth: new Map() }
    found.set(prefix, place)
    const depth = segments.length - literal.length
    const byMethod = place.byDepth.get(depth) ?? new Map<string, One>()
    place.byDepth.set(depth, byMethod.set(operation.method, operation))
  }
  return [...found.values()]
}

/** Undefined if the segment is malformed. */
export function decodeSegment(segment: string | undefined): string | undefined {
  try {
    return segment && decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
