import { readInstant } from '../../core/moment.js'
import type { ConfigEntrySeed, KvEntrySeed } from '../schema/schema.js'
import type { BlockSource } from './block.js'
import type { BlockExpander } from './blocks.js'
import type { CompiledList, RecordKind } from './compiled-list.js'
import type { SeededConfigEntry, SeededDatabase, SeededEntry } from './expanded.js'
import { configEntryKind, documentKind, kvEntryKind, projectKind } from './records.js'
import type { EntryList, SeedBlocks } from './sound-blocks.js'

/** Where the seed sets no clock, "recent" and "past" in templates count from here: the same on every day. */
const TEMPLATE_REFERENCE_MS = Date.UTC(2026, 0, 1)
/** Takes the entries of each namespace and store, in the order of the seed, as soon as they are expanded. */
interface EntriesTaker<Namespace, Store> {
  readonly namespace: (namespace: Namespace, entries: readonly SeededEntry[]) => void
  readonly store: (store: Store, entries: readonly SeededConfigEntry[]) => void
}

/** The records of the database. */
export type ExpandedRecords = Pick<SeededDatabase, 'projects' | 'documents'>

/** Those of the database, compiled. */
interface CompiledRecords {
  readonly projects: CompiledList<ExpandedRecords['projects'][number]>
  readonly documents: CompiledList<ExpandedRecords['documents'][number]>
}

/** Expands all lists that may hold templates, in slices. Loads Faker where one needs it. */
export async function expandLists<
  Namespace extends EntryList<KvEntrySeed>,
  Store extends EntryList<ConfigEntrySeed>,
>(
  blocks: SeedBlocks<Namespace, Store>,
  expander: BlockExpander,
  taker: EntriesTaker<Namespace, Store>,
): Promise<ExpandedRecords> {
  const giving = new ListsInOrder()
  const records = compiled(blocks, expander, taker, giving)
  if (expander.needsFaker) {
    const { templateFunctions } = await import('./faker.js')
    const functions = templateFunctions(readInstant(blocks.clock?.now ?? '') ?? TEMPLATE_REFERENCE_MS)
    expander.link(functions)
  }
  return expandedRest(giving, records)
}

/** What compiles lists, and what gives them on. */
interface Work {
  readonly expander: BlockExpander
  readonly giving: ListsInOrder
}

function compiled<Namespace extends EntryList<KvEntrySeed>, Store extends EntryList<ConfigEntrySeed>>(
  { namespaces = [], stores = [], database = {} }: SeedBlocks<Namespace, Store>,
  expander: BlockExpander,
  taker: EntriesTaker<Namespace, Store>,
  giving: ListsInOrder,
): CompiledRecords {
  const { projects = [], documents = [] } = database
  const work = { expander, giving }
  compiledEntries('namespaces', namespaces, kvEntryKind, taker.namespace, work)
  compiledEntries('stores', stores, configEntryKind, taker.store, work)
  return {
    projects: expander.compile(['projects'], ['database', 'projects'], projects, projectKind),
    documents: expander.compile(['documents'], ['database', 'documents'], documents, documentKind),
  }
}

/** The entries of all namespaces, or of all stores. */
function compiledEntries<Source extends BlockSource, Made extends object, Holder extends EntryList<Source>>(
  name: 'namespaces' | 'stores',
  holders: readonly Holder[],
  kind: RecordKind<Source, Made>,
  take: (holder: Holder, made: readonly Made[]) => void,
  { expander, giving }: Work,
): void {
  for (const [index, holder] of holders.entries()) {
    const { id, entries = [] } = holder
    const list = expander.compile([name, id, 'entries'], [name, index, 'entries'], entries, kind)
    giving.give(list, (made) => take(holder, made))
  }
}

function expandedRest(giving: ListsInOrder, { projects, documents }: CompiledRecords): ExpandedRecords {
  giving.giveRest()
  return { projects: projects.expand(), documents: documents.expand() }
}

/** Gives lists on in their order: what is behind one that waits for Faker, waits too. */
class ListsInOrder {
  readonly #waiting: (() => void)[] = []

  get #isClear(): boolean {
    return this.#waiting.length === 0
  }

  give<Made>(list: CompiledList<Made>, take: (made: readonly Made[]) => void): void {
    if (list.isWhole && this.#isClear) given(list, take)
    else this.#waiting.push(() => given(list, take))
  }

  giveRest(): void {
    for (const give of this.#waiting) {
      give()
    }
  }
}

/** Stands by itself: V8 keeps what a generator function that was made for one call can see until it marks all there is. */
function given<Made>(list: CompiledList<Made>, take: (made: readonly Made[]) => void): void {
  take(list.expand())
}
