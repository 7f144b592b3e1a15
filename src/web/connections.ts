import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { MemoryAccount } from '../core/memory.js'
import { LineTurns } from './line-turns.js'
import { bytesKept, PartialHead } from './partial-head.js'
import { bytesOfHeaders } from './raw-headers.js'

/** The requests and answers under way on one connection. */
interface Line {
  /** Node's parser reads it; before, each request is answered as it comes in. */
  isParsed: boolean
  /** The last request that began; of one that is over, with its answer, no more than that. */
  request: Pick<IncomingMessage, 'complete'> | undefined
  /** Its answer, and the one before if it is not written yet. */
  response: ServerResponse | undefined
  before: ServerResponse | undefined
  /** Requests that wait for the answers before. */
  waiting: number
  /** What Node's parser keeps of the next request. */
  readonly head: PartialHead
  /** Bytes that it, its head, the heads of the requests under way and what came in behind those take. */
  bytes: number
  /** What came in with and behind the last request, where that waits: Node keeps it until it is read. */
  unread: { bytes: number } | undefined
  /** Nothing that still comes in is read. */
  isGivenUp: boolean
  /** It is about not to be read any further. */
  isPausing: boolean
}

/** A connection with this many requests waiting is not read any further. */
const WAITING_MAX = 100
/** A connection that is not read is given up where nothing is answered for so many ms: its end would not be seen. */
const UNREAD_MS = 30_000
/** A chunk of a body that waits takes as much as two lines of a head, which it has, twice. */
const UNREAD_FACTOR = 2
/** An open connection that nothing was sent on, or is idle: an estimate. */
const CONNECTION_BYTES = 4000
/** A request with its answer, besides its headers, which it has as sent and by name: an estimate. */
const REQUEST_BYTES = 3000
const OVER = { complete: true }

/** Refuse what there is no memory for. */
export interface RoomRefusals {
  /** A request, with nothing ahead of it. */
  readonly request: RequestListener
  /** A connection, or a head of which not all has come in. */
  readonly head: (socket: Socket) => void
}

function pause(socket: Socket, line: Line): void {
  line.isPausing = false
  if (line.waiting >= WAITING_MAX) socket.setTimeout(UNREAD_MS).pause()
}

/** Whether there is more to come of the body of its newest request. */
const isInBody = ({ request }: Line): boolean => request?.complete === false

/** Ends a connection once what is written is out. One whose bytes are all out is spared the goodbye, which takes long. */
function closeSoon(socket: Socket): void {
  if (socket.writableLength === 0) socket.destroy()
  else socket.destroySoon()
}

/** The open connections of a server, with those that Node has given up or never heard from. */
export class Connections {
  readonly #lines = new Map<Socket, Line>()

  /** @param memory holds connections, and the heads of requests from their first bytes until they are answered */
  constructor(
    private readonly memory: MemoryAccount,
    private readonly refusals: RoomRefusals,
  ) {}

