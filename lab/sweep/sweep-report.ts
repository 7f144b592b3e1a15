import { crc32 } from 'node:zlib'
import type { Bundle, EmulatorClient, StateChange } from 'tristore-emulator'
import { plural } from '../text.js'
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
import type { Subjects } from './requests.js'
import { attributed } from './state/attributed.js'
import { isNamed, type Trial, type TrialResults, type Verdict } from './trial.js'
import { learn, type UndisturbedRun } from './undisturbed.js'

/**
 * Runs a sweep and returns its report, whether or not there are findings.
 *
 * @throws SweepFailure if nothing could be swept
 */
export async function sweepReport(
  emulator: EmulatorClient,
  run: Swept,
  settings: SweepSettings,
): Promise<SweepReport> {
  const runner = await Runner.start(emulator, run, settings.timeoutMs)
  try {
    const undisturbed = await learn(runner)
    const boundaries = boundariesOf(undisturbed, settings.edges)
    const trials = [
      ...faultTrials(undisturbed, settings.faults),
      ...edgeTrials(boundaries.found, undisturbed),
      ...(settings.gaps ? gapTrials(undisturbed) : []),
    ]
    const judgements = await judged(trials, runner, settings)
    const report = reportOf(judgements, settings, settings.name ?? fingerprintOf(undisturbed))
    const { points } = report
    if (points.every(({ outcome }) => outcome === 'not reached')) throw new SweepFailure(noneReached(points))
    return { coverage: coverageText(points, { undisturbed, settings, boundaries }), ...report }
  } finally {
    await runner.close()
  }
}

function boundariesOf(undisturbed: UndisturbedRun, edges: SweepSettings['edges']): Boundaries {
  const { found, unapproached } = instantBoundaries(undisturbed, edges)
  return { found: [...found, ...meterBoundaries(undisturbed, edges)], unapproached }
}

const chosenOf = (trials: readonly Trial[], only: readonly string[]): Trial[] =>
  trials.filter(
    (trial) => trial.isControl !== true && (only.length === 0 || only.some((name) => isNamed(trial, name))),
  )

function nothingToSweep(trials: readonly Trial[], only: readonly string[]): string {
  if (trials.length === 0)
    return 'nothing to sweep: there are no points for faults, gaps or edges in this run'
  const points = chosenOf(trials, []).map(({ point }) => `  ${point}`)
  return [`nothing to sweep: no point is named ${only.join(', ')}; there are`, ...points].join('\n')
}

function noneReached(points: readonly SweptPoint[]): string {
  const names = points.map(({ point }) => `  ${point}`)
  const why = 'the disturbed runs reached none of the points, because the code behaves differently each time'
  return [`nothing to sweep: ${why}`, ...names].join('\n')
}

/** Identifies a test that has no name. Note that two tests with the same requests overwrite each other's bundles. */
const fingerprintOf = ({ requests }: UndisturbedRun): string =>
  crc32(JSON.stringify(requests.map(({ place }) => place))).toString(16)

async function judged(
  trials: readonly Trial[],
  runner: Runner,
  { only, concurrency, keepBundle, onProgress }: SweepSettings,
): Promise<Judgement[]> {
  const chosen = chosenOf(trials, only)
  if (chosen.length === 0) throw new SweepFailure(nothingToSweep(trials, only))
  const needed = new Set(chosen.flatMap(({ point, comparedWith = [] }) => [point, ...comparedWith]))
  const toRun = trials.filter(({ point }) => needed.has(point))
  let done = 0
  let bad = 0
  const results = await sideBySide(
    toRun,
    concurrency,
    async ({ point, disturbance, comparedWith = [], judge }) => {
      const made = await runner.once(disturbance, async (result, world) => {
        const { outcome } = judge(result, NOTHING_ELSE)
        if (isBad(outcome)) bad++
        // The run to compare it with may come later.
        const mayBeFinding = isBad(outcome) || comparedWith.length > 0
        return {
          result,
          changes: outcome === 'differs' ? await world.diff() : [],
          bundle: mayBeFinding && keepBundle !== undefined ? await world.bundle() : undefined,
        }
      })
      onProgress?.(++done, toRun.length, bad)
      return [point, made] as const
    },
  )
  const byPoint = new Map(results)
  const others: TrialResults = new Map(results.map(([point, { result }]) => [point, result]))
  return chosen.flatMap((trial) => {
    const { point, kind, cause } = trial
    const made = byPoint.get(point)
    if (made === undefined) return []
    const verdict = trial.judge(made.result, others)
    return [
      {
        trial,
        point: { point, kind, cause, ...withAuthors(verdict, made, runner.subjects) },
        bundle: made.bundle,
      },
    ]
  })
}

