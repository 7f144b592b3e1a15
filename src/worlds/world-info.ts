import * as v from 'valibot'
import { component, described, text } from '../contract/answer-schema.js'
import { baggageOf } from './carriers/carriers.js'
import { credentialOf } from './carriers/credential.js'
import { traceparentOf } from './carriers/traceparent.js'
import type { WorldContext } from './context.js'
import { worldPath } from './paths.js'

const addresses = {
  baseUrl: described('Base URL of the two stores.', text),
  dbBaseUrl: described('Base URL of the database.', text),
  adminUrl: text,
}

export const connection = component('Connection', () =>
  v.object({
    ...addresses,
    world: v.exactOptional(
      described(
        'Other ways to select the world, i.e. headers and a suffix for API keys. Left out for the default world.',
        v.object({
          id: text,
          traceparent: text,
          baggage: text,
          keyEnding: described('Appended to an API key, e.g. "@w1".', text),
        }),
      ),
    ),
  }),
)

export interface ConnectionInfo extends v.InferOutput<typeof connection> {}

export const world = component('World', () =>
  v.object({
    id: text,
    ...addresses,
    traceparent: described(
      'A W3C Traceparent header. Calls that an instrumented application makes while handling the request go to this world, too.',
      text,
    ),
  }),
)

export interface WorldInfo extends v.InferOutput<typeof world> {}

export function worldInfo(context: WorldContext, origin: string): WorldInfo {
  const { id = '' } = context.world
  return { id, ...addressesOf(context, origin), traceparent: traceparentOf(id) }
}

/** @param origin the address that the client used */
export function connectionInfo(context: WorldContext, origin: string): ConnectionInfo {
  const { id } = context.world
  const reached = addressesOf(context, origin)
  if (id === undefined) return reached
  return {
    ...reached,
    world: { id, traceparent: traceparentOf(id), baggage: baggageOf(id), keyEnding: credentialOf('', id) },
  }
}

function addressesOf({ world: { id }, databaseUrl }: WorldContext, origin: string) {
  const path = worldPath(id)
  return {
    baseUrl: origin + path,
    dbBaseUrl: (databaseUrl() ?? origin) + path,
    adminUrl: `${origin}${path}/_admin`,
  }
}
