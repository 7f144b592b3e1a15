import type { EmulatorClient } from '../client/emulator-client.js'
import type { IsTight } from './footprint.js'

/** More requests than one run makes. */
const REQUESTS_MAX = 1000
/** More bytes than they write. */
const BYTES_MAX = 1024 * 1024

/** Tells which counters of an emulator are so near their limits that one run can come to them. */
export async function tightCounters(emulator: EmulatorClient): Promise<IsTight> {
  const namespaces = await emulator.namespaces.list()
  const { database } = await emulator.state.get()
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
