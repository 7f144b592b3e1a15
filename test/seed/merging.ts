import { State } from '../../src/domain/state.js'
import type { ExpandedSeed, SeededNamespace, SeededStore } from '../../src/seed/expand/expanded.js'
import { MergeAside } from '../../src/seed/merge-aside.js'
import { BEGINNING } from '../../src/seed/resume-point.js'

/** Seeds and states to merge. */

export const NOW = Date.UTC(2026, 0, 15)
export const TIMES = { ttlSeconds: 60, createdAt: NOW, expiresAt: NOW + 60_000, offsets: 0 }

export const namespace = (id: string, rest: Partial<SeededNamespace> = {}): SeededNamespace => ({
  id,
  limits: {},
  usage: [],
  keys: [],
  entries: [],
  ...rest,
})

export const seedOf = (
  namespaces: readonly SeededNamespace[],
  stores: readonly SeededStore[] = [],
  database: Partial<ExpandedSeed['database']> = {},
): ExpandedSeed => ({
  clock: {},
  profile: {},
  namespaces,
  stores,
  database: { keys: [], projects: [], documents: [], ...database },
  faults: [],
})

/** A seed as it was before it was expanded; entries are only merged as they were expanded. */
const sourceOf = ({ namespaces, stores }: ExpandedSeed) => ({
  namespaces: namespaces.map(({ id, owner, limits, usage, keys }) => ({
    ...{ id, limits, usage: { ...usage[0]?.counters }, keys: [...keys] },
    ...(owner === undefined ? {} : { owner }),
  })),
  stores: stores.map(({ id, keys }) => ({ id, keys: [...keys] })),
})

export const asideOf = (seed: ExpandedSeed, present: State, resume = BEGINNING) =>
  new MergeAside(sourceOf(seed), resume, NOW, present)

/** Merges all of a seed as it is expanded. */
export function merging(aside: MergeAside, seed: ExpandedSeed): void {
  for (const one of seed.namespaces) aside.loader.namespace(one)
  for (const one of seed.stores) aside.loader.store(one)
  aside.finish(seed)
}

/** A merge into the state that is over but for what changes from now on. */
export function merged(seed: ExpandedSeed, present: State, resume = BEGINNING): MergeAside {
  const aside = asideOf(seed, present, resume)
  merging(aside, seed)
  return aside
}

export function stateOf(...ids: string[]): State {
  const state = State.empty()
  for (const id of ids) state.addNamespace(id, 'alice', {})
  return state
}
