/** Anything shaped like a JWT counts as a token in an Authorization header. */
const DOTTED_TOKEN = /(?<!\S)([^\s.]+\.[^\s.]+)\.\S+/g

/**
 * Matches a JWT by its encoded JSON header, since "1.2.3" isn't a token outside an Authorization header. It may follow
 * a JSON escape.
 */
const JWT = /(?:(?<![\w-])|(?<=\\[bfnrt]|\\u[\da-fA-F]{4}))(eyJ[\w-]*\.[\w-]+)\.[\w.-]+/g

/** Removes only signatures, so that headers and payloads stay readable. */
export const maskJwt = (text: string): string =>
  // Most texts contain no JWT, and the regex is much slower than this check.
  text.includes('eyJ') ? text.replace(JWT, '$1.…') : text

/**
 * Pairs up a flat list of headers and masks JWTs, because a real provider's token may be valid elsewhere. The
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

/** The length and shape stay the same, so that services give the same answer. */
export const blankSignatures = (text: string): string =>
  text.includes('eyJ') ? text.replace(JWT, blanked) : text

/** Blanks everything that's shaped like a JWT, since this is for Authorization headers. */
export const blankAuthorization = (value: string): string => value.replace(DOTTED_TOKEN, blanked)

const blanked = (token: string, before: string): string =>
  `${before}.${'x'.repeat(token.length - before.length - 1)}`
