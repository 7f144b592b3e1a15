import { isUtf8 } from 'node:buffer'
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import polka, { type Request } from 'polka'
import { Refusal } from '../core/refusal.js'
import { type ReceivedBody, receiveBody } from '../web/body.js'
import { originOf } from '../web/origin.js'
import type { AdminContext, AdminReply, AdminRoute } from './call.js'
import { DASHBOARD_PATH, serveDashboard } from './dashboard.js'
import { holdWholePath, noSuchCall, refused, rendered } from './reply.js'
import { adminRoutes } from './router.js'

export interface AdminOptions {
  /** Further names in Host headers. */
  readonly allowHosts: readonly string[]
  /** Without it anyone who reaches the port may steer. */
  readonly token: string | undefined
  /** Where the dashboard's files are. */
  readonly dashboardFolder: string
}

/** Seeds may be large; anything larger than this is a mistake. */
const BODY_BYTES_MAX = 256 * 1024 * 1024

const METHODS: readonly AdminRoute['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Serves a request to the admin interface of a world. */
export type ServeAdmin = (context: AdminContext, request: IncomingMessage, response: ServerResponse) => void

/** Serves the admin interfaces over HTTP, under /_admin, and the dashboard beside them. */
export function serveAdmin(options: AdminOptions): ServeAdmin {
  const contexts = new WeakMap<IncomingMessage, AdminContext>()
  const contextOf = (request: IncomingMessage): AdminContext => {
    const context = contexts.get(request)
    if (context === undefined) throw new Error('a request came by another way than this function')
    return context
  }
  const app = polka({
    onNoMatch(request, response) {
      // The guard stands ahead of every path, so one handler is none.
      const known = METHODS.filter((method) => app.find(method, request.path).handlers.length > 1)
      write(response, refused(noSuchCall(request.method, request.path, known)))
    },
    onError: (error, _request, response) => write(response, refused(error)),
  })
  app.use((request, _response, next) => {
    guardAgainstForeignPages(request, options.allowHosts)
    holdWholePath(request.method, request.path)
    next()
  })
  app.use(DASHBOARD_PATH, serveDashboard(options.dashboardFolder))
  for (const route of adminRoutes) {
    app.add(route.method, `/_admin${route.path}`, (request, response) => {
      if (route.isOpen !== true) holdToken(request, options.token)
      receiveBody(request, BODY_BYTES_MAX, async (body) => {
        write(response, await run(route, contextOf(request), request, body))
      })
    })
  }
  // Given a `next`, polka would leave the routes to it; its types do not know of calls without one.
  const handle = app.handler as unknown as RequestListener
  return (context, request, response) => {
    contexts.set(request, context)
    handle(request, response)
  }
}

async function run(
  route: AdminRoute,
  context: AdminContext,
  request: Request,
  body: ReceivedBody,
): Promise<AdminReply> {
  try {
    const reply = await route.handle({
      context,
      params: request.params,
      query: new URLSearchParams(request.search),
      accept: request.headers.accept ?? '',
      origin: originOf(request),
      text: textOf(body),
    })
    return rendered(reply)
  } catch (error) {
    return refused(error)
  }
}

/** @throws Refusal too_large, invalid_request */
function textOf({ bytes, isTooLarge }: ReceivedBody): string {
  if (isTooLarge) throw new Refusal('too_large', `the body is longer than ${BODY_BYTES_MAX} bytes`)
  if (!isUtf8(bytes)) throw new Refusal('invalid_request', 'the body is not valid UTF-8')
  return bytes.toString()
}

function holdToken(request: IncomingMessage, token: string | undefined): void {
  if (token === undefined) return
  const expected = Buffer.from(token)
  const given = Buffer.from(/^Bearer (.*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
  if (given.length === expected.length && timingSafeEqual(given, expected)) return
  const hint = 'send Authorization: Bearer with the token of --admin-token'
  throw new Refusal('unauthorized', 'this emulator takes admin calls with its token only', { hint })
}

function write(response: ServerResponse, { status, body, type, stream }: AdminReply): void {
  if (stream !== undefined) {
    // Of one that is gone already, no stream would hear the end.
    if (response.destroyed) return
    response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' })
    stream(response)
    return
  }
  if (body === undefined) {
    response.writeHead(status).end()
    return
  }
  const text = String(body)
  response.writeHead(status, {
    'Content-Type': type ?? 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  })
  response.end(text)
}

/**
 * Keeps web pages of other origins from steering the emulator: a foreign Origin is refused, and so is a Host that a
 * rebound DNS name could stand in (DESIGN section 9).
 *
 * @throws Refusal forbidden_host, forbidden_origin
 */
export function guardAgainstForeignPages(request: IncomingMessage, allowHosts: readonly string[]): void {
  const { host, origin } = request.headers
  if (host !== undefined && !isKnownHost(nameOf(host), allowHosts)) {
    const hint = `start the emulator with --allow-host ${nameOf(host)} if this name is its own`
    throw new Refusal('forbidden_host', `the admin interface does not answer to the Host ${host}`, { hint })
  }
  if (origin !== undefined && origin !== originOf(request)) {
    throw new Refusal('forbidden_origin', `pages of ${origin} may not use the admin interface`)
  }
  if (isPartOfForeignPage(request)) {
    throw new Refusal('forbidden_origin', 'pages of other origins may not use the admin interface')
  }
}

/** Pictures and scripts are asked for without an Origin. Whoever follows a link comes here, and is no part of the page. */
function isPartOfForeignPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  const isForeign = site === 'cross-site' || site === 'same-site'
  return isForeign && headers['sec-fetch-mode'] !== 'navigate'
}

function nameOf(host: string): string {
  return host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
}

function isKnownHost(name: string, allowHosts: readonly string[]): boolean {
  if (isIP(name) !== 0 || name === 'localhost') return true
  // Names of containers and services have one label; nobody can register them in the public DNS.
  if (/^[\w-]+$/.test(name)) return true
  if (name.endsWith('.localhost') || name.endsWith('.internal')) return true
  return allowHosts.some((allowed) => allowed.toLowerCase() === name)
}
