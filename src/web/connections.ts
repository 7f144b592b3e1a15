import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The requests and answers under way on one connection. */
interface Line {
  /** The last request that began. */
  request: IncomingMessage | undefined
  /** Its answer, and the one before if it is not written yet. */
  response: ServerResponse | undefined
  before: ServerResponse | undefined
}

/** The open connections of a server, with those that Node has given up or never heard from. */
export class Connections {
  readonly #lines = new Map<Socket, Line>()

  open(socket: Socket): void {
    this.#lines.set(socket, { request: undefined, response: undefined, before: undefined })
    socket.once('close', () => this.#lines.delete(socket))
  }

  /** @returns the answer that has to be written first, where the client did not wait for it */
  begin(request: IncomingMessage, response: ServerResponse): ServerResponse | undefined {
    const line = this.#lines.get(request.socket)
    if (line === undefined) return undefined
    // An answer that is written is released, so that no garbage collection carries it along.
    line.before = line.response?.writableFinished === false ? line.response : undefined
    line.request = request
    line.response = response
    return line.before
  }

  /**
   * Calls back once every answer before is written, at once where there is none. It never calls back where the answer
   * to the broken request itself is under way: nothing may follow that one.
   */
  afterAnswers(socket: Socket, done: () => void): void {
    const line = this.#lines.get(socket)
    if (line === undefined) return
    const isWhole = line.request?.complete !== false
    if (!isWhole && line.response?.headersSent === true) {
      socket.destroySoon()
      return
    }
    const ahead = isWhole ? line.response : line.before
    if (ahead === undefined || ahead.writableFinished) done()
    else ahead.once('finish', done)
  }

  /** Closes each connection as soon as it has nothing under way. */
  drain(): void {
    for (const [socket, { request, response }] of this.#lines) {
      if (socket.bytesRead === 0) socket.destroy()
      else if (response?.writableFinished === false) response.once('finish', () => socket.destroySoon())
      else if (request?.complete === true) socket.destroySoon()
    }
  }

  /** Closes all connections that are left. */
  drop(): void {
    for (const socket of this.#lines.keys()) socket.destroy()
  }
}
