/** Characters that are not seen, or turn the order of those around them. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escaped = (sign: string): string =>
  SHORT[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A text of any origin in one line, with escapes for what would not be seen: `rtl:\u202egnp`. */
export const visible = (text: string): string => text.replace(UNSEEN, escaped)
