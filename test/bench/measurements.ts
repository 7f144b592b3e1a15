import { warmCalls } from './measure/calls.js'
import { containerStart } from './measure/container.js'
import { httpMeasurements, oneConnection, oneFetch } from './measure/http.js'
import { instantCalls } from './measure/instant.js'
import { idleMemory } from './measure/memory.js'
import { peers } from './measure/peers.js'
import { removedEntries } from './measure/removed.js'
import { adminCalls } from './measure/stalls.js'
import { startUp } from './measure/start-up.js'
import { stop } from './measure/stop.js'
import { wholeSuite } from './measure/suite.js'
import { sweeping } from './measure/sweep.js'
import { work } from './measure/work.js'
import { freshWorker } from './measure/worker.js'
import type { Measurement } from './measurement.js'

/** In the order of the report. */
export const measurements: readonly Measurement[] = [
  work,
  freshWorker,
  warmCalls,
  wholeSuite,
  ...httpMeasurements,
  oneConnection,
  oneFetch,
  startUp,
  containerStart,
  idleMemory,
  instantCalls,
  removedEntries,
  sweeping,
  adminCalls,
  stop,
  peers,
]

/**
 * @param only the names; empty means all, or the quick ones
 * @throws RangeError for an unknown name
 */
export function chosen(only: readonly string[], isQuick: boolean): readonly Measurement[] {
  const names = measurements.map(({ name }) => name)
  const unknown = only.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    throw new RangeError(`there is no row ${unknown}; there are ${names.join(', ')}`)
  }
  if (only.length > 0) return measurements.filter(({ name }) => only.includes(name))
  return isQuick ? measurements.filter((measurement) => measurement.isQuick === true) : measurements
}
