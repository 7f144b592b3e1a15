/** Line separators and characters that change the text's direction. */
const TURNING = '\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069'
/** Also matches control characters other than tabs, which a terminal would act on. */
const STEERING = new RegExp(`(?!\\t)[\\p{Cc}${TURNING}]`, 'gu')

const escaped = (sign: string): string => {
  const code = sign.charCodeAt(0)
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`
}

/** Escapes control characters and line breaks, so that the text fits on one line of a terminal. */
export const printable = (text: string): string => text.replace(STEERING, escaped)

/** Like `printable`, but keeps line breaks. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

/** Matches the control characters that `JSON.stringify` doesn't escape, i.e. all but the first 32. */
const LEFT_BY_JSON = new RegExp(`[\\u007f-\\u009f${TURNING}]`, 'g')

export const steersInJson = (json: string): boolean => json.search(LEFT_BY_JSON) >= 0

/** Escapes the control characters that JSON text may still contain, without changing its value. */
export const printableJson = (json: string): string =>
  json.replace(LEFT_BY_JSON, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
