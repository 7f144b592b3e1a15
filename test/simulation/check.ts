import fc from 'fast-check'
import { step } from './arbitraries.js'
import { simulate, type Tamper } from './simulation.js'
import type { Step } from './steps.js'

/** The seeds that every run of the tests goes through, with RUNS of each. */
export const FIXED_SEEDS = [1, 2, 3] as const

/** How many emulators a seed stands for, each with steps of its own. */
export const RUNS = 20

/** The most steps of a run. */
const STEPS_MAX = 120

/** How much a check runs. */
export interface Extent {
  readonly seed: number
  /** By default RUNS. */
  readonly runs?: number
  /** Where a failure was found; only that is run then. */
  readonly path?: string | undefined
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
 * @returns what was found, in its smallest form, with the seed and path that find it again; undefined for nothing
 */
export async function check(extent: Extent, tamper?: Tamper): Promise<string | undefined> {
  const { seed, runs = RUNS, path, shrinks = true } = extent
  const property = fc.asyncProperty(runOfSteps, async (steps) => {
    await simulate(steps, tamper)
  })
  const found = await fc.check(property, {
    seed,
    numRuns: runs,
    unbiased: true,
    endOnFailure: !shrinks,
    ...(path === undefined ? {} : { path }),
  })
  if (!found.failed) return undefined
  const { numShrinks, counterexamplePath, errorInstance } = found
  const problem = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const again = `SIMULATION_SEED=${seed} SIMULATION_PATH=${counterexamplePath} npx vitest run test/simulation/simulation.test.ts`
  return `${problem}\nshrunk ${numShrinks} times; again by: ${again}`
}
