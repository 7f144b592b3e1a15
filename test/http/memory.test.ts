import { afterEach, describe, expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/emulator.js'
import { talk } from '../web/wire.js'

/** The bound on all memory, made small. That a small heap survives: test/small-heap. */

const KIB = 1024
const HOST = 'Host: localhost\r\nX-KV-Key: k\r\n'

const running: EmulatorClient[] = []

afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close()
})

async function started(memory: number): Promise<EmulatorClient> {
  const emulator = await startEmulator({
    seed: { namespaces: [{ id: 'ns_a_1', keys: [{ key: 'k', scope: 'admin' }] }] },
    bounds: { memory },
  })
  running.push(emulator)
  return emulator
}

const put = ({ baseUrl }: EmulatorClient, key: string, length: number): Promise<Response> =>
  fetch(`${baseUrl}/v1/kv/ns_a_1/${key}`, {
    method: 'PUT',
    headers: { 'X-KV-Key': 'k' },
    body: JSON.stringify({ value: 'x'.repeat(length), ttlSeconds: 60 }),
  })

describe('over the bound', () => {
  test('why entries are gone is forgotten by the bytes of their keys', async () => {
    const emulator = await started(100 * KIB)
    const call = (method: string, key: string) =>
      fetch(`${emulator.baseUrl}/v1/kv/ns_a_1/${key}`, { method, headers: { 'X-KV-Key': 'k' } })
    const keys = Array.from({ length: 20 }, (_, index) => `${'k'.repeat(7900)}${index}`)
    for (const key of keys) {
      await put(emulator, key, 1)
      await call('DELETE', key)
    }
    const absenceOf = async (key: string) => {
      await call('GET', key)
      return (await emulator.requests({ limit: 1 }))[0]?.absence
    }
    expect(await absenceOf(keys.at(-1) ?? '')).toContain('deleted by')
    expect(await absenceOf(keys[0] ?? '')).toContain('no record kept')
  })

  test('what is done with is given back', async () => {
    const emulator = await started(400 * KIB)
    for (let round = 0; round < 20; round++) {
      expect((await put(emulator, 'a', 60 * KIB)).status).toBe(200)
      const get = await fetch(`${emulator.baseUrl}/v1/kv/ns_a_1/a`, { headers: { 'X-KV-Key': 'k' } })
      expect((await get.text()).length).toBeGreaterThan(60 * KIB)
      await fetch(`${emulator.baseUrl}/documents`, {
        headers: { 'X-Emulator-Fault': '{"delay":1}', 'X-Long': 'x'.repeat(10 * KIB) },
      })
    }
  })
})

test('a request with thousands of headers is read to its end', async () => {
  const emulator = await started(1024 * KIB)
  const many = Array.from({ length: 5000 }, (_, index) => `X-${index}: a\r\n`).join('')
  const { answers } = await talk(emulator.baseUrl, `GET /v1/kv/ns_a_1/none HTTP/1.1\r\n${many}${HOST}\r\n`)
  expect(answers[0]?.status).toBe(404)
})
