import type { Socket } from 'node:net'
import type { MemoryBudget } from '../../core/memory.js'
import type { World } from '../../domain/world.js'
import { addressFinder } from '../../web/forwarded.js'
import type { PlainAnswer } from '../../web/plain/plain-connection.js'
import type { PlainMessage } from '../../web/plain/plain-message.js'
import { interfaceOfPort } from '../context.js'
import type { Answer, OtherAddressOf, Reply } from '../message.js'
import type { DataPlane } from '../pipeline.js'
import type { RequestRecord } from '../record.js'
import { type MessageHead, SocketRequest } from './socket-request.js'
import type { WorldAddress } from './world-address.js'
import { BUFFERED_MAX } from './write.js'

/** Answers a plain request to the data interfaces of a world; undefined: `serveData` is to write the answer. */
export type ServePlainData = (
  world: World<RequestRecord>,
  address: WorldAddress,
  message: PlainMessage,
) => PlainAnswer | undefined

/** An answer that was found ahead of Node's reading of its request, or the error that was thrown. */
type Found = () => Answer | Promise<Answer>

/** Answers that are to be written by Node: each belongs to the next request that it reads off the connection. */
export class EarlyAnswers {
  readonly #found = new WeakMap<Socket, { readonly line: string; readonly found: Found }>()

  set(message: RequestLine, found: Found): void {
    this.#found.set(message.socket, { line: lineOf(message), found })
  }

  /** Takes the answer away; undefined where there is none, or its request was refused ahead of this one. */
  take(message: RequestLine): Found | undefined {
    const early = this.#found.get(message.socket)
    if (early === undefined) return undefined
    this.#found.delete(message.socket)
    return early.line === lineOf(message) ? early.found : undefined
  }
}

type RequestLine = Pick<MessageHead, 'method' | 'url' | 'socket'>

const lineOf = ({ method, url }: RequestLine): string => `${method} ${url}`

export interface PlainDataOptions {
  readonly memory: MemoryBudget
  /** Takes the answers that are not plain. */
  readonly early: EarlyAnswers
  readonly otherAddressOf?: OtherAddressOf
  /** Takes the address that clients use from the headers of a proxy. */
  readonly trustProxy?: boolean
}

/** Serves plain requests to the data interfaces. */
export function servePlainData(
  plane: DataPlane,
  { memory, early, otherAddressOf, trustProxy = false }: PlainDataOptions,
): ServePlainData {
  const addressOf = addressFinder(trustProxy)
  const fallback = interfaceOfPort(otherAddressOf)
  const uploads = memory.open()
  return (world, address, message) => {
    const { headers, body, socket } = message
    const { bodyBytes } = world.profile.limits
    // What pages may read is for `serveData`, as are bodies that are refused.
    if (headers.origin !== undefined || (bodyBytes !== null && body.length > bodyBytes)) return undefined
    if (!uploads.take(body.length)) return undefined
    const received = { bytes: body, isTooLarge: false }
    const at = { world, address, fallback }
    const request = new SocketRequest(message, socket, at, received, addressOf(message))
    try {
      const found = plane.answer(world, request, otherAddressOf)
      if (found instanceof Promise) {
        // Whoever takes it hears of an error, too, though perhaps not in this turn.
        found.catch(() => {})
      } else if (isPlain(found.reply, found)) return found.reply
      early.set(message, () => found)
    } catch (error) {
      early.set(message, () => {
        throw error
      })
    } finally {
      uploads.add(-body.length)
    }
    return undefined
  }
}

/** Headers that each answer has: Content-Type, Content-Length, Date. Of them it is known that they are sound. */
const USUAL_HEADERS = 2 * 3

/** Whether an answer can be written in one piece: short, sound, and left as it is by faults. */
function isPlain(reply: Reply | undefined, { faultAction }: Answer): reply is Reply & PlainAnswer {
  if (reply === undefined || faultAction !== undefined) return false
  const { headers, body } = reply
  const isShort = typeof body === 'string' && body.length <= BUFFERED_MAX
  return isShort && (headers.length === USUAL_HEADERS || headers.every(isSound))
}

/** Whether a name or value of a header cannot end it. */
const isSound = (text: string): boolean => /^[\t -~]*$/.test(text)
