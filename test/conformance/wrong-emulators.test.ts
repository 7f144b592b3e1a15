import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from '../../src/cli/conformance/sandbox.js'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { judge, STATEMENTS } from '../../src/conformance/statements/table.js'
import { startEmulator } from '../../src/emulator.js'
import { wrongConfig } from './wrong/config.js'
import { wrongDatabase } from './wrong/database.js'
import { wrongCredentials, wrongEntries } from './wrong/kv.js'
import { wrongUsage } from './wrong/usage.js'

/** A check that cannot fail is worth nothing: emulators that are each wrong in one way, and the statement that sees it. */

const WRONG = [...wrongEntries, ...wrongCredentials, ...wrongUsage, ...wrongConfig, ...wrongDatabase]

let emulator: EmulatorClient
let stage: Stage

beforeAll(async () => {
  emulator = await startEmulator()
  stage = await openStage(emulator, { mark: 'wrong1' })
})

afterAll(async () => {
  await stage.close()
  await emulator.close()
})

test.each(WRONG)('$what: $caughtBy fails', async ({ caughtBy, make }) => {
  const statement = STATEMENTS.find(({ id }) => id === caughtBy)
  if (statement === undefined) throw new Error(`there is no statement ${caughtBy}`)
  expect(await judge(statement, await stage.subjectFor(statement.needs))).toEqual({ outcome: 'holds' })
  const subject = await stage.subjectFor(statement.needs)
  expect(await judge(statement, { ...subject, send: make(subject) })).toMatchObject({ outcome: 'fails' })
})
