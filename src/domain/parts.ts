import type { Sequenced } from '../core/forked-map.js'
import type { Resource, Resources } from './resources.js'
import type { State } from './state.js'
import { type HeldPart, isMoved, isOtherTime, pointer, type View, type WorldPart } from './view.js'

/** The parts of a service's state that may differ between two views. */
export interface ServiceParts {
  settings(before: View, after: View): readonly WorldPart[]
  records(before: View, after: View): readonly WorldPart[]
}

/** Finds a resource kind's records in a view. */
export interface ViewedKind<Held extends object, Value = unknown> {
  /** Their ids' prefix, e.g. "kv" in "kv.get". */
  readonly operations: string
  /** The segments of a record's path, e.g. `['namespaces', of, 'entries', id]`. */
  path(of: string, id: string): readonly string[]
  /** Undefined if the record is missing or expired. */
  held(view: View, of: string, id: string): Held | undefined
  /** The record as seeds write it. `origin` is in ms. */
  value(held: Held, origin: number): Value
  /** In ms. Left out for kinds that don't expire. */
  expiry?(held: Held, origin: number): number
}

/** @param of the id of a namespace or store, or an empty string */
export const recordPart = <Held extends object>(
  kind: ViewedKind<Held>,
  of: string,
  id: string,
): HeldPart => ({
  path: pointer(...kind.path(of, id)),
  held: (view) => kind.held(view, of, id),
  read(view) {
    const held = kind.held(view, of, id)
    return held && kind.value(held, view.state.origin)
  },
})

/** Declares namespaces or stores. Used for loading, exporting, finding and comparing them. */
export interface KeyedResources<Stored extends KeyedEntry, One extends Resource<One, Stored>> {
  /** Also the name of their list in a seed, e.g. "namespaces". */
  readonly name: string
  readonly entries: ViewedKind<Stored>
  resources(state: State): Resources<Stored, One>
}

export type KeyedEntry = Sequenced & { readonly key: string; readonly text: string }

/** The parts of a namespace or store besides its owner and entries. */
interface OwnParts<One> {
  settings?(id: string, one: View, other: View): readonly WorldPart[]
  /** Nothing expires before this instant, in ms. */
  earliestExpiry?(one: One, origin: number): number
}

export function resourceParts<Stored extends KeyedEntry, One extends Resource<One, Stored>>(
  kind: KeyedResources<Stored, One>,
  own: OwnParts<One> = {},
): ServiceParts {
  const { name, entries } = kind
  const { expiry } = entries
  const allIn = ({ state }: View) => kind.resources(state).all
  const entriesIn = ({ state }: View, id: string) => kind.resources(state).entriesOf(id)
  const differing = (one: View, other: View, areAll: boolean): readonly string[] =>
    areAll
      ? [...new Set([...allIn(one).values(), ...allIn(other).values()].map(({ id }) => id))]
      : allIn(one).differing(allIn(other))
  return {
    settings: (one, other) =>
      differing(one, other, own.settings !== undefined && isMoved(one, other)).flatMap((id) => [
        { path: pointer(name, id, 'owner'), read: (view: View) => allIn(view).get(id)?.owner },
        ...(own.settings?.(id, one, other) ?? []),
      ]),
    records: (one, other) =>
      differing(one, other, expiry !== undefined && isOtherTime(one, other)).flatMap((id) =>
        Array.from(keysOf(id, one, other), (key) => recordPart(entries, id, key)),
      ),
  }

  /** The keys of entries that were replaced, have expired, or got a different expiry. */
  function keysOf(id: string, one: View, other: View): ReadonlySet<string> {
    const held = entriesIn(one, id)
    const keys = new Set(held.differing(entriesIn(other, id)))
    if (expiry === undefined || !mayHaveEnded(id, one, other)) return keys
    const isExpired = (entry: Stored, { state, clock }: View) => expiry(entry, state.origin) <= clock.now
    for (const entry of held.values())
      if (isMoved(one, other) || isExpired(entry, one) !== isExpired(entry, other)) keys.add(entry.key)
    return keys
  }

  /** A cheap check that usually rules out that any entry has expired or shifted. */
  function mayHaveEnded(id: string, one: View, other: View): boolean {
    if (isMoved(one, other)) return true
    const holder = allIn(one).get(id)
    if (holder === undefined || !isOtherTime(one, other)) return false
    const earliest = own.earliestExpiry?.(holder, one.state.origin) ?? 0
    return earliest <= Math.max(one.clock.now, other.clock.now)
  }
}
