/** A connection of a client, by the emulator's monotonic clock in real ms. */
export interface Connection {
  /** Numbers the connections to its emulator, from 1. */
  readonly id: number
  readonly openedMs: number
  /** undefined: it is open. */
  closedMs: number | undefined
}

/** The part of a socket that is needed here. The published types lead to this file, so it names no module of Node. */
interface Closing {
  once(event: 'close', then: () => void): unknown
}

/** The connection that each watched socket is. */
export const connections = new WeakMap<Closing, Connection>()

/** The connections to one emulator, numbered from 1. */
export class Connections {
  #opened = 0

  /** @param monotonic real ms from some start */
  constructor(readonly monotonic: () => number) {}

  open(openedMs = this.monotonic()): Connection {
    this.#opened++
    return { id: this.#opened, openedMs, closedMs: undefined }
  }

  /** Notes when a socket opens and closes. */
  watch(socket: Closing): void {
    const connection = this.open()
    connections.set(socket, connection)
    socket.once('close', () => {
      connection.closedMs = this.monotonic()
    })
  }
}
