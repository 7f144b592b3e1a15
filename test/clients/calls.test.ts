import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { STARTER_KEYS, starterSeed } from '../../src/seed/starter.js'
import { startOverHttp } from '../client/emulators.js'
import { go, java, python } from './languages.js'
import { assertCall, calls, filled, starter } from './plan.js'

/** The table of calls for the clients in other languages matches the emulator. */

test('the emulator answers the calls as in the table', async () => {
  await using emulator = await startOverHttp()
  const names = new Map([['base', emulator.baseUrl]])
  for (const call of calls) {
    const { method, path, body } = filled(call, names)
    const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = await fetch(emulator.baseUrl + path, init)
    const text = await response.text()
    const answer = text === '' ? undefined : JSON.parse(text)
    assertCall(call, { method, path, body, status: response.status, answer }, names)
  }
})

test('the ids and keys of the table are those of the starter seed', () => {
  expect(starter).toEqual({
    namespace: starterSeed.namespaces?.[0]?.id,
    kvKey: STARTER_KEYS.kv.admin,
    store: starterSeed.stores?.[0]?.id,
    configKey: STARTER_KEYS.config.admin,
    dbKey: STARTER_KEYS.database,
  })
})

test.each([python, java, go])(
  'the client for $language has the ids and keys of the table',
  ({ language, source }) => {
    const text = readFileSync(resolve(import.meta.dirname, '../../clients', language, source), 'utf8')
    for (const value of Object.values(starter)) expect(text).toContain(`"${value}"`)
  },
)
