import type { Sequenced } from '../core/layers/layer.js'
import type { LayeredMap } from '../core/layers/layered-map.js'
import { SLICE_ITEMS, Slice, type Steps } from '../core/steps.js'
import type { ScopedKey } from '../domain/credentials.js'
import type { State } from '../domain/state.js'
import type { ExpandedSeed, SeededNamespace, SeededStore } from './expand/expanded.js'
import { areRecordsUnchanged, mergeSeed } from './load.js'
import type { ResumePoint } from './resume-point.js'

/** Where so much is written all the time that catching up does not end, the rest is done in one go. */
const ROUNDS_MAX = 5

/** What changed in a state, by id or key; some of it may be what it was. */
type Changed = Readonly<Record<(typeof CHANGING)[number], ReadonlySet<string>>>

const CHANGING = ['namespaces', 'stores', 'scopedKeys', 'databaseKeys'] as const

/** A seed that is merged into a state while others write to that. */
export class MergeAside {
  /** The present state as it was when `#merged` was right. */
  #before: State
  #merged: State

  /** @param now the instant that relative times count from, ms */
  constructor(
    private readonly seed: ExpandedSeed,
    private readonly resume: ResumePoint,
    private readonly now: number,
    present: State,
  ) {
    this.#before = present.fork()
    this.#merged = present.forkAside()
  }

  /** The state with the seed in it, as far as it is. */
  get merged(): State {
    return this.#merged
  }

  /** Merges all of the seed. @throws Refusal conflict where a key belongs to another namespace or store */
  *merge(): Steps<void> {
    yield* mergeSeed(this.seed, this.resume, this.#merged, this.now)
  }

  /**
   * Catches up until there is no more left to catch up with than fits in a slice.
   *
   * @param present gives the state as it is by then
   * @throws Refusal conflict
   */
  *approach(present: () => State): Steps<void> {
    for (let round = 0; round < ROUNDS_MAX && this.#isBehind(present()); round++) {
      yield* this.catchUp(present())
    }
  }

  /**
   * Merges again what of the seed meets with something that changed meanwhile.
   *
   * @returns the present state with the seed in it
   * @throws Refusal conflict
   */
  *catchUp(present: State): Steps<State> {
    const slice = new Slice()
    const before = this.#before
    this.#before = present.fork()
    const changed = yield* changedIn(this.#before, before, slice)
    const { seed, resume, now } = this
    const aside = this.#merged
    const namespaces = yield* takeBack(
      seed.namespaces,
      aside.namespaces,
      aside,
      changed.namespaces,
      changed,
      slice,
    )
    const stores = yield* takeBack(seed.stores, aside.stores, aside, changed.stores, changed, slice)
    const keys = seed.database.keys.filter(({ key }) => changed.databaseKeys.has(key))
    for (const { key } of keys) aside.databaseKeys.revert(key)
    const under = this.#before.forkUnder(aside, before)
    this.#merged = under ?? this.#before.forkAside()
    if (under === undefined) yield* mergeSeed(seed, resume, this.#merged, now)
    else {
      const again = {
        ...seed,
        namespaces: namespaces.again,
        stores: stores.again,
        database: { ...seed.database, keys },
      }
      const merged = { before, namespaces: namespaces.merged, stores: stores.merged, records: aside }
      yield* mergeSeed(again, resume, under, now, merged)
    }
    return this.#merged
  }

  #isBehind(present: State): boolean {
    let left = SLICE_ITEMS
    for (const differing of Object.values(differingIn(present, this.#before))) {
      for (const _ of differing) if (--left < 0) return true
    }
    const { projects, documents } = this.seed.database
    return projects.length + documents.length > SLICE_ITEMS && !areRecordsUnchanged(present, this.#before)
  }
}

const differingIn = (present: State, before: State): Record<keyof Changed, Iterable<string>> => ({
  namespaces: present.namespaces.differing(before.namespaces),
  stores: present.stores.differing(before.stores),
  scopedKeys: present.scopedKeys.differing(before.scopedKeys),
  databaseKeys: present.databaseKeys.differing(before.databaseKeys),
})

function* changedIn(present: State, before: State, slice: Slice): Steps<Changed> {
  const changed = { namespaces: new Set<string>(), stores: new Set<string>() }
  const keys = { scopedKeys: new Set<string>(), databaseKeys: new Set<string>() }
  const all = { ...changed, ...keys }
  const differing = differingIn(present, before)
  for (const what of CHANGING) yield* slice.each(differing[what], (name) => all[what].add(name))
  return all
}

/** What of a seed is to be merged again, and what was merged of it aside. */
interface TakenBack<Seeded, Holder> {
  readonly again: readonly Seeded[]
  readonly merged: ReadonlyMap<string, Holder>
}

/** Takes back what was merged aside of namespaces or stores that changed, or have keys that did. */
function* takeBack<Seeded extends SeededNamespace | SeededStore, Holder extends Sequenced>(
  seeded: readonly Seeded[],
  holders: LayeredMap<string, Holder>,
  { scopedKeys }: { readonly scopedKeys: LayeredMap<string, ScopedKey> },
  changedIds: ReadonlySet<string>,
  changed: Changed,
  slice: Slice,
): Steps<TakenBack<Seeded, Holder>> {
  const again: Seeded[] = []
  const merged = new Map<string, Holder>()
  if (changedIds.size === 0 && changed.scopedKeys.size === 0) return { again, merged }
  yield* slice.each(seeded, (one) => {
    const { id } = one
    const keys = one.keys.filter(({ key }) => changed.scopedKeys.has(key))
    for (const { key } of keys) scopedKeys.revert(key)
    if (changedIds.has(id)) {
      const holder = holders.get(id)
      if (holder !== undefined) merged.set(id, holder)
      holders.revert(id)
      again.push({ ...one, keys })
    } else if (keys.length > 0) again.push({ ...one, keys, entries: [] })
  })
  return { again, merged }
}
