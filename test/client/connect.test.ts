import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { connectEmulator } from '../../src/client/connect.js'
import { startEmulator } from '../../src/start-emulator.js'
import { SEED } from './emulators.js'

test('the client sends the admin token', async () => {
  await using emulator = await startEmulator({ seed: SEED, adminToken: 'secret' })
  await using client = connectEmulator(emulator.baseUrl, { adminToken: 'secret' })
  await using world = await client.world()
  expect((await world.clock.get()).mode).toBe('frozen')
  await expect(connectEmulator(emulator.baseUrl).clock.get()).rejects.toMatchObject({
    status: 401,
    code: 'unauthorized',
    message: expect.stringContaining('--admin-token'),
  })
})

test('an address may end with a slash, be a URL object, or be that of a world', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  expect(connectEmulator(`${emulator.baseUrl}/`).baseUrl).toBe(emulator.baseUrl)
  const client = connectEmulator(new URL(emulator.baseUrl))
  const world = await client.world()
  await world.faults.add({ status: 503 })
  expect(await connectEmulator(world.baseUrl).faults.list()).toHaveLength(1)
})

test('closing the client leaves the emulator running', async () => {
  await using emulator = await startEmulator({ seed: SEED })
  const client = connectEmulator(emulator.baseUrl)
  await client.close()
  await expect(client.clock.get()).rejects.toMatchObject({ code: 'closed' })
  expect((await connectEmulator(emulator.baseUrl).clock.get()).mode).toBe('frozen')
})

test.each(['/_admin', '/_admin/', '/_admin/clock', '/_dashboard/'])(
  'an address that ends with %s is that of the emulator',
  async (path) => {
    await using emulator = await startEmulator({ seed: SEED })
    expect(connectEmulator(emulator.baseUrl + path).baseUrl).toBe(emulator.baseUrl)
    const world = connectEmulator(`${emulator.baseUrl}/_worlds/w1${path}`)
    expect(world.adminUrl).toBe(`${emulator.baseUrl}/_worlds/w1/_admin`)
  },
)

test.each(['localhost:4600', '', 'nowhere', 'ftp://127.0.0.1'])(
  '%j is refused, since it is not an address',
  (address) => {
    expect(() => connectEmulator(address)).toThrow(/is not an address .*\nuse one such as "http:/)
  },
)

test('the error says if nothing answers', async () => {
  const emulator = await startEmulator({ seed: SEED })
  await emulator.close()
  const asked = connectEmulator(emulator.baseUrl).clock.get()
  await expect(asked).rejects.toThrow(
    /^GET \/_admin\/clock: nothing answers at http:\/\/127\.0\.0\.1:\d+ \(no_emulator\)\nstart one with `npx tristore-emulator --port \d+`/,
  )
  await expect(asked).rejects.toMatchObject({ status: 0, cause: { cause: { code: 'ECONNREFUSED' } } })
})

test('the error says if this process has too many open files', async () => {
  const cause = Object.assign(new Error('connect EMFILE'), { code: 'EMFILE' })
  const fake = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }))
  await expect(connectEmulator('http://emulator.test').reset()).rejects.toMatchObject({
    status: 0,
    message: 'POST /_admin/reset: too many files are open (raise `ulimit -n`) (internal_error)',
  })
  fake.mockRestore()
})

test('the error says if something else answers', async () => {
  const server = createServer((_request, response) => response.writeHead(404).end('<h1>Not found</h1>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await expect(connectEmulator(`http://127.0.0.1:${port}`).reset()).rejects.toMatchObject({
    status: 404,
    code: 'no_emulator',
    message: expect.stringContaining("the answer isn't from an emulator"),
  })
  server.close()
})

test('a call uses the global fetch of the time of the call', async () => {
  const client = connectEmulator('http://emulator.test')
  const fake = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ now: 1 }))
  expect(await client.clock.get()).toEqual({ now: 1 })
  expect(fake).toHaveBeenCalledOnce()
  fake.mockRestore()
})
