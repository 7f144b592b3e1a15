import { CHUNK_END, type TextPieces } from '../core/text-pieces.js'

/** A text in the dotted form of a JWT, however it is signed: in an Authorization header it is a token. */
const DOTTED_TOKEN = /(?<!\S)([^\s.]+\.[^\s.]+)\.\S+/g

/**
 * A text that begins as the encoded JSON header of a JWT does: outside of Authorization "1.2.3" is no token. It may come
 * right behind an escape of JSON.
 */
const JWT = /(?:(?<![\w-])|(?<=\\[bfnrt]|\\u[\da-fA-F]{4}))(eyJ[\w-]*\.[\w-]+)\.[\w.-]+/g

/** Leaves out the signature of every JWT in a text; header and payload stay readable. */
export const maskJwt = (text: string): string =>
  // Most texts have none, and looking at each place for one takes far longer.
  text.includes('eyJ') ? text.replace(JWT, '$1.…') : text

/**
 * Headers (name, value, name, value, …) as pairs without the signatures of JWTs, since a token of a real provider may
 * be valid for other services. API keys of the emulator stay whole (docs/DESIGN.md section 9).
 */
export function presentHeaders(headers: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2)
    const isAuthorization = name.toLowerCase() === 'authorization'
    pairs.push([name, isAuthorization ? value.replace(DOTTED_TOKEN, '$1.…') : maskJwt(value)])
  }
  return pairs
}

/**
 * Puts an x in the place of each character of the signatures of JWTs: the text stays as long as it was, and the token
 * one by its form, so that a service answers it as before.
 */
export const blankSignatures = (text: string): string =>
  text.includes('eyJ') ? text.replace(JWT, blanked) : text

/** The same for a text in pieces, wherever it is cut. A piece is longer or shorter then, and may be empty. */
export function* blankSignaturesIn(pieces: TextPieces): Generator<string, undefined> {
  let held = ''
  for (const piece of pieces) {
    const end = beginningOfLast(piece)
    const isWithin = end === 0
    if (!isWithin) yield blankSignatures(held + piece.slice(0, end))
    else if (piece.length > LONG_PIECE) yield* CHUNK_END
    else yield ''
    held = isWithin ? held + piece : piece.slice(end)
  }
  yield blankSignatures(held)
}

/** To look through a longer piece takes a ms or so. */
const LONG_PIECE = 10_000

/** Where the part of a text begins that may be the beginning of a token, or of what stands right ahead of one. */
function beginningOfLast(text: string): number {
  let at = text.length
  while (at > 0 && MAY_BE_TOKEN.test(text.charAt(at - 1))) at--
  return at
}

/** A character of a token, or of an escape. */
const MAY_BE_TOKEN = /[\w.\\-]/

/** The same for the value of an Authorization header, where every text in the dotted form is a token. */
export const blankAuthorization = (value: string): string => value.replace(DOTTED_TOKEN, blanked)

const blanked = (token: string, before: string): string =>
  `${before}.${'x'.repeat(token.length - before.length - 1)}`
