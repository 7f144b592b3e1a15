import type { CST, Document, ParsedNode, YAMLError } from 'yaml'
import { PROBLEMS_MAX } from './problems.js'
import { yaml } from './yaml.js'

/**
 * Maximum nesting. The composer recurses, and near the end of the stack the engine may end the process instead of
 * throwing.
 */
const DEPTH_MAX = 400

export class NestedTooDeeply extends Error {
  /** @param offset where the first level too many begins */
  constructor(readonly offset: number) {
    super('nested too deeply')
  }
}

/** The tree of a YAML text, or of its first document. */
export interface YamlTree {
  readonly contents: ParsedNode | null
  readonly errors: readonly YAMLError[]
  readonly warnings: readonly YAMLError[]
}

/** Lexemes between two calls of onWork. */
const LEXEMES_A_SIGN = 10_000

/**
 * Parses and composes a YAML text.
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
 * Parses a text, but stops at excessive nesting: the parser alone would take gigabytes for a megabyte of opening
 * brackets.
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
    // No more are shown, and each is slow to create.
    if (errors > PROBLEMS_MAX) return tokens
    // The document, plus a collection per level.
    const innermost = parser.stack.at(-1)
    if (parser.stack.length > DEPTH_MAX + 1 && innermost !== undefined && 'items' in innermost)
      throw new NestedTooDeeply(innermost.offset)
  }
  for (const token of parser.end()) tokens.push(token)
  return tokens
}

/** Composes documents from tokens, or an empty one that ends at `end`. */
function documentsOf(
  tokens: Iterable<CST.Token>,
  end: number,
): readonly [Document.Parsed, ...Document.Parsed[]] {
  const { Composer } = yaml()
  const composer = new Composer({
    // Set explicitly, so a %YAML 1.1 directive doesn't bring back its octals, dates and "yes".
    schema: 'core',
    merge: true,
    stringKeys: true,
    resolveKnownTags: false,
    prettyErrors: false,
    // The composer compares each key with all before it; the tree's reader has a faster way.
    uniqueKeys: false,
    // Any lower level would silently accept a second document; nothing is ever printed.
    logLevel: 'error',
  })
  const [first, ...others] = composer.compose(tokens, true, end)
  if (first === undefined) throw new Error('the YAML composer gave no document')
  return [first, ...others]
}
