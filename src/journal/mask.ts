/** In an Authorization header: whatever has the dotted form of a JWT, signed in any way. */
const DOTTED_TOKEN = /(?<!\S)([^\s.]+\.[^\s.]+)\.\S+/g

/** Elsewhere, where "1.2.3" is no token: what begins as the encoded JSON header of a JWT does. */
const JWT = /(?<![\w-])(eyJ[\w-]*\.[\w-]+)\.[\w.-]+/g

/** Text with the signature of every JWT in it left out; header and payload stay, to be looked at. */
export function maskJwt(text: string): string {
  return text.replace(JWT, '$1.…')
}

/**
 * Headers (name, value, name, value, …) as pairs, ready to be shown: signatures of JWTs are left out, since a token
 * of a real provider may be good elsewhere; emulator keys stay whole (DESIGN section 9).
 */
export function shownHeaders(headers: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2)
    const isAuthorization = name.toLowerCase() === 'authorization'
    pairs.push([name, isAuthorization ? value.replace(DOTTED_TOKEN, '$1.…') : maskJwt(value)])
  }
  return pairs
}
