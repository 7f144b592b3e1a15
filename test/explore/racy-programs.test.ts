import { describe, it } from 'vitest'
import { startInProcess } from '../client/emulators.js'
import { extent } from '../support/extent.js'
import { expectFound, expectNotAccused, type Place } from './programs/found.js'
import { inOneProcess } from './programs/in-process.js'
import { Issuer } from './programs/issuer.js'
import { PROGRAMS } from './programs/programs.js'

/** Racy programs, each with a twin that is mended, whose parties are in one process. */

/** RACE_REPEATS=100 is the proof. */
const ROUNDS = Number(process.env.RACE_REPEATS ?? extent(1, 10))

const issuer = new Issuer()

const place: Place = {
  start: startInProcess,
  issuer: () => issuer,
  runParties: (program, variant) => inOneProcess(program[variant], issuer),
}

describe.each(PROGRAMS.map((program) => [program.name, program] as const))('explore %s', (_name, program) => {
  it('finds the order that fails, and repeats it', () => expectFound(program, place, ROUNDS))

  it('accuses no mended twin', () => expectNotAccused(program, place, ROUNDS))
})
