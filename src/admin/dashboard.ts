import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Middleware } from 'polka'
import type { RequestHandler } from 'sirv'
import { Refusal } from '../core/refusal.js'

/** Below the address of a world, as the admin interface is. */
export const DASHBOARD_PATH = '/_dashboard'

/**
 * What the page may do: nothing but its own script, style and pictures, and calls to where it came from. The answers
 * of the emulator that it shows were written by anybody.
 */
const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/**
 * Serves the dashboard's files, which hold no data: they need no admin token. They are looked for at the first visit,
 * so that a start does not pay for them.
 *
 * @param folder where the build put them
 */
export function serveDashboard(folder: string): Middleware {
  let files: Promise<RequestHandler> | undefined
  return async (request, response) => {
    const { method, originalUrl } = request
    if (method !== 'GET' && method !== 'HEAD') {
      throw new Refusal('not_found', `the dashboard's files are read by GET, not ${method}`)
    }
    const [path = '', query = ''] = originalUrl.split(/(?=\?)/)
    if (path.endsWith(DASHBOARD_PATH)) {
      // Relative, since a world's page stands below the address of that world.
      redirect(response, `${DASHBOARD_PATH.slice(1)}/${query}`)
      return
    }
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    // Of files this small nobody needs a part, and a senseless part is an error that sirv leaves to the process.
    delete request.headers.range
    files ??= filesOf(folder)
    const serve = await files
    serve(request, response, () => {
      throw noSuchFile(path)
    })
  }
}

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
  /-[A-Z0-9]{8}\.\w+$/.test(path) ? 'public, max-age=31536000, immutable' : 'no-store'

function noSuchFile(path: string): Refusal {
  const hint = path.endsWith('/') ? 'npm run build makes its files' : `it begins at ${DASHBOARD_PATH}/`
  return new Refusal('not_found', `the dashboard has no file ${path}`, { hint })
}

/**
 * Sends a person who opens the emulator's address in a browser to the dashboard. Programs, which do not ask for HTML,
 * meet the services there as ever.
 *
 * @returns whether it was one
 */
export function welcome({ method, url = '/', headers }: IncomingMessage, response: ServerResponse): boolean {
  const [, prefix] = /^(\/_worlds\/[^/?]+)?\/?$/.exec(url) ?? []
  const isPerson = method === 'GET' && headers.accept?.includes('text/html') === true
  if (!isPerson || (prefix === undefined && url !== '/')) return false
  redirect(response, `${prefix ?? ''}${DASHBOARD_PATH}/`)
  return true
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { Location: location, 'Content-Length': 0, Vary: 'Accept' }).end()
}
