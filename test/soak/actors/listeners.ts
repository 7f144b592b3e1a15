import { connect } from 'node:net'
import type { Actor } from '../load.js'

const LISTENERS = 3
/** Real ms that each of them stays: more than enough to fill what the emulator keeps for it. */
const STAYS_MS = 1500

/** Asks for the events, reads the beginning, and then reads no more; after a while it goes away without a word. */
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
