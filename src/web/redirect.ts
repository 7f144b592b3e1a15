import type { ServerResponse } from 'node:http'

/** The location may depend on the Accept header, hence Vary. */
export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { Location: location, 'Content-Length': 0, Vary: 'Accept' }).end()
}