const NOTHING_ELSE: TrialResults = new Map()

/** A finished run, and its world's changes if it left a different state. */
interface ComparedRun {
  readonly result: RunResult
  readonly changes: readonly StateChange[]
  /** Undefined if bundles aren't saved. */
  readonly bundle: Bundle | undefined
}

/** A trial's result before allowances are applied. */
interface Judgement extends Pick<ComparedRun, 'bundle'> {
  readonly trial: Trial
  readonly point: SweptPoint
}

function withAuthors(
  verdict: Verdict,
  { result, changes }: Omit<ComparedRun, 'bundle'>,
  subjects: Subjects,
): Verdict {
  if (verdict.differences === undefined) return verdict
  return { ...verdict, differences: attributed(verdict.differences, changes, result.requests, subjects) }
}

/** @param test the name that bundles' names start with */
function reportOf(
  judgements: readonly Judgement[],
  { allow, keepBundle }: SweepSettings,
  test: string,
): Omit<SweepReport, 'coverage'> {
  const used = new Set<string>()
  const points = judgements.map(({ trial, point, bundle }): SweptPoint => {
    const names = Object.keys(allow).filter((name) => isNamed(trial, name))
    const name = names.find((one) => outcomeAllowed(allow[one]) === point.outcome)
    if (name !== undefined) {
      used.add(name)
      return { ...point, allowed: reasonOf(allow[name], name) }
    }
    if (!isBad(point.outcome) || bundle === undefined || keepBundle === undefined) return point
    return { ...point, bundle: keepBundle(bundle, `${test} ${point.point}`) }
  })
  return {
    points,
    findings: points.filter(({ outcome, allowed }) => isBad(outcome) && allowed === undefined),
    idleAllowances: Object.keys(allow).filter((name) => !used.has(name)),
  }
}

type Allowance = SweepSettings['allow'][string] | undefined

const outcomeAllowed = (allowance: Allowance) =>
  typeof allowance === 'object' ? allowance.outcome : allowance

const reasonOf = (allowance: Allowance, name: string): string =>
  typeof allowance === 'object' ? allowance.reason : `by ${JSON.stringify(name)}`

const isBad = (outcome: SweptPoint['outcome']): boolean => outcome === 'failed' || outcome === 'differs'

/** Processes a list with limited concurrency. Returns the results in the list's order. */
async function sideBySide<T, U>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<U>,
): Promise<U[]> {
  const results: U[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index] as T)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  return results
}

interface Covered {
  readonly undisturbed: UndisturbedRun
  readonly settings: SweepSettings
  readonly boundaries: Boundaries
}

/** Returns e.g. "32 requests, 2 faults each (lost, 503): 64 runs; 3 boundaries touched: 12 runs; …". */
function coverageText(points: readonly SweptPoint[], { undisturbed, settings, boundaries }: Covered): string {
  const { requests, gaps } = undisturbed
  const reached = points.filter(({ outcome }) => outcome !== 'not reached')
  const runs = (kind: SweptPoint['kind']) => plural(reached.filter((one) => one.kind === kind).length, 'run')
  const missed = points.length - reached.length
  const { faults, only } = settings
  const names = faults.map(({ name }) => name).join(', ')
  const each = plural(faults.length, 'fault')
  const away = boundaries.unapproached
  const parts = [
    plural(requests.length, 'request') + (names === '' ? '' : `, ${each} each (${names}): ${runs('fault')}`),
    ...(settings.edges.length > 0
      ? [`${plural(boundaries.found.length + away, 'boundary', 'boundaries')} touched: ${runs('edge')}`]
      : []),
    ...(away === 0
      ? []
      : [`${plural(away, 'boundary', 'boundaries')} out of reach, because no clock move led there`]),
    ...(settings.gaps ? [`${plural(gaps.length, 'gap')} used: ${runs('gap')}`] : []),
    ...(missed === 0 ? [] : [`${plural(missed, 'point')} not reached`]),
    ...(only.length === 0 ? [] : [`only ${plural(points.length, 'point')} of all`]),
  ]
  return parts.join('; ')
}
