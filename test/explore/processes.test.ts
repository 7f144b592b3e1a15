import { afterAll, beforeAll, describe, it } from 'vitest'
import { startOverHttp, WAYS } from '../client/emulators.js'
import { extent, isDeep } from '../support/extent.js'
import { expectFound, expectNotAccused, type Place } from './programs/found.js'
import { inOneProcess } from './programs/in-process.js'
import { PartyProcesses } from './programs/processes.js'
import { PROGRAMS } from './programs/programs.js'
import { rateLimitCounter } from './programs/store-programs.js'

/** The racy programs over sockets: each party in a process of its own, with undici, or both in one. */

/** A hundred explorations over sockets take minutes on a machine that has other work. */
const HOUR_MS = 3_600_000

let processes: PartyProcesses

beforeAll(async () => {
  processes = await PartyProcesses.start()
})

afterAll(() => processes[Symbol.asyncDispose]())

/** RACE_REPEATS=100 is the proof. */
const ROUNDS = Number(process.env.RACE_REPEATS ?? extent(1, 3))

const ways = isDeep ? WAYS : WAYS.slice(1)

const programs = (isDeep ? PROGRAMS : [rateLimitCounter]).map((program) => [program.name, program] as const)

describe.each(programs)('explore %s', (_name, program) => {
  describe.each(ways)('in two processes beside the test, with an emulator %s', (_way, start) => {
    const place: Place = {
      start,
      issuer: () => processes.issuer,
      runParties: ({ name }, variant) => processes.run(name, variant),
    }

    it('finds the order that fails, and repeats it', () => expectFound(program, place, ROUNDS), HOUR_MS)

    it('accuses no mended twin', () => expectNotAccused(program, place, ROUNDS), HOUR_MS)
  })

  describe.runIf(isDeep)('in one process, over HTTP', () => {
    const place: Place = {
      start: startOverHttp,
      issuer: () => processes.issuer,
      runParties: (one, variant) => inOneProcess(one[variant], processes.issuer),
    }

    it('finds the order that fails, and repeats it', () => expectFound(program, place, ROUNDS), HOUR_MS)

    it('accuses no mended twin', () => expectNotAccused(program, place, ROUNDS), HOUR_MS)
  })
})
