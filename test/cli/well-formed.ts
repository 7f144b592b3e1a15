/** Attributes and text are unescaped. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlElement[]
  text: string
}

const TOKENS =
  /<\?xml[^>]*\?>|<\/(?<end>[\w-]+)>|<(?<start>[\w-]+)(?<attributes>(?: [\w-]+="[^"<]*")*)(?<closed>\/?)>|(?<text>[^<]+)/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write them
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u

/** Parses a document without comments, CDATA and declarations. Throws if it is not well-formed. */
export function parseXml(text: string): XmlElement {
  if (UNWRITABLE.test(text)) throw new Error('a character that XML cannot write')
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let read = 0
  for (const match of text.matchAll(TOKENS)) {
    if (match.index !== read) throw new Error(`no XML at ${read}: ${text.slice(read, read + 40)}`)
    read += match[0].length
    const { start, end, attributes = '', closed, text: characters } = match.groups ?? {}
    const parent = open.at(-1) ?? root
    if (characters !== undefined) parent.text += plain(characters)
    if (end !== undefined && open.pop()?.name !== end) throw new Error(`</${end}> closes nothing`)
    if (start === undefined) continue
    const element = { name: start, attributes: attributesIn(attributes), children: [], text: '' }
    parent.children.push(element)
    if (closed === '') open.push(element)
  }
  const [only, another] = root.children
  if (read !== text.length || open.length !== 1 || only === undefined || another !== undefined)
    throw new Error('not one whole element')
  return only
}

function attributesIn(text: string): Record<string, string> {
  const found = [...text.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    plain(value),
  ])
  return Object.fromEntries(found)
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function plain(text: string): string {
  return text.replace(
    /&(?:(\w+)|#(\d+));?/g,
    (entity, name: string | undefined, code: string | undefined) => {
      const character = name === undefined ? String.fromCharCode(Number(code)) : NAMED[name]
      if (character === undefined || !entity.endsWith(';')) throw new Error(`no such entity: ${entity}`)
      return character
    },
  )
}
