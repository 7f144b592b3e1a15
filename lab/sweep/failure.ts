import type { SweepReport } from './report.js'
import { reportText } from './report-text.js'

/**
 * A sweep that found something, or that could not be made. Its message is the report, with the line that repeats each
 * finding.
 *
 * @example
 * const failure = await sweep(emulator, run).catch((error: SweepFailure) => error)
 */
export class SweepFailure extends Error {
  override readonly name = 'SweepFailure'
  /** undefined if nothing was swept. */
  readonly report?: SweepReport

  /** @param why the report; a sentence on why nothing was swept */
  constructor(why: SweepReport | string, options?: ErrorOptions) {
    super(typeof why === 'string' ? why : reportText(why), options)
    if (typeof why !== 'string') this.report = why
  }
}
