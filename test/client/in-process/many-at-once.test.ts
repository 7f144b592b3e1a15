import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startInProcess } from '../emulators.js'

/** Node warns of a leak if more than ten listeners share a signal. It must not warn here. */

const PATH = '/v1/kv/ns_shop_k3v9x2/greeting'
const MANY = 20

const warned = vi.fn()

beforeEach(() => {
  warned.mockClear()
  process.on('warning', warned)
})

afterEach(() => {
  process.off('warning', warned)
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

test.each(['hang', 'delay=1h'])(
  'many waiting requests end with the emulator or their signal, without a warning: %s',
  async (fault) => {
    const emulator = await startInProcess()
    const { signal, abort } = signalAndAbort()
    const headers = { 'X-KV-Key': 'kv_admin_shop', 'X-Emulator-Fault': fault }
    const asked = Array.from({ length: MANY }, () =>
      emulator.fetch(PATH, { headers, signal }).catch((error: Error) => error.name),
    )
    const others = Array.from({ length: fault === 'hang' ? MANY : 0 }, () =>
      emulator.fetch(PATH, { headers }).catch((error: Error) => error.message),
    )
    await expect.poll(async () => (await emulator.requests()).length).toBe(MANY + others.length)
    abort()
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['AbortError']))
    await emulator.close()
    expect(await Promise.all(others)).toEqual(others.map(() => 'fetch failed'))
    await turn()
    expect(warned).not.toHaveBeenCalled()
  },
)

test('many held requests end with their signal, without a warning', async () => {
  await using emulator = await startInProcess()
  const { signal, abort } = signalAndAbort()
  const hold = await emulator.hold()
  const asked = Array.from({ length: MANY }, () =>
    emulator
      .fetch(PATH, { headers: { 'X-KV-Key': 'kv_admin_shop' }, signal })
      .catch((error: Error) => error.name),
  )
  await expect.poll(async () => (await hold.list()).length).toBe(MANY)
  abort()
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['AbortError']))
  await turn()
  expect(warned).not.toHaveBeenCalled()
})

function signalAndAbort() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
