import type { ServerResponse } from 'node:http'

/** Sends `Vary` because the location may depend on the Accept header. */
export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { Location: location, 'Content-Length': 0, Vary: 'Accept' }).end()
}
