import { expect, test } from 'vitest'
import { openSandbox } from '../../../conformance/emulator/sandbox.js'
import type { SubjectSource } from '../../../conformance/subject.js'
import { walk } from '../../../conformance/walk/walk.js'
import { startEmulator } from '../../../src/start-emulator.js'
import { extent } from '../../support/extent.js'
import { inTurn, unheld } from '../statements/all-statements.js'
import { FOUND_BY_WALKS } from '../wrong/kinds.js'

/** Services that go wrong only after certain calls in a row, so that only the walk finds them. */

const numbered = FOUND_BY_WALKS.map(([what, make], index) => [what, make, index] as const)

test.each(numbered)('if %s, a walk finds it, and no statement does', async (_what, make, index) => {
  await using emulator = await startEmulator()
  await using sandbox = await openSandbox(emulator, { mark: 'wrong1' })
  const source: SubjectSource = {
    async subjectFor(needs) {
      const subject = await sandbox.subjectFor(needs)
      return { ...subject, send: make(subject) }
    },
  }
  const outcomes: string[] = []
  for (const seed of [1, 2]) outcomes.push((await walk(source, { calls: 400, seed, replays: 0 })).outcome)
  expect(outcomes).toContain('differs')
  expect(await unheld(inTurn(index, extent(96, 4)), source)).toEqual([])
})

test('there are ten of them', () => expect(FOUND_BY_WALKS).toHaveLength(10))
