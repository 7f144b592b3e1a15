import type { Socket } from 'node:net'

/**
 * So many lines of a connection are read in one go, and the head of a request to its end: what is known of a head in part
 * takes as much memory as all of it. A request and a chunk of a body have two lines or more: some ms of work.
 */
const LINES_A_TURN = 250
/** Bytes that Node takes from the system while nothing is read. */
const AHEAD_BYTES = 64 * 1024
const LINE_FEED = 0x0a
const END_OF_HEAD = '\r\n\r\n'

/** What reads a connection. */
export interface LineReader {
  /** Node's parser. */
  readonly parse: (bytes: Buffer) => void
  /**
   * Holds memory for what waits; below 0: lets go of it.
   *
   * @returns whether there is room; where there is none the connection is given up
   */
  readonly hold: (bytes: number) => boolean
  /** How many of the next bytes are no lines. */
  readonly bodyLeft: () => number
  /** Whether a body is being read. */
  readonly isBody: () => boolean
  /** Whether nothing else keeps it from being read on. */
  readonly mayReadOn: () => boolean
}

/**
 * Reads a connection some hundred lines in a turn, and lets other work through in between: one that sends hundreds of
 * thousands of tiny chunks or requests at once keeps nobody waiting. What is long, but of few lines, is read as it comes.
 */
export class LineTurns {
  #isWaiting = false
  /** How many it had for what came in at once. */
  #turns = 0
  #isLastByteRead = false
  #held = 0

  constructor(
    private readonly socket: Socket,
    private readonly reader: LineReader,
  ) {}

  /** Reads what has come in, or the beginning of it: the rest comes again. */
  read(bytes: Buffer): void {
    // Node has it read on whenever something of a body was taken.
    if (this.#isWaiting) this.#putBack(bytes)
    else if (this.#isLastByteRead) {
      this.#isLastByteRead = false
      this.#hold(0)
      if (bytes.length > 1) this.read(bytes.subarray(1))
    } else this.#readLines(bytes)
  }

  #readLines(bytes: Buffer): void {
    const from = this.reader.isBody() ? this.reader.bodyLeft() : endOfHead(bytes)
    const end = endOfLines(bytes, from, LINES_A_TURN)
    const isLast = end === bytes.length
    this.reader.parse(isLast ? bytes : bytes.subarray(0, end))
    if (isLast && this.#turns === 0) return
    if (!isLast && this.reader.bodyLeft() >= bytes.length - end) {
      this.#readLines(bytes.subarray(end))
      return
    }
    // The end of the connection may have come in meanwhile, with which Node drops what is not answered yet. So a byte stays
    // behind until the last answers had their turn.
    const rest = isLast ? bytes.subarray(-1) : bytes.subarray(end)
    if (this.socket.destroyed || !this.#hold(rest.length + AHEAD_BYTES)) return
    this.#isLastByteRead = isLast
    this.#turns = isLast ? 0 : this.#turns + 1
    // Node pauses a client that does not read its answers, and goes on by itself.
    const isWaitedFor = this.socket.isPaused()
    this.#putBack(rest)
    if (!isWaitedFor) this.#wait()
  }

  #putBack(bytes: Buffer): void {
    this.socket.pause().unshift(bytes)
  }

  async #wait(): Promise<void> {
    this.#isWaiting = true
    this.#isWaiting = false
    if (!this.socket.destroyed && this.reader.mayReadOn()) this.socket.resume()
  }

  #hold(bytes: number): boolean {
    const more = bytes - this.#held
    this.#held = bytes
    return more === 0 || this.reader.hold(more)
  }
}

/** Where the head ends that is being read; the end of the bytes where it goes on. */
function endOfHead(bytes: Buffer): number {
  const end = bytes.indexOf(END_OF_HEAD)
  return end < 0 ? bytes.length : end + END_OF_HEAD.length
}

/** Where so many lines end, counted from an offset on; the end of the bytes where there are fewer. */
function endOfLines(bytes: Buffer, from: number, lines: number): number {
  let end = from
  for (let line = 0; line < lines; line++) {
    end = bytes.indexOf(LINE_FEED, end) + 1
    if (end === 0) return bytes.length
  }
  return end
}
