import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, type Sandbox } from '../../src/cli/conformance/sandbox.js'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { judge } from '../../src/conformance/statements/table.js'
import { startEmulator } from '../../src/emulator.js'
import { STATEMENTS } from './statements/all-statements.js'
import { wrongConfig } from './wrong/config.js'
import { wrongDatabase } from './wrong/database.js'
import { wrongCredentials, wrongEntries } from './wrong/kv.js'
import { wrongUsage } from './wrong/usage.js'

/** A check that cannot fail is worth nothing: emulators that are each wrong in one way, and the statement that sees it. */

const WRONG = [...wrongEntries, ...wrongCredentials, ...wrongUsage, ...wrongConfig, ...wrongDatabase]

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

test.each(WRONG)('$what: $caughtBy fails', async ({ caughtBy, make }) => {
  const statement = STATEMENTS.find(({ id }) => id === caughtBy)
  if (statement === undefined) throw new Error(`there is no statement ${caughtBy}`)
  expect(await judge(statement, await sandbox.subjectFor(statement.needs))).toEqual({ outcome: 'holds' })
  const subject = await sandbox.subjectFor(statement.needs)
  expect(await judge(statement, { ...subject, send: make(subject) })).toMatchObject({ outcome: 'fails' })
})
