import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { heldBytes, holdUntilClosed, NO_ROOM, noRoomFor, refuseForRoom } from '../../../src/api/http/room.js'
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

test('an answer that is held back takes two bytes a character', () => {
  expect(heldBytes(10)).toBe(4000 + 20)
})

test('an admin call for which there is no room is told why, and what to do', () => {
  const written: unknown[] = []
  const response = {
    writeHead: (...head: unknown[]) => written.push(...head),
    end: (body: string) => written.push(JSON.parse(body)),
    req: { resume: () => {} },
  }
  refuseForRoom(response as unknown as ServerResponse)
  const message = 'there is no memory left for this request: others under way take all of it (--max-memory)'
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

test.each([
  [50, true],
  [51, false],
])(
  'a request of %d bytes beside worlds of 50, of 100 in all: that others are under way is why, %s',
  (bytes, isOthers) => {
    const memory = { contents: { bytes: 50 }, bytesMax: 100 } as MemoryBudget
    const why = noRoomFor(bytes, memory)
    if (isOthers) expect(why).toBe(NO_ROOM)
    else
      expect(why.reason).toContain(
        'it takes 51 bytes while it is read, and the worlds and their snapshots hold 50 of 100',
      )
  },
)
