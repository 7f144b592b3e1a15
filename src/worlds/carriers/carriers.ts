import type { IncomingHttpHeaders } from 'node:http'
import { BaggageMember } from '../../web/baggage.js'
import type { WorldContext, Worlds } from '../context.js'
import { worldInToken, worldKeyIn } from './credential.js'
import { worldTraceIdIn } from './traceparent.js'

export const NAMING_HEADERS: ReadonlySet<string> = new Set([
  'x-emulator-world',
  'baggage',
  'traceparent',
  'x-kv-key',
  'x-api-key',
  'authorization',
])

export interface NamedWorld {
  readonly id: string
  /** The part of the request that names the world, e.g. "the path". */
  readonly by: string
}

export interface NamingKey extends NamedWorld {
  /** In lower case. */
  readonly header: string
  readonly sent: string
  /** The key without the world's name. */
  readonly key: string
}

/**
 * The worlds that are named by headers other than API keys.
 *
 * @param isForServices other requests have their own bearer tokens, which don't name a world
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
  // This treats a removed world's trace id like an unknown id.
  if (traceId !== undefined) named.push({ id: worlds.idOfTrace(traceId) ?? traceId, by: 'the traceparent' })
  const inToken = isForServices && authorization !== undefined ? worldInToken(authorization) : undefined
  if (inToken !== undefined) named.push({ id: inToken, by: 'the token' })
  return named
}

const KEY_HEADERS = [
  ['x-kv-key', 'the X-KV-Key header'],
  ['x-api-key', 'the X-API-Key header'],
] as const

/**
 * The API keys that name a world. They end in `@` and the id of a current or past world, and no service knows the key
 * as it was sent.
 *
 * @param context the world that the request would otherwise go to
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

export const isKnown = (sent: string, { world: { state } }: WorldContext): boolean => state.hasKey(sent)

const WORLD = new BaggageMember('emulator-world')

export const baggageOf = (id: string): string => `${WORLD.name}=${id}`

export const worldsInBaggage = (header: string): readonly string[] => WORLD.in(header)
