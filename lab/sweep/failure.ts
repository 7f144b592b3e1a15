import type { SweepReport } from './report.js'
import { reportText } from './report-text.js'

/**
 * Thrown if a sweep has findings or wasn't possible. The message is the report, with a line to repeat each finding.
 *
 * @example
 * const failure = await sweep(emulator, run).catch((error: SweepFailure) => error)
 */
export class SweepFailure extends Error {
  override readonly name = 'SweepFailure'
  /** Undefined if nothing was swept. */
  readonly report?: SweepReport

  /** @param why the report, or a sentence that explains why nothing was swept */
  constructor(why: SweepReport | string, options?: ErrorOptions) {
    super(typeof why === 'string' ? why : reportText(why), options)
    if (typeof why !== 'string') this.report = why
  }
}
