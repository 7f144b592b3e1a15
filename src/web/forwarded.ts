import type { IncomingHttpHeaders } from 'node:http'
import { isPlainHost, originOf, type Reached } from './origin.js'

/** The address by which a client reached a server. */
export interface ClientAddress {
  /** `https://emulator.example.com` */
  readonly origin: string
  /**
   * Comes between `origin` and the path if a proxy serves the server below a path: empty, or `/emulator`.
   */
  readonly prefix: string
}

/** Segments of a path, with characters that need no encoding there. */
const PREFIX = /^(?:\/[\w.~-]+)+$/

/** Finds the address that the client used. */
export type AddressOf = (message: Reached) => ClientAddress

/** Returns how to find the address: by what a proxy says, if it is trusted; else by the request itself. */
export const addressFinder = (trustProxy: boolean): AddressOf =>
  trustProxy ? forwardedAddress : (message) => ({ origin: originOf(message), prefix: '' })

/**
 * The address that the client used, as a proxy in between reports it: by X-Forwarded-Proto, -Host and
 * -Prefix, and by Forwarded (RFC 7239) if those are left out. The first of several proxies counts, since the
 * client asked that one. What is malformed is passed over. Anyone can send these headers: they are for
 * addresses in answers, and for no check.
 */
function forwardedAddress(message: Reached): ClientAddress {
  const { headers } = message
  const forwarded = forwardedPairs(headers)
  const proto = firstOf(headers, 'x-forwarded-proto') ?? forwarded.get('proto') ?? ''
  const host = firstOf(headers, 'x-forwarded-host') ?? forwarded.get('host') ?? ''
  const prefix = (firstOf(headers, 'x-forwarded-prefix') ?? '').replace(/\/$/, '')
  const [ownScheme, ownHost] = originOf(message).split('://')
  const scheme = /^https?$/i.test(proto) ? proto.toLowerCase() : ownScheme
  return {
    origin: `${scheme}://${isPlainHost(host) ? host : ownHost}`,
    prefix: PREFIX.test(prefix) ? prefix : '',
  }
}

/** The first of the values that proxies appended to a header. */
function firstOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  const text = Array.isArray(value) ? value[0] : value
  return text?.split(',', 1)[0]?.trim()
}

/** The parameters of the first element of Forwarded: `for=…;proto=https;host="emulator.example.com"`. */
function forwardedPairs(headers: IncomingHttpHeaders): ReadonlyMap<string, string> {
  const pairs = (firstOf(headers, 'forwarded') ?? '').split(';').map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2)
    return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')] as const
  })
  return new Map(pairs)
}
