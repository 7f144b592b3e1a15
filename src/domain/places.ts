import { type HeldPlace, pointer, type View, type ViewPlace } from './view.js'

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

/** The place of the owner of a namespace or store. */
export const ownerPlace = (
  name: string,
  id: string,
  find: (view: View) => { readonly owner: string } | undefined,
): ViewPlace => ({ path: pointer(name, id, 'owner'), read: (view) => find(view)?.owner })
