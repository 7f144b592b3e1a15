import type { EmulatorClient } from 'tristore-emulator'
import { CACHE_FOLDER, keepIn } from '../bundle-file.js'
import { SweepFailure } from './failure.js'
import type { SweepOptions, Swept } from './options.js'
import { readOptions, refuseUnknownOptions } from './read-options.js'
import type { SweepReport } from './report.js'

/**
 * Runs a test's body again and again, each time in a fresh world that disturbs it in one place: a fault at each of its
 * requests, another value for each gap of the contract that it used, and arrivals around each boundary that it met. Two
 * undisturbed runs come first, to find what varies anyway. The clock of the worlds is frozen until the run moves it.
 *
 * @throws SweepFailure (as a rejection) if a run failed or left another state than the undisturbed one. Also if the
 * undisturbed run fails, if there was nothing to sweep, or if no point was reached.
 * @throws RangeError for a wrong option
 * @example
 * const report = await sweep(emulator, async (world) => { await checkout(world.baseUrl) }, { faults: true })
 * console.log(report.coverage)
 */
export async function sweep(
  emulator: EmulatorClient,
  run: Swept,
  options: SweepOptions = {},
): Promise<SweepReport> {
  refuseUnknownOptions(options)
  const { bundles = CACHE_FOLDER, ...settled } = options
  const settings = readOptions(settled, bundles === false ? undefined : keepIn(bundles))
  // Most programs that import the library never sweep.
  const { sweepReport } = await import('./sweep-report.js')
  const report = await sweepReport(emulator, run, settings)
  if (report.findings.length > 0) throw new SweepFailure(report)
  return report
}
