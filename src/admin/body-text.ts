import { isAscii } from 'node:buffer'
import { type AnyText, LongText } from '../core/long-text.js'
import { Refusal } from '../core/refusal.js'
import type { ReceivedPieces } from '../web/body.js'
import type { AdminCall } from './call.js'

/** Seeds may be large; anything larger than this is a mistake. */
const BODY_BYTES_MAX = 256 * 1024 * 1024

/** A body that only says what is to be done is no longer: a token of more claims would fit into no header. */
const SHORT_BODY_BYTES_MAX = 256 * 1024

/** Shorter text, in characters, is one string. */
const WHOLE_MAX = SHORT_BODY_BYTES_MAX

/** The most bytes that the body of a call may have. */
export const bytesMaxOf = ({ body }: AdminCall): number =>
  body?.isShort === true ? SHORT_BODY_BYTES_MAX : BODY_BYTES_MAX

/** Pieces are put together to so many bytes: V8 copies text of less than half as many, twice while it is young. */
const PIECE_BYTES = 256 * 1024

/**
 * The text of a body; one that came in many pieces stays in pieces.
 *
 * @param bytesMax the bound that it was received with
 * @throws Refusal too_large, invalid_request
 */
export function textOf(
  { pieces, length: byteLength, isTooLarge }: ReceivedPieces,
  bytesMax: number,
): AnyText {
  if (isTooLarge) throw tooLong(bytesMax)
  const texts: string[] = []
  try {
    for (const text of decoded(pieces)) {
      texts.push(text)
    }
  } catch {
    throw new Refusal('invalid_request', 'the body is not valid UTF-8')
  }
  const [beginning = '', ...others] = texts
  const length = others.reduce((sum, text) => sum + text.length, beginning.length)
  if (length <= WHOLE_MAX) return texts.join('')
  return new LongText(() => texts, { length, byteLength, beginning })
}

/** @throws Refusal too_large */
export function assertNotLonger(text: AnyText, bytesMax: number): void {
  const length = typeof text === 'string' ? Buffer.byteLength(text) : text.byteLength
  if (length > bytesMax) throw tooLong(bytesMax)
}

function tooLong(bytesMax: number): Refusal {
  const hint =
    bytesMax === SHORT_BODY_BYTES_MAX
      ? 'this call takes a few members, which GET /_admin/openapi.json describes'
      : 'send it in parts: PATCH /_admin/state joins each to what is there'
  return new Refusal('too_large', `the body is longer than ${bytesMax} bytes`, { hint })
}

/** Lets go of each piece as it is read. @throws TypeError where it is no UTF-8 */
function* decoded(pieces: Buffer[]): Generator<string, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let isBetween = true
  for (let piece = nextPiece(pieces); piece.length > 0; piece = nextPiece(pieces)) {
    // Of plain text the decoder would make two bytes a character.
    if (isBetween && isAscii(piece)) yield piece.toString('latin1')
    else {
      yield decoder.decode(piece, { stream: true })
      isBetween = (piece.at(-1) ?? 0) < 0x80
    }
  }
  yield decoder.decode()
}

/** Takes away what makes a piece; an empty one at the end. */
function nextPiece(pieces: Buffer[]): Buffer {
  let [count, length] = [0, 0]
  while (count < pieces.length && length < PIECE_BYTES) length += pieces[count++]?.length ?? 0
  return Buffer.concat(pieces.splice(0, count))
}
