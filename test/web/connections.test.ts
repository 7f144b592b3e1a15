import { Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { NO_ROOM } from '../../src/api/http/room.js'
import { MemoryBudget } from '../../src/core/memory.js'
import { Connections } from '../../src/web/connections.js'
import { listen } from '../../src/web/server.js'
import { dial } from './wire.js'

const COUNT = 14_000
/** As many as are closed in a few ms. */
const AT_ONCE_MAX = 200

const memory = new MemoryBudget(1_000_000_000)

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each(['drain', 'drop'] as const)('%s closes few connections at a time', (how) => {
  const connections = new Connections(memory.open(), { request: vi.fn(), head: vi.fn() })
  const sockets = Array.from({ length: COUNT }, () => new Socket())
  for (const socket of sockets) connections.open(socket)
  const destroy = vi.spyOn(Socket.prototype, 'destroy')
  const closed: number[] = []
  let isDone = false
  for (const steps = connections[how](); !isDone; ) {
    const before = destroy.mock.calls.length
    isDone = steps.next().done === true
    closed.push(destroy.mock.calls.length - before)
  }
  expect(Math.max(...closed)).toBeLessThanOrEqual(AT_ONCE_MAX)
  expect(closed.reduce((sum, count) => sum + count, 0)).toBe(COUNT)
})

test('a stop is over in less than a second, even where no connection can be closed', async () => {
  const word = () => {
    throw new Error('nothing is rejected here')
  }
  const ports = { monotonic: () => 0, memory, word, noRoom: NO_ROOM }
  const server = await listen((_request, response) => response.end(), 0, '127.0.0.1', ports)
  const client = await dial(`http://127.0.0.1:${server.port}`)
  vi.spyOn(Socket.prototype, 'destroy').mockReturnThis()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isOver = false
  const closed = server.close().then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(500)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(isOver).toBe(true)
  await closed
  vi.restoreAllMocks()
  client.destroy()
})
