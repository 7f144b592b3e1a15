import { LongText } from '../core/long-text.js'
import type { MemoryAccount } from '../core/memory.js'
import { Refusal } from '../core/refusal.js'
import { chunksOf, type TextPieces } from '../core/text-pieces.js'
import { BODY_BYTES_MAX } from '../domain/journal.js'
import { bytesOfHeaders } from '../web/raw-headers.js'
import type { RequestContext } from './context.js'
import { NO_ROOM } from './http/room.js'
import { type Reply, reply } from './message.js'

/** The call that asks for a list. */
type ListCall = Pick<RequestContext, 'world' | 'request'>

/** A list of an answer: its items, with what stands around and how each is shown. */
export interface ShownList<Item> {
  readonly open: string
  /** The same ones each time that they are gone through. */
  readonly items: Iterable<Item>
  /** An item's JSON text, made of what does not change: in pieces where it is long. */
  readonly show: (item: Item) => string | TextPieces
  readonly close: string
}

/**
 * Answers with a list. The text of a long one is made in slices, so that other requests get their turn; the items are
 * those of the call, whatever happens meanwhile.
 *
 * @param headers name, value, …
 */
export const listReply = <Item>(
  list: ShownList<Item>,
  call: ListCall,
  headers?: readonly string[],
): Reply | Promise<Reply> => piecesReply(200, () => listPieces(list), call, headers)

/**
 * Answers with a text that may be long, likewise.
 *
 * @param pieces gives the same each time
 */
export function piecesReply(
  status: number,
  pieces: () => TextPieces,
  call: ListCall,
  headers?: readonly string[],
): Reply | Promise<Reply> {
  const chunks = () => chunksOf(pieces())
  const text = measured(chunks, new ListRoom(call))
  return text instanceof Promise
    ? text.then((body) => reply(status, body, headers))
    : reply(status, text, headers)
}

/** Answers of A and B with all entries, as the member `name`. */
export const namedListReply = <Item>(
  name: 'keys' | 'configs',
  items: Iterable<Item>,
  show: (item: Item) => string,
  call: ListCall,
): Reply | Promise<Reply> => listReply({ open: `{"ok":true,"${name}":[`, items, show, close: ']}' }, call)

function* listPieces<Item>({ open, items, show, close }: ShownList<Item>): Generator<string> {
  let before = open
  for (const item of items) {
    const shown = show(item)
    if (typeof shown === 'string') yield before + shown
    else {
      yield before
      yield* shown
    }
    before = ','
  }
  yield before === open ? open + close : close
}

/**
 * Returns a text that is made in chunks: as one string if the journal keeps it, else in chunks that are made a second
 * time while they are sent.
 *
 * @throws Refusal out_of_memory where there is none for a single chunk
 */
function measured(chunks: () => Iterable<string>, room: ListRoom): string | LongText {
  const begun: string[] = []
  let [length, byteLength, longest] = [0, 0, 0]
  let isWhole = true
  try {
    for (const chunk of chunks()) {
      length += chunk.length
      byteLength += Buffer.byteLength(chunk)
      longest = Math.max(longest, chunk.length)
      const isFirst: boolean = length === chunk.length
      isWhole &&= isFirst || (byteLength <= BODY_BYTES_MAX && room.has(length))
      if (isWhole) begun.push(chunk)
      else if (!room.has(chunk.length)) throw new Refusal('out_of_memory', NO_ROOM.reason)
    }
  } finally {
    room.close()
  }
  if (isWhole) return begun.join('')
  return new LongText(chunks, { length, byteLength, beginning: '', longest })
}

/** Memory for the request of a list and for its text, while that is made and others have their turn. */
class ListRoom {
  #account: MemoryAccount | undefined

  constructor(private readonly call: ListCall) {}

  /** Holds so many characters in place of those before; false: there is no room for them. */
  has(characters: number): boolean {
    const { world, request } = this.call
    this.#account ??= world.memory.open()
    this.#account.add(-this.#account.bytes)
    // Its client may be gone, and its connection holds the request no longer.
    return this.#account.take(2 * (characters + bytesOfHeaders(request.rawHeaders)))
  }

  close(): void {
    this.#account?.close()
  }
}
