import { readInstant } from '../../core/moment.js'
import { inTurns, Slice, type Steps } from '../../core/steps.js'
import type { ConfigEntrySeed, KvEntrySeed } from '../schema/schema.js'
import type { BlockSource } from './block.js'
import type { BlockExpander, ExpandOptions } from './blocks.js'
import type { CompiledList, RecordKind } from './compiled-list.js'
import type { SeededConfigEntry, SeededDatabase, SeededEntry } from './expanded.js'
import { configEntryKind, documentKind, kvEntryKind, projectKind } from './records.js'
import type { EntryList, SeedBlocks } from './sound-blocks.js'

/** Where the seed sets no clock, "recent" and "past" in templates count from here: the same on every day. */
const TEMPLATE_REFERENCE_MS = Date.UTC(2026, 0, 1)

/** To compile a list and to give its records on are two pieces of work, also where it is empty. */
const ITEMS_A_LIST = 2

/** The work of one who takes something, in slices. */
export type Taking = Iterable<undefined>

/** That of one who just keeps it. */
export const AT_ONCE: Taking = []

/** Takes the entries of each namespace and store, in the order of the seed, as soon as they are expanded. */
interface EntriesTaker<Namespace, Store> {
  readonly namespace: (namespace: Namespace, entries: readonly SeededEntry[]) => Taking
  readonly store: (store: Store, entries: readonly SeededConfigEntry[]) => Taking
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
  { stopping }: ExpandOptions,
  taker: EntriesTaker<Namespace, Store>,
): Promise<ExpandedRecords> {
  const giving = new ListsInOrder()
  const records = await inTurns(compiled(blocks, expander, taker, giving), stopping)
  if (expander.needsFaker) {
    const { templateFunctions } = await import('./faker.js')
    const functions = templateFunctions(readInstant(blocks.clock?.now ?? '') ?? TEMPLATE_REFERENCE_MS)
    await inTurns(expander.link(functions), stopping)
  }
  return inTurns(expandedRest(giving, records), stopping)
}

/** What compiles lists, and what gives them on. */
interface Work {
  readonly expander: BlockExpander
  readonly giving: ListsInOrder
  readonly slice: Slice
}

function* compiled<Namespace extends EntryList<KvEntrySeed>, Store extends EntryList<ConfigEntrySeed>>(
  { namespaces = [], stores = [], database = {} }: SeedBlocks<Namespace, Store>,
  expander: BlockExpander,
  taker: EntriesTaker<Namespace, Store>,
  giving: ListsInOrder,
): Steps<CompiledRecords> {
  const { projects = [], documents = [] } = database
  const work = { expander, giving, slice: new Slice() }
  yield* compiledEntries('namespaces', namespaces, kvEntryKind, taker.namespace, work)
  yield* compiledEntries('stores', stores, configEntryKind, taker.store, work)
  return {
    projects: yield* expander.compile(['projects'], ['database', 'projects'], projects, projectKind),
    documents: yield* expander.compile(['documents'], ['database', 'documents'], documents, documentKind),
  }
}

/** The entries of all namespaces, or of all stores. */
function* compiledEntries<Source extends BlockSource, Made extends object, Holder extends EntryList<Source>>(
  name: 'namespaces' | 'stores',
  holders: readonly Holder[],
  kind: RecordKind<Source, Made>,
  take: (holder: Holder, made: readonly Made[]) => Taking,
  { expander, giving, slice }: Work,
): Steps<void> {
  for (const [index, holder] of holders.entries()) {
    yield* slice.take(ITEMS_A_LIST)
    const { id, entries = [] } = holder
    const list = yield* expander.compile([name, id, 'entries'], [name, index, 'entries'], entries, kind)
    yield* giving.give(list, (made) => take(holder, made))
  }
}

function* expandedRest(
  giving: ListsInOrder,
  { projects, documents }: CompiledRecords,
): Steps<ExpandedRecords> {
  yield* giving.giveRest()
  return { projects: yield* projects.expand(), documents: yield* documents.expand() }
}

/** Gives lists on in their order: what is behind one that waits for Faker, waits too. */
class ListsInOrder {
  readonly #waiting: (() => Steps<void>)[] = []

  get #isClear(): boolean {
    return this.#waiting.length === 0
  }

  *give<Made>(list: CompiledList<Made>, take: (made: readonly Made[]) => Taking): Steps<void> {
    if (list.isWhole && this.#isClear) yield* given(list, take)
    else this.#waiting.push(() => given(list, take))
  }

  *giveRest(): Steps<void> {
    const slice = new Slice()
    for (const give of this.#waiting) {
      yield* slice.take(ITEMS_A_LIST)
      yield* give()
    }
  }
}

/** Stands by itself: V8 keeps what a generator function that was made for one call can see until it marks all there is. */
function* given<Made>(list: CompiledList<Made>, take: (made: readonly Made[]) => Taking): Steps<void> {
  yield* take(yield* list.expand())
}
