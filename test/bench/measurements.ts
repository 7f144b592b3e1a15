import { warmCalls } from './measure/calls.js'
import { carriers } from './measure/carriers.js'
import { containerStart } from './measure/container.js'
import { deepPage, manyEntries } from './measure/growth.js'
import { httpMeasurements, oneConnection } from './measure/http.js'
import { instantCalls } from './measure/instant.js'
import { layeredReads } from './measure/layers.js'
import { entryMemory, idleMemory } from './measure/memory.js'
import { pastWorld } from './measure/past.js'
import { adminCalls, clockMoves, journalCalls, listing } from './measure/stalls.js'
import { startUp } from './measure/start-up.js'
import { stops } from './measure/stops.js'
import { wholeSuite } from './measure/suite.js'
import { sweeping } from './measure/sweep.js'
import { freshWorker } from './measure/worker.js'
import type { Measurement } from './measurement.js'

/** All that can be measured, in the order of the report. */
export const measurements: readonly Measurement[] = [
  freshWorker,
  warmCalls,
  wholeSuite,
  ...httpMeasurements,
  oneConnection,
  startUp,
  containerStart,
  instantCalls,
  layeredReads,
  carriers,
  pastWorld,
  sweeping,
  idleMemory,
  entryMemory,
  manyEntries,
  deepPage,
  listing,
  adminCalls,
  journalCalls,
  clockMoves,
  stops,
]

/**
 * The measurements that a run is asked for.
 *
 * @param only names; none: all, or the quick ones
 * @throws RangeError for a name that there is not
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
