import type { IncomingHttpHeaders } from 'node:http'
import { type AddressedMessage, isPlainHost, originOf } from './origin.js'

/** The address that the client used. */
export interface ClientAddress {
  /** `https://emulator.example.com` */
  readonly origin: string
  /** The path before the server's own if a proxy adds one: empty, or `/emulator`. */
  readonly prefix: string
}

/** Only characters that need no encoding. */
const PREFIX = /^(?:\/[\w.~-]+)+$/

export type AddressOf = (message: AddressedMessage) => ClientAddress

/** Uses the headers of a trusted proxy, otherwise the request itself. */
export const addressFinder = (trustProxy: boolean): AddressOf =>
  trustProxy ? forwardedAddress : (message) => ({ origin: originOf(message), prefix: '' })

/**
 * Reads X-Forwarded-Proto, -Host and -Prefix, or else Forwarded (RFC 7239). With several proxies the first counts,
 * since that is the one the client asked. Malformed values are ignored. Anyone can send these headers, so use the
 * address in answers, never in a check.
 */
function forwardedAddress(message: AddressedMessage): ClientAddress {
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

/** Returns the first of the values that proxies appended. */
function firstOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  const text = Array.isArray(value) ? value[0] : value
  return text?.split(',', 1)[0]?.trim()
}

/** Parses the first element of Forwarded: `for=…;proto=https;host="emulator.example.com"`. */
function forwardedPairs(headers: IncomingHttpHeaders): ReadonlyMap<string, string> {
  const pairs = (firstOf(headers, 'forwarded') ?? '').split(';').map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2)
    return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')] as const
  })
  return new Map(pairs)
}
