import { expect, test } from 'vitest'
import { startEmulator } from '../../src/start-emulator.js'
import { talk } from '../web/wire.js'

const HOST = 'Host: localhost\r\nX-KV-Key: k\r\n'
const SEED = { namespaces: [{ id: 'ns_a_1', keys: [{ key: 'k', scope: 'admin' as const }] }] }

test('a request with thousands of headers is read to its end', async () => {
  const emulator = await startEmulator({ seed: SEED })
  const many = Array.from({ length: 5000 }, (_, index) => `X-${index}: a\r\n`).join('')
  const { answers } = await talk(emulator.baseUrl, `GET /v1/kv/ns_a_1/none HTTP/1.1\r\n${many}${HOST}\r\n`)
  expect(answers[0]?.status).toBe(404)
  await emulator.close()
})
