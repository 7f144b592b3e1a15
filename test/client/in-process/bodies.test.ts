import { expect, test, vi } from 'vitest'
import { startInProcess } from '../emulators.js'

/** Bodies that come as streams: no more is read than may be sent, and no call is left open. */

const ENTRY = '/v1/kv/ns_shop_k3v9x2/k'
const KEY = { 'X-KV-Key': 'kv_admin_shop' }

type Emulator = Awaited<ReturnType<typeof startInProcess>>

const send = (emulator: Emulator, body: ReadableStream, init: RequestInit = {}, path = ENTRY) =>
  emulator.fetch(path, { method: 'PUT', headers: KEY, body, ...init, duplex: 'half' } as RequestInit)

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => Promise.reject(new Error(`not rejected: ${value}`)),
    (error: unknown) => error,
  )

/** A stream that never ends, in chunks of `chunkBytes` bytes. */
function endless(chunkBytes: number) {
  const cancelled = vi.fn()
  const chunk = new Uint8Array(chunkBytes)
  let chunks = 0
  const body = new ReadableStream({
    pull(controller) {
      chunks++
      controller.enqueue(chunk)
    },
    cancel: cancelled,
  })
  return { body, cancelled, read: () => chunks * chunkBytes }
}

/** A stream that never sends anything. */
function silent() {
  const cancelled = vi.fn()
  return { body: new ReadableStream({ pull: () => new Promise(() => {}), cancel: cancelled }), cancelled }
}

test('a body of an admin call that is not UTF-8 is refused, as over HTTP', async () => {
  await using emulator = await startInProcess()
  const seed = Buffer.from('{"stores":[{"id":"ec_a","owner":"é"}]}', 'latin1')
  const answer = await emulator.fetch('/_admin/seed', { method: 'PUT', body: seed })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ message: 'the body is not valid UTF-8' })
})

test('fetch in process reads no more of a body than the limit', async () => {
  await using emulator = await startInProcess({ profile: { limits: { bodyBytes: 100_000 } } })
  const { body, cancelled, read } = endless(10_000)
  expect((await send(emulator, body)).status).toBe(413)
  expect(cancelled).toHaveBeenCalledOnce()
  expect(read()).toBeLessThan(150_000)
})

test.each([
  ['nothing comes of', silent],
  ['has bytes without end', () => endless(1)],
  ['has empty chunks without end', () => endless(0)],
])('fetch in process ends with its signal while a body is read that %s', async (_what, make) => {
  await using emulator = await startInProcess({ profile: { limits: { bodyBytes: null } } })
  const { body, cancelled } = make()
  const given = new AbortController()
  const reason = new Error('enough')
  const sent = rejection(send(emulator, body, { signal: given.signal }))
  setImmediate(() => given.abort(reason))
  expect(await sent).toBe(reason)
  expect(cancelled).toHaveBeenCalledExactlyOnceWith(reason)
})

test('fetch in process stops reading a body when the emulator closes', async () => {
  const emulator = await startInProcess()
  const { body, cancelled } = silent()
  const sent = rejection(send(emulator, body))
  await emulator.close()
  expect(await sent).toMatchObject({ message: 'fetch failed', cause: { code: 'UND_ERR_SOCKET' } })
  expect(cancelled).toHaveBeenCalledOnce()
})

test.each([
  ['fails', (controller: ReadableStreamDefaultController) => controller.error(new Error('broken'))],
  ['gives text', (controller: ReadableStreamDefaultController) => controller.enqueue('{"value":1}')],
  ['gives nothing', (controller: ReadableStreamDefaultController) => controller.enqueue(undefined)],
])('fetch in process fails like a connection if the stream %s', async (_what, start) => {
  await using emulator = await startInProcess()
  expect(await rejection(send(emulator, new ReadableStream({ start })))).toMatchObject({
    name: 'TypeError',
    message: 'fetch failed',
  })
  expect(await emulator.requests()).toEqual([])
})

test('fetch in process is not harmed by a stream that cannot be cancelled', async () => {
  await using emulator = await startInProcess({ profile: { limits: { bodyBytes: 10 } } })
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(100)),
    cancel: () => Promise.reject(new Error('no')),
  })
  expect((await send(emulator, body)).status).toBe(413)
  await new Promise(setImmediate)
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})

test('fetch in process lets an admin call end with its signal', async () => {
  await using emulator = await startInProcess()
  const given = new AbortController()
  const asked = rejection(emulator.fetch('/_admin/state', { signal: given.signal }))
  const reason = new Error('enough')
  given.abort(reason)
  expect(await asked).toBe(reason)
})

test('fetch in process answers long bodies in the order in which they came', async () => {
  await using emulator = await startInProcess()
  const put = (value: string) =>
    emulator.fetch(ENTRY, { method: 'PUT', headers: KEY, body: JSON.stringify({ value, ttlSeconds: 60 }) })
  await Promise.all([put('x'.repeat(3_000_000)), put('x'.repeat(100_000))])
  const response = await emulator.fetch(ENTRY, { headers: KEY })
  expect(((await response.json()) as { value: string }).value).toHaveLength(100_000)
})
