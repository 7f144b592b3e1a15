import type { AdminContext } from '../admin/call.js'
import { dispatch } from '../admin/dispatch.js'
import { refused } from '../admin/reply.js'
import type { DataPlane } from '../api/pipeline.js'
import type { Addresses, AdminAnswer, Ask, Transport } from '../client/admin-client.js'
import { type EmulatorClient, emulatorClient } from '../client/emulator-client.js'
import { Refusal } from '../core/refusal.js'
import { createFetch } from './fetch.js'

/** The parts of an emulator that runs in this process. */
export interface InProcessParts {
  readonly plane: DataPlane
  /** The default world; it knows the others. */
  readonly home: AdminContext
  readonly addresses: Addresses
  readonly requireWorld: boolean
  /** Stops the servers. */
  readonly close: () => Promise<void>
}

/**
 * The interface to an emulator in this process: every call is a direct one, without a socket.
 *
 * @example
 * const emulator = inProcessClient({ plane, home, addresses, requireWorld: false, close })
 * await emulator.clock.freeze()
 */
export function inProcessClient({
  plane,
  home,
  addresses,
  requireWorld,
  close,
}: InProcessParts): EmulatorClient {
  const closing = new AbortController()
  const contextOf = (id: string | undefined) => (id === undefined ? home : home.worlds.find(id))
  const wayTo = (id: string | undefined, own: Addresses): Transport => ({
    addresses: own,
    ask: askDirectly(() => contextOf(id), id, addresses.baseUrl),
    fetch: createFetch({ plane, contextOf, addresses: own, requireWorld, closed: closing.signal }),
    toWorld: ({ id: made, baseUrl, dbBaseUrl, adminUrl }) => wayTo(made, { baseUrl, dbBaseUrl, adminUrl }),
  })
  return emulatorClient(wayTo(undefined, addresses), () => {
    closing.abort()
    return close()
  })
}

function askDirectly(find: () => AdminContext | undefined, id: string | undefined, origin: string): Ask {
  return async (question) => {
    const context = find()
    const { status, body, type } =
      context === undefined ? refused(noWorld(id)) : await dispatch(context, { ...question, origin })
    const answer: AdminAnswer = { status, text: body === undefined ? '' : String(body), type: type ?? '' }
    return answer
  }
}

function noWorld(id: string | undefined): Refusal {
  return new Refusal('not_found', `there is no world ${id}`, { hint: 'POST /_admin/worlds makes one' })
}
