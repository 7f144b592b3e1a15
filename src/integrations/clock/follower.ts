import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { ClockReading } from '../../admin/calls/clock.js'
import { NO_EMULATOR, refusedCall } from '../../client/admin-client.js'
import { skewOf } from './followed-clock.js'

/** What follows a world's clock, and by what. */
export interface FollowerPorts {
  /** Sends a request, as that of node:http or node:https does. */
  readonly request: (url: string, options: RequestOptions) => ClientRequest
  /** The machine's time in ms. */
  readonly realNow: () => number
  /** Resolves after this many real ms, and does not keep the process running. */
  readonly pause: (ms: number) => Promise<void>
  /** Takes a reading; `skewMs` is the real time here less the emulator's. */
  readonly onReading: (reading: ClockReading, skewMs: number) => void
  /** Called, once for each time, with the reason why there is no clock to follow. */
  readonly onLost: (reason: string) => void
}

/** For the beginning of an answer of the emulator, and for the rest of one about the clock, real ms. */
const ANSWER_MS_MAX = 10_000
/** Far more characters than an answer about the clock has. */
const ANSWER_LENGTH_MAX = 64 * 1024
/** Its streams have a heartbeat every 10 s. */
const SILENCE_MS_MAX = 45_000
/** Until the emulator is looked for again, real ms. */
const RETRY_MS = 500

/**
 * Keeps up with the clock of a world by its events. It keeps the process running until the clock is known, or
 * it is known that there is none for now; not afterwards.
 */
export class ClockFollower {
  readonly #adminUrl: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #ports: FollowerPorts
  readonly #sockets = new Set<Socket>()
  #isSettled = false
  #isLost = false
  /** The real time here less the emulator's, in ms; unknown until a running clock was asked for. */
  #skewMs: number | undefined
  /** Counts what the stream reported: answers to what was asked before are out of date. */
  #reports = 0

  /**
   * @param adminUrl of the world
   * @param adminToken of the emulator, if it asks for one
   */
  constructor(adminUrl: string, adminToken: string | undefined, ports: FollowerPorts) {
    this.#adminUrl = adminUrl
    this.#headers = adminToken === undefined ? {} : { Authorization: `Bearer ${adminToken}` }
    this.#ports = ports
  }

