import { Trouter } from 'trouter'
import { nearest } from '../core/nearest.js'
import { Refusal } from '../core/refusal.js'
import type { ReceivedBody } from '../web/body.js'
import type { WorldContext } from '../worlds/context.js'
import { ADMIN_PATH } from '../worlds/paths.js'
import { bytesMaxOf, textOf } from './body-text.js'
import type { AdminCall, AdminReply, Method, Service, ServiceAdmin } from './call.js'
import { aboutCalls } from './calls/about.js'
import { clockCalls } from './calls/clock.js'
import { contractCalls } from './calls/contract.js'
import { eventCalls } from './calls/events.js'
import { faultCalls } from './calls/faults/faults.js'
import { heldCalls } from './calls/faults/held.js'
import { findCalls } from './calls/find.js'
import { bundleCalls } from './calls/history/bundle.js'
import { diffCalls } from './calls/history/diff.js'
import { logCalls } from './calls/history/log.js'
import { timelineCalls } from './calls/history/timeline.js'
import { undoCalls } from './calls/history/undo.js'
import { profileCalls } from './calls/profile.js'
import { harCalls } from './calls/requests/har.js'
import { requestCalls } from './calls/requests/requests.js'
import { resetCalls } from './calls/reset.js'
import { seedCalls } from './calls/seed.js'
import { snapshotCalls } from './calls/snapshots.js'
import { tokenCalls } from './calls/tokens.js'
import { usageCalls } from './calls/usage.js'
import { worldCalls } from './calls/worlds.js'
import { readQuery } from './query.js'
import { cutShort, isCutShort, noSuchCall, refused } from './reply.js'

/** All calls of the admin interface, in the order of the index. Routing doesn't depend on the order. */
const callsOf = (services: readonly ServiceAdmin[]): readonly AdminCall[] => [
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
  ...logCalls,
  ...diffCalls,
  ...timelineCalls,
  ...undoCalls,
  ...bundleCalls,
  ...services.flatMap(({ calls }) => calls),
  ...tokenCalls,
  ...profileCalls,
]

/** With or without a socket. */
export interface AdminRequest {
  readonly method: string
  /** Includes /_admin and is percent-encoded, e.g. "/_admin/namespaces/ns_a/entries/a%2Fb". */
  readonly path: string
  /** With or without the question mark. */
  readonly query?: string
  readonly body?: string | ReceivedBody
  readonly accept?: string
  readonly contentType?: string
  readonly lastEventId?: string
  /** The URL that the client used to reach the emulator, e.g. `http://127.0.0.1:4600`. Used for URLs in responses. */
  readonly origin: string
  /** True if it's possible to answer with a stream. */
  readonly hasSocket?: boolean
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Escapes dots, since they'd match any character in a pattern. */
export const routeOf = ({ path }: AdminCall): string => ADMIN_PATH + path.replaceAll('.', '\\.')

export class AdminRouter {
  readonly calls: readonly AdminCall[]
  readonly #routes = new Trouter<AdminCall>()

  private constructor(private readonly services: readonly ServiceAdmin[]) {
    this.calls = callsOf(services)
    for (const call of this.calls) this.#routes.add(call.method, routeOf(call), call)
  }

  static async of(services: readonly Pick<Service, 'admin'>[]): Promise<AdminRouter> {
    return new AdminRouter(await Promise.all(services.map(({ admin }) => admin())))
  }

  /** @param path percent-encoded, including /_admin */
  findCall(method: string, path: string) {
    const { params, handlers } = this.#routes.find(method as Method, path)
    return { call: handlers[0], params }
  }

  /**
   * Answers a request to the admin interface. Errors become responses too. Protection from the network (tokens, foreign
   * pages) is up to the HTTP server, since a caller in this process controls the emulator anyway.
   *
   * @example
   * const reply = await router.answer(context, { method: 'POST', path: '/_admin/clock', body: '{"advance": "1h"}', origin })
   * reply.status // 200
   * reply.body   // '{"now":…}\n', text whatever its type; undefined for 204
   */
  async answer(context: WorldContext, request: AdminRequest): Promise<AdminReply> {
    try {
      const { method, path } = request
      const { call, params } = this.findCall(method, path)
      if (call === undefined) throw this.unknownCall(method, path)
      const parts = Object.entries(params).map(([name, value]) => [name, decoded(value)])
      return await this.run(call, Object.fromEntries(parts), { context, request })
    } catch (error) {
      return refused(error)
    }
  }

  unknownCall(method: string, path: string): Refusal {
    if (isCutShort(method, path)) return cutShort(path)
    const known = METHODS.filter((other) => this.findCall(other, path).call !== undefined)
    const isCall = (other: string) => this.findCall(method, other).call !== undefined
    if (isCall(`${path}s`)) return noSuchCall(`${method} ${path}`, known, `${path}s`)
    if (known.length > 0) return noSuchCall(`${method} ${path}`, known, undefined)
    // The last part of the path may be a field that the call takes.
    const above = path.slice(0, path.lastIndexOf('/'))
    const isField = path.length <= PATH_MAX && isCall(above)
    return noSuchCall(
      `${method} ${path}`,
      known,
      meantPath(path, this.calls) ?? (isField ? above : undefined),
    )
  }

  /**
   * @param params path parameters, already percent-decoded
   * @throws Refusal; SeedProblems
   */
  async run(
    call: AdminCall,
    params: Readonly<Record<string, string>>,
    { context, request }: { readonly context: WorldContext; readonly request: AdminRequest },
  ): Promise<AdminReply> {
    const { method, path, accept = '', contentType = '', lastEventId = '', origin } = request
    if (isCutShort(method, path)) throw cutShort(path)
    if (call.addsContents === true) context.world.heap.admit()
    // polka doesn't complain about invalid percent-encoding.
    if (path.includes('%')) path.split('/').forEach(decoded)
    const { bounds, services } = context.world
    const query = readQuery(new URLSearchParams(request.query), call.query ?? {}, services)
    const isSaidToBeJson = JSON_TYPE.test(contentType)
    const text = textOf(request.body ?? '', bytesMaxOf(call))
    const body = await call.body?.read(text, { bounds, services, isSaidToBeJson })
    const reply = await call.handle({
      context,
      world: context.world,
      params,
      query,
      body,
      accept,
      isSaidToBeJson,
      lastEventId,
      origin,
      change(work, { id, body: settled } = {}) {
        const { changes: area } = call
        if (area === undefined)
          throw new Error(`${call.method} ${call.path} does not declare what it changes`)
        const again = { method, path, body: settled === undefined ? text : JSON.stringify(settled) }
        return context.world.change({ area, id, call: again }, work)
      },
      past: { context, callAdmin: (past, again) => this.answer(past, { ...again, origin }) },
      calls: this.calls,
      services: this.services,
    })
    if (reply.stream !== undefined && request.hasSocket !== true) throw needsSocket(request)
    return reply
  }
}

function meantPath(path: string, calls: readonly AdminCall[]): string | undefined {
  const given = path.split('/')
  const candidates = calls.flatMap((call) => {
    const segments = (ADMIN_PATH + call.path).split('/')
    if (segments.length !== given.length) return []
    return segments.map((segment, at) => (segment.startsWith(':') ? (given[at] ?? '') : segment)).join('/')
  })
  // Nobody types paths this long by hand.
  return path.length > PATH_MAX ? undefined : nearest(path, new Set(candidates))
}

const PATH_MAX = 200

/** Matches application/json, application/problem+json and so on. */
const JSON_TYPE = /^application\/(?:[^;]*\+)?json\s*(?:;|$)/i

/** @throws Refusal `invalid_request` */
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
