type Header = readonly [name: string, value: string]

/** True for a token without its signature, which the journal leaves out. */
export const isMasked = ([name, value]: Header): boolean =>
  /^authorization$/i.test(name) && value.endsWith('.…')
