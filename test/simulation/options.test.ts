import { describe, expect, test } from 'vitest'
import { changed } from '../../conformance/model/profile.js'
import { defaultProfile } from '../../src/domain/profile/profile.js'
import { extent } from '../support/extent.js'
import { optionsOf } from '../support/options-of.js'
import { drawnSteps } from './check.js'
import { OPTION_VALUES, optionsAt } from './draw-profiles.js'
import { Mismatch, Simulation } from './simulation.js'
import type { Step } from './steps.js'

/** Checks that the model has every option of the profile, and that an emulator that ignores one would be noticed. */

/** Options that the model doesn't have, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'auth.jwksFile': 'a simulation reads no files',
  'auth.secret': 'its tokens are those of the built-in provider',
}

test('every option is drawn', () => {
  const options = [...optionsOf(defaultProfile).keys()]
  expect(Object.keys(OPTION_VALUES).sort()).toEqual(options.filter((path) => !(path in LEFT_OUT)).sort())
})

/** Steps that can show that an option is ignored. Steps that show or replace the profile aren't needed for that. */
const IS_TELLING: Readonly<Partial<Record<Step['do'], true>>> = {
  request: true,
  walk: true,
  clock: true,
  pass: true,
  fault: true,
  'clear faults': true,
  'rate limit': true,
  'make namespace': true,
  'make key': true,
  'change namespace': true,
}

/** Other options that are needed for an option to have an effect. */
const BESIDE: Readonly<Record<string, object>> = {
  'limits.keyStatus': optionsAt({ 'limits.keyBytes': 4 }),
  'errors.codes.413': optionsAt({ 'limits.bodyBytes': 30 }),
  'database.codes.413': optionsAt({ 'limits.bodyBytes': 30 }),
}

const SEEDS = 12
const STEPS = 600

/** A body that's drawn too rarely. It's valid apart from a member that's null. */
const WITH_NULL: Step = {
  do: 'request',
  world: 0,
  operation: 'projects.create',
  resource: 1,
  key: 0,
  by: { databaseKey: 0 },
  body: { members: { name: '"One"', description: 'null' }, form: 'plain' },
}

/** The steps for each seed are only drawn once. */
const drawn = new Map<number, readonly Step[]>()

function stepsOf(seed: number): readonly Step[] {
  const steps = drawn.get(seed) ?? [
    ...drawnSteps(seed, STEPS).filter((step) => IS_TELLING[step.do] === true),
    WITH_NULL,
  ]
  drawn.set(seed, steps)
  return steps
}

const changes = Object.entries(OPTION_VALUES).flatMap(([path, values]) =>
  values
    .filter((value) => value !== optionsOf(defaultProfile).get(path))
    .map((value) => [path, value] as const),
)

const tried = changes.filter((_, at) => at % extent(12, 1) === 0)

describe('the simulation finds an emulator that ignores', () => {
  test.each(tried)('%s: %j', async (path, value) => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      if (await isFound(path, value, seed)) return
    }
    expect.unreachable(`${SEEDS} times ${STEPS} steps show nothing of ${path}`)
  })
})

/** Returns true if random steps show that only the model has the option. */
async function isFound(path: string, value: unknown, seed: number): Promise<boolean> {
  const simulation = await Simulation.start()
  try {
    const { model, client } = simulation.pair(0)
    const beside = BESIDE[path] ?? {}
    await client.profile.patch(beside)
    model.state.profile = changed(changed(model.state.profile, beside), optionsAt({ [path]: value }))
    for (const step of stepsOf(seed)) await simulation.do(step)
    return false
  } catch (error) {
    if (error instanceof Mismatch) return true
    throw error
  } finally {
    await simulation.close()
  }
}
