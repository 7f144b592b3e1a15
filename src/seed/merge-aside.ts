import type { Sequenced } from '../core/layers/layer.js'
import type { LayeredMap } from '../core/layers/layered-map.js'
import { LazyList } from '../core/lazy-list.js'
import { SLICE_ITEMS } from '../core/steps.js'
import type { State } from '../domain/state.js'
import { type ExpandedRest, expandNamespace, expandStore } from './expand/expand.js'
import type { SeededDatabase } from './expand/expanded.js'
import { areRecordsUnchanged, type Merged, type MergedAside, mergeSeed, StateLoader } from './load.js'
import type { ResumePoint } from './resume-point.js'
import type { NamespaceSeed, StoreSeed } from './schema/schema.js'

/** Where so much is written all the time that catching up does not end, the rest is done in one go. */
const ROUNDS_MAX = 5

/** What changed in a state, by id or key; some of it may be what it was. */
type Changed = Readonly<Record<(typeof CHANGING)[number], ReadonlySet<string>>>

const CHANGING = ['namespaces', 'stores', 'scopedKeys', 'databaseKeys', 'rateWindows'] as const

/** A seed as far as it is not kept in what it was merged into. */
interface Sources {
  readonly namespaces?: readonly NamespaceSeed[] | undefined
  readonly stores?: readonly StoreSeed[] | undefined
}

const NO_DATABASE: SeededDatabase = { keys: [], projects: [], documents: [] }

/**
 * A seed that is merged into a state while others write to that. Namespaces and stores are not kept as they are expanded:
 * the entries that are to be merged again are in the merged state.
 */
export class MergeAside {
  /** Merges namespaces and stores, each as it is expanded. @throws Refusal as `finish` does */
  readonly loader: StateLoader
  /** The present state as it was when `#merged` was right. */
  #before: State
  #merged: State
  #database = NO_DATABASE

