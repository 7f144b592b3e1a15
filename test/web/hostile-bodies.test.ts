import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/start-emulator.js'
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
  test.each<[string, Buffer]>([
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
})
