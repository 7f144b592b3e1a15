import { expect, test } from 'vitest'
import { drawnSteps, FIXED_SEEDS, RUNS } from './check.js'
import { CELLS, Coverage, nameOf, UNREACHABLE } from './coverage.js'
import { ROUTES } from './routes.js'
import { checkedOnce, routedOnce } from './runs.js'
import { simulate } from './simulation.js'
import { startWithEverySwitch } from './subject.js'

/**
 * Runs random requests, clock moves, faults, resets, snapshots and worlds on an emulator and on its model. Every answer
 * must be the one that the model expects. If it isn't, prints the fewest steps that show it, and the seed and path to
 * repeat it. Environment variables:
 *
 * - SIMULATION_SEED: runs this seed instead of the fixed ones and a new one
 * - SIMULATION_RUNS: number of runs per seed (12), with up to 120 steps each. Several thousand take minutes.
 * - SIMULATION_PATH: only repeats the failure with this path
 */
const { SIMULATION_SEED, SIMULATION_RUNS, SIMULATION_PATH } = process.env

/** Every test run gets a new seed, so that it tries something new. */
const fresh = Math.floor(Math.random() * 2 ** 31)

const seeds = SIMULATION_SEED === undefined ? [...FIXED_SEEDS, fresh] : [Number(SIMULATION_SEED)]
const runs = Number(SIMULATION_RUNS ?? RUNS)

test.each(seeds)(
  'the emulator answers like the model, with seed %i',
  // SIMULATION_RUNS may be in the thousands.
  { timeout: Number.POSITIVE_INFINITY },
  async (seed) => {
    const { found } = await checkedOnce({ seed, runs, path: SIMULATION_PATH })
    expect.assert(found === undefined, found)
  },
)

/** Number of steps over sockets, which is fewer than without. */
const SOCKET_STEPS = 200

test.each(seeds)(
  'over sockets with all switches on, the emulator answers like the model, with seed %i',
  { timeout: Number.POSITIVE_INFINITY },
  async (seed) => {
    // New worlds use the seed of the default world, which gets no data requests here.
    const steps = drawnSteps(seed, SOCKET_STEPS).filter((step) => step.do !== 'seed')
    await simulate(steps, undefined, startWithEverySwitch)
  },
)

if (SIMULATION_SEED === undefined) {
  test.each(ROUTES)('the emulator answers like the model: %s', async (name, steps) => {
    await routedOnce(name, steps)
  })

  test('the fixed seeds and the routes reach every state that requests and steps can reach', async () => {
    const coverage = new Coverage()
    for (const seed of FIXED_SEEDS) coverage.add((await checkedOnce({ seed, runs })).coverage)
    for (const [name, steps] of ROUTES) coverage.add(await routedOnce(name, steps))
    const names = CELLS.map(nameOf)
    expect([...coverage.transitions.keys()].filter((name) => !names.includes(name))).toEqual([])
    expect(names.filter((name) => !coverage.transitions.has(name))).toEqual(Object.keys(UNREACHABLE))
  })
}
