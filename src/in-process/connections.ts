import type { Connection, Connections } from '../web/connection.js'

/**
 * Replaces the connections that requests without a socket would use. Requests that follow each other
 * share one; a request that begins while others are under way gets another. Conduct reads from them what a
 * client knew when it sent a request (docs/DESIGN.md, section 7).
 */
export class StandInConnections {
  #idle: Connection | undefined
  /** The connections in use, in order of the requests, with when each request began. */
  readonly #busy = new Map<Connection, number>()

  constructor(private readonly connections: Connections) {}

  /** The connection of a request that begins now. */
  take(): Connection {
    const nowMs = this.connections.monotonic()
    const connection = this.#idle ?? this.connections.open(this.#before() ?? nowMs)
    this.#idle = undefined
    this.#busy.set(connection, nowMs)
    return connection
  }

  /** Ends the request: the client has its answer. */
  release(connection: Connection): void {
    this.#busy.delete(connection)
    if (this.#idle === undefined) this.#idle = connection
    else connection.closedMs = this.connections.monotonic()
  }

  /** A moment before every answer under way, even if no time passes from one request to the next. */
  #before(): number | undefined {
    const [oldestMs] = this.#busy.values()
    return oldestMs === undefined ? undefined : oldestMs - 1
  }
}
