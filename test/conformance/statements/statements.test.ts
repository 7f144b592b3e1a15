import { expect, test } from 'vitest'
import { openSandbox } from '../../../conformance/emulator/sandbox.js'
import { startEmulator } from '../../../src/start-emulator.js'
import { extent } from '../../support/extent.js'
import { GAP_PROFILES } from '../gaps/gap-profiles.js'
import { inTurn, unheld } from './all-statements.js'

// Runs without a socket. test/conformance/command/judge.test.ts tries the default profile over HTTP.

/** `npm test` tries every sixth statement under each profile, a different selection for each. */
const SHARE = extent(6, 1)

const profiles = Object.entries(GAP_PROFILES)

test.each(profiles.map((row, index) => [...row, index] as const))(
  'every statement holds under %s',
  async (_name, profile, index) => {
    await using emulator = await startEmulator({ profile })
    await using sandbox = await openSandbox(emulator, { mark: 'trial1' })
    const isDefault = Object.keys(profile).length === 0
    expect(await unheld(inTurn(index, isDefault ? 1 : SHARE), sandbox)).toEqual([])
  },
)
