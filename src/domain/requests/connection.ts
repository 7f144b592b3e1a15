/** Times are in ms on the emulator's monotonic clock. */
export interface Connection {
  /** Numbered from 1 for each emulator. */
  readonly id: number
  readonly openedMs: number
  /** Undefined while the connection is open. */
  closedMs: number | undefined
}

/** The part of a socket that we need. Published types refer to this file, so it can't import anything from Node. */
interface Closing {
  once(event: 'close', then: () => void): unknown
}

export const connections = new WeakMap<Closing, Connection>()

export class Connections {
  #opened = 0

  /** @param monotonic real ms */
  constructor(readonly monotonic: () => number) {}

  open(openedMs = this.monotonic()): Connection {
    this.#opened++
    return { id: this.#opened, openedMs, closedMs: undefined }
  }

  watch(socket: Closing): void {
    const connection = this.open()
    connections.set(socket, connection)
    socket.once('close', () => {
      connection.closedMs = this.monotonic()
    })
  }
}
