import { jsonPieces } from './json-text.js'

/** Longer text is shown as it came. */
const CHARACTERS_MAX = 100_000

/**
 * Reads JSON with each of its numbers as text: ids of 64 bits would be rounded as numbers.
 *
 * @param text JSON, as the admin interface writes it
 */
export function parseWithNumbersAsText<T>(text: string): T {
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  )
  return JSON.parse(quoted)
}

/** JSON text indented for editing, digit for digit. */
export function indented(text: string): string {
  const pieces = text.length > CHARACTERS_MAX ? undefined : jsonPieces(text)
  return pieces === undefined ? text : pieces.map((piece) => piece.text).join('')
}

/** An id as JSON: its digits, or, where it is none, a text that the emulator refuses with its reason. */
export function idText(id: string): string {
  return /^-?\d+$/.test(id.trim()) ? id.trim() : JSON.stringify(id)
}
