import type { CST, Document, Pair, ParsedNode, YAMLMap, YAMLSeq } from 'yaml'
import { yaml } from './yaml.js'
import { composedAlone } from './yaml-compose.js'

/** A mapping or a list in the YAML tree. */
export type Collection = YAMLMap | YAMLSeq

/** What a collection has: a value, or a name with its value. */
export type Item = ParsedNode | Pair<ParsedNode, ParsedNode | null>

/** A collection as the parser makes it. */
type Open = CST.BlockMap | CST.BlockSequence | CST.FlowCollection

/** The last items of a collection that is still open, which the parser may yet change. */
const ITEMS_KEPT = 2

/**
 * The items of collections, composed while more of them are read, so that nothing takes long in one go. What is composed
 * is taken out of its collection, where an item stands in for it: it ends where they ended.
 */
export class YamlParts {
  /** What is wrong with what was composed, in that order. */
  readonly problems: Pick<Document.Parsed, 'errors' | 'warnings'>[] = []
  /** By the offset of their collection. */
  readonly #items = new Map<number, Item[]>()

  /** Composes what is complete in the collections that a parser is in. */
  take(stack: readonly CST.Token[]): void {
    for (const token of stack) {
      // One that stands in, and one more that is worth it.
      if ('items' in token && token.items.length >= ITEMS_KEPT + 2) this.#takeFrom(token)
    }
  }

  /** All items of a collection of the tree, in order. */
  itemsOf(collection: Collection): readonly Item[] {
    const rest = collection.items as Item[]
    const taken = this.#items.get(offsetOf(collection))
    return taken === undefined ? rest : [...taken, ...rest.slice(1)]
  }

  #takeFrom(open: Open): void {
    const all: CST.CollectionItem[] = open.items
    const items = all.splice(0, all.length - ITEMS_KEPT)
    const { contents, errors, warnings } = composedAlone({ ...withEnd(open), items } as Open)
    this.problems.push({ errors, warnings })
    const composed = yaml().isCollection(contents) ? (contents.items as Item[]) : []
    const taken = this.#items.get(open.offset)
    if (taken === undefined) this.#items.set(open.offset, [...composed])
    else for (const item of composed.slice(1)) taken.push(item)
    // What a flow collection ends with was made up.
    const end = open.type === 'flow-collection' ? endOf(composed.at(-1)) : contents?.range?.[1]
    all.unshift(standIn(open, end ?? open.offset))
  }
}

const offsetOf = ({ range }: Collection): number => range?.[0] ?? -1

function endOf(item: Item | undefined): number | undefined {
  const node = yaml().isPair(item) ? (item.value ?? item.key) : item
  return node?.range[2]
}

/** The same collection as if it was closed. */
function withEnd(open: Open): Open {
  if (open.type !== 'flow-collection') return open
  const isMapping = open.start.type === 'flow-map-start'
  const end: CST.SourceToken = {
    ...open.start,
    type: isMapping ? 'flow-map-end' : 'flow-seq-end',
    source: isMapping ? '}' : ']',
  }
  return { ...open, end: [end] }
}

/** An item without a problem that ends at an offset, as if it stood just ahead of that. */
function standIn({ type, indent }: Open, end: number): CST.CollectionItem {
  if (type === 'block-seq') return { start: [{ type: 'seq-item-ind', offset: end - 1, indent, source: '-' }] }
  return {
    // Says where the name begins, which may not be long.
    start: [{ type: 'space', offset: end - 3, indent, source: ' ' }],
    key: { type: 'scalar', offset: end - 2, indent, source: 'x' },
    sep: type === 'block-map' ? [{ type: 'map-value-ind', offset: end - 1, indent, source: ':' }] : [],
  }
}
