import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What is under way on one connection. */
interface Line {
  /** The last request that began. */
  request: IncomingMessage | undefined
  /** Its answer, and the one before where that is not out yet. */
  response: ServerResponse | undefined
  before: ServerResponse | undefined
}

/** The open connections of a server: what Node does not tell of those that it has given up or never heard from. */
export class Connections {
  readonly #lines = new Map<Socket, Line>()

  open(socket: Socket): void {
    this.#lines.set(socket, { request: undefined, response: undefined, before: undefined })
    socket.once('close', () => this.#lines.delete(socket))
  }

  /** @returns the answer that comes ahead, where the client did not wait for it */
  begin(request: IncomingMessage, response: ServerResponse): ServerResponse | undefined {
    const line = this.#lines.get(request.socket)
    if (line === undefined) return undefined
    // One that is out is let go of: it would only be carried along from one garbage collection to the next.
    line.before = line.response?.writableFinished === false ? line.response : undefined
    line.request = request
    line.response = response
    return line.before
  }

  /**
   * Calls back once every answer that comes ahead is out; at once where there is none. Never where the answer to
   * the broken request itself is already under way: nothing may follow that one.
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

  /** Closes what is left. */
  drop(): void {
    for (const socket of this.#lines.keys()) socket.destroy()
  }
}
