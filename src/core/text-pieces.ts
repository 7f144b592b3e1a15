import { CHARACTERS_AT_ONCE, textParts } from './text/text-parts.js'

/** Text that is made bit by bit. An empty piece is work that gave no text yet. */
export type TextPieces = Iterable<string>

/** Pieces that are made in one go: some ms of work. */
const CHUNK_PIECES = 500

/** Empty pieces that end a chunk: for work that took as long as one may. */
export const CHUNK_END: readonly string[] = Array(CHUNK_PIECES).fill('')

/** The same text in pieces that each take some ms to make and to send: small ones together, long ones in parts. One may be empty. */
export function* chunksOf(pieces: TextPieces): Generator<string, undefined> {
  let gathered: string[] = []
  let length = 0
  for (const piece of pieces) {
    if (piece.length > CHARACTERS_AT_ONCE) {
      if (gathered.length > 0) yield gathered.join('')
      gathered = []
      length = 0
      yield* textParts(piece)
      continue
    }
    gathered.push(piece)
    length += piece.length
    if (length < CHARACTERS_AT_ONCE && gathered.length < CHUNK_PIECES) continue
    yield gathered.join('')
    gathered = []
    length = 0
  }
  if (gathered.length > 0) yield gathered.join('')
}

/**
 * All of the text, letting other work through in between.
 *
 * @throws RangeError where it is longer than a string can be
 */
export async function joined(pieces: TextPieces): Promise<string> {
  let text = ''
  for (const chunk of chunksOf(pieces)) {
    text += chunk
  }
  return text
}

/** Where text is written to: a socket or a file. */
export interface TextSink {
  readonly destroyed: boolean
  /** false: it takes in more only after "drain". */
  write(text: string): boolean
  end(): unknown
  destroy(): unknown
  once(event: 'drain' | 'close', then: () => void): unknown
  off(event: 'drain' | 'close', then: () => void): unknown
}

/** Writes a text in chunks, as `writeSome` does, and ends it. It never rejects. */
export async function writeChunks(chunks: Iterable<string>, out: TextSink): Promise<void> {
  await writeSome(chunks, out)
  if (!out.destroyed) out.end()
}

/** Writes chunks as they are made, no faster than they are taken, letting other work through. It never rejects. */
export async function writeSome(chunks: Iterable<string>, out: TextSink): Promise<void> {
  try {
    for (const chunk of chunks) {
      if (out.destroyed) return
      if (chunk !== '' && !out.write(chunk)) await drained(out)
    }
  } catch {
    // The head is sent: a text that breaks off is all that can still be told.
    out.destroy()
  }
}

function drained(out: TextSink): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      out.off('drain', go)
      out.off('close', go)
      resolve()
    }
    out.once('drain', go)
    out.once('close', go)
  })
}
