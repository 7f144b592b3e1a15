import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { holdUntilClosed, refuseForRoom } from '../../../src/api/http/room.js'
import { MemoryBudget } from '../../../src/core/memory.js'

test('what an answer holds is given back once, when its connection is over', () => {
  const memory = new MemoryBudget(100)
  const account = memory.open()
  const [first, second] = [new EventEmitter(), new EventEmitter()]
  const hold = (response: EventEmitter, bytes: number) =>
    holdUntilClosed(response as ServerResponse, bytes, account)
  expect([hold(first, 60), memory.used]).toEqual([true, 60])
  expect([hold(second, 41), memory.used]).toEqual([false, 60])
  second.emit('close')
  expect(memory.used).toBe(60)
  first.emit('close')
  first.emit('close')
  expect(memory.used).toBe(0)
})

test('an admin call for which there is no room is told why, and what to do', () => {
  const written: unknown[] = []
  const response = {
    writeHead: (...head: unknown[]) => written.push(...head),
    end: (body: string) => written.push(JSON.parse(body)),
    req: { resume: () => {} },
  }
  refuseForRoom(response as unknown as ServerResponse)
  const message = 'there is no memory left for this request: others under way take all of it'
  const hint = 'try again once they are done, or let go of them'
  const body = { error: 'out_of_memory', message, hint }
  expect(written).toEqual([
    503,
    [
      ...['Content-Type', 'application/json', 'Content-Length', `${JSON.stringify(body).length}`],
      ...['X-Emulator-Reason', message],
    ],
    body,
  ])
})
