import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { MemoryAccount } from '../core/memory.js'
import { Slice, type Steps } from '../core/steps.js'

/** The requests and answers under way on one connection. */
interface Line {
  /** Node's parser reads it; before, each request is answered as it comes in. */
  isParsed: boolean
  /** The last request that began. */
  request: IncomingMessage | undefined
  /** Its answer, and the one before if it is not written yet. */
  response: ServerResponse | undefined
  before: ServerResponse | undefined
  /** Requests that wait for the answers before, and the bytes that they hold. */
  waiting: number
  waitingBytes: number
  /** It is about not to be read any further. */
  isPausing: boolean
}

/** A connection with this many requests waiting is not read any further. */
const WAITING_MAX = 100
/** A connection that is not read is given up where nothing is answered for so many ms: its end would not be seen. */
const UNREAD_MS = 30_000
/** To close a connection takes as long as to look at so many items. */
const ITEMS_A_CONNECTION = 10
/** A request with its answer, besides the texts of its head: an estimate. */
const REQUEST_BYTES = 3000

function pause(socket: Socket, line: Line): void {
  line.isPausing = false
  if (line.waiting >= WAITING_MAX) socket.setTimeout(UNREAD_MS).pause()
}

/** Ends a connection once what is written is out. One whose bytes are all out is spared the goodbye, which takes long. */
function closeSoon(socket: Socket): void {
  if (socket.writableLength === 0) socket.destroy()
  else socket.destroySoon()
}

/** The open connections of a server, with those that Node has given up or never heard from. */
export class Connections {
  readonly #lines = new Map<Socket, Line>()

  /** @param memory holds the requests that wait */
  constructor(private readonly memory: MemoryAccount) {}

  open(socket: Socket): void {
    this.#lines.set(socket, {
      isParsed: false,
      request: undefined,
      response: undefined,
      before: undefined,
      waiting: 0,
      waitingBytes: 0,
      isPausing: false,
    })
    socket.once('close', () => {
      this.memory.add(-(this.#lines.get(socket)?.waitingBytes ?? 0))
      this.#lines.delete(socket)
    })
  }

  /** Node's parser reads it from here on. */
  parse(socket: Socket): void {
    const line = this.#lines.get(socket)
    if (line !== undefined) line.isParsed = true
  }

  /**
   * Serves a request once every answer before it is written, at once where there is none: requests that came at once
   * are carried out in their order, since one may read what the one before writes.
   */
  begin(request: IncomingMessage, response: ServerResponse, serve: RequestListener): void {
    const line = this.#lines.get(request.socket)
    // An answer that is written is released, so that no garbage collection carries it along.
    const ahead = line?.response?.writableFinished === false ? line.response : undefined
    if (line !== undefined) {
      line.before = ahead
      line.request = request
      line.response = response
    }
    if (line === undefined || ahead === undefined) serve(request, response)
    else this.#wait(line, request, ahead, () => serve(request, response))
  }

  /** Nothing can be answered behind an answer that is not written: where there is no room, the connection ends. */
  #wait(line: Line, { socket, rawHeaders }: IncomingMessage, ahead: ServerResponse, serve: () => void): void {
    const bytes = rawHeaders.reduce((sum, text) => sum + text.length, REQUEST_BYTES)
    if (!this.memory.take(bytes)) {
      socket.destroy()
      return
    }
    line.waiting++
    line.waitingBytes += bytes
    // At the end of each request Node reads on: the pause has to come once all that has arrived is taken apart.
    if (line.waiting >= WAITING_MAX && !line.isPausing) {
      line.isPausing = true
      setImmediate(() => pause(socket, line))
    }
    ahead.once('finish', () => {
      if (!this.#lines.has(socket)) return
      if (line.waiting-- === WAITING_MAX) socket.setTimeout(0).resume()
      line.waitingBytes -= bytes
      this.memory.add(-bytes)
      serve()
    })
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
  *drain(): Steps<void> {
    const slice = new Slice()
    for (const [socket, { isParsed, request, response }] of this.#lines) {
      if (socket.bytesRead === 0) socket.destroy()
      else if (response?.writableFinished === false) response.once('finish', () => socket.destroySoon())
      else if (!isParsed || request?.complete === true) closeSoon(socket)
      yield* slice.take(ITEMS_A_CONNECTION)
    }
  }

  /** Closes all connections that are left. */
  *drop(): Steps<void> {
    const slice = new Slice()
    for (const socket of this.#lines.keys()) {
      socket.destroy()
      yield* slice.take(ITEMS_A_CONNECTION)
    }
  }
}
