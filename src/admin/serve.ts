import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import polka, { type Request } from 'polka'
import { Refusal } from '../core/refusal.js'
import { receiveBody } from '../web/body.js'
import { statusOf } from '../web/status.js'
import { guardAgainstForeignPages } from './guard.js'
import type { AdminContext, AdminReply, AdminRoute } from './route.js'
import { adminRoutes } from './routes.js'

export interface AdminOptions {
  /** Further names in Host headers. */
  readonly allowHosts: readonly string[]
  /** Without it anyone who reaches the port may steer. */
  readonly token: string | undefined
}

/** Seeds may be large; anything larger than this is a mistake. */
const BODY_BYTES_MAX = 256 * 1024 * 1024

/** Serves the admin interface over HTTP, under /_admin. */
export function serveAdmin(context: AdminContext, options: AdminOptions): RequestListener {
  const app = polka({
    onNoMatch: (request, response) => write(response, refused(noSuchCall(request), context)),
    onError: (error, _request, response) => write(response, refused(error, context)),
  })
  app.use((request, _response, next) => {
    guardAgainstForeignPages(request, options.allowHosts)
    next()
  })
  for (const route of adminRoutes) {
    app.add(route.method, `/_admin${route.path}`, (request, response) => {
      if (route.isOpen !== true) holdToken(request, options.token)
      receiveBody(request, BODY_BYTES_MAX, async (body) => {
        const reply = body.isTooLarge
          ? refused(new Refusal('too_large', `the body is longer than ${BODY_BYTES_MAX} bytes`), context)
          : await run(route, context, request, body.bytes.toString())
        write(response, reply)
      })
    })
  }
  // Given a `next`, polka would leave the routes to it; its types do not know of calls without one.
  return app.handler as unknown as RequestListener
}

async function run(
  route: AdminRoute,
  context: AdminContext,
  request: Request,
  text: string,
): Promise<AdminReply> {
  try {
    return await route.handle({
      context,
      params: request.params,
      query: new URLSearchParams(request.search),
      accept: request.headers.accept ?? '',
      text,
    })
  } catch (error) {
    return refused(error, context)
  }
}

/** An error of the admin interface: {error, message, hint?}. */
function refused(error: unknown, { world }: AdminContext): AdminReply {
  const refusal =
    error instanceof Refusal ? error : new Refusal('internal_error', `a defect of the emulator: ${error}`)
  const { hint } = refusal.details
  const body = { error: refusal.code, message: refusal.reason, ...(hint === undefined ? {} : { hint }) }
  return { status: statusOf(refusal.code, world.profile), body }
}

function noSuchCall({ method, path }: Request): Refusal {
  const hint = 'GET /_admin lists every call'
  return new Refusal('not_found', `the admin interface has no ${method} ${path}`, { hint })
}

function holdToken(request: IncomingMessage, token: string | undefined): void {
  if (token === undefined) return
  const expected = Buffer.from(`Bearer ${token}`)
  const given = Buffer.from(request.headers.authorization ?? '')
  if (given.length === expected.length && timingSafeEqual(given, expected)) return
  const hint = 'send Authorization: Bearer with the token of --admin-token'
  throw new Refusal('unauthorized', 'this emulator takes admin calls with its token only', { hint })
}

function write(response: ServerResponse, { status, body, type }: AdminReply): void {
  if (body === undefined) {
    response.writeHead(status).end()
    return
  }
  const text = type === undefined ? `${JSON.stringify(body)}\n` : String(body)
  response.writeHead(status, {
    'Content-Type': type ?? 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  })
  response.end(text)
}
