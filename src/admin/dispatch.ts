import { Refusal } from '../core/refusal.js'
import type { AdminContext, AdminReply, AdminRoute } from './call.js'
import { holdWholePath, noSuchCall, refused, rendered } from './reply.js'
import { adminRoutes } from './router.js'

/** A call of the admin interface without a socket. */
export interface DirectCall {
  readonly method: string
  /** Below /_admin, percent-encoded: "/namespaces/ns_a/entries/a%2Fb"; "" is the index. */
  readonly path: string
  /** The query as text, without its question mark. */
  readonly query?: string
  /** The body's text; empty where there is none. */
  readonly body?: string
  /** The Accept header. */
  readonly accept?: string
  /** The address by which the emulator is reached, for answers that name addresses: `http://localhost:4600`. */
  readonly origin: string
}

type Params = Readonly<Record<string, string>>

const pathsOf = adminRoutes.map((route) => ({ route, pattern: route.path.split('/') }))

/**
 * Runs a call of the admin interface without a socket: the same routes, and errors become the same answers. Guards
 * that are about the network (tokens, foreign pages) do not apply, since whoever calls holds the emulator itself.
 *
 * @example
 * const reply = await dispatch(context, { method: 'POST', path: '/clock', body: '{"advance": "1h"}', origin })
 * reply.status // 200
 * reply.body   // '{"now":…}', text whatever its type; undefined for 204
 */
export async function dispatch(context: AdminContext, call: DirectCall): Promise<AdminReply> {
  try {
    const [route, params] = find(call)
    const { query = '', accept = '', body = '', origin } = call
    const asked = { context, params, query: new URLSearchParams(query), accept, origin, text: body }
    const reply = await route.handle(asked)
    if (reply.stream !== undefined) throw needsSocket(call)
    return rendered(reply)
  } catch (error) {
    return refused(error)
  }
}

function needsSocket({ method, path, origin }: DirectCall): Refusal {
  const reason = `${method} /_admin${path} answers with a stream, which needs a socket`
  return new Refusal('invalid_request', reason, { hint: `fetch it over HTTP, from ${origin}` })
}

/** @throws Refusal not_found; invalid_request where the percent-encoding is broken */
function find({ method, path }: DirectCall): [AdminRoute, Params] {
  holdWholePath(method, `/_admin${path}`)
  // As over HTTP, a slash at the end makes no difference to other calls.
  const segments = path.replace(/\/$/, '').split('/')
  const known: string[] = []
  for (const { route, pattern } of pathsOf) {
    if (!fits(pattern, segments)) continue
    if (route.method === method) return [route, paramsOf(pattern, segments)]
    known.push(route.method)
  }
  throw noSuchCall(method, `/_admin${path}`, known)
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false
  return pattern.every((part, index) => (isParam(part) ? segments[index] !== '' : part === segments[index]))
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Params {
  const params: Record<string, string> = {}
  pattern.forEach((part, index) => {
    if (isParam(part)) params[part.slice(1)] = decoded(segments[index] ?? '')
  })
  return params
}

const isParam = (part: string): boolean => part.startsWith(':')

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Refusal('invalid_request', `the percent-encoding of ${JSON.stringify(segment)} is broken`)
  }
}
