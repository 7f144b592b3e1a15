import type { EmulatorClient } from '../client/emulator-client.js'
import type { StateChange } from '../history/change.js'
import { coverageText } from './coverage.js'
import type { Boundaries } from './edges/boundary.js'
import { instantBoundaries } from './edges/instants.js'
import { meterBoundaries } from './edges/meters.js'
import { edgeTrials } from './edges/trials.js'
import { SweepFailure } from './failure.js'
import { faultTrials } from './fault-trials.js'
import { gapTrials } from './gap-trials.js'
import { Runner, type RunResult } from './one-run.js'
import type { SweepSettings, Swept } from './options.js'
import type { SweepReport, SweptPoint } from './report.js'
import { sideBySide } from './side-by-side.js'
import { attributed } from './state/attributed.js'
import { isNamed, type Trial, type Verdict } from './trial.js'
import { learn, type Undisturbed } from './undisturbed.js'

/** Is told how far a sweep has come. */
export type Progress = (done: number, total: number) => void

/**
 * The report of a sweep, whatever it found.
 *
 * @throws SweepFailure where nothing could be swept
 */
export async function sweepReport(
  emulator: EmulatorClient,
  run: Swept,
  settings: SweepSettings,
  onProgress: Progress = () => {},
): Promise<SweepReport> {
  const runner = await Runner.start(emulator, run, settings.timeoutMs)
  try {
    const undisturbed = await learn(runner)
    const boundaries = settings.edges ? boundariesOf(undisturbed) : NO_BOUNDARIES
    const trials = [
      ...faultTrials(undisturbed, settings.faults),
      ...edgeTrials(boundaries.found, undisturbed),
      ...(settings.gaps ? gapTrials(undisturbed) : []),
    ]
    const chosen = chosenOf(trials, settings.only)
    if (chosen.length === 0) throw new SweepFailure(nothingToSweep(trials, settings.only))
    const points = await judged(chosen, trials, runner, settings, onProgress)
    const coverage = coverageText(chosen, { undisturbed, settings, boundaries })
    return reportOf(points, chosen, coverage, settings)
  } finally {
    await runner.close()
  }
}

const NO_BOUNDARIES: Boundaries = { found: [], unapproached: 0 }

function boundariesOf(undisturbed: Undisturbed): Boundaries {
  const { found, unapproached } = instantBoundaries(undisturbed)
  return { found: [...found, ...meterBoundaries(undisturbed)], unapproached }
}

const chosenOf = (trials: readonly Trial[], only: readonly string[]): Trial[] =>
  trials.filter((trial) => only.length === 0 || only.some((name) => isNamed(trial, name)))

function nothingToSweep(trials: readonly Trial[], only: readonly string[]): string {
  if (trials.length === 0) return 'nothing to sweep: faults, gaps and edges found no point in this run'
  const points = trials.map(({ point }) => `  ${point}`)
  return [`nothing to sweep: none of the points is named ${only.join(', ')}; there are`, ...points].join('\n')
}

/** Makes the runs of the chosen trials, and of those that they are compared with. */
async function judged(
  chosen: readonly Trial[],
  trials: readonly Trial[],
  runner: Runner,
  { concurrency }: SweepSettings,
  onProgress: Progress,
): Promise<SweptPoint[]> {
  const needed = new Set(chosen.flatMap(({ point, comparedWith }) => [point, comparedWith]))
  const toRun = trials.filter(({ point }) => needed.has(point))
  let done = 0
  const results = await sideBySide(toRun, concurrency, async ({ point, disturbance, judge }) => {
    const made = await runner.once(disturbance, async (result, world) => {
      const isDifferent = judge(result, undefined).outcome === 'differs'
      return { result, changes: isDifferent ? await world.diff() : [] }
    })
    onProgress(++done, toRun.length)
    return [point, made] as const
  })
  const byPoint = new Map<string | undefined, Made>(results)
  return chosen.flatMap(({ point, kind, comparedWith, judge }) => {
    const made = byPoint.get(point)
    if (made === undefined) return []
    const verdict = judge(made.result, byPoint.get(comparedWith)?.result)
    return [{ point, kind, ...withAuthors(verdict, made) }]
  })
}

/** A run that was made, with the changes of its world where it left another state. */
interface Made {
  readonly result: RunResult
  readonly changes: readonly StateChange[]
}

function withAuthors(verdict: Verdict, { result, changes }: Made): Verdict {
  if (verdict.differences === undefined) return verdict
  return { ...verdict, differences: attributed(verdict.differences, changes, result.requests) }
}

function reportOf(
  points: readonly SweptPoint[],
  trials: readonly Trial[],
  coverage: string,
  { allow }: SweepSettings,
): SweepReport {
  const used = new Set<string>()
  const judgedPoints = points.map((point, index) => {
    const trial = trials[index]
    const names = Object.keys(allow).filter((name) => trial !== undefined && isNamed(trial, name))
    const name = names.find((one) => outcomeAllowed(allow[one]) === point.outcome)
    if (name === undefined) return point
    used.add(name)
    return { ...point, allowed: reasonOf(allow[name], name) }
  })
  return {
    coverage,
    points: judgedPoints,
    findings: judgedPoints.filter(({ outcome, allowed }) => isBad(outcome) && allowed === undefined),
    idleAllowances: Object.keys(allow).filter((name) => !used.has(name)),
  }
}

type Allowance = SweepSettings['allow'][string] | undefined

const outcomeAllowed = (allowance: Allowance) =>
  typeof allowance === 'object' ? allowance.outcome : allowance

const reasonOf = (allowance: Allowance, name: string): string =>
  typeof allowance === 'object' ? allowance.reason : `by ${JSON.stringify(name)}`

const isBad = (outcome: SweptPoint['outcome']): boolean => outcome === 'failed' || outcome === 'differs'
