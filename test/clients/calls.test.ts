import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { withoutUndefined } from '../../src/core/objects.js'
import { STARTER_KEYS, starterSeed } from '../../src/seed/starter.js'
import type { ContractSeed } from '../../src/services/index.js'
import { startOverHttp } from '../client/emulators.js'
import { go, java, python } from './languages.js'
import { assertCall, calls, filled, starter } from './plan.js'

test('the emulator answers the calls as in the table', async () => {
  await using emulator = await startOverHttp()
  const names = new Map([['base', emulator.baseUrl]])
  const waiting: Promise<void>[] = []
  for (const call of calls) {
    const { method, path, body, headers } = filled(call, names)
    const init = {
      method,
      ...withoutUndefined({ headers, body: body === undefined ? undefined : JSON.stringify(body) }),
    }
    const sent = fetch(emulator.baseUrl + path, init)
    const assert = async () => {
      const response = await sent
      const text = await response.text()
      const answer = text === '' ? undefined : JSON.parse(text)
      assertCall(call, { method, path, body, status: response.status, answer }, names)
    }
    if (call.byApplication === true) waiting.push(assert())
    else await assert()
  }
  await Promise.all(waiting)
})

test('the ids and keys of the table are those of the starter seed', () => {
  const { namespaces, stores } = starterSeed as ContractSeed
  expect(starter).toEqual({
    namespace: namespaces?.[0]?.id,
    kvKey: STARTER_KEYS.kv.admin,
    store: stores?.[0]?.id,
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