  /** Begins, and resolves once the clock is known, or it is known that there is none for now. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        this.#isSettled = true
        for (const socket of this.#sockets) socket.unref()
        resolve()
      }
      this.#follow(settle)
    })
  }

  async #follow(settle: () => void): Promise<never> {
    for (;;) {
      const reason = await this.#listen(settle).catch(reasonOf)
      if (!this.#isLost) this.#ports.onLost(reason)
      this.#isLost = true
      settle()
      await this.#ports.pause(RETRY_MS)
    }
  }

  /** Takes what the stream reports until it ends. @returns why it did @throws Error if there is none */
  async #listen(settle: () => void): Promise<string> {
    const stream = await this.#get('/events?types=clock,reset')
    let asked = 0
    // One at a time: an event while one is under way asks for one more.
    const read = async () => {
      if (++asked > 1) return
      try {
        for (let answered = 0; answered < asked; settle()) {
          answered = asked
          await this.#read()
        }
      } catch (error) {
        stream.destroy(asError(error))
      }
      asked = 0
    }
    read()
    const parser = new EventParser()
    stream.socket.setTimeout(SILENCE_MS_MAX)
    stream.setEncoding('utf8')
    for await (const piece of stream) {
      for (const { name, data } of parser.read(piece)) {
        this.#reports++
        const reading = name === 'clock' ? readingIn(data) : undefined
        if (reading !== undefined) this.#ports.onReading(reading, this.#skewMs ?? 0)
        const isSkewed = reading?.realNow !== undefined && this.#skewMs === undefined
        if (reading === undefined || isSkewed) read()
      }
    }
    return 'its stream of events ended'
  }

  async #read(): Promise<void> {
    const reports = this.#reports
    const sentAt = this.#ports.realNow()
    const reading = readingIn(await this.#textOf(await this.#get('/clock')))
    if (reading.realNow !== undefined) this.#skewMs = skewOf(reading.realNow, sentAt, this.#ports.realNow())
    this.#isLost = false
    if (reports === this.#reports) this.#ports.onReading(reading, this.#skewMs ?? 0)
  }

  #get(path: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = this.#ports.request(this.#adminUrl + path, { headers: this.#headers, agent: false })
      const giveUp = () => request.destroy(noAnswer())
      request.setTimeout(ANSWER_MS_MAX, giveUp)
      // A server that sends a byte now and then is never silent.
      let hasBegun = false
      this.#ports.pause(ANSWER_MS_MAX).then(() => hasBegun || giveUp())
      request.once('socket', (socket) => {
        this.#sockets.add(socket)
        socket.once('close', () => this.#sockets.delete(socket))
        if (this.#isSettled) socket.unref()
      })
      request.once('error', reject)
      // It has no answer if the server changes to another protocol.
      request.once('close', () => reject(new Error(NO_EMULATOR.message)))
      request.once('response', (response) => {
        hasBegun = true
        if (response.statusCode === 200) resolve(response)
        else this.#textOf(response).then((text) => reject(new Error(refusedCall(0, text).message)), reject)
      })
      request.end()
    })
  }

  /** @throws Error if it does not come in time, or is longer than one of an emulator */
  async #textOf(response: IncomingMessage): Promise<string> {
    this.#ports.pause(ANSWER_MS_MAX).then(() => response.complete || response.destroy(noAnswer()))
    let text = ''
    response.setEncoding('utf8')
    for await (const piece of response) {
      text += piece
      if (text.length > ANSWER_LENGTH_MAX) throw new Error(NO_EMULATOR.message)
    }
    return text
  }
}

const noAnswer = (): Error => new Error('it does not answer')

/** @throws Error if the text is not a reading of a clock */
function readingIn(text: string): ClockReading {
  try {
    const reading: unknown = JSON.parse(text)
    if (isReading(reading)) return reading
  } catch {
    // What is not JSON is none either.
  }
  throw new Error(refusedCall(0, text).message)
}

/** The time of a Date is between its negative and this, in ms. */
const DATE_MS_MAX = 8.64e15

const isTime = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= DATE_MS_MAX

/** Whether a Date can go by it. */
function isReading(value: unknown): value is ClockReading {
  const { now, mode, rate, realNow } = Object(value)
  if (!isTime(now)) return false
  return mode === 'frozen' || (mode === 'running' && isTime(realNow) && Number.isFinite(rate) && rate > 0)
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** Why there is no answer, in words; the system's errors have codes, and at times nothing else. */
function reasonOf(error: unknown): string {
  const code: unknown = Object(error).code
  return typeof code === 'string' ? `nothing answers there (${code})` : asError(error).message
}

/** An event of a stream of Server-Sent Events. */
interface StreamedEvent {
  readonly name: string
  readonly data: string
}

/** Far more than an event on the clock takes. */
const EVENT_LENGTH_MAX = 64 * 1024

/** Reads Server-Sent Events, as an emulator writes them, out of the pieces of a stream. */
class EventParser {
  #text = ''

  /**
   * @returns the events that this piece completes
   * @throws Error if an event goes on without end
   */
  read(piece: string): StreamedEvent[] {
    const blocks = (this.#text + piece).split('\n\n')
    this.#text = blocks.pop() ?? ''
    if (this.#text.length > EVENT_LENGTH_MAX) throw new Error(NO_EMULATOR.message)
    return blocks.flatMap((block) => {
      const [, name = '', data = ''] = /^event: (.*)\n(?:id: .*\n)?data: (.*)$/.exec(block) ?? []
      return name === '' ? [] : [{ name, data }]
    })
  }
}
