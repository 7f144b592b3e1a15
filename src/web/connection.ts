/** A connection of a client, by the emulator's monotonic clock in real ms. */
export interface Connection {
  /** Numbers the connections of this process, from 1. */
  readonly id: number
  readonly openedMs: number
  /** undefined: it is open. */
  closedMs: number | undefined
}

/** The part of a socket that is needed here. The published types lead to this file, so it names no module of Node. */
interface Closing {
  once(event: 'close', then: () => void): unknown
}

let opened = 0

/** A connection that opens at this instant. */
export const openConnection = (openedMs: number): Connection => ({
  id: ++opened,
  openedMs,
  closedMs: undefined,
})

/** The connection that each watched socket is. */
export const connections = new WeakMap<Closing, Connection>()

/** Notes when a socket opens and closes. */
export function watchConnection(socket: Closing, monotonic: () => number): void {
  const connection = openConnection(monotonic())
  connections.set(socket, connection)
  socket.once('close', () => {
    connection.closedMs = monotonic()
  })
}
