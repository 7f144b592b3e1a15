import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from '../../../src/cli/conformance/sandbox.js'
import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import { AREAS, judge } from '../../../src/conformance/statements/table.js'
import type { ProfilePatch } from '../../../src/domain/profile/profile.js'
import { GAP_PROFILES } from '../gaps/gap-profiles.js'

/** Tests that every statement holds, whichever way the gaps go, each on a stage that is as new. */
export function describeStatements(
  way: string,
  start: (profile: ProfilePatch) => Promise<EmulatorClient>,
): void {
  describe.each(Object.entries(GAP_PROFILES))(`${way}, under %s`, (_name, profile) => {
    let emulator: EmulatorClient
    let stage: Stage

    beforeAll(async () => {
      emulator = await start(profile)
      stage = await openStage(emulator, { mark: 'trial1' })
    })

    afterAll(async () => {
      await stage.close()
      await emulator.close()
    })

    describe.each(Object.entries(AREAS))('%s', (_area, statements) => {
      const visible = statements.filter(({ check }) => check !== undefined)
      it.each(visible.map((statement) => [statement.id, statement.text, statement] as const))(
        '%s: %s',
        async (_id, _text, statement) => {
          const subject = await stage.subjectFor(statement.needs)
          expect(await judge(statement, subject)).toEqual({ outcome: 'holds' })
        },
      )
    })
  })
}
