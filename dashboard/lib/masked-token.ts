/** Tokens whose signatures the journal left out, as it does if they might be used elsewhere. */

type Header = readonly [name: string, value: string]

/** Whether it is the token that a request is allowed by, so that it is useless without its signature. */
export const isMasked = ([name, value]: Header): boolean =>
  /^authorization$/i.test(name) && value.endsWith('.…')
