import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSandbox } from '../../conformance/emulator/sandbox.js'
import { walk } from '../../conformance/walk/walk.js'
import { inProcessClient } from '../../src/client/in-process/client.js'
import { TokenSignatures } from '../../src/identity/signatures.js'
import { DataPlane } from '../../src/request/pipeline.js'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { services } from '../../src/services/index.js'
import { extent } from '../support/extent.js'
import { NO_FILES } from '../support/service.js'
import { inTurn, unheld } from './statements/all-statements.js'

/** Grease varies nothing that the contract shows, so the statements hold. */

const NUMBERS = extent(8, 24)

/** Shared by all numbers, because starting 100 would take longer than the requests. */
let emulator: LaunchedEmulator

beforeAll(async () => {
  emulator = await launch({ services })
})

afterAll(() => emulator.close())

/** A client of the emulator, as if it had been started with this number. */
function under(number: number) {
  const { home } = emulator
  home.worlds.remove('greased')
  const signatures = new TokenSignatures(NO_FILES)
  const ports = { signatures, realNow: () => 0, monotonic: () => 0, onRecord: () => {} }
  return inProcessClient({
    ...emulator,
    plane: new DataPlane({ services, ...ports }),
    home: home.worlds.create(home, { from: 'seed', id: 'greased', grease: number }),
    requireWorld: false,
    close: async () => {},
  })
}

describe('the statements hold under grease', () => {
  const numbers = Array.from({ length: NUMBERS }, (_, index) => index + 1)
  test.each(numbers)('every statement holds under grease %i', async (number) => {
    await using sandbox = await openSandbox(under(number), { mark: `trial${number}` })
    expect(await unheld(inTurn(number, 16), sandbox)).toEqual([])
  })
})

describe('walks agree with the emulator under grease', () => {
  const sample = extent(2, 10)
  test.each(Array.from({ length: sample }, (_, index) => ((index + 1) * 40) / sample))(
    'a walk agrees with the emulator under grease %i',
    async (number) => {
      await using sandbox = await openSandbox(under(number), { mark: `walk${number}` })
      for (const seed of [4, 11]) {
        expect(await walk(sandbox, { calls: 90, seed, replays: 0 })).toEqual({ outcome: 'agrees', calls: 90 })
      }
    },
  )
})
