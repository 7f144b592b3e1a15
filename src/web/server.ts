import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { MemoryBudget } from '../core/memory.js'
import { noteNewcomer } from '../core/steps.js'
import { watchConnection } from './connection.js'
import { Connections } from './connections.js'
import { type ServePlain, servePlainly } from './plain/plain-connection.js'
import { Remembered } from './plain/remembered.js'
import {
  framingProblem,
  hostProblem,
  type Rejection,
  rejectBroken,
  rejectHead,
  rejectRequest,
  rejectTunnel,
  type WordRejection,
} from './reject.js'

/** Longer than the idle time of clients' pools: a server that closes first resets their next request. */
const KEEP_ALIVE_MS = 75_000
const HEADER_BYTES_MAX = 256 * 1024
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
   * even where the system has not closed every connection by then.
   */
  close(): Promise<void>
}

/** The ports of a server. */
export interface ServerPorts {
  /** Real ms from some start, for when connections open and close. */
  readonly monotonic: () => number
  readonly memory: MemoryBudget
  /** Words the answers to requests that never reach the listener. */
  readonly word: WordRejection
  /** Why a request is refused for which there is no memory. */
  readonly noRoom: Rejection
  /** Answers plain requests ahead of the listener, which gets those that it does not; left out, it gets all. */
  readonly plain?: ServePlain
}

/**
 * Listens for HTTP.
 *
 * @throws the system's error (EADDRINUSE, EACCES, …) where it cannot listen
 */
export function listen(
  listener: RequestListener,
  port: number,
  host: string,
  { monotonic, memory, word, noRoom, plain }: ServerPorts,
): Promise<Listening> {
  // Node's own check of the Host header answers without a reason.
  const options = {
    maxHeaderSize: HEADER_BYTES_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requireHostHeader: false,
  }
  const reject = (request: IncomingMessage, response: ServerResponse, rejection: Rejection) =>
    rejectRequest(response, rejection, word(rejection, request.url))
  const serve: RequestListener = (request, response) => {
    const problem = hostProblem(request) ?? framingProblem(request)
    if (problem === undefined) listener(request, response)
    else reject(request, response, { status: 400, code: 'invalid_request', reason: problem })
  }
  const server = createServer(options, (request, response) => {
    connections.begin(request, response, serve)
  })
  const connections = new Connections(memory.open(), {
    request(request, response) {
      // The head stays in memory for as long as its body comes in.
      response.setHeader('Connection', 'close')
      reject(request, response, noRoom)
    },
    head: (socket) => rejectHead(socket, noRoom, word),
  })
  // Node drops the headers beyond a number in silence; HEADER_BYTES_MAX bounds them.
  server.maxHeadersCount = 0
  const remembered = new Remembered(memory)
  // Node's own listener, which has its parser read what comes in.
  const [parse] = server.listeners('connection')
  server.removeAllListeners('connection')
  const toNode = (socket: Socket) => {
    parse?.call(server, socket)
    connections.parse(socket)
  }
  server.on('connection', (socket: Socket) => {
    noteNewcomer()
    if (!connections.open(socket)) return
    watchConnection(socket, monotonic)
    if (plain === undefined) toNode(socket)
    else servePlainly(socket, { serve: plain, remembered, keepAliveMs: KEEP_ALIVE_MS, toNode })
  })
  server.on('checkExpectation', (request, response) => {
    const reason = 'of the Expect header only 100-continue is known'
    reject(request, response, { status: 417, code: 'expectation_failed', reason })
  })
  answerWhatIsNoRequest(server, connections, word)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      // A connection that cannot be accepted (too many open files) is lost to its client only.
      server.off('error', reject).on('error', () => {})
      const address = server.address() as AddressInfo
      resolve({ host, port: address.port, close: () => close(server, connections) })
    })
  })
}

function answerWhatIsNoRequest(server: Server, connections: Connections, word: WordRejection): void {
  const given = new WeakSet<Socket>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Everything that a client sends after a broken request is broken too: one answer is enough.
    if (given.has(socket)) return
    given.add(socket)
    const end = isBehindClose(error)
      ? () => socket.end()
      : () => rejectBroken(socket, error, HEADER_BYTES_MAX, word)
    leaveWithClient(socket)
    connections.afterAnswers(socket, () => giveUp(socket, end))
  })
  server.on('connect', (_request, socket: Socket) => {
    // Node no longer listens to a tunnel's socket nor to its errors: an error without a listener ends the process.
    socket.on('error', () => socket.destroy())
    socket.resume()
    leaveWithClient(socket)
    connections.afterAnswers(socket, () => giveUp(socket, () => rejectTunnel(socket, word)))
  })
}

/** Whether the bytes follow a request that was the last of its connection: nothing answers them (RFC 9112, 9.6). */
const isBehindClose = ({ code }: NodeJS.ErrnoException): boolean => code === 'HPE_CLOSED_CONNECTION'

/** Leaves the client time to read the last answer: closing at once would lose it where more bytes come in. */
function giveUp(socket: Socket, end: () => void): void {
  end()
  socket.setTimeout(LINGER_MS, () => socket.destroy())
}

/** An answer before may never be written; a client that has said goodbye is not waited for without end. */
function leaveWithClient(socket: Socket): void {
  const leave = () => socket.setTimeout(LINGER_MS, () => socket.destroy())
  if (socket.readableEnded) leave()
  else socket.once('end', leave)
}

function close(server: Server, connections: Connections): Promise<void> {
  return new Promise((resolve) => {
    const dropping = setTimeout(() => connections.drop(), DRAIN_MS)
    // A process that ends closes what is left by then; in one that goes on, that takes its time.
    const giving = setTimeout(resolve, CLOSE_MS)
    // Node takes a connection for idle once its answer is handed over, and would cut off the part not yet written.
    server.closeIdleConnections = () => {}
    server.close(() => {
      clearTimeout(dropping)
      clearTimeout(giving)
      resolve()
    })
    connections.drain()
  })
}
