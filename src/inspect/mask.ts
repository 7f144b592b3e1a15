/** Matches anything shaped like a JWT. In an Authorization header that is a token. */
const DOTTED_TOKEN = /(?<!\S)([^\s.]+\.[^\s.]+)\.\S+/g

/**
 * Matches an encoded JSON header of a JWT: outside of Authorization, "1.2.3" isn't a token. It may follow an escape of
 * JSON.
 */
const JWT = /(?:(?<![\w-])|(?<=\\[bfnrt]|\\u[\da-fA-F]{4}))(eyJ[\w-]*\.[\w-]+)\.[\w.-]+/g

/** Removes the signature of every JWT in a text; header and payload stay readable. */
export const maskJwt = (text: string): string =>
  // Most texts contain none, and the regex is far slower than this check.
  text.includes('eyJ') ? text.replace(JWT, '$1.…') : text

/**
 * Pairs up a flat list of headers and masks JWTs, since a token of a real provider may be valid elsewhere. The
 * emulator's own API keys stay readable (docs/DESIGN.md section 9).
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
 * Replaces each character of a JWT's signature with x. Length and shape stay the same, so that a service answers the
 * text as before.
 */
export const blankSignatures = (text: string): string =>
  text.includes('eyJ') ? text.replace(JWT, blanked) : text

/** Blanks every text shaped like a JWT, since this is an Authorization header. */
export const blankAuthorization = (value: string): string => value.replace(DOTTED_TOKEN, blanked)

const blanked = (token: string, before: string): string =>
  `${before}.${'x'.repeat(token.length - before.length - 1)}`
