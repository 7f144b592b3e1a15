import type { IncomingMessage, ServerResponse } from 'node:http'
import polka, { type Request } from 'polka'
import { Refusal } from '../core/refusal.js'
import { isAllowed, makeReadable } from '../request/http/cors.js'
import { receiveBody } from '../web/body.js'
import { addressFinder } from '../web/forwarded.js'
import { hostName, isKnownHost } from '../web/known-hosts.js'
import { originOf } from '../web/origin.js'
import type { WorldContext } from '../worlds/context.js'
import { DASHBOARD_PATH } from '../worlds/paths.js'
import { bytesMaxOf } from './body-text.js'
import type { AdminCall } from './call.js'
import { serveDashboard } from './dashboard.js'
import { refused } from './reply.js'
import { type AdminRouter, routeOf } from './router.js'
import { write } from './write.js'

export interface AdminOptions {
  readonly router: AdminRouter
  /** Additional names that are allowed in Host headers. */
  readonly allowHosts: readonly string[]
  /** If there's no token, anyone who can reach the port can control the emulator. */
  readonly token: string | undefined
  /** Origins whose pages may read shared responses, as given to `--cors`. */
  readonly cors: string | undefined
  /** True to take the client's URL from a proxy's headers. URLs in responses are based on it. */
  readonly trustProxy: boolean
  readonly dashboardFolder: string
}

/** Rejects if there was an unexpected error. */
export type ServeAdmin = (
  context: WorldContext,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void>

/** A request with its world and a way to report an unexpected error, since nobody awaits what polka runs. */
interface AdminMessage extends Request {
  context: WorldContext
  fail: (error: unknown) => void
}

export function serveAdmin(options: AdminOptions): ServeAdmin {
  const { router } = options
  const addressOf = addressFinder(options.trustProxy)
  const app = polka<AdminMessage>({
    onError(error, request, response) {
      const reply = refused(error)
      if (reply.defect === undefined) write(response, reply).catch(request.fail)
      // The server responds to unexpected errors.
      else request.fail(reply.defect)
    },
    onNoMatch(request) {
      guardAgainstForeignPages(request, undefined, options)
      throw router.unknownCall(request.method, request.path)
    },
  })
  const pages = serveDashboard<AdminMessage>(options.dashboardFolder, ({ context }) => context.databaseUrl())
  app.use(DASHBOARD_PATH, (request, response, next) => {
    guardAgainstForeignPages(request, undefined, options)
    return pages(request, response, next)
  })
  for (const call of router.calls) {
    app.add(call.method, routeOf(call), async (request, response) => {
      if (call.isShared === true) makeReadable(response, options.cors)
      guardAgainstForeignPages(request, call, options)
      if (call.isOpen !== true) assertToken(request, options.token)
      const { origin, prefix } = addressOf(request)
      const body = await receiveBody(request, response, bytesMaxOf(call))
      const asked = { ...askedBy(request), origin: origin + prefix, body }
      await write(
        response,
        await router.run(call, request.params, { context: request.context, request: asked }),
      )
    })
  }
  return (context, message, response) =>
    new Promise((resolve, fail) => {
      response.once('close', resolve)
      const request = Object.assign(message, { context, fail })
      // With `next`, polka would leave routing to us. Its types don't know that you can call it without.
      const handle = app.handler as unknown as (request: IncomingMessage, response: ServerResponse) => void
      handle(request, response)
    })
}

const askedBy = ({ method, path, search, headers }: Request) => ({
  method,
  path,
  query: search,
  accept: headers.accept ?? '',
  contentType: headers['content-type'] ?? '',
  lastEventId: headers['last-event-id']?.toString() ?? '',
  hasSocket: true,
})

function assertToken(request: IncomingMessage, token: string | undefined): void {
  if (token === undefined) return
  // Loaded here, since few emulators have a token, and otherwise the first admin call would always have to wait for it.
  const { timingSafeEqual } = process.getBuiltinModule('node:crypto')
  const expected = Buffer.from(token)
  const given = Buffer.from(/^Bearer (.*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
  if (given.length === expected.length && timingSafeEqual(given, expected)) return
  const reason = given.length > 0 ? 'the admin token is wrong' : 'this emulator requires its admin token'
  const hint =
    'give a command --admin-token T or EMULATOR_ADMIN_TOKEN, a client adminToken, other requests Authorization: Bearer T'
  throw new Refusal('unauthorized', reason, { hint })
}

/**
 * Keeps other origins' web pages from controlling the emulator (docs/DESIGN.md section 9). It refuses foreign origins,
 * and hosts that could be a rebound DNS name. Calls that don't need a token don't reveal any secrets. They accept any
 * Host, since health checks in a cluster use different names.
 *
 * @param call the requested call, if it exists
 * @throws Refusal `forbidden_host` or `forbidden_origin`
 */
function guardAgainstForeignPages(
  request: IncomingMessage,
  call: AdminCall | undefined,
  { allowHosts, cors }: AdminOptions,
): void {
  const { host, origin } = request.headers
  if (host !== undefined && call?.isOpen !== true && !isKnownHost(hostName(host), allowHosts)) {
    const hint = `start the emulator with --allow-host ${hostName(host)} (in code, allowHosts) if this is one of its names`
    throw new Refusal('forbidden_host', `the admin interface does not accept the Host ${host}`, { hint })
  }
  if (call?.isShared === true && origin !== undefined && cors !== undefined && isAllowed(origin, cors)) return
  if (origin !== undefined && origin !== originOf(request)) {
    throw new Refusal('forbidden_origin', `pages from ${origin} may not use the admin interface`)
  }
  if (isPartOfForeignPage(request)) {
    throw new Refusal('forbidden_origin', 'pages from other origins may not use the admin interface')
  }
}

/** These values of Sec-Fetch-Site mean that the request didn't come from another origin's page. */
const OWN_SITES: readonly (string | undefined)[] = [undefined, 'same-origin', 'none']
/** These values of Sec-Fetch-Dest stand for a whole page rather than a frame. Old browsers don't send the header. */
const OWN_PAGES: readonly (string | undefined)[] = [undefined, 'document']

/**
 * Returns true if a request comes from another origin's page. Browsers don't send an Origin for images, scripts and
 * frames. Links are fine, since following one is a GET for a whole page. A header that no browser would send, e.g. one
 * that was sent twice, counts as foreign.
 */
function isPartOfForeignPage({ method, headers }: IncomingMessage): boolean {
  const sent = (name: string) => (headers[name] as string | undefined)?.trim().toLowerCase()
  if (OWN_SITES.includes(sent('sec-fetch-site'))) return false
  const isLink = (method === 'GET' || method === 'HEAD') && sent('sec-fetch-mode') === 'navigate'
  return !isLink || !OWN_PAGES.includes(sent('sec-fetch-dest'))
}
