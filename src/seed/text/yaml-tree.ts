import { Composer, type CST, type Document, Parser, YAMLParseError } from 'yaml'

/**
 * Levels that YAML may be nested. The composer of the tree calls itself for each, and close to the end of the stack
 * the engine may end the process instead of throwing.
 */
const DEPTH_MAX = 400

/** Thrown for text that is nested deeper than YAML is read here. */
export class NestedTooDeeply extends Error {
  /** @param offset where the first level stands that is one too many */
  constructor(readonly offset: number) {
    super('nested too deeply')
  }
}

/**
 * The tree of a YAML text, with what is wrong with it among its errors; of several documents the first.
 *
 * @throws NestedTooDeeply
 */
export function yamlTree(text: string): Document.Parsed {
  const tokens = [...new Parser().parse(text)]
  holdDepth(tokens)
  const composer = new Composer({
    // Named outright, so that a %YAML 1.1 directive does not bring its octals, dates and "yes" back.
    schema: 'core',
    merge: true,
    stringKeys: true,
    resolveKnownTags: false,
    prettyErrors: false,
    // The composer compares each key with all before it; whoever reads the tree has a quicker way.
    uniqueKeys: false,
    // Anything less and a second document would pass without a word; nothing is ever printed.
    logLevel: 'error',
  })
  const [first, second] = composer.compose(tokens, true, text.length)
  if (first === undefined) throw new Error('the YAML composer gave no document')
  if (second !== undefined) {
    const [start, end] = second.range
    first.errors.push(new YAMLParseError([start, end], 'MULTIPLE_DOCS', 'there is a second document'))
  }
  return first as Document.Parsed
}

/** Walks the tokens without recursion. @throws NestedTooDeeply */
function holdDepth(tokens: readonly CST.Token[]): void {
  const open: { readonly token: CST.Token; readonly depth: number }[] = []
  for (const token of tokens) {
    open.push({ token, depth: 0 })
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { token: outer, depth } = next
      if (depth > DEPTH_MAX) throw new NestedTooDeeply(outer.offset)
      for (const inner of within(outer)) open.push({ token: inner, depth: depth + 1 })
    }
  }
}

/** The collections and values that stand right inside of a token. */
function within(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value]
  if (!('items' in token)) return []
  const found: CST.Token[] = []
  for (const item of token.items) {
    if (isCollection(item.key)) found.push(item.key)
    if (isCollection(item.value)) found.push(item.value)
  }
  return found
}

const isCollection = (token: CST.Token | null | undefined): token is CST.Token =>
  token !== null && token !== undefined && 'items' in token
