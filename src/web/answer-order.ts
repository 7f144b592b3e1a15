import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Serves the requests of each connection one after another, since one may read what the one before writes. */
export class AnswerOrder {
  /** The responses that are not written yet, in the order of their requests. */
  readonly #unanswered = new WeakMap<Socket, ServerResponse[]>()

  /** Serves a request once the responses before it are written: at once if there are none. */
  begin(request: IncomingMessage, response: ServerResponse, serve: RequestListener): void {
    const line = this.#lineOf(request.socket)
    const before = line.at(-1)
    line.push(response)
    const leave = () => void line.splice(line.indexOf(response), 1)
    response.once('finish', () => {
      // `whenLast` still needs the response of a request whose body is coming in.
      if (request.complete) leave()
      else request.once('close', leave)
    })
    afterResponse(before, () => serve(request, response))
  }

  /** Calls back once everything that was requested is answered: at once if nothing is under way. */
  whenAnswered(socket: Socket, done: () => void): void {
    afterResponse(this.#lineOf(socket).at(-1), done)
  }

  /**
   * Calls back once a last response may follow the others on a connection whose parser has given up. Does not call
   * back if the response to the broken request itself has begun: then the connection ends with that one.
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
