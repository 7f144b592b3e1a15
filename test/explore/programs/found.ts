import { expect } from 'vitest'
import { explore } from '../../../src/explore/explore.js'
import { ExploreFailure } from '../../../src/explore/report.js'
import type { WAYS } from '../../client/emulators.js'
import { explored, type RunParties } from './in-process.js'
import type { Issuer } from './issuer.js'
import { PROFILE, type Program, SEED } from './program.js'

/** Runs within which a race is to be found. */
const RUNS_MAX = 50

/** Where the parties of a program run. */
export interface Place {
  readonly start: (typeof WAYS)[number][1]
  readonly issuer: () => Issuer
  readonly runParties: (program: Program, variant: 'racy' | 'mended') => RunParties
}

const exploredAt = ({ issuer, runParties }: Place, program: Program, variant: 'racy' | 'mended') =>
  explored(program[variant], issuer(), runParties(program, variant))

/** The racy program is found to fail, in an order that fails again. */
export async function expectFound(program: Program, place: Place, rounds: number): Promise<void> {
  await using emulator = await place.start({ seed: SEED, profile: PROFILE })
  const run = exploredAt(place, program, 'racy')
  const options = { parties: 2, expect: program.isRight, maxRuns: RUNS_MAX }
  for (let round = 0; round < rounds; round++) {
    const failure = await explore(emulator, run, options).catch((error: Error) => error)
    if (!(failure instanceof ExploreFailure)) throw new Error('it was not found', { cause: failure })
    const { failure: found } = failure.report ?? {}
    if (found === undefined) throw failure
    expect(found.firstRun).toBeLessThanOrEqual(RUNS_MAX)
    const again = explore(emulator, run, { ...options, only: found.only })
    await expect(again).rejects.toMatchObject({ report: { failed: 1, failure: { only: found.only } } })
  }
}

/** The mended one fails in no order. */
export async function expectNotAccused(program: Program, place: Place, rounds: number): Promise<void> {
  await using emulator = await place.start({ seed: SEED, profile: PROFILE })
  const run = exploredAt(place, program, 'mended')
  for (let round = 0; round < rounds; round++) {
    const report = await explore(emulator, run, { parties: 2, expect: program.isRight })
    expect(report).toMatchObject({ failed: 0, isComplete: true })
  }
}
