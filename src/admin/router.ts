import { Trouter } from 'trouter'
import { nearest } from '../core/nearest.js'
import { Refusal } from '../core/refusal.js'
import type { WorldContext } from '../worlds/context.js'
import { ADMIN_PATH } from '../worlds/paths.js'
import { assertNotLonger, bytesMaxOf, textOf } from './body-text.js'
import type { AdminCall, AdminReply, CallInput, Method } from './call.js'
import { aboutCalls } from './calls/about.js'
import { clockCalls } from './calls/clock.js'
import { contentCalls } from './calls/contents.js'
import { contractCalls } from './calls/contract.js'
import { eventCalls } from './calls/events.js'
import { faultCalls } from './calls/faults/faults.js'
import { heldCalls } from './calls/faults/held.js'
import { findCalls } from './calls/find.js'
import { historyCalls } from './calls/history/history.js'
import { profileCalls } from './calls/profile.js'
import { harCalls } from './calls/requests/har.js'
import { requestCalls } from './calls/requests/requests.js'
import { resetCalls } from './calls/reset.js'
import { seedCalls } from './calls/seed.js'
import { snapshotCalls } from './calls/snapshots.js'
import { tokenCalls } from './calls/tokens.js'
import { usageCalls } from './calls/usage.js'
import { worldCalls } from './calls/worlds.js'
import { readParameters } from './query.js'
import { assertWholePath, noSuchCall, refused } from './reply.js'

/** Every call of the admin interface, in the order of the index. Routing does not depend on the order. */
export const adminCalls: readonly AdminCall[] = [
  ...aboutCalls,
  ...clockCalls,
  ...resetCalls,
  ...seedCalls,
  ...findCalls,
  ...faultCalls,
  ...heldCalls,
  ...requestCalls,
  ...harCalls,
  ...usageCalls,
  ...contractCalls,
  ...eventCalls,
  ...snapshotCalls,
  ...worldCalls,
  ...historyCalls,
  ...contentCalls,
  ...tokenCalls,
  ...profileCalls,
]

/** A request to the admin interface of a world, over a socket or without one. */
export interface AdminRequest {
  readonly method: string
  /** With /_admin, percent-encoded: "/_admin/namespaces/ns_a/entries/a%2Fb". */
  readonly path: string
  /** The query as text, with or without its question mark. */
  readonly query?: string
  /** The body, as text or as it came; empty if there is none. */
  readonly body?: string | Buffer
  readonly accept?: string
  /** The media type of the body. */
  readonly contentType?: string
  /** The Last-Event-ID header. */
  readonly lastEventId?: string
  /** The address by which the emulator is reached, for answers that name addresses: `http://127.0.0.1:4600`. */
  readonly origin: string
  /** Whether it can be answered with a stream. */
  readonly hasSocket?: boolean
}

/** The call that a request is for. */
interface Match {
  readonly call: AdminCall
  /** The parameters of its path, still percent-encoded. */
  readonly params: Readonly<Record<string, string>>
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const routes = new Trouter<AdminCall>()
for (const call of adminCalls) {
  // Trouter makes a regular expression of a path, in which a point would match any character.
  routes.add(call.method, ADMIN_PATH + call.path.replaceAll('.', '\\.'), call)
}

/** The call that a method and a path (with /_admin, percent-encoded) are for; undefined if there is none. */
export const callAt = (method: string, path: string): AdminCall | undefined =>
  routes.find(method as Method, path).handlers[0]

/**
 * Finds the call that a method and a path (with /_admin, percent-encoded) are for.
 *
 * @throws Refusal not_found
 */
export function findCall(method: string, path: string): Match {
  assertWholePath(method, path)
  const { params, handlers } = routes.find(method as Method, path)
  const [call] = handlers
  if (call !== undefined) return { call, params }
  const known = METHODS.filter((other) => routes.find(other, path).handlers.length > 0)
  throw noSuchCall(`${method} ${path}`, known, meantPath(path))
}

/** The path of a call that this one is probably a misspelling of: its parameters are taken as they are. */
function meantPath(path: string): string | undefined {
  const given = path.split('/')
  const candidates = adminCalls.flatMap((call) => {
    const segments = (ADMIN_PATH + call.path).split('/')
    if (segments.length !== given.length) return []
    return segments.map((segment, at) => (segment.startsWith(':') ? (given[at] ?? '') : segment)).join('/')
  })
  // Longer than any path that was typed by hand.
  return path.length > PATH_MAX ? undefined : nearest(path, new Set(candidates))
}

const PATH_MAX = 200

/**
 * Answers a request to the admin interface; errors become answers. Guards against the network (tokens, foreign pages)
 * are the HTTP server's: a caller in this process holds the emulator itself.
 *
 * @example
 * const reply = await answer(context, { method: 'POST', path: '/_admin/clock', body: '{"advance": "1h"}', origin })
 * reply.status // 200
 * reply.body   // '{"now":…}\n', text whatever its type; undefined for 204
 */
export async function answer(context: WorldContext, request: AdminRequest): Promise<AdminReply> {
  try {
    const { call, params } = findCall(request.method, request.path)
    if (call.query === undefined)
      readParameters(new URLSearchParams(request.query), {}, 'this call takes none')
    if (call.addsContents === true) context.world.heap.admit()
    const reply = await call.handle(inputOf(context, request, { call, params }))
    if (reply.stream !== undefined && request.hasSocket !== true) throw needsSocket(request)
    return reply
  } catch (error) {
    return refused(error)
  }
}

/** application/json, application/problem+json, … */
const JSON_TYPE = /^application\/(?:[^;]*\+)?json\s*(?:;|$)/i

function inputOf(
  context: WorldContext,
  {
    method,
    path,
    query = '',
    accept = '',
    contentType = '',
    lastEventId = '',
    origin,
    body: sent = '',
  }: AdminRequest,
  { call, params }: { readonly call: AdminCall; readonly params: Match['params'] },
): CallInput {
  const isSaidToBeJson = JSON_TYPE.test(contentType)
  const bytesMax = bytesMaxOf(call)
  const body = typeof sent === 'string' ? sent : textOf({ bytes: sent, isTooLarge: false }, bytesMax)
  return {
    context,
    world: context.world,
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decoded(value)])),
    query: new URLSearchParams(query),
    accept,
    isSaidToBeJson,
    lastEventId,
    origin,
    async body() {
      if (call.body === undefined) return undefined
      assertNotLonger(body, bytesMax)
      return call.body.read(body, { bounds: context.world.bounds, isSaidToBeJson })
    },
    change(work, { id, body: settled } = {}) {
      const { changes: area } = call
      if (area === undefined) throw new Error(`${call.method} ${call.path} does not declare what it changes`)
      const again = { method, path, body: settled === undefined ? body : JSON.stringify(settled) }
      return context.world.change({ area, id, call: again }, work)
    },
    past: { context, callAdmin: (past, again) => answer(past, { ...again, origin }) },
    calls: adminCalls,
  }
}

/** @throws Refusal invalid_request */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Refusal('invalid_request', `the percent-encoding of ${JSON.stringify(segment)} is broken`)
  }
}

function needsSocket({ method, path, origin }: AdminRequest): Refusal {
  const reason = `${method} ${path} answers with a stream, which needs a socket`
  return new Refusal('invalid_request', reason, { hint: `fetch it over HTTP, from ${origin}` })
}
