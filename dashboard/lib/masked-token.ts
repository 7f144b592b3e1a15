/** Tokens whose signatures the journal left out, as it does if they might be used elsewhere. */

type Header = readonly [name: string, value: string]

/** Checks for a token that was shortened for display. Without its signature no request can use it. */
export const isMasked = ([name, value]: Header): boolean =>
  /^authorization$/i.test(name) && value.endsWith('.…')