  /** @param now the instant that relative times count from, ms */
  constructor(
    private readonly seed: Sources,
    private readonly resume: ResumePoint,
    private readonly now: number,
    present: State,
  ) {
    this.#before = present.fork()
    this.#merged = present.forkAside()
    this.loader = new StateLoader(this.#merged, now)
  }

  /** The state with the seed in it, as far as it is. */
  get merged(): State {
    return this.#merged
  }

  /** Merges the rest of the seed. @throws Refusal conflict where a key belongs to another namespace or store */
  finish(rest: Pick<ExpandedRest, 'database'>): void {
    this.#database = rest.database
    this.loader.finish(rest, this.resume)
  }

  /**
   * Catches up until there is no more left to catch up with than fits in a slice.
   *
   * @param present gives the state as it is by then
   * @throws Refusal conflict
   */
  approach(present: () => State): void {
    for (let round = 0; round < ROUNDS_MAX && this.#isBehind(present()); round++) {
      this.catchUp(present())
    }
  }

  /**
   * Merges again what of the seed meets with something that changed meanwhile.
   *
   * @returns the present state with the seed in it
   * @throws Refusal conflict
   */
  catchUp(present: State): State {
    const before = this.#before
    this.#before = present.fork()
    const changed = changedIn(this.#before, before)
    const aside = this.#merged
    const namespaces = takeBack(
      this.seed.namespaces ?? [],
      aside.namespaces,
      aside,
      changed.namespaces,
      changed,
    )
    const stores = takeBack(this.seed.stores ?? [], aside.stores, aside, changed.stores, changed)
    const keys = this.#database.keys.filter(({ key }) => changed.databaseKeys.has(key))
    for (const { key } of keys) aside.databaseKeys.revert(key)
    const windows = this.resume.rateWindows.filter(([key]) => changed.rateWindows.has(key))
    for (const [key] of windows) aside.rateWindows.windows.revert(key)
    const under = this.#before.forkUnder(aside, before)
    this.#merged = under ?? this.#before.forkAside()
    if (under === undefined) {
      const all = { namespaces: allOf(namespaces, aside.namespaces), stores: allOf(stores, aside.stores) }
      const { rateWindows } = this.resume
      this.#mergeAgain(
        this.seed,
        { keys: this.#database.keys, rateWindows },
        { before, records: aside, ...all },
      )
    } else {
      const again = { namespaces: namespaces.again, stores: stores.again }
      const merged = { before, records: aside, namespaces: namespaces.merged, stores: stores.merged }
      this.#mergeAgain(again, { keys, rateWindows: windows }, merged)
    }
    return this.#merged
  }

  #mergeAgain(
    { namespaces = [], stores = [] }: Sources,
    { keys, rateWindows }: Pick<SeededDatabase, 'keys'> & Pick<ResumePoint, 'rateWindows'>,
    merged: MergedAside,
  ): void {
    const again = {
      namespaces: LazyList.map(namespaces, (namespace) => expandNamespace(namespace, [])),
      stores: LazyList.map(stores, (store) => expandStore(store, [])),
      database: { ...this.#database, keys },
    }
    mergeSeed(again, { ...this.resume, rateWindows }, this.#merged, this.now, merged)
  }

  #isBehind(present: State): boolean {
    let left = SLICE_ITEMS
    for (const differing of Object.values(differingIn(present, this.#before))) {
      for (const _ of differing) if (--left < 0) return true
    }
    const { projects, documents } = this.#database
    return projects.length + documents.length > SLICE_ITEMS && !areRecordsUnchanged(present, this.#before)
  }
}

const differingIn = (present: State, before: State): Record<keyof Changed, Iterable<string>> => ({
  namespaces: present.namespaces.differing(before.namespaces),
  stores: present.stores.differing(before.stores),
  scopedKeys: present.scopedKeys.differing(before.scopedKeys),
  databaseKeys: present.databaseKeys.differing(before.databaseKeys),
  rateWindows: present.rateWindows.windows.differing(before.rateWindows.windows),
})

function changedIn(present: State, before: State): Changed {
  const changed = { namespaces: new Set<string>(), stores: new Set<string>() }
  const keys = { scopedKeys: new Set<string>(), databaseKeys: new Set<string>() }
  const all = { ...changed, ...keys, rateWindows: new Set<string>() }
  const differing = differingIn(present, before)
  for (const what of CHANGING) for (const name of differing[what]) all[what].add(name)
  return all
}

/** What of a seed is to be merged again, and what was merged of it aside. */
interface TakenBack<Source, Holder> {
  readonly again: readonly Source[]
  readonly merged: ReadonlyMap<string, Holder>
}

/** All that was merged aside, also what was not taken back. */
const allOf = <Holder extends Sequenced>(
  { merged }: TakenBack<unknown, Holder>,
  holders: LayeredMap<string, Holder>,
): Merged<Holder> => ({ get: (id) => merged.get(id) ?? holders.get(id) })

/** Takes back what was merged aside of namespaces or stores that changed, or have keys that did. */
function takeBack<Source extends NamespaceSeed | StoreSeed, Holder extends Sequenced>(
  sources: readonly Source[],
  holders: LayeredMap<string, Holder>,
  { scopedKeys }: State,
  changedIds: ReadonlySet<string>,
  changed: Changed,
): TakenBack<Source, Holder> {
  const again: Source[] = []
  const merged = new Map<string, Holder>()
  if (changedIds.size === 0 && changed.scopedKeys.size === 0) return { again, merged }
  for (const source of sources) {
    const { id } = source
    const keys = source.keys?.filter(({ key }) => changed.scopedKeys.has(key)) ?? []
    for (const { key } of keys) scopedKeys.revert(key)
    const holder = changedIds.has(id) ? holders.get(id) : undefined
    if (holder !== undefined) {
      merged.set(id, holder)
      holders.revert(id)
    }
    if (holder !== undefined || keys.length > 0) again.push({ ...source, keys })
  }
  return { again, merged }
}
