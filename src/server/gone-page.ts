import type { IncomingMessage, ServerResponse } from 'node:http'
import { DASHBOARD_PATH } from '../worlds/paths.js'

const PAGE = new RegExp(`^/_worlds/([^/?]+)${DASHBOARD_PATH}(?:/|$|\\?)`)

/**
 * Shows a page with a link to the default world if a browser asks for the dashboard of a world that no longer exists.
 * Reloading a tab after a restart is a typical case.
 *
 * @returns true if it answered the request
 */
export function tellPageIsGone(
  { method, url = '/', headers }: IncomingMessage,
  response: ServerResponse,
): boolean {
  const [, world] = PAGE.exec(url) ?? []
  const isBrowser = method === 'GET' && headers.accept?.includes('text/html') === true
  if (world === undefined || !isBrowser) return false
  const body = page(world)
  response.writeHead(404, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(body)
  return true
}

/** The link is relative, since a proxy may serve the emulator under a path of its own. */
const page = (world: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>No such world · tristore emulator</title>
<main>
<h1>There is no world ${escaped(world)}</h1>
<p>It was removed, it never existed, or the emulator has been restarted.</p>
<p><a href="../../..${DASHBOARD_PATH}/">Go to the default world</a></p>
</main>
`

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes HTML, since anyone can craft a link with any text. */
const escaped = (text: string): string => text.replace(/[&<>"]/g, (found) => ESCAPES[found] ?? '')
