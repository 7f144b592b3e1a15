import { expect, test } from 'vitest'
import { openSandbox } from '../../../conformance/emulator/sandbox.js'
import { startEmulator } from '../../../src/emulator.js'
import { GAP_PROFILES } from '../gaps/gap-profiles.js'
import { CHECKED, unheld } from './all-statements.js'

// These run without a socket. test/conformance/command/conform.test.ts tries the default profile over HTTP.

test.each(Object.entries(GAP_PROFILES).slice(1))('every statement holds under %s', async (_name, profile) => {
  await using emulator = await startEmulator({ profile })
  await using sandbox = await openSandbox(emulator, { mark: 'trial1' })
  expect(await unheld(CHECKED, sandbox)).toEqual([])
})
