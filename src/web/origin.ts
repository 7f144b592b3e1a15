import type { IncomingMessage } from 'node:http'
import { bracketed } from '../core/text/bracketed.js'

/** A host, with a port or without: it can neither end a header nor begin a path. */
export const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/**
 * The address by which the client reached the server, as its Host header says: with a mapped port that is not
 * the one listened on.
 */
export function originOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const host = headers.host ?? ''
  if (HOST.test(host)) return `http://${host}`
  return `http://${bracketed(socket.localAddress ?? '127.0.0.1')}:${socket.localPort ?? 80}`
}
