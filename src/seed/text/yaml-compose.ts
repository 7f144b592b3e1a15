import type { CST, Document } from 'yaml'
import { yaml } from './yaml.js'

/** The documents that some tokens make; an empty one, which ends at `end`, where they make none. */
export function documentsOf(
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

/** A document with nothing but this collection, as far as that was read. */
export function composedAlone(collection: CST.Token): Document.Parsed {
  const { offset } = collection
  const parser = new (yaml().Parser)()
  parser.stack.push({ type: 'document', offset, start: [] }, collection)
  return documentsOf(parser.end(), offset)[0]
}
