import { startEmulator } from '../../../src/emulator.js'
import { talk } from '../../web/wire.js'

/**
 * Sends the same hostile requests again and again, and prints how much the heap holds after each round, in bytes: it
 * needs --expose-gc.
 */

const ROUNDS = 6
const KIB = 1024

const seed = {
  clock: { now: '2026-01-15T12:00:00Z', freeze: true },
  namespaces: [{ id: 'ns_a_1', keys: [{ key: 'k', scope: 'admin' }] }],
}
// The journal is full after the first round, the log, which keeps whole checkpoints, after the third.
const bounds = { requests: 100 }
const emulator = await startEmulator({ seed, bounds })
const host = 'Host: localhost\r\nX-KV-Key: k\r\n'
let count = 0

/** Long heads, each another one, since equal ones are kept once. */
const longHead = () =>
  `GET /v1/kv/ns_a_1/${'x'.repeat(100 * KIB)}${count++} HTTP/1.1\r\n${host}X-Big: ${'y'.repeat(100 * KIB)}${count}\r\n\r\n`
const putOf = (body: string) =>
  `PUT /v1/kv/ns_a_1/a HTTP/1.1\r\n${host}Content-Length: ${body.length}\r\n\r\n${body}`

async function round(): Promise<void> {
  for (let i = 0; i < 20; i++) {
    await talk(emulator.baseUrl, longHead())
    await talk(
      emulator.baseUrl,
      `PUT /v1/kv/ns_a_1/k${count++} HTTP/1.1\r\n${host}Content-Length: 900\r\n\r\n{`,
      {
        halfClose: true,
      },
    )
    await talk(emulator.baseUrl, putOf(`{"value":"${'z'.repeat(50 * KIB)}${count++}","ttlSeconds":60}`))
    await talk(emulator.baseUrl, putOf(`{"value":${'['.repeat(20_000)}${count++}`))
    await talk(
      emulator.baseUrl,
      `GET / HTTP/1.1\r\n${host}X-Emulator-World: ${'w'.repeat(100 * KIB)}${count++}\r\n\r\n`,
    )
    await fetch(`${emulator.adminUrl}/state`, { method: 'PUT', body: `a: ${'[x, '.repeat(300)}${count++}` })
    await fetch(`${emulator.adminUrl}/profile`, { method: 'PATCH', body: `{"kv":{"a${count++}":1}}` })
  }
  await fetch(`${emulator.adminUrl}/state`, { method: 'PATCH', body: `random: ${count}` })
}

const heaps: number[] = []
for (let i = 0; i < ROUNDS; i++) {
  await round()
  globalThis.gc?.()
  heaps.push(process.memoryUsage().heapUsed)
}
process.stdout.write(JSON.stringify(heaps))
await emulator.close()
