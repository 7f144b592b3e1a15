export const xmlDocument = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`

export const failure = (message: string, text: string): string =>
  `<failure${attributeList({ message })}>${escaped(text)}</failure>`

export type Attributes = Readonly<Record<string, string | number>>

/** Escapes the attributes, but not the children, which must be XML. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const start = `<${name}${attributeList(attributes)}`
  return children.length === 0 ? `${start}/>` : `${start}>\n${children.join('\n')}\n</${name}>`
}

function attributeList(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser would turn these into spaces.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** These are allowed in XML, but could control a terminal that displays the file. */
const STEERING = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** XML 1.0 can't represent these characters, which include lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that's what we're looking for
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

function escaped(text: string): string {
  return text
    .replace(UNWRITABLE, '\ufffd')
    .replace(/[&<>"\t\n\r]/g, (character) => ENTITIES[character] ?? character)
    .replace(STEERING, (character) => `&#${character.charCodeAt(0)};`)
}
