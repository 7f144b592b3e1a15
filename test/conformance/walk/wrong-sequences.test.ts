import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, type Sandbox } from '../../../conformance/emulator/sandbox.js'
import type { SubjectSource } from '../../../conformance/subject.js'
import { walk } from '../../../conformance/walk/walk.js'
import { startEmulator } from '../../../src/emulator.js'
import type { EmulatorClient } from '../../../src/index.js'
import { extent } from '../../support/extent.js'
import { inTurn, unheld } from '../statements/all-statements.js'
import { afterCalls, SEQUENCES } from '../wrong/sequences.js'

/** Emulators that go wrong after some calls in a row, which no statement makes: the walk alone finds them. */

let emulator: EmulatorClient
let sandbox: Sandbox

beforeAll(async () => {
  emulator = await startEmulator()
  sandbox = await openSandbox(emulator, { mark: 'wrong1' })
})

afterAll(async () => {
  await sandbox.close()
  await emulator.close()
})

/** Every emulator that goes wrong, or every other one. */
const tried = SEQUENCES.map((row, index) => [...row, index] as const).filter(
  ([, , at]) => at % extent(2, 1) === 0,
)

test.each(tried)('after %s %s: the walk finds it, and no statement does', async (letters, effect, index) => {
  const source: SubjectSource = {
    async subjectFor(needs) {
      const subject = await sandbox.subjectFor(needs)
      return { ...subject, send: afterCalls(letters, effect)(subject) }
    },
  }
  expect(await walk(source, { calls: 400, seed: 1, replays: 0 })).toMatchObject({ outcome: 'differs' })
  expect(await unheld(inTurn(index, extent(96, 16)), source)).toEqual([])
})
