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
  HEADER_BYTES_MAX,
  problemOf,
  type Rejection,
  rejectBroken,
  rejectRequest,
  rejectTunnel,
  type WordRejection,
} from './reject.js'

/** Longer than the idle time of clients' pools: a server that closes first resets their next request. */
const KEEP_ALIVE_MS = 75_000
/** A flood of connections may not take all of the memory. */
const CONNECTIONS_MAX = 16_000
/** How long a stop waits for requests in flight. */
const DRAIN_MS = 500
/** How long it waits for anything, however many connections there are: the whole stop stays under a second. */
const CLOSE_MS = 600
/** How long a client may take to close a connection that was given up. */
const LINGER_MS = 5000

export interface Listening {
  readonly host: string
  readonly port: number
  /**
   * Takes no new connections, finishes requests in flight, then drops what is left. It is over after some hundred ms,
   * even if the system has not closed every connection by then.
   */
  close(): Promise<void>
}

/** Answers a request, at once or later. The server answers for it if it throws or rejects. */
export type HttpListener = (request: IncomingMessage, response: ServerResponse) => unknown

/** What a server needs beside its listener. */
export interface ServerPorts {
  readonly host: string
  /** 0 for a free one. */
  readonly port: number
  readonly connections: { watch(socket: Socket): void }
  /** Words the answers to requests that never reach the listener. */
  readonly word: WordRejection
  /** Called with each error that no code expected; it costs one request, or one connection. */
  readonly onDefect: (error: unknown) => void
  /** How many connections may be open; the system closes further ones. */
  readonly connectionsMax?: number
}

/**
 * Listens for HTTP.
 *
 * @throws the system's error (EADDRINUSE, EACCES, …) if it cannot listen
 */
export function listen(
  listener: HttpListener,
  { host, port, connections, word, onDefect, connectionsMax = CONNECTIONS_MAX }: ServerPorts,
): Promise<Listening> {
  // Node's own check of the Host header answers without a reason.
  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requireHostHeader: false,
  })
  server.maxConnections = connectionsMax
  // Node drops the headers beyond a number in silence; HEADER_BYTES_MAX bounds them.
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
      // A connection that cannot be accepted (too many open files) is lost to its client only.
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
  /** A defect of the emulator costs one request: uncaught, it would end the process and every world in it. */
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
    // Without an answer 100 a client may keep its body: its next request would be taken for that.
    response.shouldKeepAlive = false
    order.begin(request, response, answer)
  }
  server.on('checkContinue', expecting(serve))
  server.on('checkExpectation', expecting(refuseExpectation))
}

function answerWhatIsNoRequest(server: Server, order: AnswerOrder, { word, onDefect }: Reporting): void {
  const given = new WeakSet<Socket>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Everything that a client sends after a broken request is broken too: one answer is enough.
    if (given.has(socket)) return
    given.add(socket)
    const end = isAfterClose(error) ? () => socket.end() : () => rejectBroken(socket, error, word)
    leaveWithClient(socket)
    order.whenLast(socket, () => giveUp(socket, end, onDefect))
  })
  server.on('connect', (_request, socket: Socket) => {
    // Node no longer listens to a tunnel's socket nor to its errors: an error without a listener ends the process.
    socket.on('error', () => socket.destroy())
    socket.resume()
    leaveWithClient(socket)
    order.whenLast(socket, () => giveUp(socket, () => rejectTunnel(socket, word), onDefect))
  })
}

/** Checks whether the bytes follow the last request of their connection: nothing answers them (RFC 9112, 9.6). */
const isAfterClose = ({ code }: NodeJS.ErrnoException): boolean => code === 'HPE_CLOSED_CONNECTION'

/** Leaves the client time to read the last answer: closing at once would lose it if more bytes come in. */
function giveUp(socket: Socket, end: () => void, onDefect: ServerPorts['onDefect']): void {
  try {
    end()
  } catch (error) {
    onDefect(error)
    socket.destroy()
  }
  socket.setTimeout(LINGER_MS, () => socket.destroy())
}

/** An answer before may never be written; a client that has said goodbye is not waited for without end. */
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
    // A process that ends closes what is left by then; in one that goes on, that takes its time.
    const giving = setTimeout(resolve, CLOSE_MS)
    // Node takes a connection for idle once its answer is handed over, and would cut off the part not yet written.
    server.closeIdleConnections = () => {}
    server.close(() => {
      clearTimeout(dropping)
      clearTimeout(giving)
      resolve()
    })
    for (const socket of sockets) order.whenAnswered(socket, () => closeSoon(socket))
  })
}

/** Ends a connection once what is written is out. One that has nothing to write is spared the goodbye, which takes long. */
function closeSoon(socket: Socket): void {
  if (socket.writableLength === 0) socket.destroy()
  else socket.destroySoon()
}
