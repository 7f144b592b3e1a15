import type { EmulatorClient } from 'tristore-emulator'
import { CACHE_FOLDER, keepIn } from '../bundle-file.js'
import { SweepFailure } from './failure.js'
import type { SweepOptions, Swept } from './options.js'
import { readOptions, refuseUnknownOptions } from './read-options.js'
import type { SweepReport } from './report.js'

/**
 * Runs a test's body again and again, each time in a fresh world that disturbs it in one place: with a fault at one of
 * its requests, a different value for a contract gap that it used, or an arrival near a boundary that it met. We start
 * with two undisturbed runs, to find out what varies anyway. The worlds' clock is frozen until the run moves it.
 *
 * @throws SweepFailure (as a rejection) if a run failed or its state differs from the undisturbed one's, if the
 * undisturbed run fails, if there was nothing to sweep, or if no point was reached.
 * @throws RangeError if an option is invalid
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
  // Loaded on demand, because most programs that import the library never sweep.
  const { sweepReport } = await import('./sweep-report.js')
  const report = await sweepReport(emulator, run, settings)
  if (report.findings.length > 0) throw new SweepFailure(report)
  return report
}
