import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { Connections, connections } from '../../../src/domain/requests/connection.js'

test('a watched socket has a numbered connection, which ends when the socket closes', () => {
  let now = 5
  const opened = new Connections(() => now)
  opened.open()
  const socket = new EventEmitter()
  opened.watch(socket)
  expect(connections.get(socket)).toEqual({ id: 2, openedMs: 5, closedMs: undefined })
  now = 9
  socket.emit('close')
  expect(connections.get(socket)?.closedMs).toBe(9)
})
