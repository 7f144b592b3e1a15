/**
 * Invisible characters, and those that change the text direction. Joiners are left out, as emoji and some scripts need
 * them.
 */
const HIDDEN = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu

const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Escapes invisible characters, e.g. as "\u202e". */
export const visible = (text: string): string => text.replace(HIDDEN, escaped)

/** Like `visible`, but keeps line breaks and tabs. */
export const visibleLines = (text: string): string =>
  text.replace(HIDDEN, (found) => (found === '\n' || found === '\t' ? found : escaped(found)))

const escaped = (character: string): string =>
  NAMES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
