import type { Sequenced } from '../core/forked-map.js'
import type { Resource, Resources } from './resources.js'
import type { State } from './state.js'
import { type HeldPlace, isMoved, isOtherTime, pointer, type View, type ViewPlace } from './view.js'

/** What may differ between two views of what a service keeps. */
export interface ServicePlaces {
  /** Owners, limits, counters, and the keys of the service alone. */
  settings(before: View, after: View): readonly ViewPlace[]
  /** Entries and records. */
  records(before: View, after: View): readonly ViewPlace[]
}

/** A kind of record, as far as its place in a view goes. */
export interface PlacedKind<Held extends object, Value = unknown> {
  /** The part of the names of its operations before the dot: "kv" of "kv.get". */
  readonly operations: string
  /** The names of its path: `['namespaces', of, 'entries', id]`. */
  path(of: string, id: string): readonly string[]
  /** The record; undefined if there is none, or if it is expired. */
  held(view: View, of: string, id: string): Held | undefined
  /** The record as a seed has it. `origin` in ms. */
  value(held: Held, origin: number): Value
  /** When the record expires, in ms; left out for kinds that do not. */
  expiry?(held: Held, origin: number): number
}

/**
 * The place of a record.
 *
 * @param of the id of its namespace or store; empty if it has none
 */
export const recordPlace = <Held extends object>(
  kind: PlacedKind<Held>,
  of: string,
  id: string,
): HeldPlace => ({
  path: pointer(...kind.path(of, id)),
  held: (view) => kind.held(view, of, id),
  read(view) {
    const held = kind.held(view, of, id)
    return held && kind.value(held, view.state.origin)
  },
})

/** Namespaces, or stores: what loads, exports, finds and compares them reads this one declaration. */
export interface Holders<Stored extends KeyedEntry, One extends Resource<One, Stored>> {
  /** The name of their list in a seed: "namespaces". */
  readonly name: string
  /** The kind of their entries. */
  readonly entries: PlacedKind<Stored>
  resources(state: State): Resources<Stored, One>
}

/** An entry of a namespace or store. */
export type KeyedEntry = Sequenced & { readonly key: string; readonly text: string }

/** What may differ of namespaces or stores besides their owners and entries. */
interface HolderPlaces<One> {
  /** The places of one that may differ. */
  settings?(id: string, one: View, other: View): readonly ViewPlace[]
  /** Before it, in ms, no entry of this one ends. */
  earliestExpiry?(one: One, origin: number): number
}

/** What may differ of namespaces, or of stores. */
export function placesOf<Stored extends KeyedEntry, One extends Resource<One, Stored>>(
  kind: Holders<Stored, One>,
  own: HolderPlaces<One> = {},
): ServicePlaces {
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
        Array.from(keysOf(id, one, other), (key) => recordPlace(entries, id, key)),
      ),
  }

  /** The keys in whose place another entry was put, and of those that time has ended, or moved. */
  function keysOf(id: string, one: View, other: View): ReadonlySet<string> {
    const held = entriesIn(one, id)
    const keys = new Set(held.differing(entriesIn(other, id)))
    if (expiry === undefined || !mayHaveEnded(id, one, other)) return keys
    const isExpired = (entry: Stored, { state, clock }: View) => expiry(entry, state.origin) <= clock.now
    for (const entry of held.values())
      if (isMoved(one, other) || isExpired(entry, one) !== isExpired(entry, other)) keys.add(entry.key)
    return keys
  }

  /** Checks if time may have ended or moved an entry. It rarely has, and then no entry is looked at. */
  function mayHaveEnded(id: string, one: View, other: View): boolean {
    if (isMoved(one, other)) return true
    const holder = allIn(one).get(id)
    if (holder === undefined || !isOtherTime(one, other)) return false
    const earliest = own.earliestExpiry?.(holder, one.state.origin) ?? 0
    return earliest <= Math.max(one.clock.now, other.clock.now)
  }
}
