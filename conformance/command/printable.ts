/** Makes text from a service safe to print on a terminal. */

/** Characters that break lines or change the text direction. */
const TURNING = '\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069'
/** Matches those, and all control characters except tab. */
const STEERING = new RegExp(`(?!\\t)[\\p{Cc}${TURNING}]`, 'gu')
/** Control characters that JSON text may contain. The first 32 are always escaped. */
const LEFT_BY_JSON = new RegExp(`[\\u007f-\\u009f${TURNING}]`, 'g')

const hex = (sign: string, digits: number): string => sign.charCodeAt(0).toString(16).padStart(digits, '0')

/** Escapes control characters, including line breaks. */
export const printable = (text: string): string =>
  text.replace(STEERING, (sign) => (sign < '\u0100' ? `\\x${hex(sign, 2)}` : `\\u${hex(sign, 4)}`))

/** Escapes control characters, but keeps line breaks. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

/** Escapes control characters in JSON text without changing its value. */
export const printableJson = (json: string): string =>
  json.replace(LEFT_BY_JSON, (sign) => `\\u${hex(sign, 4)}`)
