import { traceparentOf } from './carriers/traceparent.js'
import type { WorldContext } from './context.js'
import { worldPath } from './paths.js'

/** A world beside the default one, and where it is reached. */
export interface WorldInfo {
  readonly id: string
  /** The base address of A and B. */
  readonly baseUrl: string
  /** The base address of C. */
  readonly dbBaseUrl: string
  readonly adminUrl: string
  /** A W3C Traceparent header: what an instrumented application asks while it answers such a request, it asks this world. */
  readonly traceparent: string
}

/**
 * A world's addresses, as a client reaches the emulator.
 *
 * @param origin the address that the client used
 */
export function worldInfo({ world: { id = '' }, databaseUrl }: WorldContext, origin: string): WorldInfo {
  const path = worldPath(id)
  return {
    id,
    baseUrl: origin + path,
    dbBaseUrl: (databaseUrl() ?? origin) + path,
    adminUrl: `${origin}${path}/_admin`,
    traceparent: traceparentOf(id),
  }
}
