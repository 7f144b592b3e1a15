import { baggageOf } from './carriers/carriers.js'
import { credentialOf } from './carriers/credential.js'
import { traceparentOf } from './carriers/traceparent.js'
import type { WorldContext } from './context.js'
import { worldPath } from './paths.js'

/** Where a world is reached. */
interface Addresses {
  /** The base address of the two stores. */
  readonly baseUrl: string
  /** The base address of the database. */
  readonly dbBaseUrl: string
  readonly adminUrl: string
}

/** A world, and all that a client needs to reach it. */
export interface ConnectionInfo extends Addresses {
  /** What else selects it, as headers and as an ending of API keys; left out for the default world, which needs none. */
  readonly world?: {
    readonly id: string
    readonly traceparent: string
    readonly baggage: string
    /** After an API key: "@w1". */
    readonly keyEnding: string
  }
}

/** A world beside the default one, and where it is reached. */
export interface WorldInfo extends Addresses {
  readonly id: string
  /** A W3C Traceparent header: what an instrumented application asks while it answers such a request, it asks this world. */
  readonly traceparent: string
}

/**
 * A world's addresses, as a client reaches the emulator.
 *
 * @param origin the address that the client used
 */
export function worldInfo(context: WorldContext, origin: string): WorldInfo {
  const { id = '' } = context.world
  return { id, ...addressesOf(context, origin), traceparent: traceparentOf(id) }
}

/**
 * All that a client needs to reach a world.
 *
 * @param origin the address that the client used
 */
export function connectionInfo(context: WorldContext, origin: string): ConnectionInfo {
  const { id } = context.world
  const addresses = addressesOf(context, origin)
  if (id === undefined) return addresses
  return {
    ...addresses,
    world: { id, traceparent: traceparentOf(id), baggage: baggageOf(id), keyEnding: credentialOf('', id) },
  }
}

function addressesOf({ world: { id }, databaseUrl }: WorldContext, origin: string): Addresses {
  const path = worldPath(id)
  return {
    baseUrl: origin + path,
    dbBaseUrl: (databaseUrl() ?? origin) + path,
    adminUrl: `${origin}${path}/_admin`,
  }
}
