import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Serves a connection's requests one after another, because a request may read what the previous one wrote. */
export class AnswerOrder {
  /** In the order of their requests. */
  readonly #unanswered = new WeakMap<Socket, ServerResponse[]>()

  begin(request: IncomingMessage, response: ServerResponse, serve: RequestListener): void {
    const line = this.#lineOf(request.socket)
    const before = line.at(-1)
    line.push(response)
    const leave = () => void line.splice(line.indexOf(response), 1)
    response.once('finish', () => {
      // `whenLast` still needs the response while the request's body is arriving.
      if (request.complete) leave()
      else request.once('close', leave)
    })
    afterResponse(before, () => serve(request, response))
  }

  /** Waits for all requests received so far. */
  whenAnswered(socket: Socket, done: () => void): void {
    afterResponse(this.#lineOf(socket).at(-1), done)
  }

  /**
   * Calls `done` when a final response can be written to a connection whose parser has given up. Never calls it if the
   * response to the broken request has already started, because that response ends the connection.
   */
  whenLast(socket: Socket, done: () => void): void {
    const [newest, before] = this.#lineOf(socket).slice(-2).reverse()
    if (newest === undefined || newest.req.complete) afterResponse(newest, done)
    else afterResponse(before, () => (newest.headersSent ? socket.destroySoon() : done()))
  }

  #lineOf(socket: Socket): ServerResponse[] {
    const known = this.#unanswered.get(socket)
    if (known !== undefined) return known
    const line: ServerResponse[] = []
    this.#unanswered.set(socket, line)
    return line
  }
}

function afterResponse(response: ServerResponse | undefined, done: () => void): void {
  if (response === undefined || response.writableFinished) done()
  else response.once('finish', done)
}
