import { expect, test } from 'vitest'
import { drawnSteps, FIXED_SEEDS, RUNS } from './check.js'
import { CELLS, Coverage, nameOf, UNREACHABLE } from './coverage.js'
import { ROUTES } from './routes.js'
import { checkedOnce, routedOnce } from './runs.js'
import { simulate } from './simulation.js'
import { startWithEverySwitch } from './subject.js'

/**
 * Sends random requests, clock moves, faults, resets, snapshots and worlds to an emulator and to its model. Every
 * answer must be what the model expects. A failure prints the fewest steps that show it, and the seed and path that
 * repeat it.
 * Variables in the environment:
 *
 * - SIMULATION_SEED: the seed to run with, in place of the fixed ones and the new one
 * - SIMULATION_RUNS: the number of runs for each seed (12), with up to 120 steps each; some thousands take minutes
 * - SIMULATION_PATH: the path of a failure, to repeat only that one
 */
const { SIMULATION_SEED, SIMULATION_RUNS, SIMULATION_PATH } = process.env

/** A new seed for each run of the tests, so that every run tries something else. */
const fresh = Math.floor(Math.random() * 2 ** 31)

const seeds = SIMULATION_SEED === undefined ? [...FIXED_SEEDS, fresh] : [Number(SIMULATION_SEED)]
const runs = Number(SIMULATION_RUNS ?? RUNS)

test.each(seeds)(
  'the emulator answers as the model, with seed %i',
  // SIMULATION_RUNS may be thousands.
  { timeout: Number.POSITIVE_INFINITY },
  async (seed) => {
    const { found } = await checkedOnce({ seed, runs, path: SIMULATION_PATH })
    expect.assert(found === undefined, found)
  },
)

/** The steps over sockets, fewer than those of all runs without one. */
const SOCKET_STEPS = 200

test.each(seeds)(
  'the emulator answers as the model over sockets with every switch on, with seed %i',
  { timeout: Number.POSITIVE_INFINITY },
  async (seed) => {
    // Worlds come from the seed of the default world, which takes no data requests here.
    const steps = drawnSteps(seed, SOCKET_STEPS).filter((step) => step.do !== 'seed')
    await simulate(steps, undefined, startWithEverySwitch)
  },
)

if (SIMULATION_SEED === undefined) {
  test.each(ROUTES)('the emulator answers as the model: %s', async (name, steps) => {
    await routedOnce(name, steps)
  })

  test('the fixed seeds and the routes meet every state that requests and steps can meet', async () => {
    const coverage = new Coverage()
    for (const seed of FIXED_SEEDS) coverage.add((await checkedOnce({ seed, runs })).coverage)
    for (const [name, steps] of ROUTES) coverage.add(await routedOnce(name, steps))
    const names = CELLS.map(nameOf)
    expect([...coverage.transitions.keys()].filter((name) => !names.includes(name))).toEqual([])
    expect(names.filter((name) => !coverage.transitions.has(name))).toEqual(Object.keys(UNREACHABLE))
  })
}
