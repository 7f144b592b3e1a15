import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { othersTurn } from '../../src/core/steps.js'
import { startEmulator } from '../../src/emulator.js'

const CONNECTIONS = 120

test('connections that come at once are all let in within a few turns of the work that is under way', async () => {
  await using emulator = await startEmulator()
  const { port } = new URL(emulator.baseUrl)
  let turns = 0
  let isOver = false
  const working = (async () => {
    for (; !isOver; turns++) await othersTurn(turns)
  })()
  const answered = Array.from({ length: CONNECTIONS }, async () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'data')
    socket.destroy()
  })
  turns = 0
  await Promise.all(answered)
  isOver = true
  // One that waited for a turn each would make it more than there are connections.
  expect(turns).toBeLessThan(CONNECTIONS / 2)
  await working
})
