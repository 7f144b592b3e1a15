import { maskJwt } from '../../journal/mask.js'

/** A text from a request, with its control characters escaped: they would steer the terminal. */
export function printable(text: string): string {
  return maskJwt(text).replace(/\p{Cc}/gu, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
