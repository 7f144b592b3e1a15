/** For example `GET /leases/:id`. */
export interface OwnRoute {
  /** For example `leases.get`. */
  readonly operation: string
  readonly method: Method
  /** As written in the definition, e.g. `/leases/:id`. */
  readonly path: string
  readonly segments: readonly Segment[]
}

type Segment = { readonly literal: string } | { readonly parameter: string }

const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'] as const
type Method = (typeof METHODS)[number]

export const EXPECTED_ROUTE = 'expected a method and a path such as "GET /leases/:id"'

/** Returns a message that says what's wrong if the route is invalid. */
export function parseRoute(route: string): Omit<OwnRoute, 'operation'> | string {
  const [given = '', path = '', ...rest] = route.split(' ')
  if (rest.length > 0 || !path.startsWith('/') || path === '/') return EXPECTED_ROUTE
  const method = METHODS.find((known) => known === given)
  if (method === undefined) return `expected one of ${METHODS.join(', ')}`
  if (path.startsWith('/_')) return 'paths that begin with /_ belong to the emulator'
  const segments: Segment[] = []
  const names = new Set<string>()
  for (const text of path.slice(1).split('/')) {
    const [, parameter] = /^:([A-Za-z_]\w*)$/.exec(text) ?? []
    if (parameter === undefined) {
      if (text.startsWith(':')) return 'expected a name after each colon'
      const [, name] = /^[{<[](\w+)[}>\]]$/.exec(text) ?? []
      if (name !== undefined) return `expected a parameter as :${name}`
      if (!/^[\w.~-]+$/.test(text)) return 'expected segments of letters, digits and -._~'
      segments.push({ literal: text })
    } else {
      if (names.has(parameter)) return `two parameters are called ${parameter}`
      names.add(parameter)
      segments.push({ parameter })
    }
  }
  return { method, path, segments }
}

/** Returns true if two routes match the same requests. */
export const areSame = (one: OwnRoute, other: OwnRoute): boolean =>
  one.method === other.method && fitSamePaths(one, other)

/** Ignores parameter names. */
export const fitSamePaths = (one: OwnRoute, other: OwnRoute): boolean =>
  one.segments.length === other.segments.length &&
  one.segments.every((segment, index) => literalOf(segment) === literalOf(other.segments[index]))

/** Checks if a route can match paths with a given prefix, e.g. `/v1/kv`. */
export function reaches({ segments }: OwnRoute, prefix: string): boolean {
  const literals = prefix.slice(1).split('/')
  if (segments.length < literals.length) return false
  return literals.every((literal, index) => (literalOf(segments[index]) ?? literal) === literal)
}

const literalOf = (segment: Segment | undefined): string | undefined =>
  segment !== undefined && 'literal' in segment ? segment.literal : undefined

export class OwnRoutes {
  readonly #all: readonly OwnRoute[]

  constructor(all: readonly OwnRoute[]) {
    // Literal segments take precedence over parameters, from left to right.
    this.#all = [...all].sort((one, other) => (formOf(one) < formOf(other) ? -1 : 1))
  }

  /**
   * Returns the routes that match a path regardless of the method, most specific first.
   *
   * @param path as sent, i.e. not decoded yet
   */
  fitting(path: string): readonly OwnRoute[] {
    return this.#all.filter((route) => paramsIn(route, path) !== undefined)
  }

  /** Returns the routes whose leading literal segments match the beginning of a path. */
  below(path: string): readonly OwnRoute[] {
    const sent = path.slice(1).split('/')
    return this.#all.filter(({ segments }) => {
      const firstParameter = segments.findIndex((segment) => 'parameter' in segment)
      const fixed = firstParameter === -1 ? segments : segments.slice(0, firstParameter)
      return fixed.length > 0 && fixed.every((segment, index) => literalOf(segment) === sent[index])
    })
  }
}

/** Percent-decoded. Undefined if the route doesn't match the path. */
export function paramsIn({ segments }: OwnRoute, path: string): Record<string, string> | undefined {
  const sent = path.slice(1).split('/')
  if (segments.length !== sent.length) return undefined
  const params: Record<string, string> = Object.create(null)
  for (const [index, segment] of segments.entries()) {
    const text = sent[index] ?? ''
    if ('literal' in segment) {
      if (segment.literal !== text) return undefined
    } else {
      const decoded = decodeSegment(text)
      if (decoded === undefined || decoded === '') return undefined
      params[segment.parameter] = decoded
    }
  }
  return params
}

function decodeSegment(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** An "f" for each fixed segment and a "p" for each parameter, for sorting. */
const formOf = ({ segments }: OwnRoute): string =>
  segments.map((segment) => ('literal' in segment ? 'f' : 'p')).join('')

/** Returns true if the percent-encoding is valid UTF-8. */
export const isDecodable = (path: string): boolean => decodeSegment(path) !== undefined