  /** @returns whether there is room for it; where there is none it is refused, and closed */
  open(socket: Socket): boolean {
    if (!this.memory.take(CONNECTION_BYTES)) {
      socket.on('error', () => socket.destroy()).resume()
      this.refusals.head(socket)
      return false
    }
    this.#lines.set(socket, {
      isParsed: false,
      request: undefined,
      response: undefined,
      before: undefined,
      waiting: 0,
      head: new PartialHead(),
      bytes: CONNECTION_BYTES,
      unread: undefined,
      isGivenUp: false,
      isPausing: false,
    })
    socket.once('close', () => {
      this.memory.add(-(this.#lines.get(socket)?.bytes ?? 0))
      this.#lines.delete(socket)
    })
    return true
  }

  /** Node's parser, which listens already, reads it from here on. */
  parse(socket: Socket): void {
    const line = this.#lines.get(socket)
    if (line === undefined) return
    line.isParsed = true
    const [parse] = socket.listeners('data')
    socket.removeAllListeners('data')
    const turns = new LineTurns(socket, {
      parse: (bytes) => {
        // Behind a tunnel's head the parser is another connection's.
        if (line.isGivenUp) return
        parse?.call(socket, bytes)
        this.#noteHead(socket, line, bytes)
      },
      hold: (bytes) => !line.isGivenUp && this.#holdOrGiveUp(socket, line, bytes),
      bodyLeft: () => line.head.bodyLeft,
      isBody: () => isInBody(line),
      mayReadOn: () => line.waiting < WAITING_MAX,
    })
    socket.on('data', (bytes: Buffer) => turns.read(bytes))
  }

  #noteHead(socket: Socket, line: Line, bytes: Buffer): void {
    if (line.isGivenUp) return
    const { unread } = line
    const waiting = unread === undefined ? 0 : UNREAD_FACTOR * bytesKept(bytes)
    const more = line.head.read(bytes, isInBody(line)) + waiting
    if (this.#holdOrGiveUp(socket, line, more) && unread !== undefined) unread.bytes += waiting
  }

  /** @returns whether there is room; where there is none the connection is given up */
  #holdOrGiveUp(socket: Socket, line: Line, bytes: number): boolean {
    if (this.#hold(line, bytes)) return true
    line.isGivenUp = true
    // Nothing can be answered behind an answer that is not written.
    if (line.response === undefined && socket.writableLength === 0) this.refusals.head(socket)
    else socket.destroy()
    return false
  }

  #hold(line: Line, bytes: number): boolean {
    if (bytes > 0 && !this.memory.take(bytes)) return false
    if (bytes < 0) this.memory.add(bytes)
    line.bytes += bytes
    return true
  }

  /**
   * Serves a request once every answer before it is written, at once where there is none: requests that came at once
   * are carried out in their order, since one may read what the one before writes. Where there is no room for its head, a
   * request is refused, and behind an answer that is not written, where nothing can be answered, the connection ends.
   */
  begin(request: IncomingMessage, response: ServerResponse, serve: RequestListener): void {
    const line = this.#lines.get(request.socket)
    if (line === undefined) {
      serve(request, response)
      return
    }
    const ahead = line.response?.writableFinished === false ? line.response : undefined
    line.before = ahead
    line.request = request
    line.response = response
    line.head.end(request)
    const bytes = REQUEST_BYTES + 2 * bytesOfHeaders(request.rawHeaders)
    if (this.#hold(line, bytes)) {
      this.#letGoWhenOver(line, request, response, bytes)
      if (ahead === undefined) serve(request, response)
      else this.#wait(line, request.socket, ahead, () => serve(request, response))
    } else if (ahead === undefined) this.refusals.request(request, response)
    else request.socket.destroy()
  }

  /** An idle connection keeps nothing of what it brought. */
  #letGoWhenOver(line: Line, request: IncomingMessage, response: ServerResponse, bytes: number): void {
    const { socket } = request
    let isHeld = true
    const letGo = () => {
      if (!isHeld || !request.complete || !response.writableFinished || !this.#lines.has(socket)) return
      isHeld = false
      this.#hold(line, -bytes)
      if (line.before === response) line.before = undefined
      if (line.response !== response) return
      line.response = undefined
      line.request = OVER
    }
    // An answer may be over ahead of its request's body.
    request.once('close', letGo)
    response.once('close', letGo)
  }

  #wait(line: Line, socket: Socket, ahead: ServerResponse, serve: () => void): void {
    line.waiting++
    // At the end of each request Node reads on: the pause has to come once all that has arrived is taken apart.
    if (line.waiting >= WAITING_MAX && !line.isPausing) {
      line.isPausing = true
      setImmediate(() => pause(socket, line))
    }
    const unread = { bytes: 0 }
    line.unread = unread
    ahead.once('finish', () => {
      if (!this.#lines.has(socket)) return
      this.#hold(line, -unread.bytes)
      if (line.unread === unread) line.unread = undefined
      if (line.waiting-- === WAITING_MAX) socket.setTimeout(0).resume()
      serve()
    })
  }

  /**
   * Calls back once every answer before is written, at once where there is none. It never calls back where the answer
   * to the broken request itself is under way: nothing may follow that one. Nothing more is read.
   */
  afterAnswers(socket: Socket, done: () => void): void {
    const line = this.#lines.get(socket)
    if (line === undefined) return
    line.isGivenUp = true
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
    for (const [socket, { isParsed, request, response }] of this.#lines) {
      if (socket.bytesRead === 0) socket.destroy()
      else if (response?.writableFinished === false) response.once('finish', () => socket.destroySoon())
      else if (!isParsed || request?.complete === true) closeSoon(socket)
    }
  }

  /** Closes all connections that are left. */
  drop(): void {
    for (const socket of this.#lines.keys()) {
      socket.destroy()
    }
  }
}
