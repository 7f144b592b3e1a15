export type XmlAttributes = Readonly<Record<string, string | number>>

export const xmlDocument = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`

export function element(name: string, attributes: XmlAttributes, children: readonly string[] = []): string {
  const start = `<${name}${attributeList(attributes)}`
  return children.length === 0 ? `${start}/>` : `${start}>\n${children.join('\n')}\n</${name}>`
}

export const failure = (message: string, text: string): string =>
  `<failure${attributeList({ message })}>${escaped(text)}</failure>`

const attributeList = (attributes: XmlAttributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')

/** Characters that XML 1.0 can't represent, including lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that's what we're looking for
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

/** Markup, white space that attributes would lose, and characters that could control a terminal. */
const REFERENCED = /[&<>"\t\n\r\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

const escaped = (text: string): string =>
  text.replace(UNWRITABLE, '\ufffd').replace(REFERENCED, (sign) => `&#${sign.charCodeAt(0)};`)
