import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSandbox, type Sandbox } from '../../../conformance/emulator/sandbox.js'
import { AREAS, judge } from '../../../conformance/statements/table.js'
import type { Subject } from '../../../conformance/subject.js'
import { startEmulator } from '../../../src/emulator.js'
import type { EmulatorClient } from '../../../src/index.js'
import { foreignWords } from '../../support/service-words.js'
import { GAP_PROFILES } from '../gaps/gap-profiles.js'

// Without a socket. The same over HTTP is test/conformance/command/conform.test.ts.

/** A subject, and the words that no service would say in its errors, as they come. */
function overheard(subject: Subject): { subject: Subject; said: string[] } {
  const said: string[] = []
  const send: Subject['send'] = async (...request) => {
    const answer = await subject.send(...request)
    if (answer.status >= 400) said.push(...foreignWords(answer.text))
    return answer
  }
  return { subject: { ...subject, send }, said }
}

describe.each(Object.entries(GAP_PROFILES))('under %s', (_name, profile) => {
  let emulator: EmulatorClient
  let sandbox: Sandbox

  beforeAll(async () => {
    emulator = await startEmulator({ profile })
    sandbox = await openSandbox(emulator, { mark: 'trial1' })
  })

  afterAll(async () => {
    await sandbox.close()
    await emulator.close()
  })

  it.each(Object.entries(AREAS))('every statement holds of %s', async (_area, statements) => {
    const failures: object[] = []
    for (const statement of statements.filter(({ check }) => check !== undefined)) {
      const { subject, said } = overheard(await sandbox.subjectFor(statement.needs))
      const { outcome, ...why } = await judge(statement, subject)
      if (outcome !== 'holds' || said.length > 0) failures.push({ id: statement.id, outcome, ...why, said })
    }
    expect(failures).toEqual([])
  })
})
