import type { IncomingHttpHeaders } from 'node:http'
import { BaggageMember } from '../../web/baggage.js'
import type { WorldContext, Worlds } from '../context.js'
import { worldInToken, worldKeyIn } from './credential.js'
import { worldTraceIdIn } from './traceparent.js'

/** The headers that may name a world. */
export const NAMING_HEADERS: ReadonlySet<string> = new Set([
  'x-emulator-world',
  'baggage',
  'traceparent',
  'x-kv-key',
  'x-api-key',
  'authorization',
])

/** A world that a request names. */
export interface NamedWorld {
  readonly id: string
  /** What of the request names it, in a sentence: "the path". */
  readonly by: string
}

/** An API key that names a world. */
export interface NamingKey extends NamedWorld {
  /** The header that it came in, in lower case. */
  readonly header: string
  readonly sent: string
  /** The key as the services know it. */
  readonly key: string
}

/**
 * Lists the worlds that the headers of a request name by themselves.
 *
 * @param isForServices other requests have their own bearer tokens, which name no world
 */
export function namedByHeaders(
  { baggage, traceparent, authorization }: IncomingHttpHeaders,
  worlds: Worlds,
  isForServices: boolean,
): NamedWorld[] {
  const named: NamedWorld[] = []
  if (baggage !== undefined)
    for (const id of worldsInBaggage(String(baggage))) named.push({ id, by: 'the baggage' })
  const traceId = typeof traceparent === 'string' ? worldTraceIdIn(traceparent) : undefined
  // The trace id of a world that is gone finds no world, as an unknown id does.
  if (traceId !== undefined) named.push({ id: worlds.idOfTrace(traceId) ?? traceId, by: 'the traceparent' })
  const inToken = isForServices && authorization !== undefined ? worldInToken(authorization) : undefined
  if (inToken !== undefined) named.push({ id: inToken, by: 'the token' })
  return named
}

/** The headers of API keys, and how texts name them. */
const KEY_HEADERS = [
  ['x-kv-key', 'the X-KV-Key header'],
  ['x-api-key', 'the X-API-Key header'],
] as const

/**
 * Lists the API keys that name a world. Such a key ends in `@` and the id of a world that exists or existed, and the
 * services do not know it as it is.
 *
 * @param context the world that the request is for without them
 */
export function namedByKeys(headers: IncomingHttpHeaders, context: WorldContext): readonly NamingKey[] {
  const naming: NamingKey[] = []
  for (const [header, by] of KEY_HEADERS) {
    const sent = headers[header]
    if (typeof sent !== 'string' || !sent.includes('@') || isKnown(sent, context)) continue
    const named = worldKeyIn(sent)
    if (named === undefined || !context.worlds.isGivenOut(named.world)) continue
    naming.push({ id: named.world, by, header, sent, key: named.key })
  }
  return naming
}

/** Whether a world has an API key as it is. */
export const isKnown = (sent: string, { world: { state } }: WorldContext): boolean => state.hasKey(sent)

const WORLD = new BaggageMember('emulator-world')

/** A W3C Baggage header that selects a world. */
export const baggageOf = (id: string): string => `${WORLD.name}=${id}`

/** The ids of the worlds that a Baggage header names. */
export const worldsInBaggage = (header: string): readonly string[] => WORLD.in(header)
