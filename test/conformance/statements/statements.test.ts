import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSandbox, type Sandbox } from '../../../conformance/emulator/sandbox.js'
import { AREAS, judge } from '../../../conformance/statements/table.js'
import { startEmulator } from '../../../src/emulator.js'
import type { EmulatorClient } from '../../../src/index.js'
import { GAP_PROFILES } from '../gaps/gap-profiles.js'

// Without a socket. Under the default profile test/conformance/command/conform.test.ts does, over HTTP.

const OTHER_WAYS = Object.entries(GAP_PROFILES).slice(1)

describe.each(OTHER_WAYS)('under %s', (_name, profile) => {
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

  test.each(Object.entries(AREAS))('every statement holds of %s', async (_area, statements) => {
    const failures: object[] = []
    for (const statement of statements.filter(({ check }) => check !== undefined)) {
      const verdict = await judge(statement, await sandbox.subjectFor(statement.needs))
      if (verdict.outcome !== 'holds') failures.push({ id: statement.id, ...verdict })
    }
    expect(failures).toEqual([])
  })
})
