import { describe, expect, test } from 'vitest'
import { startEmulator } from '../../src/start-emulator.js'

/** The number of bytes of a body that arrive before its connection ends. */
async function bytesOf({ body }: Response): Promise<number> {
  let bytes = 0
  try {
    for await (const chunk of body ?? []) bytes += chunk.length
  } catch {
    // The connection ends too early.
  }
  return bytes
}

describe('a long list', () => {
  test('a long list of some megabytes is sent whole, with its length, and the journal keeps its beginning', async () => {
    const value = 'ü'.repeat(50_000)
    await using emulator = await startEmulator({
      seed: {
        stores: [
          {
            id: 'ec_a_1',
            keys: [{ key: 'kv_admin_b', scope: 'admin' }],
            entries: [{ key: 'k{{index}}', repeat: 100, value }],
          },
        ],
      },
    })
    const headers = { 'x-kv-key': 'kv_admin_b' }
    const response = await fetch(`${emulator.baseUrl}/v1/ec/ec_a_1`, { headers })
    const text = await response.text()
    expect(JSON.parse(text).configs).toHaveLength(100)
    const bytes = Buffer.byteLength(text)
    expect(response.headers.get('content-length')).toBe(`${bytes}`)
    const { responseBody } = await emulator.request('r1')
    expect(responseBody).toEqual({ text: expect.any(String), bytes })
    expect(text.startsWith(responseBody?.text.slice(0, 500_000) ?? '-')).toBe(true)
    expect(await (await emulator.fetch('/v1/ec/ec_a_1', { headers })).text()).toBe(text)
    await emulator.faults.add({ match: {}, connection: 'truncate', times: 1 })
    const half = await fetch(`${emulator.baseUrl}/v1/ec/ec_a_1`, { headers })
    expect(half.headers.get('content-length')).toBe(`${bytes}`)
    await expect(half.text()).rejects.toThrow()
    await emulator.faults.add({ match: {}, connection: 'cut', times: 1 })
    const got = await bytesOf(await fetch(`${emulator.baseUrl}/v1/ec/ec_a_1`, { headers }))
    expect(got).toBeLessThanOrEqual(bytes / 2)
    expect(got).toBeGreaterThan(0.45 * bytes)
  })
})

test('a page of long documents is sent whole, and leads to the next', async () => {
  await using emulator = await startEmulator({
    seed: {
      database: {
        keys: [{ key: 'db' }],
        documents: [{ title: 'd', content: 'x'.repeat(500_000), repeat: 12 }],
      },
    },
  })
  const page = (path: string) => fetch(emulator.dbBaseUrl + path, { headers: { 'x-api-key': 'db' } })
  const response = await page('/documents?limit=11')
  const text = await response.text()
  expect(JSON.parse(text)).toHaveLength(11)
  expect(response.headers.get('content-length')).toBe(`${text.length}`)
  const rest = await page(`/documents?next=${encodeURIComponent(response.headers.get('x-next') ?? '')}`)
  expect(await rest.json()).toHaveLength(1)
})
