import type { Middleware, Request } from 'polka'
import type { RequestHandler } from 'sirv'
import { Refusal } from '../core/refusal.js'
import { bracketed, hostName } from '../web/known-hosts.js'
import { isPlainHost } from '../web/origin.js'
import { redirect } from '../web/redirect.js'
import { DASHBOARD_PATH } from '../worlds/paths.js'

/**
 * Lets the page use its own script, style and pictures, and call its own address and that of the database. Anything
 * else is forbidden, since it shows requests and answers whose text any program may have written.
 */
const policy = (database: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self'${database}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

const HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/**
 * Serves the dashboard's files, which hold no data and need no admin token. The first request looks for them,
 * so that a start does not pay for them.
 *
 * @param folder where the build put them
 * @param databaseUrl the address of the database, if it has its own port
 */
export function serveDashboard<Message extends Request>(
  folder: string,
  databaseUrl: (request: Message) => string | undefined,
): Middleware<Message> {
  let files: Promise<RequestHandler> | undefined
  return async (request, response) => {
    const { method, originalUrl } = request
    if (method !== 'GET' && method !== 'HEAD') {
      throw new Refusal('not_found', `the dashboard's files are read by GET, not ${method}`)
    }
    const [path = '', query = ''] = originalUrl.split(/(?=\?)/)
    if (path.endsWith(DASHBOARD_PATH)) {
      // Relative, since a world's page is below the address of that world.
      redirect(response, `${DASHBOARD_PATH.slice(1)}/${query}`)
      return
    }
    const database = besides(databaseUrl(request), request.headers.host)
    response.setHeader('Content-Security-Policy', policy(database))
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    // A range that makes no sense is an error that sirv leaves to the process, and files this small need no
    // ranges.
    delete request.headers.range
    files ??= filesOf(folder).catch((error: unknown) => {
      // The next request tries again.
      files = undefined
      throw new Refusal('internal_error', `the dashboard cannot be loaded: ${firstLine(error)}`)
    })
    const serve = await files
    // The head is sent by the time that a file turns out not to be readable: the connection then breaks.
    response.once('pipe', (file) => file.once('error', () => response.destroy()))
    serve(request, response, () => {
      throw noSuchFile(path)
    })
  }
}

/** The database as the page's client reaches it: by the same name, at its own port. */
function besides(databaseUrl: string | undefined, host: string | undefined): string {
  if (databaseUrl === undefined || host === undefined || !isPlainHost(host)) return ''
  return ` http://${bracketed(hostName(host))}${databaseUrl.slice(databaseUrl.lastIndexOf(':'))}`
}

/** Node reports a missing file in several lines. */
const firstLine = (error: unknown): string => String(error).split('\n')[0] ?? ''

async function filesOf(folder: string): Promise<RequestHandler> {
  const { default: sirv } = await import('sirv')
  return sirv(folder, {
    // Looks for a file when it is asked for: a build that puts others in their place is followed.
    dev: true,
    gzip: true,
    setHeaders: (response, path) => response.setHeader('Cache-Control', cachingOf(path)),
  })
}

/** A file with a hash in its name never changes; the page that names it does with the next version. */
const cachingOf = (path: string): string =>
  /-[a-z0-9]{8}\.\w+$/i.test(path) ? 'public, max-age=31536000, immutable' : 'no-store'

function noSuchFile(path: string): Refusal {
  const hint = path.endsWith('/') ? 'npm run build makes its files' : `it begins at ${DASHBOARD_PATH}/`
  return new Refusal('not_found', `the dashboard has no file ${path}`, { hint })
}
