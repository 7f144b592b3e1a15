import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import type { Socket } from 'node:net'
import { NO_EMULATOR, refusedCall } from '../../client/admin-client.js'
import type { ClockInfo } from '../../client/answers.js'
import { skewOf } from './followed-clock.js'

export interface FollowerPorts {
  /** From `node:http` or `node:https`. */
  readonly request: (url: string, options: RequestOptions) => ClientRequest
  readonly realNow: () => number
  /** In real ms. Mustn't keep the process running. */
  readonly pause: (ms: number) => Promise<void>
  /** `skewMs` is the local real time minus the emulator's. */
  readonly onReading: (reading: ClockInfo, skewMs: number) => void
  readonly onLost: (reason: string) => void
}

/** For a response's headers, and for bodies that aren't streams. In real ms. */
const ANSWER_MS_MAX = 10_000
/** For a response or an event. Real ones are much shorter. */
const TEXT_LENGTH_MAX = 64 * 1024
/** Between two chunks of a stream. The emulator sends a heartbeat every 10 s. */
const SILENCE_MS_MAX = 45_000
/** Before reconnecting. */
const RETRY_MS = 500

/**
 * Listens to the world's events. Only keeps the process running until it knows the clock's time or finds that there's
 * no clock.
 */
export class ClockFollower {
  readonly #adminUrl: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #ports: FollowerPorts
  readonly #sockets = new Set<Socket>()
  #isSettled = false
  #isLost = false
  /** The local real time minus the emulator's, in ms. Undefined until it has read a running clock. */
  #skewMs: number | undefined
  /** Counts events, to detect responses that are older than the latest event. */
  #reports = 0

  constructor(adminUrl: string, adminToken: string | undefined, ports: FollowerPorts) {
    this.#adminUrl = adminUrl
    this.#headers = adminToken === undefined ? {} : { Authorization: `Bearer ${adminToken}` }
    this.#ports = ports
  }

  /** Resolves once it knows the clock's time, or that there's no clock. */
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

  /** @returns why the stream ended */
  async #listen(settle: () => void): Promise<string> {
    const stream = await this.#get('/events?types=clock,reset')
    let asked = 0
    // Don't send requests in parallel. If an event arrives during one, send another one afterwards.
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
      // Limit the total time, because a server that sends a byte every now and then would never time out.
      let hasBegun = false
      this.#ports.pause(ANSWER_MS_MAX).then(() => hasBegun || giveUp())
      request.once('socket', (socket) => {
        this.#sockets.add(socket)
        socket.once('close', () => this.#sockets.delete(socket))
        if (this.#isSettled) socket.unref()
      })
      request.once('error', reject)
      // There's no response if the server switches to another protocol.
      request.once('close', () => reject(new Error(NO_EMULATOR.message)))
      request.once('response', (response) => {
        hasBegun = true
        if (response.statusCode === 200) resolve(response)
        else this.#textOf(response).then((text) => reject(new Error(refusedCall(0, text).message)), reject)
      })
      request.end()
    })
  }

  async #textOf(response: IncomingMessage): Promise<string> {
    this.#ports.pause(ANSWER_MS_MAX).then(() => response.complete || response.destroy(noAnswer()))
    let text = ''
    response.setEncoding('utf8')
    for await (const piece of response) {
      text += piece
      if (text.length > TEXT_LENGTH_MAX) throw new Error(NO_EMULATOR.message)
    }
    return text
  }
}

const noAnswer = (): Error => new Error("it doesn't answer")

function readingIn(text: string): ClockInfo {
  try {
    const reading: unknown = JSON.parse(text)
    if (isReading(reading)) return reading
  } catch {
    // Treat invalid JSON like any other invalid reading.
  }
  throw new Error(refusedCall(0, text).message)
}

/** The largest absolute value that `Date` supports, in ms. */
const DATE_MS_MAX = 8.64e15

const isTime = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= DATE_MS_MAX

function isReading(value: unknown): value is ClockInfo {
  const { now, mode, rate, realNow } = Object(value)
  if (!isTime(now)) return false
  return mode === 'frozen' || (mode === 'running' && isTime(realNow) && Number.isFinite(rate) && rate > 0)
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** Prefers the code of a system error, which may not have a message. */
function reasonOf(error: unknown): string {
  const code: unknown = Object(error).code
  return typeof code === 'string' ? `nothing answers there (${code})` : asError(error).message
}

interface StreamedEvent {
  readonly name: string
  readonly data: string
}

/** For Server-Sent Events. */
class EventParser {
  #text = ''

  /** @returns the events that are complete after this chunk */
  read(piece: string): StreamedEvent[] {
    const blocks = (this.#text + piece).split('\n\n')
    this.#text = blocks.pop() ?? ''
    if (this.#text.length > TEXT_LENGTH_MAX) throw new Error(NO_EMULATOR.message)
    return blocks.flatMap((block) => {
      const [, name = '', data = ''] = /^event: (.*)\n(?:id: .*\n)?data: (.*)$/.exec(block) ?? []
      return name === '' ? [] : [{ name, data }]
    })
  }
}
