import type { Socket } from 'node:net'

/** A connection of a client, by the emulator's monotonic clock in real ms. */
export interface Connection {
  readonly openedMs: number
  /** undefined: it is open. */
  closedMs: number | undefined
}

const connections = new WeakMap<Socket, Connection>()

/** Notes when a socket opens and closes. */
export function watchConnection(socket: Socket, monotonic: () => number): void {
  const connection: Connection = { openedMs: monotonic(), closedMs: undefined }
  connections.set(socket, connection)
  socket.once('close', () => {
    connection.closedMs = monotonic()
  })
}

/** The connection that a socket is; undefined where the socket is not watched. */
export const connectionOf = (socket: Socket): Connection | undefined => connections.get(socket)
