import { expect, test } from 'vitest'
import { openSandbox } from '../../conformance/emulator/sandbox.js'
import { judge } from '../../conformance/statements/table.js'
import { startEmulator } from '../../src/start-emulator.js'
import { CHECKED, STATEMENTS } from './statements/all-statements.js'
import { WRONG } from './wrong/all.js'

/** A check that can't fail is worthless. Each of these emulators is wrong in one way, and a statement must notice. */

const EXCHANGE = /(GET|PUT|POST|DELETE) http:\S+ .*-> \d{3}/s

test('every statement that a client can check notices a wrong emulator', () => {
  const named = new Set(WRONG.map(({ caughtBy }) => caughtBy))
  expect(CHECKED.flatMap(({ id }) => (named.has(id) ? [] : [id]))).toEqual([])
})

test('each wrong emulator is noticed by its statement', async () => {
  await using emulator = await startEmulator()
  await using sandbox = await openSandbox(emulator, { mark: 'wrong1' })
  const unnoticed: object[] = []
  for (const { what, caughtBy, make } of WRONG) {
    const statement = STATEMENTS.find(({ id }) => id === caughtBy)
    if (statement === undefined) throw new Error(`there is no statement ${caughtBy}`)
    const subject = { ...(await sandbox.subjectFor(statement.needs)) }
    const send = make(subject)
    const verdict = await judge(statement, { ...subject, send })
    // The verdict shows the exchange, unless that would reveal generated keys, or the answer broke off.
    const isShown =
      /\.(?:key\.form|bytes)$/.test(caughtBy) || ('got' in verdict && EXCHANGE.test(verdict.got))
    if (verdict.outcome !== 'fails' || !isShown) unnoticed.push({ what, caughtBy, ...verdict })
  }
  expect(unnoticed).toEqual([])
})
