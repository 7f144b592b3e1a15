import { monthKey } from '../core/instants.js'
import { Refusal } from '../core/refusal.js'
import { ORIGIN_MONTH } from '../domain/quotas.js'
import type { State } from '../domain/state.js'
import { LOCAL_USER } from '../identity/provider.js'
import { CONFIG } from '../services/config/contents.js'
import { DOCUMENTS } from '../services/documents/contents.js'
import { readRateLimit, scopeOf } from '../services/documents/kinds.js'
import { KV } from '../services/kv/contents.js'
import type { Anchor } from './expand/block.js'
import { BlockExpander } from './expand/blocks.js'
import { listsIn } from './lists.js'
import type { ResumePoint } from './resume-point.js'
import type { NamespaceSeed, SeedDocument, StoreSeed } from './schema/schema.js'
import { countersByMonth } from './schema/usage.js'
import { inOrder, SeedProblems } from './text/problems.js'

/** All that loading depends on beside the seed. */
export interface Loading {
  /** The random seed that templates draw from: equal seeds give equal data. */
  readonly random: number
  readonly resume: ResumePoint
  /** What relative times count from. */
  readonly anchor: Anchor
}

/**
 * Adds what a seed describes to a state: what has an id joins what is there, entries and records replace theirs
 * whole (docs/DESIGN.md section 4, Joining).
 *
 * @throws SeedProblems for templates that do not exist or fail, and for keys or ids that collide; Refusal conflict if a
 * key belongs to another namespace or store; the state is then half changed
 */
export function loadSeed(document: SeedDocument, { random, resume, anchor }: Loading, state: State): State {
  const { clock, namespaces = [], stores = [], database = {} } = document.data
  for (const namespace of namespaces) mergeNamespace(namespace, state, anchor)
  for (const { id, owner } of stores) {
    const store = state.of(CONFIG).store(id) ?? state.of(CONFIG).addStore(id, owner ?? LOCAL_USER)
    if (owner !== undefined) store.transferTo(owner)
  }
  const expander = new BlockExpander(document, random, clock?.now, anchor)
  for (const list of listsIn(document.data))
    list.kind?.add(expander.expand(list, list.kind), state, list.of, resume)
  if (expander.problems.length > 0) throw new SeedProblems(inOrder(expander.problems))
  for (const resource of [...namespaces, ...stores]) mergeKeys(resource, state)
  if (database.rateLimit !== undefined) state.of(DOCUMENTS).limitRate(readRateLimit(database.rateLimit))
  for (const key of database.keys ?? []) state.of(DOCUMENTS).addDatabaseKey(key.key, scopeOf(key))
  for (const [key, window] of resume.rateWindows) state.of(DOCUMENTS).rateWindows.set(key, window)
  return state
}

function mergeNamespace({ id, owner, limits, usage }: NamespaceSeed, state: State, anchor: Anchor): void {
  const namespace = state.of(KV).namespace(id) ?? state.of(KV).addNamespace(id, owner ?? LOCAL_USER, {})
  if (owner !== undefined) namespace.transferTo(owner)
  namespace.changeLimits(limits ?? {})
  const current = anchor === 'origin' ? ORIGIN_MONTH : monthKey(anchor)
  for (const [month, counters] of countersByMonth(usage ?? {}, current)) namespace.usage.set(month, counters)
}

function mergeKeys({ id, keys = [] }: NamespaceSeed | StoreSeed, state: State): void {
  for (const { key, scope } of keys) {
    const holder = state.scopedKeys.get(key)?.resourceId ?? id
    if (holder !== id) {
      const hint = 'a key opens one namespace or store: choose another text'
      throw new Refusal('conflict', `the key ${key} of ${id} belongs to ${holder}`, { hint })
    }
    state.addKey(key, id, scope)
  }
}
