import { setMaxListeners } from 'node:events'
import { refused } from '../../admin/reply.js'
import { Refusal } from '../../core/refusal.js'
import type { WorldContext } from '../../worlds/context.js'
import { noWorld } from '../../worlds/destination.js'
import { ADMIN_PATH } from '../../worlds/paths.js'
import { type WorldInfo, worldInfo } from '../../worlds/world-info.js'
import type { Addresses, Ask, Transport } from '../admin-client.js'
import { type EmulatorClient, emulatorClient } from '../emulator-client.js'
import { closed } from '../error.js'
import { createFetch, type FetchParts, type LoadAdmin } from './fetch.js'

export interface InProcessEmulator
  extends Addresses,
    Pick<FetchParts, 'plane' | 'home' | 'admin' | 'requireWorld'> {
  readonly close: () => Promise<void>
}

export function inProcessClient({
  baseUrl,
  dbBaseUrl,
  adminUrl,
  close,
  ...parts
}: InProcessEmulator): EmulatorClient {
  const { home, admin } = parts
  const closing = new AbortController()
  // Every pending request adds a listener.
  setMaxListeners(0, closing.signal)
  const contextOf = (id: string | undefined) => (id === undefined ? home : home.worlds.find(id))
  const transportTo = (id: string | undefined, own: Addresses): Transport => ({
    addresses: own,
    ask: unlessClosed(
      closing.signal,
      askDirectly(() => contextOf(id), { id, origin: baseUrl, admin }),
    ),
    newWorld: () => (closing.signal.aborted ? undefined : newWorld(contextOf(id), baseUrl)),
    dropWorld: () => !closing.signal.aborted && id !== undefined && home.worlds.remove(id),
    fetch: createFetch({ ...parts, addresses: own, closed: closing.signal }),
    toWorld: ({ id: made, traceparent: _, ...addresses }) => transportTo(made, addresses),
  })
  return emulatorClient(transportTo(undefined, { baseUrl, dbBaseUrl, adminUrl }), () => {
    closing.abort()
    return close()
  })
}

function newWorld(asked: WorldContext | undefined, origin: string): WorldInfo | undefined {
  if (asked === undefined) return undefined
  try {
    return worldInfo(asked.worlds.create(asked, { from: 'seed' }), origin)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function askDirectly(
  find: () => WorldContext | undefined,
  {
    id,
    origin,
    admin,
  }: { readonly id: string | undefined; readonly origin: string; readonly admin: LoadAdmin },
): Ask {
  return async (request) => {
    const context = find()
    const path = ADMIN_PATH + request.path
    const { status, body, type } =
      context === undefined
        ? refused(noWorld(id))
        : await (await admin()).answer(context, { ...request, path, origin })
    return { status, text: body ?? '', type: type ?? '' }
  }
}

function unlessClosed(closing: AbortSignal, ask: Ask): Ask {
  return async (question) => {
    if (closing.aborted) throw closed(`${question.method} /_admin${question.path}`)
    return ask(question)
  }
}
