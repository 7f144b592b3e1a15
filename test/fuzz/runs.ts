import fc, { type IAsyncProperty } from 'fast-check'

/** The number of runs of a property for each seed. FUZZ_RUNS=10000 fuzzes for longer. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 0)
/** FUZZ_SEED=… runs only that seed. A failure names the seed that found it. */
const SEED = process.env.FUZZ_SEED

const seeds: readonly number[] =
  SEED === undefined ? [20_260_131, Math.floor(Math.random() * 2 ** 31)] : [Number(SEED)]

/**
 * Checks a property with random input, from a fixed seed and from one that is new in each run. A failing input is
 * shrunk, and the failure names seed and path.
 *
 * @param runs the number of runs for each seed, unless FUZZ_RUNS says otherwise
 */
export async function fuzz<T>(property: IAsyncProperty<T>, runs: number): Promise<void> {
  const numRuns = RUNS > 0 ? RUNS : runs
  for (const seed of seeds) await fc.assert(property, { seed, numRuns })
}

/** In ms. Long enough for any number of runs, so that only a test that hangs is stopped. */
export const FUZZ_TIMEOUT_MS = 600_000 + RUNS * 100
