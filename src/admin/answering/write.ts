import type { ServerResponse } from 'node:http'
import { holdUntilClosed, refuseForRoom } from '../../api/http/room.js'
import type { MemoryAccount } from '../../core/memory.js'
import { chunksOf, writeChunks } from '../../core/text-pieces.js'
import { CLOSED_HEADERS } from '../../web/closed-headers.js'
import type { AdminReply } from '../call.js'
import { refused } from '../reply.js'
import { HeldText } from './held-text.js'

/** Longer answers, in characters, wait in memory for a client that does not read. */
const BUFFERED_MAX = 16 * 1024

/** Characters up to which a text is made before any of it is sent: then nothing of what it was made of is held. */
const WHOLE_MAX = 2_000_000

/** Resolves once the answer is made, or so much of it that the rest is made while it is sent. */
export async function write(
  response: ServerResponse,
  reply: AdminReply,
  memory: MemoryAccount,
): Promise<void> {
  const { pieces } = reply
  if (pieces === undefined) return writeAtOnce(response, reply, memory)
  try {
    await writeInPieces(response, reply, chunksOf(pieces), memory)
  } catch (error) {
    writeAtOnce(response, refused(error), memory)
  }
}

/** Writes an answer that is not made in pieces. */
export function writeAtOnce(
  response: ServerResponse,
  { status, body, type, stream }: Omit<AdminReply, 'pieces'>,
  memory: MemoryAccount,
): void {
  if (stream !== undefined) {
    // No 'close' comes any more where the client is gone already, and the stream would never end.
    if (response.destroyed) return
    response.writeHead(status, {
      'Content-Type': type,
      ...CLOSED_HEADERS,
      // nginx would collect the stream until it ends.
      'X-Accel-Buffering': 'no',
    })
    stream(response)
    return
  }
  if (body === undefined) {
    response.writeHead(status, CLOSED_HEADERS).end()
    return
  }
  const isLong = body.length > BUFFERED_MAX
  if (isLong && !holdUntilClosed(response, 2 * body.length, memory)) {
    refuseForRoom(response)
    return
  }
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    ...CLOSED_HEADERS,
  })
  response.end(body)
}

/** A text that is not long is sent as a whole, with its length; any other while it is made. */
async function writeInPieces(
  response: ServerResponse,
  { status, type, holdsLittle = false }: AdminReply,
  chunks: Iterator<string, undefined>,
  memory: MemoryAccount,
): Promise<void> {
  if (response.destroyed) return
  const held = new HeldText(response, memory)
  const begun: string[] = []
  let length = 0
  while (begun.length < 2 || (!holdsLittle && length < WHOLE_MAX)) {
    const next = chunks.next()
    if (next.done === true) {
      held.close()
      writeAtOnce(response, { status, body: begun.join(''), ...(type === undefined ? {} : { type }) }, memory)
      return
    }
    begun.push(next.value)
    length += next.value.length
    if (!held.has(length)) {
      refuseForRoom(response)
      return
    }
    if (response.destroyed) return
  }
  response.writeHead(status, { ...CLOSED_HEADERS, 'Content-Type': type })
  writeChunks(held.counted(resumed(begun, chunks)), response)
}

function* resumed<T>(begun: Iterable<T>, rest: Iterator<T>): Generator<T> {
  yield* begun
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value
}
