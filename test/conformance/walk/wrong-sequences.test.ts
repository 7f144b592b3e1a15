import { expect, test } from 'vitest'
import { openSandbox } from '../../../conformance/emulator/sandbox.js'
import { walk } from '../../../conformance/walk/walk.js'
import { startEmulator } from '../../../src/emulator.js'
import { extent } from '../../support/extent.js'
import { inTurn, unheld } from '../statements/all-statements.js'
import { SEQUENCES, wrongAfter } from '../wrong/sequences.js'

/** Emulators that go wrong after a sequence of calls that no statement makes: only the walk finds them. */

/** All of these emulators, or every fourth one. */
const tried = SEQUENCES.map((row, index) => [...row, index] as const).filter(
  ([, , at]) => at % extent(4, 1) === 0,
)

test.each(tried)('after %s %s: the walk finds it, and no statement does', async (letters, effect, index) => {
  await using emulator = await startEmulator()
  await using sandbox = await openSandbox(emulator, { mark: 'wrong1' })
  const source = wrongAfter(letters, effect, sandbox)
  expect(await walk(source, { calls: 400, seed: 1, replays: 0 })).toMatchObject({ outcome: 'differs' })
  expect(await unheld(inTurn(index, extent(96, 16)), source)).toEqual([])
})
