import { LongText } from '../../src/core/long-text.js'

/** A text that came in pieces of so many characters. */
export function inPieces(text: string, size: number): LongText {
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size))
  const byteLength = Buffer.byteLength(text)
  return new LongText(() => pieces, { length: text.length, byteLength, beginning: '' })
}
