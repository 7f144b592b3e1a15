/** Characters that steer a terminal, or turn the order of those around them; a tab only moves on. */
const STEERING = /(?!\t)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

const escaped = (sign: string): string => {
  const code = sign.charCodeAt(0)
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`
}

/** A text that others wrote, as one line that a terminal may show. */
export const printable = (text: string): string => text.replace(STEERING, escaped)

/** The same for a text whose lines are its own. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

/** JSON text whose strings steer no terminal: it escapes but the first 32 control characters by itself. */
export const printableJson = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
