/** A text in the dotted form of a JWT, however it is signed: in an Authorization header it is a token. */
const DOTTED_TOKEN = /(?<!\S)([^\s.]+\.[^\s.]+)\.\S+/g

/**
 * A text that begins as the encoded JSON header of a JWT does: outside of Authorization "1.2.3" is not a token. It may come
 * right after an escape of JSON.
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
 * Puts an x in the place of each character of the signatures of JWTs. The text stays as long as it was and the token
 * keeps its form, so a service answers it as before.
 */
export const blankSignatures = (text: string): string =>
  text.includes('eyJ') ? text.replace(JWT, blanked) : text

/** Blanks the signatures in the value of an Authorization header, in which every text in the dotted form is a token. */
export const blankAuthorization = (value: string): string => value.replace(DOTTED_TOKEN, blanked)

const blanked = (token: string, before: string): string =>
  `${before}.${'x'.repeat(token.length - before.length - 1)}`
