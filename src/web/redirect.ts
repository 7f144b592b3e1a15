import type { ServerResponse } from 'node:http'

/** Answers with a redirect; the location may depend on the Accept header. */
export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { Location: location, 'Content-Length': 0, Vary: 'Accept' }).end()
}
