import type { CST, Document, ParsedNode, YAMLError } from 'yaml'
import { PROBLEMS_MAX } from './problems.js'
import { yaml } from './yaml.js'

/**
 * Levels that YAML may be nested. The composer of the tree calls itself for each, and close to the end of the stack
 * the engine may end the process instead of throwing.
 */
const DEPTH_MAX = 400

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
}

/** Lexemes that are read between two signs of work. */
const LEXEMES_A_SIGN = 10_000

/**
 * Makes the tree of a YAML text.
 *
 * @param onWork called now and then, since a long text takes seconds
 * @throws NestedTooDeeply
 */
export function yamlTree(text: string, onWork: () => void): YamlTree {
  const [first, second] = documentsOf(tokensOf(text, onWork), text.length)
  const errors: YAMLError[] = [...first.errors]
  if (second !== undefined) {
    const [start, end] = second.range
    errors.push(new (yaml().YAMLParseError)([start, end], 'MULTIPLE_DOCS', 'there is a second document'))
  }
  return { contents: first.contents, errors, warnings: first.warnings }
}

/**
 * Parses a text, and stops as soon as it is nested too deeply: the parser alone would take gigabytes for a megabyte of
 * opening brackets.
 *
 * @throws NestedTooDeeply
 */
function tokensOf(text: string, onWork: () => void): readonly CST.Token[] {
  const { Lexer, Parser } = yaml()
  const tokens: CST.Token[] = []
  const parser = new Parser()
  let [errors, lexemes] = [0, 0]
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes % LEXEMES_A_SIGN === 0) onWork()
    for (const token of parser.next(lexeme)) {
      tokens.push(token)
      if (token.type === 'error') errors++
    }
    // No more are shown, and each takes long to make.
    if (errors > PROBLEMS_MAX) return tokens
    // The document, and a collection for each level.
    const innermost = parser.stack.at(-1)
    if (parser.stack.length > DEPTH_MAX + 1 && innermost !== undefined && 'items' in innermost)
      throw new NestedTooDeeply(innermost.offset)
  }
  for (const token of parser.end()) tokens.push(token)
  return tokens
}

/** Composes the documents that some tokens make; an empty one, which ends at `end`, if they make none. */
function documentsOf(
  tokens: Iterable<CST.Token>,
  end: number,
): readonly [Document.Parsed, ...Document.Parsed[]] {
  const { Composer } = yaml()
  const composer = new Composer({
    // Named outright, so that a %YAML 1.1 directive does not bring its octals, dates and "yes" back.
    schema: 'core',
    merge: true,
    stringKeys: true,
    resolveKnownTags: false,
    prettyErrors: false,
    // The composer compares each key with all before it; the reader of the tree has a quicker way.
    uniqueKeys: false,
    // Anything less and a second document would pass without a word; nothing is ever printed.
    logLevel: 'error',
  })
  const [first, ...others] = composer.compose(tokens, true, end)
  if (first === undefined) throw new Error('the YAML composer gave no document')
  return [first, ...others]
}
