import type { CST, ParsedNode, YAMLError } from 'yaml'
import { PROBLEMS_MAX } from './problems.js'
import { ReadingRoom } from './reading-room.js'
import { yaml } from './yaml.js'
import { composedAlone, documentsOf } from './yaml-compose.js'
import { type Collection, type Item, YamlParts } from './yaml-parts.js'

/**
 * Levels that YAML may be nested. The composer of the tree calls itself for each, and close to the end of the stack
 * the engine may end the process instead of throwing.
 */
const DEPTH_MAX = 400

/** So many tokens are parsed before what they make is composed: some ms of work. */
const LEXEMES_A_PART = 2000
/** Around the first value there are the document and its outermost collection. */
const OUTER_TOKENS = 2
/** So many characters take as long to parse as a short token. */
const CHARACTERS_A_LEXEME = 64

/** Thrown for text that is nested deeper than YAML is read here. */
export class NestedTooDeeply extends Error {
  /** @param offset where the first level begins that is one too many */
  constructor(readonly offset: number) {
    super('nested too deeply')
  }
}

/** The tree of a YAML text; of several documents that of the first. */
export interface YamlTree {
  readonly contents: ParsedNode | null
  readonly errors: readonly YAMLError[]
  readonly warnings: readonly YAMLError[]
  /** All items of a collection: of a long one the tree itself has the last ones only. */
  itemsOf(collection: Collection): readonly Item[]
}

/** How YAML is read. */
interface YamlReading {
  readonly lexemesAPart?: number | undefined
  /** Counts what that takes; left out, there is room for anything. */
  readonly room?: ReadingRoom
}

/**
 * Makes the tree of a YAML text in slices. What is read is composed on the way, and the parser's tokens are let go.
 *
 * @throws NestedTooDeeply
 */
export function yamlTree(
  text: string,
  { lexemesAPart = LEXEMES_A_PART, room = new ReadingRoom(undefined) }: YamlReading = {},
): YamlTree {
  const parts = new YamlParts()
  const tokens = tokensOf(text, parts, { lexemesAPart, room })
  const [first, second] = documentsOf(tokens, text.length)
  // What lies around something is told ahead of it.
  const composed = [first, ...parts.problems.toReversed()]
  const errors: YAMLError[] = composed.flatMap((part) => part.errors)
  if (second !== undefined) {
    const [start, end] = second.range
    errors.push(new (yaml().YAMLParseError)([start, end], 'MULTIPLE_DOCS', 'there is a second document'))
  }
  if (composed.length > 1) errors.sort(({ pos: [one] }, { pos: [other] }) => one - other)
  return {
    contents: first.contents,
    errors,
    warnings: composed.flatMap(({ warnings }) => warnings),
    itemsOf: (collection) => parts.itemsOf(collection),
  }
}

/**
 * Parses a text, and stops as soon as it is nested too deeply: the parser alone would take gigabytes for a megabyte of
 * opening brackets.
 *
 * @throws NestedTooDeeply
 */
function tokensOf(
  text: string,
  parts: YamlParts,
  { lexemesAPart, room }: { readonly lexemesAPart: number; readonly room: ReadingRoom },
): readonly CST.Token[] {
  const { Lexer, Parser } = yaml()
  const tokens: CST.Token[] = []
  const parser = new Parser()
  let errors = 0
  // Directives are for the whole of a document, and so is what they change of its tags.
  let isWhole = false
  let left = lexemesAPart
  let read = 0
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      tokens.push(token)
      if (token.type === 'error') errors++
      if (token.type === 'directive') isWhole = true
    }
    // No more are shown, and each takes long to make.
    if (errors > PROBLEMS_MAX) return tokens
    // The document, and a collection for each level.
    const innermost = parser.stack.at(-1)
    if (parser.stack.length > DEPTH_MAX + 1 && innermost !== undefined && 'items' in innermost)
      throw new NestedTooDeeply(innermost.offset)
    const cost = 1 + Math.floor(lexeme.length / CHARACTERS_A_LEXEME)
    left -= cost
    read += lexeme.length
    room.noteLexeme(parser.stack.length - OUTER_TOKENS)
    if (left <= 0 && !isWhole) {
      parts.take(parser.stack)
      left = lexemesAPart
    }
    room.settle(read)
  }
  for (const token of parser.end()) tokens.push(token)
  return tokens
}

/** The mapping or list that begins at an offset of a sound YAML text, read by itself. */
export function collectionAt(text: string, offset: number): Collection | undefined {
  const token = tokenAt(text, offset)
  const contents = token === undefined ? undefined : composedAlone(token).contents
  return yaml().isCollection(contents) ? (contents as Collection) : undefined
}

function tokenAt(text: string, offset: number): CST.Token | undefined {
  const { Lexer, Parser } = yaml()
  const parser = new Parser()
  // What stands ahead of it in its line says how deep it lies, which counts for blocks alone.
  const isFlow = text[offset] === '{' || text[offset] === '['
  parser.offset = isFlow ? offset : text.lastIndexOf('\n', offset - 1) + 1
  let found: CST.Token | undefined
  for (const lexeme of new Lexer().lex(text.slice(parser.offset))) {
    for (const _ of parser.next(lexeme));
    const open = parser.stack.find((token) => 'items' in token && token.offset === offset)
    if (open === undefined && found !== undefined) return found
    found = open
    if (open?.type === 'flow-collection' && open.end.length > 0) return open
  }
  for (const _ of parser.end());
  return found
}
