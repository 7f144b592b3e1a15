import type { Middleware, Request } from 'polka'
import type { RequestHandler } from 'sirv'
import { Refusal } from '../core/refusal.js'
import { bracketed, hostName } from '../web/known-hosts.js'
import { isPlainHost } from '../web/origin.js'
import { redirect } from '../web/redirect.js'
import { DASHBOARD_PATH } from '../worlds/paths.js'

/**
 * Only allows the page to use its own scripts, styles and images, and to connect to its own origin and the database's.
 * The page shows requests and responses, and their text could have been written by anyone.
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
 * Serves the dashboard's files, which don't contain any data and so don't need the admin token. They're only looked up
 * on the first request, so that they don't slow down startup.
 *
 * @param folder where the build has put the files
 * @param databaseUrl the database's URL, if it has a port of its own
 */
export function serveDashboard<Message extends Request>(
  folder: string,
  databaseUrl: (request: Message) => string | undefined,
): Middleware<Message> {
  let files: Promise<RequestHandler> | undefined
  return async (request, response) => {
    const { method, originalUrl } = request
    if (method !== 'GET' && method !== 'HEAD') {
      throw new Refusal('not_found', `the dashboard's files can only be read with GET, not ${method}`)
    }
    const [path = '', query = ''] = originalUrl.split(/(?=\?)/)
    if (path.endsWith(DASHBOARD_PATH)) {
      // The redirect is relative, since each world serves the page under its own path.
      redirect(response, `${DASHBOARD_PATH.slice(1)}/${query}`)
      return
    }
    const database = besides(databaseUrl(request), request.headers.host)
    response.setHeader('Content-Security-Policy', policy(database))
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    // For an invalid range, sirv throws an error that would end the process. Files this small don't need ranges anyway.
    delete request.headers.range
    files ??= filesOf(folder).catch((error: unknown) => {
      // Try again on the next request.
      files = undefined
      throw new Refusal('internal_error', `the dashboard cannot be loaded: ${firstLine(error)}`)
    })
    const serve = await files
    // By the time a file turns out to be unreadable, the head has already been sent, so we break the connection.
    response.once('pipe', (file) => file.once('error', () => response.destroy()))
    serve(request, response, () => {
      throw noSuchFile(path)
    })
  }
}

/** Returns the database's origin as the browser sees it: the page's host name with the database's port. */
function besides(databaseUrl: string | undefined, host: string | undefined): string {
  if (databaseUrl === undefined || host === undefined || !isPlainHost(host)) return ''
  return ` http://${bracketed(hostName(host))}${databaseUrl.slice(databaseUrl.lastIndexOf(':'))}`
}

/** When a file is missing, Node's message has several lines. */
const firstLine = (error: unknown): string => String(error).split('\n')[0] ?? ''

async function filesOf(folder: string): Promise<RequestHandler> {
  const { default: sirv } = await import('sirv')
  return sirv(folder, {
    // Look for files on each request, so that you can rebuild the dashboard while it's being served.
    dev: true,
    gzip: true,
    setHeaders: (response, path) => response.setHeader('Cache-Control', cachingOf(path)),
  })
}

/** Files with a hash in their name never change, but the page that refers to them changes with each version. */
const cachingOf = (path: string): string =>
  /-[a-z0-9]{8}\.\w+$/i.test(path) ? 'public, max-age=31536000, immutable' : 'no-store'

function noSuchFile(path: string): Refusal {
  const hint = path.endsWith('/') ? 'run npm run build to create its files' : `open it at ${DASHBOARD_PATH}/`
  return new Refusal('not_found', `the dashboard has no file ${path}`, { hint })
}
