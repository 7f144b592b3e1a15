import { printableJson, steersInJson } from '../../core/printable.js'
import { isBranch, isListHere, RECORD_LEVEL } from './json-pieces.js'
import { yaml } from './yaml.js'

/** A seed as YAML in blocks, as the library writes the whole of it. */
export const yamlPieces = (seed: object): Generator<string, undefined> => members(seed, 0, '', '')

/** @param lead begins the first line in place of the margin */
function* members(item: object, level: number, margin: string, lead: string): Generator<string, undefined> {
  let begin = lead
  for (const [name, member] of Object.entries(item)) {
    if (member === undefined) continue
    if (isListHere(member, level + 1)) yield* list(name, member, level + 1, margin, begin)
    else if (isBranch(member, level + 1) && level + 1 < RECORD_LEVEL) {
      yield shifted(block({ [name]: null }).replace(/ null\n$/, '\n'), margin, begin)
      yield* members(member, level + 1, `${margin}  `, `${margin}  `)
    } else yield shifted(block({ [name]: member }), margin, begin)
    begin = margin
  }
}

function* list(
  name: string,
  items: readonly unknown[],
  level: number,
  margin: string,
  lead: string,
): Generator<string, undefined> {
  const key = block({ [name]: null }).replace(/ null\n$/, '')
  const inner = `${margin}  `
  let isEmpty = true
  for (const item of items) {
    if (isEmpty) yield `${lead}${key}\n`
    isEmpty = false
    if (isBranch(item, level + 1) && level + 1 < RECORD_LEVEL)
      yield* members(item, level + 1, `${inner}  `, `${inner}- `)
    else yield shifted(block([item]), inner, inner)
  }
  if (isEmpty) yield `${lead}${key} []\n`
}

/** Whether the library would leave a text as it is that steers a terminal, or lose the blanks of one without anything else. */
const needsQuotes = (text: string): boolean => steersInJson(text) || /^\s*\n\s*$/.test(text)

function block(content: object): string {
  const { Document, isScalar, Scalar, visit } = yaml()
  const document = new Document(content, { schema: 'core', aliasDuplicateObjects: false })
  visit(document, {
    // A field that is called "<<" would be read as a merge.
    Pair: (_, { key }) => {
      if (isScalar(key) && key.value === '<<') key.type = Scalar.QUOTE_DOUBLE
    },
    // As JSON writes it, a text between double quotes is YAML.
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && needsQuotes(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE
    },
  })
  // The library's own double quotes lose a line of one blank.
  return printableJson(document.toString({ lineWidth: 0, doubleQuotedAsJSON: true }))
}

/** The lines of a block further to the right; the first begins with `lead`. */
function shifted(text: string, margin: string, lead: string): string {
  if (margin === '' && lead === '') return text
  const [first = '', ...others] = text.split('\n')
  return [lead + first, ...others.map((line) => (line === '' ? '' : margin + line))].join('\n')
}
