/** A client's connection. Times are real ms of the emulator's monotonic clock. */
export interface Connection {
  /** Numbered per emulator, from 1. */
  readonly id: number
  readonly openedMs: number
  /** Undefined while it is open. */
  closedMs: number | undefined
}

/** The part of a socket needed here. Published types refer to this file, so it imports nothing from Node. */
interface Closing {
  once(event: 'close', then: () => void): unknown
}

/** By socket. */
export const connections = new WeakMap<Closing, Connection>()

/** Numbers the connections to an emulator, from 1. */
export class Connections {
  #opened = 0

  /** @param monotonic real ms from some start */
  constructor(readonly monotonic: () => number) {}

  open(openedMs = this.monotonic()): Connection {
    this.#opened++
    return { id: this.#opened, openedMs, closedMs: undefined }
  }

  /** Records when a socket opens and closes. */
  watch(socket: Closing): void {
    const connection = this.open()
    connections.set(socket, connection)
    socket.once('close', () => {
      connection.closedMs = this.monotonic()
    })
  }
}
