import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { asRefusal } from '../core/refusal.js'
import { AnswerOrder } from './answer-order.js'
import {
  type FormatRejection,
  HEADER_BYTES_MAX,
  problemOf,
  type Rejection,
  rejectBroken,
  rejectRequest,
  rejectTunnel,
} from './reject.js'

/** Longer than the idle timeout of client pools: if the server closes first, their next request is reset. */
const KEEP_ALIVE_MS = 75_000
/** Keeps a flood of connections from using up all memory. */
const CONNECTIONS_MAX = 16_000
/** A stop waits this long for requests in flight. */
const DRAIN_MS = 500
/** Overall limit for closing, which keeps a stop under a second. */
const CLOSE_MS = 600
/** Time for a client to close an abandoned connection. */
const LINGER_MS = 5000

export interface Listening {
  readonly host: string
  readonly port: number
  /**
   * Stops accepting connections, finishes requests in flight, then drops the rest. Takes at most a few hundred ms, even
   * if the system hasn't closed every connection.
   */
  close(): Promise<void>
}

/** Answers a request, now or later. If it throws or rejects, the server answers. */
export type HttpListener = (request: IncomingMessage, response: ServerResponse) => unknown

export interface ServerPorts {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  readonly connections: { watch(socket: Socket): void }
  /** Writes the answers to requests that never reach the listener. */
  readonly word: FormatRejection
  /** Called with each unexpected error; it costs one request or one connection. */
  readonly onDefect: (error: unknown) => void
  /** Further connections are closed by the system. */
  readonly connectionsMax?: number
}

/** Starts an HTTP server. @throws the system's error (EADDRINUSE, EACCES, …) if it can't listen */
export function listen(
  listener: HttpListener,
  { host, port, connections, word, onDefect, connectionsMax = CONNECTIONS_MAX }: ServerPorts,
): Promise<Listening> {
  // Node's own check of the Host header gives no reason.
  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requireHostHeader: false,
  })
  server.maxConnections = connectionsMax
  // Node silently drops headers beyond a count; HEADER_BYTES_MAX bounds them instead.
  server.maxHeadersCount = 0
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    connections.watch(socket)
  })
  const order = new AnswerOrder()
  serveRequests(server, order, listener, { word, onDefect })
  answerWhatIsNoRequest(server, order, { word, onDefect })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      // A connection that can't be accepted (too many open files) is the client's loss only.
      server.off('error', reject).on('error', () => {})
      const address = server.address() as AddressInfo
      resolve({ host, port: address.port, close: () => close(server, sockets, order) })
    })
  })
}

type Reporting = Pick<ServerPorts, 'word' | 'onDefect'>

function serveRequests(
  server: Server,
  order: AnswerOrder,
  listener: HttpListener,
  { word, onDefect }: Reporting,
): void {
  const reject = (request: IncomingMessage, response: ServerResponse, rejection: Rejection) =>
    rejectRequest(response, rejection, word(rejection, request.url))
  const fail = (request: IncomingMessage, response: ServerResponse, error: unknown) => {
    onDefect(error)
    try {
      const { reason, details } = asRefusal(error)
      if (response.headersSent) response.destroy()
      else reject(request, response, { status: 500, code: 'internal_error', reason, hint: details.hint })
    } catch {
      response.destroy()
    }
  }
  /** Limits a defect to one request. Uncaught, it would end the process and every world in it. */
  const guarded =
    (answer: HttpListener): RequestListener =>
    async (request, response) => {
      try {
        await answer(request, response)
      } catch (error) {
        fail(request, response, error)
      }
    }
  const serve = guarded((request, response) => {
    const problem = problemOf(request)
    if (problem === undefined) return listener(request, response)
    return reject(request, response, { status: 400, code: 'invalid_request', reason: problem })
  })
  const refuseExpectation = guarded((request, response) => {
    const reason = 'of the Expect header only 100-continue is known'
    reject(request, response, { status: 417, code: 'expectation_failed', reason })
  })
  server.on('request', (request, response) => order.begin(request, response, serve))
  const expecting = (answer: RequestListener) => (request: IncomingMessage, response: ServerResponse) => {
    // Without a 100 the client may not send its body, and its next request would be read as that body.
    response.shouldKeepAlive = false
    order.begin(request, response, answer)
  }
  server.on('checkContinue', expecting(serve))
  server.on('checkExpectation', expecting(refuseExpectation))
}

function answerWhatIsNoRequest(server: Server, order: AnswerOrder, { word, onDefect }: Reporting): void {
  const given = new WeakSet<Socket>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // After a broken request everything else is broken too, so answer once.
    if (given.has(socket)) return
    given.add(socket)
    const end = isAfterClose(error) ? () => socket.end() : () => rejectBroken(socket, error, word)
    leaveWithClient(socket)
    order.whenLast(socket, () => giveUp(socket, end, onDefect))
  })
  server.on('connect', (_request, socket: Socket) => {
    // Node stops handling a tunnel's socket, and an unhandled error event ends the process.
    socket.on('error', () => socket.destroy())
    socket.resume()
    leaveWithClient(socket)
    order.whenLast(socket, () => giveUp(socket, () => rejectTunnel(socket, word), onDefect))
  })
}

/** Matches bytes after the last request of a connection, which get no answer (RFC 9112, 9.6). */
const isAfterClose = ({ code }: NodeJS.ErrnoException): boolean => code === 'HPE_CLOSED_CONNECTION'

/** Lets the client read the last answer: closing at once would lose it if more bytes arrive. */
function giveUp(socket: Socket, end: () => void, onDefect: ServerPorts['onDefect']): void {
  try {
    end()
  } catch (error) {
    onDefect(error)
    socket.destroy()
  }
  socket.setTimeout(LINGER_MS, () => socket.destroy())
}

/** Stops waiting for an earlier answer once the client has closed its side. */
function leaveWithClient(socket: Socket): void {
  const leave = () => socket.setTimeout(LINGER_MS, () => socket.destroy())
  if (socket.readableEnded) leave()
  else socket.once('end', leave)
}

function close(server: Server, sockets: ReadonlySet<Socket>, order: AnswerOrder): Promise<void> {
  return new Promise((resolve) => {
    const dropping = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, DRAIN_MS)
    // An exiting process closes the rest by itself; a running one leaves it to the system.
    const giving = setTimeout(resolve, CLOSE_MS)
    // Node considers a connection idle once its answer is handed over, and would cut off the unwritten part.
    server.closeIdleConnections = () => {}
    server.close(() => {
      clearTimeout(dropping)
      clearTimeout(giving)
      resolve()
    })
    for (const socket of sockets) order.whenAnswered(socket, () => closeSoon(socket))
  })
}

/** Closes a connection once its output is flushed. With nothing to flush it skips the handshake, which is slow. */
function closeSoon(socket: Socket): void {
  if (socket.writableLength === 0) socket.destroy()
  else socket.destroySoon()
}
