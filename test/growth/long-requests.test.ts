import { afterEach, describe, test } from 'vitest'
import { type LaunchedEmulator, launch } from '../../src/server/launch.js'
import { dataRequest } from '../support/data-request.js'
import { readAdmin } from './ask.js'
import { holdLinear } from './hold-linear.js'
import { longTexts } from './shapes.js'

/** What is told of many requests with long texts, which are alike but for their end, is linear in them. */

const started: LaunchedEmulator[] = []
afterEach(async () => {
  for (const emulator of started.splice(0)) await emulator.close()
})

async function start(): Promise<LaunchedEmulator> {
  const emulator = await launch({
    seed: {
      clock: { now: '2026-01-31T12:00:00Z', freeze: true },
      profile: { auth: { jwt: 'decode' } },
      namespaces: [{ id: 'ns_a_1', keys: [{ key: 'kv_a', scope: 'admin' }] }],
      database: { keys: [{ key: 'db_a' }] },
    },
  })
  started.push(emulator)
  return emulator
}

const FAULT = { 'x-emulator-fault': '503; retry-after=1' }

const part = (data: object): string => Buffer.from(JSON.stringify(data)).toString('base64url')

const REQUESTS: Readonly<Record<string, (text: string) => ReturnType<typeof dataRequest>>> = {
  'a credential': (text) => dataRequest('GET', '/documents', { 'x-api-key': text }),
  'a path': (text) => dataRequest('GET', `/v1/kv/ns_a_1/${text}`, { 'x-kv-key': 'kv_a', ...FAULT }),
  'an x-next': (text) => dataRequest('GET', `/documents?next=${text}`, { 'x-api-key': 'db_a', ...FAULT }),
  'an owner': (sub) => {
    const token = `${part({ alg: 'ES256' })}.${part({ sub, exp: 4e9 })}.c2ln`
    return dataRequest('GET', '/v1/usage/ns_a_1', { authorization: `Bearer ${token}` })
  },
}

describe.each(Object.entries(REQUESTS))('requests with %s', (_what, requestOf) => {
  const requested = async (count: number): Promise<LaunchedEmulator> => {
    const emulator = await start()
    for (const text of longTexts(count)) await emulator.plane.answer(emulator.world, requestOf(text))
    return emulator
  }
  test.each(['/conduct', '/lanes', '/timeline', '/diff', '/bundle'])('GET %s', (path) =>
    holdLinear(300, requested, (emulator) => readAdmin(emulator, 'GET', path)),
  )
})

test('a difference of entries whose places are long', () =>
  holdLinear(
    300,
    async (count) => {
      const emulator = await start()
      const entries = Array.from({ length: count }, (_, index) => ({
        key: `${'~'.repeat(7990)}${index}`,
        value: 1,
      }))
      const body = JSON.stringify({ stores: [{ id: `ec_${'~'.repeat(500)}`, entries }] })
      await readAdmin(emulator, 'PATCH', '/state', body)
      return emulator
    },
    (emulator) => readAdmin(emulator, 'GET', '/diff'),
  ))
