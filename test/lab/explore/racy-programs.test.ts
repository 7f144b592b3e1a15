import { describe, expect, test } from 'vitest'
import { explore } from '../../../lab/explore/explore.js'
import type { Explored } from '../../../lab/explore/options.js'
import { ExploreFailure } from '../../../lab/explore/report.js'
import { extent } from '../../support/extent.js'
import { startInProcess } from '../emulators.js'
import { NAMES, PROGRAMS, SEED, type Variant } from './racy-programs.js'

/** Each racy program has a fixed variant. RACE_REPEATS=100 is the proof. */

const ROUNDS = Number(process.env.RACE_REPEATS ?? extent(1, 2))

/** A race must be found within this many runs. */
const RUNS_MAX = 50

/** Each request names its party, because some arrive late on a busy machine. */
const explored =
  ({ prepare, run, outcome }: Variant): Explored<unknown> =>
  async (world) => {
    await prepare?.(world)
    await Promise.all(NAMES.map((name) => run({ world, name, said: { baggage: `emulator-party=${name}` } })))
    return outcome(world)
  }

describe.each(PROGRAMS)('explore $name', ({ racy, mended, isRight }) => {
  test('explore finds the order that fails, and repeats it', async () => {
    await using emulator = await startInProcess({ seed: SEED })
    const options = { parties: 2, expect: isRight, maxRuns: RUNS_MAX }
    for (let round = 0; round < ROUNDS; round++) {
      const failure = await explore(emulator, explored(racy), options).catch((error: Error) => error)
      if (!(failure instanceof ExploreFailure)) throw new Error('it was not found', { cause: failure })
      const { failure: found } = failure.report ?? {}
      if (found === undefined) throw failure
      expect(found.firstRun).toBeLessThanOrEqual(RUNS_MAX)
      const again = explore(emulator, explored(racy), { ...options, only: found.only })
      await expect(again).rejects.toMatchObject({ report: { failed: 1, failure: { only: found.only } } })
    }
  })

  test('explore finds nothing in the fixed variant', async () => {
    await using emulator = await startInProcess({ seed: SEED })
    for (let round = 0; round < ROUNDS; round++) {
      const report = await explore(emulator, explored(mended), { parties: 2, expect: isRight })
      expect(report).toMatchObject({ failed: 0, isComplete: true })
    }
  })
})
