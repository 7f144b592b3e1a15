/** Tokens whose signatures the journal left out, as it does if they might be used elsewhere. */

type Header = readonly [name: string, value: string]

/** Takes the place of a signature. */
const MASK = '.…'

/** Whether a signature was left out of a header, so that it is useless. */
export const isWithoutSignature = ([, value]: Header): boolean => value.includes(MASK)

/** Whether it is the token that a request is allowed by. */
export const isMasked = ([name, value]: Header): boolean =>
  /^authorization$/i.test(name) && value.endsWith(MASK)

/** What such a token claims; undefined if that cannot be read. */
export function claimsOf([, value]: Header): object | undefined {
  const [, payload = ''] = value.split('.')
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    )
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? claims : undefined
  } catch {
    return undefined
  }
}
