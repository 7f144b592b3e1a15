import { get } from 'node:http'
import { expect, test } from 'vitest'
import { startEmulator } from '../../src/start-emulator.js'

const ENTRIES = 20_000

/** An emulator with many entries. */
const large = () =>
  startEmulator({
    seed: {
      clock: { now: '2026-01-31T12:00:00Z', freeze: true },
      namespaces: [
        {
          id: 'ns_a_1',
          keys: [{ key: 'kv_a', scope: 'admin' }],
          entries: [{ key: 'k{{index}}', value: 'v{{index}}', ttlSeconds: 60, repeat: ENTRIES }],
        },
      ],
    },
  })

test('a client that leaves in the middle of an export costs nothing else', async () => {
  await using emulator = await large()
  await new Promise<void>((resolve, reject) => {
    const sent = get(`${emulator.adminUrl}/state`, (response) => {
      response.once('data', () => {
        response.destroy()
        resolve()
      })
    })
    sent.on('error', reject)
  })
  expect((await fetch(`${emulator.adminUrl}/state`)).status).toBe(200)
})

test('an exported state has a Content-Length', async () => {
  await using emulator = await startEmulator()
  const response = await fetch(`${emulator.adminUrl}/state`)
  expect(Number(response.headers.get('content-length'))).toBe((await response.arrayBuffer()).byteLength)
})
