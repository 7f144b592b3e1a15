import { getEventListeners } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { untilAsked } from '../../support/until-asked.js'
import { startInProcess, WAYS } from '../emulators.js'
import { faulty, GREETING, KEY, rejection } from './greeting.js'

describe.each(WAYS)('fetch %s', (_name, start) => {
  test('fetch delays an answer for real time', async () => {
    await using emulator = await start()
    const began = performance.now()
    expect((await faulty(emulator, 'delay=30ms')).status).toBe(200)
    expect(performance.now() - began).toBeGreaterThanOrEqual(29)
  })

  test('fetch does not send a request that is already aborted', async () => {
    await using emulator = await start()
    const reason = new Error('enough')
    const asked = emulator.fetch(GREETING, { headers: KEY, signal: AbortSignal.abort(reason) })
    expect(await rejection(asked)).toBe(reason)
    expect(await emulator.requests()).toEqual([])
  })

  test.each(['hang', 'delay=1h'])('fetch ends with its signal: %s', async (fault) => {
    await using emulator = await start()
    const given = new AbortController()
    const asked = rejection(faulty(emulator, fault, { signal: given.signal }))
    await untilAsked(emulator)
    const reason = new Error('enough')
    given.abort(reason)
    expect(await asked).toBe(reason)
    const timely = faulty(emulator, fault, { signal: AbortSignal.timeout(5) })
    expect(await rejection(timely)).toMatchObject({ name: 'TimeoutError' })
  })

  test.each(['hang', 'delay=1h'])('fetch ends with the emulator: %s', async (fault) => {
    const emulator = await start()
    const hanging = rejection(faulty(emulator, fault))
    await untilAsked(emulator)
    await emulator.close()
    expect(await hanging).toMatchObject({ message: 'fetch failed', cause: { code: 'UND_ERR_SOCKET' } })
    expect(await rejection(emulator.fetch(GREETING))).toMatchObject({ message: 'fetch failed' })
  })
})

test('an answer is delayed for real time even under fake timers', async () => {
  await using emulator = await startInProcess()
  vi.useFakeTimers()
  try {
    expect((await faulty(emulator, 'delay=5ms')).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('a signal has no listeners left after its calls', async () => {
  await using emulator = await startInProcess()
  const { signal } = new AbortController()
  const warned = vi.fn()
  process.on('warning', warned)
  for (let index = 0; index < 20; index++) {
    await emulator.fetch(GREETING, { headers: KEY, signal })
    await rejection(faulty(emulator, 'hang', { signal: AbortSignal.timeout(1) }))
    await faulty(emulator, 'delay=1ms', { signal })
  }
  await new Promise(setImmediate)
  process.off('warning', warned)
  expect(getEventListeners(signal, 'abort')).toEqual([])
  expect(warned).not.toHaveBeenCalled()
})
