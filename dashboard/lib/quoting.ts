import { quoted } from './curl.js'

/** Quotes text only if a shell would interpret it. */
export const wordOfShell = (text: string): string => (/^[\w./:@%+,-]*$/.test(text) ? text : quoted(text))

/** Quotes text for .env files only if needed, since not all readers remove quotes. */
export const valueOfEnv = (text: string): string =>
  /[\s#'"`$\\]/.test(text) ? (text.includes("'") ? `"${text}"` : `'${text}'`) : text
