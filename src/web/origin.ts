import type { IncomingMessage } from 'node:http'
import { bracketed } from './known-hosts.js'

/** An absolute-form target, as sent to proxies. */
export const ABSOLUTE_TARGET = /^(https?):\/\/([^/?]*)/i

/** Safe to repeat in an answer, because it can neither end a header nor start a path. */
const PLAIN_HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
/** A fast path for this machine's usual names, since parsing a URL takes longer than finding the operation. */
const OWN_HOST = /^(?:localhost|127\.0\.0\.1)(?::[1-5]?\d{1,4})?$/
/** For example a user, a path or a second name. */
const MORE_THAN_HOST = /[\s@/\\?#]/

/** A host with an optional port, and nothing else. */
export const isHost = (text: string): boolean =>
  OWN_HOST.test(text) || (!MORE_THAN_HOST.test(text) && URL.canParse(`http://${text}`))

export const isPlainHost = (text: string): boolean => PLAIN_HOST.test(text) && isHost(text)

export type AddressedMessage = Pick<IncomingMessage, 'url' | 'headers' | 'socket'>

/**
 * Returns the origin that the client used, whose port may be mapped. It's taken from an absolute-form target if there
 * is one (RFC 9112 section 3.2.2), and otherwise from the `Host` header. Invalid hosts have already been rejected.
 */
export function originOf({ url = '/', headers, socket }: AddressedMessage): string {
  const [, scheme = 'http', host = headers.host ?? ''] = ABSOLUTE_TARGET.exec(url) ?? []
  const reached = PLAIN_HOST.test(host)
    ? host
    : `${bracketed(socket.localAddress ?? '127.0.0.1')}:${socket.localPort ?? 80}`
  return `${scheme.toLowerCase()}://${reached}`
}
