import { connect } from 'node:net'
import type { Actor } from '../load.js'

const LISTENERS = 3
/** Real ms that each listener stays: long enough to fill the buffer that the emulator has for it. */
const STAYS_MS = 1500

/** Opens the event stream, reads its beginning, and stops reading. After a while, it closes the socket. */
export const listenersActor: Actor = async ({ baseUrl, isOver, pause }) => {
  const { hostname, port } = new URL(baseUrl)
  while (!isOver()) {
    const sockets = Array.from({ length: LISTENERS }, () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.write('GET /_admin/events HTTP/1.1\r\nHost: localhost\r\n\r\n')
      socket.once('data', () => socket.pause())
      return socket
    })
    await pause(STAYS_MS)
    for (const socket of sockets) socket.destroy()
  }
}
