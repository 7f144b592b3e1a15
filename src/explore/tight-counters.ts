import type { EmulatorClient } from '../client/emulator-client.js'
import type { IsTight } from './footprint.js'

/** The most requests that one run makes. */
export const REQUESTS_MAX = 1000
/** More bytes than they write. */
const BYTES_MAX = 1024 * 1024

/** Which counters are so near their limits that one run can come to them, by the world of the first run. */
export class TightCounters {
  #known: Promise<IsTight> | undefined

  of(world: EmulatorClient): Promise<IsTight> {
    this.#known ??= tightCounters(world)
    return this.#known
  }
}

async function tightCounters(world: EmulatorClient): Promise<IsTight> {
  const namespaces = await world.namespaces.list()
  const { database } = await world.state.get()
  const isRateLimited = database?.rateLimit !== undefined
  const tight = new Set(
    namespaces.flatMap(({ id, limitsInForce: limits, usage }) => [
      ...(['reads', 'writes', 'lists'] as const).flatMap((counter) =>
        limits[counter] - usage[counter] < REQUESTS_MAX ? [`${id} ${counter}`] : [],
      ),
      ...(limits.storageBytes - usage.storageBytes < BYTES_MAX ? [`${id} storageBytes`] : []),
    ]),
  )
  return (namespace, counter) => (counter === 'rate' ? isRateLimited : tight.has(`${namespace} ${counter}`))
}
