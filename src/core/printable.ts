/** Characters that end a line, or turn the order of those around them. */
const TURNING = '\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069'
/** Those, and what steers a terminal; a tab only moves on. */
const STEERING = new RegExp(`(?!\\t)[\\p{Cc}${TURNING}]`, 'gu')

const escaped = (sign: string): string => {
  const code = sign.charCodeAt(0)
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`
}

/** A text that others wrote, as one line that a terminal may show. */
export const printable = (text: string): string => text.replace(STEERING, escaped)

/** Makes a text printable, and keeps its line breaks. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

/** The control characters that JSON does not escape by itself: all but the first 32. */
const LEFT_BY_JSON = new RegExp(`[\\u007f-\\u009f${TURNING}]`, 'g')

/** Whether JSON text holds any of them. */
export const steersInJson = (json: string): boolean => json.search(LEFT_BY_JSON) >= 0

/** JSON text whose strings steer no terminal; it has the same value. */
export const printableJson = (json: string): string =>
  json.replace(LEFT_BY_JSON, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
