import fc from 'fast-check'
import { shrink } from '../../conformance/walk/shrink.js'
import { step } from './arbitraries.js'
import type { Coverage } from './coverage.js'
import { simulate, type Tamper } from './simulation.js'
import type { Step } from './steps.js'

/** The seeds that every run of the tests goes through, with RUNS of each. */
export const FIXED_SEEDS = [1, 2, 3] as const

/** How many emulators a seed stands for, each with steps of its own. */
export const RUNS = 12

/** The most steps of a run. */
const STEPS_MAX = 120

/** How much a check runs. */
export interface Extent {
  readonly seed: number
  /** By default RUNS. */
  readonly runs?: number
  /** Where a failure was found; only that is run then. */
  readonly path?: string | undefined
  /** Takes up what the runs came by. */
  readonly coverage?: Coverage
  /** false: the first failure is enough, however long its steps. */
  readonly shrinks?: boolean
}

/** Of two lists, so that long ones are common and short ones still can be shrunk to. */
const half = fc.array(step, { maxLength: STEPS_MAX / 2, size: 'max' })
const runOfSteps = fc.tuple(half, half).map(([first, second]) => [...first, ...second])

/** The steps that a seed stands for: always the same, for as long as fast-check and the arbitraries are. */
export function drawnSteps(seed: number, count: number): readonly Step[] {
  return fc.sample(fc.array(step, { minLength: count, maxLength: count }), { seed, numRuns: 1 })[0] ?? []
}

/**
 * Runs the simulation.
 *
 * @param tamper what a test of the simulation does to the answers
 * @returns what was found, with the fewest steps that show it and the line that finds it again; undefined for nothing
 */
export async function check(extent: Extent, tamper?: Tamper): Promise<string | undefined> {
  const { seed, runs = RUNS, path, coverage, shrinks = true } = extent
  const property = fc.asyncProperty(runOfSteps, async (steps) => {
    const { coverage: covered } = await simulate(steps, tamper)
    coverage?.add(covered)
  })
  const found = await fc.check(property, {
    seed,
    numRuns: runs,
    unbiased: true,
    endOnFailure: !shrinks,
    ...(path === undefined ? {} : { path }),
  })
  if (!found.failed) return undefined
  const again = `SIMULATION_SEED=${seed} SIMULATION_PATH=${found.counterexamplePath} npx vitest run test/simulation/simulation.test.ts`
  const [steps = []] = found.counterexample ?? []
  if (!shrinks) return `${messageOf(found.errorInstance)}\nagain by: ${again}`
  // Steps that stand apart and only together show nothing are left out here.
  const fewest = await shrink(
    steps,
    async (some) => (await problemOf(some, tamper)) !== undefined,
    REPLAYS_MAX,
  )
  const problem = (await problemOf(fewest, tamper)) ?? messageOf(found.errorInstance)
  return `${problem}\nshrunk to ${fewest.length} steps; again by: ${again}`
}

/** How often steps are done again to find the fewest. */
const REPLAYS_MAX = 1000

/** What running steps shows; undefined where all is well. */
async function problemOf(steps: readonly Step[], tamper?: Tamper): Promise<string | undefined> {
  return simulate(steps, tamper).then(() => undefined, messageOf)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
