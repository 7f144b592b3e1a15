/**
 * Characters that are not seen, or change the direction of what follows. The joiners of emoji and of scripts
 * that need them stay.
 */
const HIDDEN = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu

const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A text in which every character is seen: "a\nb", "\u202e". */
export const visible = (text: string): string => text.replace(HIDDEN, escaped)

/** Like `visible`, for several lines: line breaks and tabs stay. */
export const visibleLines = (text: string): string =>
  text.replace(HIDDEN, (found) => (found === '\n' || found === '\t' ? found : escaped(found)))

const escaped = (character: string): string =>
  NAMES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
