import { expect, test } from 'vitest'
import { tally } from '../trust/tally.js'
import { FIXED_SEEDS, RUNS } from './check.js'
import { CELLS, Coverage, nameOf, UNREACHABLE } from './coverage.js'
import { ROUTES } from './routes.js'
import { checkedOnce, routedOnce } from './runs.js'

/**
 * Random requests, clock moves, faults, resets, snapshots and worlds, done to an emulator and to the model beside it:
 * every answer must be what the model expects. A failure prints the fewest steps that show it, and the seed and path
 * that find it again. In the environment:
 *
 * SIMULATION_SEED  the seed to run with, in place of the fixed ones and the fresh one
 * SIMULATION_RUNS  how many runs of up to 120 steps each seed gets (12); some thousands take minutes
 * SIMULATION_PATH  of a failure: shows only that one again
 */
const { SIMULATION_SEED, SIMULATION_RUNS, SIMULATION_PATH } = process.env

/** Drawn anew each time, so that every run of the tests looks somewhere else. */
const fresh = Math.floor(Math.random() * 2 ** 31)

const seeds = SIMULATION_SEED === undefined ? [...FIXED_SEEDS, fresh] : [Number(SIMULATION_SEED)]
const runs = Number(SIMULATION_RUNS ?? RUNS)

test.each(seeds)(
  'the emulator answers as the model, with seed %i',
  // Thousands of runs may be asked for.
  { timeout: Number.POSITIVE_INFINITY },
  async (seed) => {
    const { found } = await checkedOnce({ seed, runs, path: SIMULATION_PATH })
    expect.assert(found === undefined, found)
  },
)

if (SIMULATION_SEED === undefined) {
  test.each(ROUTES)('the emulator answers as the model: %s', async (name, steps) => {
    await routedOnce(name, steps)
  })

  test('the fixed seeds and the routes come by every state that requests and steps can meet', async () => {
    const coverage = new Coverage()
    for (const seed of FIXED_SEEDS) coverage.add((await checkedOnce({ seed, runs })).coverage)
    for (const [name, steps] of ROUTES) coverage.add(await routedOnce(name, steps))
    tally({ of: 'coverage', ...coverage.covered })
    const names = CELLS.map(nameOf)
    expect([...coverage.transitions.keys()].filter((name) => !names.includes(name))).toEqual([])
    expect(names.filter((name) => !coverage.transitions.has(name))).toEqual(Object.keys(UNREACHABLE))
  })
}
