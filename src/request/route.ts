import { type Operation, operations, type ServiceName } from '../contract/operations.js'

/** The operation of a request, or a hint if the contract does not show one. */
export type Route =
  | { readonly operation: Operation; readonly segments: readonly string[] }
  | {
      readonly operation: undefined
      /** undefined if the path names none. */
      readonly service: ServiceName | undefined
      readonly hint: string
      readonly allow: readonly string[]
    }

interface Prefix {
  readonly prefix: string
  readonly service: ServiceName
  /** Operations by the number of path segments after the prefix, then by method. */
  readonly byDepth: Map<number, Map<string, Operation>>
}

const places = placesOf(operations)

/**
 * Finds the operation of a request. Plain prefixes and one split: the services have five places, and a list
 * of patterns would cost more than the operation itself.
 *
 * @param path the path as sent, percent-encoding and all
 */
export function route(method: string, path: string): Route {
  for (const place of places) {
    const { length } = place.prefix
    if (!path.startsWith(place.prefix) || (path.length > length && path[length] !== '/')) continue
    const segments = path.length === length ? [] : path.slice(length + 1).split('/')
    const byMethod = segments.includes('') ? undefined : place.byDepth.get(segments.length)
    const operation = byMethod?.get(method)
    if (operation !== undefined) return { operation, segments }
    return notShown(place, method, segments, byMethod)
  }
  const prefixes = places.map((place) => place.prefix).join(', ')
  const meant = meantPath(path)
  const hint =
    meant === undefined
      ? `the paths of the three services begin with ${prefixes}; those of the emulator with /_admin`
      : `did you mean ${meant}?`
  return { operation: undefined, service: serviceOf(path), hint, allow: [] }
}

const withoutVersion = (path: string): string => path.replace(/^\/v1(?=\/)/, '')

/**
 * The path of a service with which this one agrees but for capitals, doubled slashes, or a version too many or too few.
 * Paths of the emulator are known without their underscore.
 */
function meantPath(path: string): string | undefined {
  if (/^\/healthz?$/.test(path)) return '/_admin/health'
  if (/^\/admin(?:\/|$)/.test(path)) return path.replace('/', '/_')
  const given = withoutVersion(path.replaceAll(/\/{2,}/g, '/'))
  for (const { prefix } of places) {
    const { length } = withoutVersion(prefix)
    const ends = given.length === length || given[length] === '/'
    if (ends && given.slice(0, length).toLowerCase() === withoutVersion(prefix))
      return prefix + given.slice(length)
  }
}

/** The service that a path names, even one that is not shown there; undefined if it names none. */
export function serviceOf(path: string): ServiceName | undefined {
  const named = places.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
  // All that begins with the version of the two stores is theirs.
  return named?.service ?? (/^\/v1(?:\/|$)/.test(path) ? 'kv' : undefined)
}

/** Browsers ask so before a page calls from another origin. */
const BY_CORS = '; --cors lets web pages call'

function notShown(
  place: Prefix,
  method: string,
  segments: readonly string[],
  byMethod: Map<string, Operation> | undefined,
): Route {
  const deepest = Math.max(...place.byDepth.keys())
  let hint = `a path under ${place.prefix} has the form ${formsOf(place)}`
  if (byMethod !== undefined)
    hint = `${[...byMethod.keys()].join(' and ')} would be emulated here, ${method} is not${method === 'OPTIONS' ? BY_CORS : ''}`
  else if (segments.at(-1) === '' && place.byDepth.has(segments.length - 1))
    hint = 'did you mean this path without the slash at its end?'
  else if (segments.length > deepest && formsOf(place).includes('{key}'))
    hint = 'a slash inside a key is written %2F'
  return { operation: undefined, service: place.service, hint, allow: [...(byMethod?.keys() ?? [])] }
}

function formsOf(place: Prefix): string {
  const paths = [...place.byDepth.values()].flatMap((byMethod) =>
    [...byMethod.values()].map(({ path }) => path),
  )
  return [...new Set(paths)].join(' or ')
}

function placesOf(table: readonly Operation[]): Prefix[] {
  const found = new Map<string, Prefix>()
  for (const operation of table) {
    const segments = operation.path.split('/')
    const literal = segments.filter((segment) => !segment.startsWith('{'))
    const prefix = literal.join('/')
    const place = found.get(prefix) ?? { prefix, service: operation.service, byDepth: new Map() }
    found.set(prefix, place)
    const depth = segments.length - literal.length
    const byMethod = place.byDepth.get(depth) ?? new Map<string, Operation>()
    place.byDepth.set(depth, byMethod.set(operation.method, operation))
  }
  return [...found.values()]
}

/** A path segment without its percent-encoding; undefined if that is broken. */
export function decodeSegment(segment: string | undefined): string | undefined {
  try {
    return segment && decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
