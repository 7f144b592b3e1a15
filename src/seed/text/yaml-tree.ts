import type { CST, Document, ParsedNode, YAMLError } from 'yaml'
import { PROBLEMS_MAX } from './problems.js'
import { yaml } from './yaml.js'

/**
 * The deepest nesting we accept. The composer is recursive, and near the stack limit V8 may kill the process instead of
 * throwing.
 */
const DEPTH_MAX = 400

export class NestedTooDeeply extends Error {
  /** @param offset where the nesting gets too deep */
  constructor(readonly offset: number) {
    super('nested too deeply')
  }
}

/** If a text has several documents, this is the first one's. */
export interface YamlTree {
  readonly contents: ParsedNode | null
  readonly errors: readonly YAMLError[]
  readonly warnings: readonly YAMLError[]
}

/** We call `onWork` each time we've read this many lexemes. */
const LEXEMES_A_SIGN = 10_000

/**
 * @param onWork called from time to time, since a long text takes seconds
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
 * Stops if the text is nested too deeply. Given a megabyte of opening brackets, the parser would otherwise use
 * gigabytes of memory.
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
    // We wouldn't show any more, and creating them is slow.
    if (errors > PROBLEMS_MAX) return tokens
    // The stack holds the document and one collection per level.
    const innermost = parser.stack.at(-1)
    if (parser.stack.length > DEPTH_MAX + 1 && innermost !== undefined && 'items' in innermost)
      throw new NestedTooDeeply(innermost.offset)
  }
  for (const token of parser.end()) tokens.push(token)
  return tokens
}

/** Without tokens, returns an empty document that ends at `end`. */
function documentsOf(
  tokens: Iterable<CST.Token>,
  end: number,
): readonly [Document.Parsed, ...Document.Parsed[]] {
  const { Composer } = yaml()
  const composer = new Composer({
    // We set this explicitly so that a %YAML 1.1 directive doesn't bring back its octals, dates and "yes".
    schema: 'core',
    merge: true,
    stringKeys: true,
    resolveKnownTags: false,
    prettyErrors: false,
    // The composer compares each key with all previous ones. We've got a faster check.
    uniqueKeys: false,
    // At any lower level, a second document would be silently accepted. Nothing is ever printed.
    logLevel: 'error',
  })
  const [first, ...others] = composer.compose(tokens, true, end)
  if (first === undefined) throw new Error('the YAML composer gave no document')
  return [first, ...others]
}
