import { CHARACTERS_AT_ONCE, textParts } from './text/text-parts.js'

/** Text that is made bit by bit. An empty piece is work that gave no text yet. */
export type TextPieces = Iterable<string>

/** Pieces that are made in one go: some ms of work. */
const CHUNK_PIECES = 500

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
