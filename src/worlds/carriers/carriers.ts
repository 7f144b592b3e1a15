import type { IncomingHttpHeaders } from 'node:http'
import type { WorldContext, Worlds } from '../context.js'
import { worldsInBaggage } from './baggage.js'
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

const NONE: readonly never[] = []

/** The worlds that the context of a distributed trace names. */
export function namedByTrace(
  { baggage, traceparent }: IncomingHttpHeaders,
  worlds: Worlds,
): readonly NamedWorld[] {
  if (baggage === undefined && traceparent === undefined) return NONE
  const traceId = typeof traceparent === 'string' ? worldTraceIdIn(traceparent) : undefined
  const names = worldsInBaggage(String(baggage ?? '')).map((id) => ({ id, by: 'the baggage' }))
  if (traceId === undefined) return names
  // That of a world that is gone finds none, as any unknown id.
  return [...names, { id: worlds.idOfTrace(traceId) ?? traceId, by: 'the traceparent' }]
}

/** The world that a bearer token names. */
export function namedByToken({ authorization }: IncomingHttpHeaders): NamedWorld | undefined {
  const id = authorization === undefined ? undefined : worldInToken(authorization)
  return id === undefined ? undefined : { id, by: 'the token' }
}

/**
 * The API keys that name a world: what stands behind them is the id of a world that there is or was, and they are no keys
 * as they stand.
 *
 * @param context the world that the request is for without them
 */
export function namedByKeys(headers: IncomingHttpHeaders, context: WorldContext): readonly NamingKey[] {
  const keys = namedByKey('x-kv-key', 'the X-KV-Key header', headers, context)
  const database = namedByKey('x-api-key', 'the X-API-Key header', headers, context)
  if (keys === undefined) return database === undefined ? NONE : [database]
  return database === undefined ? [keys] : [keys, database]
}

/** Whether a world has an API key as it stands. */
export const isKnown = (sent: string, { world: { state } }: WorldContext): boolean =>
  state.scopedKeys.has(sent) || state.databaseKeys.has(sent)

function namedByKey(
  header: 'x-kv-key' | 'x-api-key',
  by: string,
  headers: IncomingHttpHeaders,
  context: WorldContext,
): NamingKey | undefined {
  const sent = headers[header]
  const named = typeof sent === 'string' ? worldKeyIn(sent) : undefined
  if (typeof sent !== 'string' || named === undefined || isKnown(sent, context)) return undefined
  const { world: id, key } = named
  return context.worlds.isGivenOut(id) ? { id, by, header, sent, key } : undefined
}
