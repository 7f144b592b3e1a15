import type { EmulatorClient } from 'tristore-emulator'
import { keepIn, type WritableFiles } from '../bundle-file.js'
import type { SweepOptions, SweepSettings, Swept } from '../sweep/options.js'
import { readOptions } from '../sweep/read-options.js'
import type { SweepReport } from '../sweep/report.js'
import { reportText } from '../sweep/report-text.js'
import { sweepReport } from '../sweep/sweep-report.js'
import { junitReport } from './junit.js'

export interface SweepCommandOptions extends Omit<SweepOptions, 'bundles'> {
  /** If omitted, bundles aren't saved. */
  readonly bundles?: { readonly folder: string; readonly files: WritableFiles } | undefined
  readonly onProgress: NonNullable<SweepSettings['onProgress']>
  readonly report: 'pretty' | 'json' | 'junit'
}

/** `hasFindings` determines the exit status. */
export interface SweepPrinted {
  readonly text: string
  readonly hasFindings: boolean
}

/**
 * Checks the options. This happens before an emulator is started for the sweep.
 *
 * @returns a function that runs the sweep, and rejects with a SweepFailure if there was nothing to sweep
 * @throws RangeError if options contradict each other
 */
export function sweepCommand({
  bundles,
  onProgress,
  report: form,
  ...options
}: SweepCommandOptions): (emulator: EmulatorClient, run: Swept) => Promise<SweepPrinted> {
  const keepBundle = bundles === undefined ? undefined : keepIn(bundles.folder, bundles.files)
  const settings = { ...readOptions(options, keepBundle), onProgress }
  return async (emulator, run) => {
    const report = await sweepReport(emulator, run, settings)
    return { text: textOf(report, form), hasFindings: report.findings.length > 0 }
  }
}

function textOf(report: SweepReport, form: SweepCommandOptions['report']): string {
  if (form === 'json') return `${JSON.stringify(report, null, 2)}\n`
  if (form === 'junit') return junitReport(report)
  return `${reportText(report, onlyInShell)}\n`
}

const onlyInShell = (point: string): string => `--only '${point.replaceAll("'", "'\\''")}'`
