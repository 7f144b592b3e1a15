import { quoted } from './curl.js'

/** A text as shells take it: quoted if it has a letter that means something to one of them. */
export const wordOfShell = (text: string): string => (/^[\w./:@%+,-]*$/.test(text) ? text : quoted(text))

/**
 * A text as readers of .env files take it. Quotes are kept only if they are needed, since not all readers
 * take them off.
 */
export const valueOfEnv = (text: string): string =>
  /[\s#'"`$\\]/.test(text) ? (text.includes("'") ? `"${text}"` : `'${text}'`) : text
