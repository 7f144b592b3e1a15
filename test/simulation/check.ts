import fc from 'fast-check'
import { shrink } from '../../conformance/walk/shrink.js'
import { step } from './arbitraries.js'
import type { Coverage } from './coverage.js'
import { simulate, type Tamper } from './simulation.js'
import type { Step } from './steps.js'

/** Every test run uses these seeds. */
export const FIXED_SEEDS = [1, 2, 11] as const

/** Number of emulators per seed. Each of them takes different steps. */
export const RUNS = 12

const STEPS_MAX = 120

export interface Extent {
  readonly seed: number
  /** Defaults to RUNS. */
  readonly runs?: number
  /** Path of an earlier failure. If set, only that run is repeated. */
  readonly path?: string | undefined
  /** Collects the states that the runs reached. */
  readonly coverage?: Coverage
  /** If false, stops at the first failure without shrinking it. */
  readonly shrinks?: boolean
}

/** A run consists of two lists, so that long runs are common but can still be shrunk to short ones. */
const half = fc.array(step, { maxLength: STEPS_MAX / 2, size: 'max' })
const runOfSteps = fc.tuple(half, half).map(([first, second]) => [...first, ...second])

/** Draws the steps for a seed. They're the same until fast-check or the arbitraries change. */
export function drawnSteps(seed: number, count: number): readonly Step[] {
  return fc.sample(fc.array(step, { minLength: count, maxLength: count }), { seed, numRuns: 1 })[0] ?? []
}

/**
 * Runs the simulation.
 *
 * @param tamper changes answers, to test the simulation itself
 * @returns the failure with the fewest steps that cause it and a command to repeat it, or undefined if nothing failed
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
  if (!shrinks) return `${messageOf(found.errorInstance)}\nrepeat with: ${again}`
  // Unlike fast-check, this also removes steps that aren't adjacent and can only be left out together.
  const fewest = await shrink(
    steps,
    async (some) => (await problemOf(some, tamper)) !== undefined,
    REPLAYS_MAX,
  )
  const problem = (await problemOf(fewest, tamper)) ?? messageOf(found.errorInstance)
  return `${problem}\nshrunk to ${fewest.length} steps; repeat with: ${again}`
}

const REPLAYS_MAX = 1000

/** Returns the failure's message, or undefined if nothing failed. */
async function problemOf(steps: readonly Step[], tamper?: Tamper): Promise<string | undefined> {
  return simulate(steps, tamper).then(() => undefined, messageOf)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
