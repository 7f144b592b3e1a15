import { Refusal } from '../core/refusal.js'
import { Slice, type Steps } from '../core/steps.js'
import type { ReceivedPieces } from '../web/body.js'

/** Seeds may be large; anything larger than this is a mistake. */
export const BODY_BYTES_MAX = 256 * 1024 * 1024

/** So many bytes take as long to decode as one item of other work. */
const BYTES_AN_ITEM = 1024

/** The text of a body. @throws Refusal too_large, invalid_request */
export function* textOf({ pieces, isTooLarge }: ReceivedPieces): Steps<string> {
  if (isTooLarge) throw new Refusal('too_large', `the body is longer than ${BODY_BYTES_MAX} bytes`)
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const slice = new Slice()
  let text = ''
  try {
    for (const piece of pieces) {
      text += decoder.decode(piece, { stream: true })
      if (slice.spend(Math.ceil(piece.length / BYTES_AN_ITEM))) yield
    }
    return text + decoder.decode()
  } catch {
    throw new Refusal('invalid_request', 'the body is not valid UTF-8')
  }
}
