import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSandbox, type Sandbox } from '../../../conformance/emulator/sandbox.js'
import { AREAS, judge } from '../../../conformance/statements/table.js'
import type { ServiceUnderTest } from '../../../conformance/subject.js'
import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import type { ProfilePatch } from '../../../src/domain/profile/profile.js'
import { foreignWords } from '../../support/service-words.js'
import { GAP_PROFILES } from '../gaps/gap-profiles.js'

/** A subject, and the words that no service would say in its errors, as they come. */
function overheard(subject: ServiceUnderTest): { subject: ServiceUnderTest; said: string[] } {
  const said: string[] = []
  const send: ServiceUnderTest['send'] = async (...request) => {
    const answer = await subject.send(...request)
    if (answer.status >= 400) said.push(...foreignWords(answer.text))
    return answer
  }
  return { subject: { ...subject, send }, said }
}

/**
 * Tests that every statement holds, each on a sandbox that is as new.
 *
 * @param ways in which the gaps go
 */
export function describeStatements(
  way: string,
  start: (profile: ProfilePatch) => Promise<EmulatorClient>,
  ways: readonly (readonly [name: string, profile: ProfilePatch])[] = Object.entries(GAP_PROFILES),
): void {
  describe.each(ways)(`${way}, under %s`, (_name, profile) => {
    let emulator: EmulatorClient
    let sandbox: Sandbox

    beforeAll(async () => {
      emulator = await start(profile)
      sandbox = await openSandbox(emulator, { mark: 'trial1' })
    })

    afterAll(async () => {
      await sandbox.close()
      await emulator.close()
    })

    describe.each(Object.entries(AREAS))('%s', (_area, statements) => {
      const visible = statements.filter(({ check }) => check !== undefined)
      it.each(visible.map((statement) => [statement.id, statement.text, statement] as const))(
        '%s: %s',
        async (_id, _text, statement) => {
          const { subject, said } = overheard(await sandbox.subjectFor(statement.needs))
          expect(await judge(statement, subject)).toEqual({ outcome: 'holds' })
          expect(said).toEqual([])
        },
      )
    })
  })
}
