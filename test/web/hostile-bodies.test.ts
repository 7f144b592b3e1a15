import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/emulator.js'
import { chunk, put, putWith, READ } from './requests.js'
import { isWell, talk, WIRE_SEED } from './wire.js'

let emulator: Emulator

beforeAll(async () => {
  emulator = await startEmulator({ seed: WIRE_SEED })
})
afterEach(async () => {
  expect(await isWell(emulator.baseUrl)).toBe(true)
})
afterAll(() => emulator.close())

const MIB = 1024 * 1024

describe('bodies that are refused', () => {
  const whole = Buffer.from('{"value":"é","ttlSeconds":60}')
  it.each<[what: string, body: string | Buffer]>([
    ['an array', '[1,2]'],
    ['invalid UTF-8', Buffer.concat([whole.subarray(0, 11), Buffer.from([0xff, 0xfe]), whole.subarray(13)])],
    ['a byte order mark', '\ufeff{"value":1,"ttlSeconds":60}'],
  ])('%s', async (_what, body) => {
    const { answers } = await talk(emulator.baseUrl, put(body))
    expect(answers[0]?.status).toBe(400)
    expect(answers[0]?.headers.get('x-emulator-reason')).toBeTruthy()
    expect(JSON.parse(answers[0]?.body ?? '')).toEqual({ ok: false, message: expect.any(String) })
  })

  it.each<[string, Buffer]>([
    ['of an announced length', put(`{"value":"${'x'.repeat(11 * MIB)}","ttlSeconds":60}`)],
    [
      'in chunks',
      Buffer.from(putWith(['Transfer-Encoding: chunked'], `${chunk('x'.repeat(11 * MIB))}0\r\n\r\n`)),
    ],
  ])('11 MiB %s: refused, and the connection goes on', async (_what, bytes) => {
    const { answers } = await talk(emulator.baseUrl, Buffer.concat([bytes, Buffer.from(READ)]), {
      answers: 2,
    })
    expect(answers.map(({ status }) => status)).toEqual([413, 200])
    expect(answers[0]?.headers.get('x-emulator-reason')).toContain('limits.bodyBytes')
  })

  it('refused bodies are not kept', async () => {
    const bytes = Buffer.concat([put('x'.repeat(11 * MIB)), Buffer.from(READ)])
    await talk(emulator.baseUrl, bytes, { answers: 2 })
    const before = bytesInBuffers()
    for (let i = 0; i < 2; i++) await talk(emulator.baseUrl, bytes, { answers: 2 })
    expect(bytesInBuffers() - before).toBeLessThan(8 * MIB)
  })
})

/** What buffers hold once all that nobody holds any more is gone. */
function bytesInBuffers(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().arrayBuffers
}
