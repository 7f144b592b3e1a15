import fc from 'fast-check'
import { shrink } from '../../conformance/walk/shrink.js'
import { step } from './arbitraries.js'
import type { Coverage } from './coverage.js'
import { simulate, type Tamper } from './simulation.js'
import type { Step } from './steps.js'

/** The seeds of every run of the tests, with RUNS of each. */
export const FIXED_SEEDS = [1, 2, 11] as const

/** The number of emulators for each seed, each with steps of its own. */
export const RUNS = 12

/** The largest number of steps of a run. */
const STEPS_MAX = 120

/** The extent of a check. */
export interface Extent {
  readonly seed: number
  /** By default RUNS. */
  readonly runs?: number
  /** The path of an earlier failure: then only that is run. */
  readonly path?: string | undefined
  /** Collects the states that the runs met. */
  readonly coverage?: Coverage
  /** false: stops at the first failure, without shrinking its steps. */
  readonly shrinks?: boolean
}

/** A run is made of two lists, so that long runs are common and can still be shrunk to short ones. */
const half = fc.array(step, { maxLength: STEPS_MAX / 2, size: 'max' })
const runOfSteps = fc.tuple(half, half).map(([first, second]) => [...first, ...second])

/** Returns the steps of a seed, which are the same until fast-check or the arbitraries change. */
export function drawnSteps(seed: number, count: number): readonly Step[] {
  return fc.sample(fc.array(step, { minLength: count, maxLength: count }), { seed, numRuns: 1 })[0] ?? []
}

/**
 * Runs the simulation.
 *
 * @param tamper a change to the answers, for tests of the simulation
 * @returns the failure, with the fewest steps that show it and the line that repeats it; undefined without a failure
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
  // Unlike fast-check, this also removes steps that are apart and can only be left out together.
  const fewest = await shrink(
    steps,
    async (some) => (await problemOf(some, tamper)) !== undefined,
    REPLAYS_MAX,
  )
  const problem = (await problemOf(fewest, tamper)) ?? messageOf(found.errorInstance)
  return `${problem}\nshrunk to ${fewest.length} steps; again by: ${again}`
}

/** The number of replays to find the fewest steps. */
const REPLAYS_MAX = 1000

/** Runs steps and returns the failure; undefined without a failure. */
async function problemOf(steps: readonly Step[], tamper?: Tamper): Promise<string | undefined> {
  return simulate(steps, tamper).then(() => undefined, messageOf)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
