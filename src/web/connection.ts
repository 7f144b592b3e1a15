/** A connection of a client, by the emulator's monotonic clock in real ms. */
export interface Connection {
  readonly openedMs: number
  /** undefined: it is open. */
  closedMs: number | undefined
}

/** The part of a socket that is needed here. The published types lead to this file, so it names no module of Node. */
interface Closing {
  once(event: 'close', then: () => void): unknown
}

const connections = new WeakMap<Closing, Connection>()

/** Notes when a socket opens and closes. */
export function watchConnection(socket: Closing, monotonic: () => number): void {
  const connection: Connection = { openedMs: monotonic(), closedMs: undefined }
  connections.set(socket, connection)
  socket.once('close', () => {
    connection.closedMs = monotonic()
  })
}

/** The connection that a socket is; undefined if the socket is not watched. */
export const connectionOf = (socket: Closing): Connection | undefined => connections.get(socket)
