import { describe, expect, test } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import type { HoldOptions } from '../../src/client/holds.js'
import { WAYS } from './emulators.js'

const PATH = '/v1/kv/ns_shop_k3v9x2'
const headers = { 'X-KV-Key': 'kv_admin_shop' }

const put = (emulator: EmulatorClient, key: string, value: unknown, init: RequestInit = {}) =>
  emulator.fetch(`${PATH}/${key}`, {
    ...init,
    method: 'PUT',
    headers,
    body: JSON.stringify({ value, ttlSeconds: 60 }),
  })

async function get(emulator: EmulatorClient, key: string): Promise<unknown> {
  const response = await emulator.fetch(`${PATH}/${key}`, { headers })
  return response.status === 404 ? undefined : ((await response.json()) as { value: unknown }).value
}

async function heldPut(emulator: EmulatorClient, options: HoldOptions = {}, init: RequestInit = {}) {
  const hold = await emulator.hold({ operation: 'kv.put' }, options)
  const writing = put(emulator, 'cart', 1, init)
  return { hold, writing, request: await hold.next() }
}

const lastOf = async (emulator: EmulatorClient, operation = 'kv.put') =>
  (await emulator.requests({ operation, limit: 1 }))[0]

describe.each(WAYS)('hold %s', (_name, start) => {
  test('a hold delays the effect of a request until it is released', async () => {
    await using emulator = await start()
    const { writing, request } = await heldPut(emulator)
    expect(request).toMatchObject({ operation: 'kv.put', method: 'PUT', path: `${PATH}/cart` })
    expect(await get(emulator, 'cart')).toBeUndefined()
    await request.release()
    expect(await get(emulator, 'cart')).toBe(1)
    expect((await writing).status).toBe(200)
    expect(await lastOf(emulator)).toMatchObject({ status: 200, outcome: 'ok', ended: 'answered' })
    await expect(request.release()).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a hold fails if no matching request comes, and names the requests that came', async () => {
    await using emulator = await start()
    const hold = await emulator.hold({ operation: 'kv.put' })
    await get(emulator, 'cart')
    await expect(hold.next({ timeoutMs: 20 })).rejects.toMatchObject({
      code: 'nothing_held',
      message: expect.stringMatching(
        /no request matched {"operation":"kv.put"}; 1 other arrived, the last: kv.get \/v1\/kv\/.*\/cart/,
      ),
    })
  })

  test('a hold lets requests take effect in another order than they came in', async () => {
    await using emulator = await start()
    const { hold, writing: first, request: one } = await heldPut(emulator)
    const second = put(emulator, 'cart', 2)
    const other = await hold.next()
    expect((await hold.list()).map(({ id }) => id)).toEqual([one.id, other.id])
    await other.release()
    await one.release()
    await Promise.all([first, second])
    expect(await get(emulator, 'cart')).toBe(1)
  })

  test('a hold holds the response, with effect after', async () => {
    await using emulator = await start()
    const { writing, request } = await heldPut(emulator, { effect: 'after' })
    expect(await get(emulator, 'cart')).toBe(1)
    await request.release()
    expect((await writing).status).toBe(200)
  })

  test('a hold ends a request with another response, or with a broken connection', async () => {
    await using emulator = await start()
    const answered = await heldPut(emulator)
    await answered.request.fail({ status: 503, retryAfter: 2 })
    const response = await answered.writing
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await lastOf(emulator)).toMatchObject({ status: 503, ended: 'answered', outcome: 'fault' })
    await answered.hold.end()
    const broken = await heldPut(emulator)
    const failed = expect(broken.writing).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { code: 'ECONNRESET' },
    })
    await broken.request.fail({ connection: 'reset' })
    await failed
    expect(await get(emulator, 'cart')).toBeUndefined()
    expect(await lastOf(emulator)).toMatchObject({ status: null, ended: 'broken' })
  })

  test('a hold releases all requests when it ends, and holds no more', async () => {
    await using emulator = await start()
    const hold = await emulator.hold()
    const writing = put(emulator, 'cart', 1)
    await hold.next()
    const waiting = hold.next().catch((error: Error) => error)
    await hold.end()
    expect((await writing).status).toBe(200)
    expect(await waiting).toBeInstanceOf(Error)
    expect((await put(emulator, 'cart', 2)).status).toBe(200)
    await hold.end()
  })

  test('a hold drops the request of a client that disconnects, which never takes effect', async () => {
    await using emulator = await start()
    const client = new AbortController()
    const { hold, writing, request } = await heldPut(emulator, {}, { signal: client.signal })
    client.abort()
    await expect(writing).rejects.toMatchObject({ name: 'AbortError' })
    await expect.poll(() => hold.list()).toEqual([])
    await expect(request.release()).rejects.toMatchObject({ code: 'not_found' })
    expect(await get(emulator, 'cart')).toBeUndefined()
    expect(await lastOf(emulator)).toMatchObject({ status: null, outcome: 'fault', ended: 'aborted' })
  })

  test('a hold releases its requests before a reset takes effect', async () => {
    await using emulator = await start()
    const { hold, writing } = await heldPut(emulator)
    const waiting = hold.next().catch((error: Error) => error)
    await emulator.reset()
    expect((await writing).status).toBe(200)
    expect(await get(emulator, 'cart')).toBeUndefined()
    expect(await waiting).toMatchObject({ code: 'not_found' })
    expect(await lastOf(emulator)).toBeUndefined()
  })

  test.each(['the world is removed', 'the emulator stops'])(
    'a hold drops its requests when %s',
    async (what) => {
      await using emulator = await start()
      const client = what === 'the emulator stops' ? emulator : await emulator.world()
      const { writing } = await heldPut(client)
      const dropped = expect(writing).rejects.toMatchObject({ message: 'fetch failed' })
      await client.close()
      await dropped
    },
  )

  test('a hold runs a released request at the time of its release', async () => {
    await using emulator = await start()
    await put(emulator, 'cart', 1)
    const hold = await emulator.hold({ operation: 'kv.get' })
    const reading = get(emulator, 'cart')
    const request = await hold.next()
    await emulator.clock.advance('61s')
    await request.release()
    expect(await reading).toBeUndefined()
  })
})

describe.each(WAYS)('the wait of a client %s', (_name, start) => {
  test('the wait of a client is explained for a hang', async () => {
    await using emulator = await start()
    await emulator.faults.add({ connection: 'hang' })
    const client = new AbortController()
    const reading = emulator.fetch(`${PATH}/cart`, { headers, signal: client.signal }).catch(() => {})
    await expect
      .poll(() => lastOf(emulator, 'kv.get'))
      .toMatchObject({ ended: 'waiting', connection: 'hang' })
    const { fault } = (await emulator.request('r1')).explain
    expect(fault?.text).toMatch(/^it has held the request for \d+ ms so far; the client is waiting$/)
    client.abort()
    await reading
    await expect
      .poll(async () => (await emulator.request('r1')).explain.fault?.text)
      .toMatch(/^it held the request for \d+ ms; the client left without an answer$/)
  })
})
