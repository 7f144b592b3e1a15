import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Serves the requests of a connection one after another, since one may read what the previous one wrote. */
export class AnswerOrder {
  /** Unfinished responses, in the order of their requests. */
  readonly #unanswered = new WeakMap<Socket, ServerResponse[]>()

  /** Serves a request once all earlier responses are written. */
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

  /** Calls back once every request so far has been answered. */
  whenAnswered(socket: Socket, done: () => void): void {
    afterResponse(this.#lineOf(socket).at(-1), done)
  }

  /**
   * Calls back once a last response may follow the others, on a connection whose parser has given up. Never calls back
   * if the response to the broken request has already begun, since that one ends the connection.
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
