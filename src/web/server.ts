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

/** Longer than the idle timeout of client pools. If the server closed first, a client's next request would be reset. */
const KEEP_ALIVE_MS = 75_000
/** Prevents a flood of connections from using up all memory. */
const CONNECTIONS_MAX = 16_000
/** For requests in flight. */
const DRAIN_MS = 500
/** For all of `close`, so that stopping takes less than a second. */
const CLOSE_MS = 600
/** For a client to close a connection that we've given up on. */
const LINGER_MS = 5000

export interface Listening {
  readonly host: string
  readonly port: number
  /**
   * Stops accepting connections, waits for requests in flight, then drops the rest. Takes a few hundred ms at most,
   * even if the system hasn't closed all connections by then.
   */
  close(): Promise<void>
}

/** May return a promise. If it throws or rejects, the server answers with an error. */
export type HttpListener = (request: IncomingMessage, response: ServerResponse) => unknown

export interface ServerPorts {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly connections: { watch(socket: Socket): void }
  /** For requests that never reach the listener. */
  readonly word: FormatRejection
  /** Called with each unexpected error, which only affects one request or connection. */
  readonly onDefect: (error: unknown) => void
  /** Connections beyond this number are closed immediately. */
  readonly connectionsMax?: number
}

/** Rejects with the system's error (EADDRINUSE, EACCES, …) if it can't listen. */
export function listen(
  listener: HttpListener,
  { host, port, connections, word, onDefect, connectionsMax = CONNECTIONS_MAX }: ServerPorts,
): Promise<Listening> {
  // We check the Host header ourselves, because Node's own check gives no reason.
  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requireHostHeader: false,
  })
  server.maxConnections = connectionsMax
  // Node silently drops headers beyond a maximum count. We limit their size with HEADER_BYTES_MAX instead.
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
      // If a connection can't be accepted (e.g. too many open files), that only affects its client.
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
  /** Limits the damage of a defect to one request. An uncaught error would end the process and all its worlds. */
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
    const reason = 'the only supported Expect header is 100-continue'
    reject(request, response, { status: 417, code: 'expectation_failed', reason })
  })
  server.on('request', (request, response) => order.begin(request, response, serve))
  const expecting = (answer: RequestListener) => (request: IncomingMessage, response: ServerResponse) => {
    // Without a 100 Continue, the client might skip its body, and we'd read its next request as that body.
    response.shouldKeepAlive = false
    order.begin(request, response, answer)
  }
  server.on('checkContinue', expecting(serve))
  server.on('checkExpectation', expecting(refuseExpectation))
}

function answerWhatIsNoRequest(server: Server, order: AnswerOrder, { word, onDefect }: Reporting): void {
  const given = new WeakSet<Socket>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Everything after a broken request is broken too, so we answer only once.
    if (given.has(socket)) return
    given.add(socket)
    const end = isAfterClose(error) ? () => socket.end() : () => rejectBroken(socket, error, word)
    leaveWithClient(socket)
    order.whenLast(socket, () => giveUp(socket, end, onDefect))
  })
  server.on('connect', (_request, socket: Socket) => {
    // Node no longer handles a tunnel's socket, and an unhandled error event would end the process.
    socket.on('error', () => socket.destroy())
    socket.resume()
    leaveWithClient(socket)
    order.whenLast(socket, () => giveUp(socket, () => rejectTunnel(socket, word), onDefect))
  })
}

/** Bytes that follow a connection's last request get no answer (RFC 9112, 9.6). */
const isAfterClose = ({ code }: NodeJS.ErrnoException): boolean => code === 'HPE_CLOSED_CONNECTION'

/** Lets the client read the last answer, which it would lose if we closed immediately and more bytes arrived. */
function giveUp(socket: Socket, end: () => void, onDefect: ServerPorts['onDefect']): void {
  try {
    end()
  } catch (error) {
    onDefect(error)
    socket.destroy()
  }
  socket.setTimeout(LINGER_MS, () => socket.destroy())
}

/** Stops waiting for earlier answers once the client has closed its side. */
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
    // If the process exits, it closes the rest. If it keeps running, we leave that to the system.
    const giving = setTimeout(resolve, CLOSE_MS)
    // Node considers a connection idle once it's been handed the answer, and would cut off what isn't written yet.
    server.closeIdleConnections = () => {}
    server.close(() => {
      clearTimeout(dropping)
      clearTimeout(giving)
      resolve()
    })
    for (const socket of sockets) order.whenAnswered(socket, () => closeSoon(socket))
  })
}

/** With nothing to flush, this skips the slow handshake. */
function closeSoon(socket: Socket): void {
  if (socket.writableLength === 0) socket.destroy()
  else socket.destroySoon()
}
