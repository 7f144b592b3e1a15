import type { IncomingMessage } from 'node:http'
import { bracketed } from './known-hosts.js'

/** The scheme and the host of a target that is a whole URL, as for a proxy. */
export const ABSOLUTE_TARGET = /^(https?):\/\/([^/?]*)/i

/** A host, with a port or without, that an answer may repeat: it can neither end a header nor begin a path. */
const PLAIN_HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
/** Signs of a user, a path or a second name. */
const MORE_THAN_HOST = /[\s@/\\?#]/

/** Checks that a text is a name and a port as URLs have them, and nothing more. */
export const isHost = (text: string): boolean => !MORE_THAN_HOST.test(text) && URL.canParse(`http://${text}`)

/** Checks that a host may be part of an address in an answer. */
export const isPlainHost = (text: string): boolean => PLAIN_HOST.test(text) && isHost(text)

/** The part of a request that shows by which address it came. */
export type Reached = Pick<IncomingMessage, 'url' | 'headers' | 'socket'>

/**
 * The address by which the client reached the server: with a mapped port that is not the one listened on. It is in
 * the Host header, and first of all in a target that is a whole URL (RFC 9112 section 3.2.2). Hosts that no URL may
 * have are refused before.
 */
export function originOf({ url = '/', headers, socket }: Reached): string {
  const [, scheme = 'http', host = headers.host ?? ''] = ABSOLUTE_TARGET.exec(url) ?? []
  const reached = PLAIN_HOST.test(host)
    ? host
    : `${bracketed(socket.localAddress ?? '127.0.0.1')}:${socket.localPort ?? 80}`
  return `${scheme.toLowerCase()}://${reached}`
}
