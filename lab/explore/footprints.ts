import type { EmulatorClient } from 'tristore-emulator'
import { Operations } from '../operations.js'
import { type FootprintOf, footprintsBy, type IsTight } from './footprint.js'

export const REQUESTS_MAX = 1000
/** We assume that a run writes fewer bytes than this. */
const BYTES_MAX = 1024 * 1024

const KNOWN = ['kv', 'config', 'documents']

/**
 * Finds out what requests use, based on the first run's world: its operations, and the counters that a run can use up.
 */
export class Footprints {
  /** Names of the user's own services that received requests. */
  readonly own = new Set<string>()
  #known: Promise<FootprintOf> | undefined

  of(world: EmulatorClient): Promise<FootprintOf> {
    this.#known ??= this.#footprintsIn(world)
    return this.#known
  }

  async #footprintsIn(world: EmulatorClient): Promise<FootprintOf> {
    const operations = await Operations.of(world)
    const footprintOf = footprintsBy(operations, await tightCounters(world))
    return (request) => {
      const service = operations.named(request.operation)?.service
      if (service !== undefined && !KNOWN.includes(service)) this.own.add(service)
      return footprintOf(request)
    }
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
